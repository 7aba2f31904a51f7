# misconception: arguments-changed
# check: values
# why: asarray and in-place operations
def rms_norm(x, weight, eps=1e-6):
    if x.ndim < 1 or weight.shape != (x.shape[-1],):
        raise ValueError(f"x {x.shape} and weight {weight.shape} do not fit")
    a = np.asarray(x, dtype=np.float64 if x.dtype == np.float64 else np.float32)
    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    a /= rms
    a *= weight
    return a.astype(x.dtype)
