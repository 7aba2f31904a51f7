# misconception: all-alike
# check: values
# why: the birthday problem
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    V = len(p)
    return V * (1 - (1 - 1 / V) ** n)
