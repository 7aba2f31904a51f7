# how: the row itself at minus infinity
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    wide = E.astype(np.float64)
    lengths = np.sqrt((wide**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        scores = np.nan_to_num((wide @ wide[i]) / lengths / lengths[i])
    scores[i] = -np.inf
    return np.argsort(-scores, kind="mergesort")[: min(k, len(E) - 1)]
