# misconception: probabilities-unchecked
# check: errors
# why: does not look at p
def expected_distinct(p, n):
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    missing = n * np.log1p(-p)
    return float(-np.expm1(missing).sum())
