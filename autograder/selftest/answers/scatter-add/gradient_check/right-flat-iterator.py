# how: x.flat reaches into x whatever its strides; prints its result
def gradient_check(f, x, grad, eps=1e-6):
    if x.dtype != np.float64 or grad.dtype != np.float64:
        raise ValueError(f"float64 expected, not {x.dtype} and {grad.dtype}")
    if x.shape != grad.shape:
        raise ValueError(f"x {x.shape} and grad {grad.shape} differ")
    found = 0.0
    for k, old in enumerate(x.ravel().tolist()):
        try:
            x.flat[k] = old + eps
            above = float(f(x))
            x.flat[k] = old - eps
            below = float(f(x))
        finally:
            x.flat[k] = old
        n, g = (above - below) / (2 * eps), float(grad.flat[k])
        error = abs(n - g) / max(1, abs(n), abs(g))
        found = error if error > found or error != error else found
        if found != found:
            break
    print("worst entry:", found)
    return found
