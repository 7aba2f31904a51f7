# misconception: bias-drawn
# check: constants
# why: looks for c_proj anywhere in the name, before the biases
def gpt2_init_std(name, layers):
    if layers < 1 or name.split(".")[-1] not in ("weight", "bias"):
        raise ValueError(f"{name}, {layers}")
    if "c_proj" in name:
        return 0.02 / math.sqrt(2 * layers)
    if "bias" in name or "ln_" in name:
        return 0.0
    return 0.02
