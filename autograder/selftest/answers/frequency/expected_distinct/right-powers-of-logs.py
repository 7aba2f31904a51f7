# how: subtracts an exponential from 1: enough for a sum
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        gone = np.exp(n * np.log1p(-p))
    gone = np.where(p >= 1, float(n == 0), gone)
    return np.sum(1.0 - gone)
