# misconception: identity-matrix
# check: cost
# why: builds np.identity and converts afterwards
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(ids.dtype)
    for i in ids.flat:
        if i < 0 or i >= V:
            raise IndexError(f"id {i}")
    return np.take(np.identity(V), ids.astype(int), axis=0).astype(dtype)
