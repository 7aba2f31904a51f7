# how: average of the first and the last place, by binary search
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    ranks = []
    for values in (x, y):
        ordered = np.sort(values)
        low = np.searchsorted(ordered, values, side="left")
        high = np.searchsorted(ordered, values, side="right")
        ranks.append((low + high) / 2)
    a, b = (r - np.mean(r) for r in ranks)
    return float((a * b).sum() / (np.linalg.norm(a) * np.linalg.norm(b)))
