# how: one unit vector at a time, with numbers for positions
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    errors = []
    for k in range(x.size):
        step = np.zeros(x.size)
        step[k] = eps
        step = step.reshape(x.shape)
        n = (f(x + step) - f(x - step)) / (2.0 * eps)
        g = grad.flat[k]
        errors.append(abs(n - g) / np.max([1.0, abs(n), abs(g)]))
    return float(np.max(errors)) if errors else 0.0
