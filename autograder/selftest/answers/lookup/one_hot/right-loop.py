# how: a plain loop over places, one check per id
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in ("i", "u"):
        raise TypeError("ids have to be integers, not " + str(ids.dtype))
    result = np.zeros((*ids.shape, V), dtype)
    for place in np.ndindex(ids.shape):
        i = int(ids[place])
        if not 0 <= i < V:
            raise IndexError(f"the id {i} does not exist: the vocabulary has {V} tokens")
        result[place][i] = 1
    return result
