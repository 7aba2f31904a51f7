# misconception: raw-values
# check: ranks
# why: correlates the values
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    return float(np.corrcoef(x, y)[0, 1])
