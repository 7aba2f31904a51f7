"""The trusted side of a submission's run: sandbox, processes, the channel to them, examination."""
