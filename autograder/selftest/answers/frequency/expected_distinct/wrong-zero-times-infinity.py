# misconception: certain-nan
# check: ends
# why: 0 times the logarithm of 0
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    missing = n * np.log1p(-p)
    return float(-np.expm1(missing).sum())
