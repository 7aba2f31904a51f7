# misconception: order-correlated
# check: ranks
# why: takes the order for the ranks
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    a, b = np.argsort(x, kind="stable"), np.argsort(y, kind="stable")
    return float(np.corrcoef(a, b)[0, 1])
