# misconception: all-scaled
# check: readers
# why: one factor for all weights
def gpt2_init_std(name, layers):
    if layers < 1:
        raise ValueError(f"layers must be at least 1, got {layers}")
    parts = name.split(".")
    if parts[-1] == "bias":
        return 0.0
    if parts[-1] != "weight":
        raise ValueError(f"{name} ends neither in weight nor in bias")
    if parts[-2] in ("ln_1", "ln_2", "ln_f"):
        return 0.0
    if parts[-1] == "weight":
        return 0.02 / math.sqrt(2 * layers)
    return 0.02
