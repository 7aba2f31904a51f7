# misconception: one-sided
# check: value
# why: forward difference, which is right to the first order only
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    here = f(x)
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        try:
            x[i] = old + eps
            numeric[i] = (f(x) - here) / eps
        finally:
            x[i] = old
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale, initial=0))
