# misconception: mean-subtracted
# check: values
# why: subtracts the mean, as LayerNorm does
def rms_norm(x, weight, eps=1e-6):
    if x.ndim < 1 or weight.shape != (x.shape[-1],):
        raise ValueError(f"x {x.shape} and weight {weight.shape} do not fit")
    a = x.astype(np.float64 if x.dtype == np.float64 else np.float32)
    a = a - a.mean(axis=-1, keepdims=True)
    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    return (a / rms * weight).astype(x.dtype)
