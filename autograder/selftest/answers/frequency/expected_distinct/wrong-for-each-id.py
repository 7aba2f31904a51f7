# misconception: not-a-float
# check: values
# why: forgets to add up
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return np.zeros(len(p))
    missing = n * np.log1p(-p)
    return -np.expm1(missing)
