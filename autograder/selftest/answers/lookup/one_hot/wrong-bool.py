# misconception: bool-as-ids
# check: errors
# why: refuses floating point numbers only
def one_hot(ids, V, dtype=np.float32):
    if np.issubdtype(ids.dtype, np.floating):
        raise TypeError("ids must not be floats")
    for i in ids.flat:
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in the vocabulary")
    return (ids[..., None] == np.arange(V)).astype(dtype)
