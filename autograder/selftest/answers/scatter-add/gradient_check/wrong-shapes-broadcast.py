# misconception: shapes-unchecked
# check: errors
# why: grad is broadcast to x
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
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
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale, initial=0))
