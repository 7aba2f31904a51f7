# how: Python's sorted, which is stable, over a list of scores
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E)
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"row {i}")
    left_out = {a, b, c} if exclude else set()
    rows = [i for i in range(len(E)) if i not in left_out]
    if not 1 <= k <= len(rows):
        raise ValueError(f"k={k}")
    q = E[b].astype(float) - E[a] + E[c]

    def score(i):
        size = float(np.linalg.norm(E[i])) * float(np.linalg.norm(q))
        return float(E[i] @ q) / size if size else 0.0

    return np.array(sorted(rows, key=score, reverse=True)[:k], dtype=np.int64)
