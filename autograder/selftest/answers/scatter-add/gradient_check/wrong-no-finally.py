# misconception: x-not-restored-on-error
# check: restores
# why: puts x back only if f returns
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        x[i] = old + eps
        above = f(x)
        x[i] = old - eps
        below = f(x)
        x[i] = old
        numeric[i] = (above - below) / (2 * eps)
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale, initial=0))
