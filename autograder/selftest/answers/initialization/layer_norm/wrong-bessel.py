# misconception: bessel
# check: values
# why: the unbiased variance
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError(f"x {x.shape}, weight {weight.shape} and bias {bias.shape} do not fit")
    a = x.astype(np.promote_types(x.dtype, "f4"))
    mean = a.mean(axis=-1, keepdims=True)
    var = a.var(axis=-1, ddof=1, keepdims=True)
    return ((a - mean) / np.sqrt(var + eps) * weight + bias).astype(x.dtype)
