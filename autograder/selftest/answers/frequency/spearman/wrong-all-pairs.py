# misconception: all-pairs
# check: cost
# why: compares all with all
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    ranks = []
    for v in (x, y):
        below = (v[None, :] < v[:, None]).sum(axis=1)
        equal = (v[None, :] == v[:, None]).sum(axis=1)
        ranks.append(below + (equal + 1) / 2)
    return float(np.corrcoef(*ranks)[0, 1])
