# misconception: one-plus-weight
# check: values
# why: multiplies with 1 + w
def rms_norm(x, weight, eps=1e-6):
    if x.ndim < 1 or weight.shape != (x.shape[-1],):
        raise ValueError(f"x {x.shape} and weight {weight.shape} do not fit")
    a = x.astype(np.float64 if x.dtype == np.float64 else np.float32)
    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    return (a / rms * (1 + weight)).astype(x.dtype)
