# misconception: kendall
# check: ranks
# why: counts pairs in the same order
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    n, total = len(x), 0.0
    x, y = x.astype(float), y.astype(float)
    for i in range(1, n):
        total += float((np.sign(x[i] - x[:i]) * np.sign(y[i] - y[:i])).sum())
    return total / (n * (n - 1) / 2)
