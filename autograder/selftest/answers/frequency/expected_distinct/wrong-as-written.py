# misconception: digits-lost
# check: rare
# why: the formula as it stands
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    return float((1 - (1 - p) ** n).sum())
