# misconception: variance-by-difference
# check: offset
# why: mean of the squares less the square of the mean
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError(f"x {x.shape}, weight {weight.shape} and bias {bias.shape} do not fit")
    a = x.astype(np.promote_types(x.dtype, "f4"))
    mean = a.mean(axis=-1, keepdims=True)
    var = np.abs((a * a).mean(axis=-1, keepdims=True) - mean * mean)
    return ((a - mean) / np.sqrt(var + eps) * weight + bias).astype(x.dtype)
