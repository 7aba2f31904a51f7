# how: vector by vector in float64
def layer_norm(x, weight, bias, eps=1e-5):
    for p in (weight, bias):
        if x.shape[-1:] != p.shape or p.ndim != 1:
            raise ValueError(f"expected a vector of the length of x's last axis, got {p.shape}")
    d = x.shape[-1]
    rows, out = x.reshape(-1, d).astype(np.float64), np.zeros((x.size // d, d))
    for i, row in enumerate(rows):
        centred = row - sum(row) / d
        out[i] = centred / math.sqrt(sum(centred**2) / d + eps)
    return (out * weight + bias).reshape(x.shape).astype(x.dtype)
