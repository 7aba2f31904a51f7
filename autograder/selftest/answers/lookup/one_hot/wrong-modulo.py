# misconception: modulo
# check: errors
# why: folds ids into the range to be on the safe side
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    ids = ids.astype(np.int64) % V
    return (ids[..., None] == np.arange(V)).astype(dtype)
