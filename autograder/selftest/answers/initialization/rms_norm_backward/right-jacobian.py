# how: multiplies with the Jacobian of each vector, in float64
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    if x.ndim < 1 or x.shape != grad_out.shape or weight.ndim != 1 or len(weight) != x.shape[-1]:
        raise ValueError("shapes do not fit")
    d = len(weight)
    rows, ups = x.reshape(-1, d).astype(float), grad_out.reshape(-1, d).astype(float)
    dx, dweight = np.zeros_like(rows), np.zeros(d)
    for i, (v, g) in enumerate(zip(rows, ups)):
        m = v @ v / d + eps
        jacobian = np.diag(weight / m**0.5) - np.outer(weight * v, v) / (d * m**1.5)
        dx[i] = g @ jacobian
        dweight += g * v / m**0.5
    return RMSNormGrads(dx.reshape(x.shape).astype(x.dtype), dweight.astype(x.dtype))
