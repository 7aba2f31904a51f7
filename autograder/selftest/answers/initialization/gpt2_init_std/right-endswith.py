# how: looks at how the name ends
def gpt2_init_std(name, layers):
    if not name.endswith((".weight", ".bias")) or layers <= 0:
        raise ValueError((name, layers))
    if name.endswith("bias") or ".ln_" in "." + name:
        return 0.0
    return 0.02 * ((2 * layers) ** -0.5 if name.endswith("c_proj.weight") else 1)
