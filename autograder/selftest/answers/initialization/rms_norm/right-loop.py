# how: one vector after the other, in Python
def rms_norm(x, weight, eps=1e-6):
    if not x.ndim or weight.shape != x.shape[-1:]:
        raise ValueError("weight must have the shape (d,)")
    out = np.empty(x.shape, x.dtype)
    wide = np.result_type(x.dtype, np.float32)
    for i in np.ndindex(x.shape[:-1]):
        v = x[i].astype(wide)
        out[i] = v / math.sqrt(float(v @ v) / len(v) + eps) * weight
    return out
