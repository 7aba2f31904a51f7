# misconception: contiguous-only
# check: shapes
# why: ravel copies an array that is not contiguous, and x never moves
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    flat, numeric = x.reshape(-1), np.zeros(x.size)
    for i in range(x.size):
        old = flat[i]
        try:
            flat[i] = old + eps
            above = f(x)
            flat[i] = old - eps
            below = f(x)
        finally:
            flat[i] = old
        numeric[i] = (above - below) / (2 * eps)
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad.reshape(-1))))
    return float(np.max(np.abs(numeric - grad.reshape(-1)) / scale, initial=0))
