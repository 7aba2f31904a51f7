# misconception: nan-lost
# check: errors
# why: no number is larger than nan, so max keeps what it had
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    worst = 0.0
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        n, g = (f(up) - f(down)) / (2 * eps), grad[i]
        worst = max(worst, abs(n - g) / max(1, abs(n), abs(g)))
    return float(worst)
