# misconception: capped
# check: values
# why: no id more than once, in expectation
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    return float(np.minimum(1.0, n * p).sum())
