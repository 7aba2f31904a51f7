# misconception: constant-accepted
# check: errors
# why: returns 0 for a constant
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        return 0.0
    return float(np.corrcoef(ranked(x), ranked(y))[0, 1])


def ranked(values):
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ordered, start = values[order], 0
    for i in range(1, len(values) + 1):
        if i == len(values) or ordered[i] != ordered[start]:
            ranks[order[start:i]] = (start + i - 1) / 2
            start = i
    return ranks
