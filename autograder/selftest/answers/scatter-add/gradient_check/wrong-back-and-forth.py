# misconception: x-not-restored
# check: restores
# why: adding and subtracting steps does not lead back exactly
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    numeric = np.zeros(x.shape)
    before = x.copy()
    try:
        for i in np.ndindex(x.shape):
            x[i] += eps
            above = f(x)
            x[i] -= 2 * eps
            below = f(x)
            x[i] += eps
            numeric[i] = (above - below) / (2 * eps)
    except Exception:
        x[...] = before
        raise
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale, initial=0))
