# how: rows of length one, with a tiny number in the denominator; lexsort
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
    scores = unit @ unit[i]
    ids = np.delete(np.arange(len(E)), i)
    return ids[np.lexsort((ids, -scores[ids]))][:k]
