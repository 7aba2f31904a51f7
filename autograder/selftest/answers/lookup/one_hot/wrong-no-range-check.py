# misconception: zero-row
# check: errors
# why: compares with 0 ... V - 1, so an id out of range matches nothing
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    return (ids[..., np.newaxis] == np.arange(V)).astype(dtype)
