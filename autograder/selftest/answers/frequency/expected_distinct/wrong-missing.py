# misconception: missing-counted
# check: values
# why: the ids that are not drawn
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    missing = n * np.log1p(-p)
    return float(np.exp(missing).sum())
