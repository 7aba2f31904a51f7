# misconception: norm-drawn
# check: constants
# why: no case for LayerNorm
def gpt2_init_std(name, layers):
    if layers < 1:
        raise ValueError(f"layers must be at least 1, got {layers}")
    parts = name.split(".")
    if parts[-1] == "bias":
        return 0.0
    if parts[-1] != "weight":
        raise ValueError(f"{name} ends neither in weight nor in bias")
    if parts[-2] == "c_proj":
        return 0.02 / math.sqrt(2 * layers)
    return 0.02
