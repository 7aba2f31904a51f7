# misconception: occurrences
# check: values
# why: the sum of n p
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    return float((n * p).sum())
