# misconception: negative-wraps
# check: errors
# why: lets NumPy look for the row
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    E[i]
    norms = np.linalg.norm(E, axis=1)
    norms = np.where(norms == 0, 1, norms)
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(-cosines, kind="stable")
    return order[order != i][:k]
