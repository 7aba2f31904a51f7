# misconception: farthest-first
# check: order
# why: argsort puts the smallest first
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    norms = np.linalg.norm(E, axis=1)
    norms = np.where(norms == 0, 1, norms)
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
