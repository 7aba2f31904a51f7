"""The trusted side of a submission's run: its sandbox, its processes, the channel to them, its examination."""
