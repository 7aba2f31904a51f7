# how: puts the question at minus infinity and sorts stably
def analogy(E, a, b, c, k=1, exclude=True):
    if E.ndim != 2:
        raise ValueError(f"E has the shape {E.shape}")
    for number in {a, b, c}:
        if number not in range(len(E)):
            raise IndexError(f"row {number} of {len(E)}")
    if not 0 < k <= len(E) - (len({a, b, c}) if exclude else 0):
        raise ValueError(f"k is {k}")
    step = E[b] - E[a]
    norms = np.linalg.norm(E, axis=1)
    # The length of the query is the same for all rows and does not change the order.
    scores = (E @ (E[c] + step)) / np.where(norms > 0, norms, 1).astype(E.dtype)
    if exclude:
        scores[[a, b, c]] = -np.inf
    return np.argsort(-scores, kind="mergesort")[:k].astype(np.int64)
