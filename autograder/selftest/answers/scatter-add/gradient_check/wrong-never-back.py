# misconception: x-not-restored
# check: restores
# why: goes on to the next entry without putting this one back
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        x[i] += eps
        above = f(x)
        x[i] -= 2 * eps
        numeric[i] = (above - f(x)) / (2 * eps)
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale, initial=0))
