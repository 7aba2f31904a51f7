# misconception: norm-ratio
# check: value
# why: the ratio of norms of many course notes
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        try:
            x[i] = old + eps
            above = f(x)
            x[i] = old - eps
            below = f(x)
        finally:
            x[i] = old
        numeric[i] = (above - below) / (2 * eps)
    size = np.linalg.norm(numeric) + np.linalg.norm(grad)
    return float(np.linalg.norm(numeric - grad) / size) if x.size else 0.0
