# misconception: other-ranks
# check: ties
# why: equal values get their lowest place
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    a, b = (np.searchsorted(np.sort(v), v) for v in (x, y))
    return float(np.corrcoef(a, b)[0, 1])
