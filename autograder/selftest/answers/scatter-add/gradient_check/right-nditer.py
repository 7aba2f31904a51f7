# how: goes by nditer and puts a copy of x back at the end
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    before = x.copy()
    n = np.empty_like(x)
    try:
        walk = np.nditer(x, flags=["multi_index", "zerosize_ok"])
        while not walk.finished:
            i = walk.multi_index
            x[i] = before[i] + eps
            n[i] = f(x)
            x[i] = before[i] - eps
            n[i] -= f(x)
            x[i] = before[i]
            walk.iternext()
    finally:
        x[...] = before
    n /= 2 * eps
    errors = abs(n - grad) / np.maximum(np.maximum(abs(n), abs(grad)), 1)
    return errors.max().item() if errors.size else 0.0
