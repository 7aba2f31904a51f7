# misconception: approximated
# check: values
# why: a Poisson number of occurrences
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    missing = -n * p
    return float(-np.expm1(missing).sum())
