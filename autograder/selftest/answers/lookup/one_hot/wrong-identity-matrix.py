# misconception: identity-matrix
# check: cost
# why: picks rows of a V x V identity matrix
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("integers please")
    if ((ids < 0) | (ids >= V)).any():
        raise IndexError(f"bad ids: {ids}")
    return np.eye(V, dtype=dtype)[ids]
