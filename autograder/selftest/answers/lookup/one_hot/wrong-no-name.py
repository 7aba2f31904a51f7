# misconception: names-no-id
# check: errors
# why: the message says that some id is out of range, not which
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ((ids < 0) | (ids >= V)).any():
        raise IndexError(f"ids must be between 0 and {V - 1}")
    return (ids[..., None] == np.arange(V)).astype(dtype)
