# how: Taylor terms for the tiny ones, the formula for the others
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError((batch, steps))
    out = np.zeros(p.shape)
    if batch == 0:
        return out
    big = p * batch > 1e-4
    x = p[~big] * batch  # small, so the exponent -x (1 + p / 2) is small too
    y = -x * (1 + p[~big] / 2 + p[~big] ** 2 / 3)
    out[~big] = -(y + y**2 / 2 + y**3 / 6 + y**4 / 24)
    with np.errstate(divide="ignore"):
        out[big] = 1 - np.exp(batch * np.log1p(-p[big]))
    return steps * out
