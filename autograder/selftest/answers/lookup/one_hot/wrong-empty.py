# misconception: no-ids
# check: shapes
# why: asks for the smallest and largest id where there is none
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.min() < 0:
        raise IndexError(f"negative id {ids.min()}")
    if ids.max() >= V:
        raise IndexError(f"id {ids.max()} with a vocabulary of {V}")
    return (ids[..., None] == np.arange(V)).astype(dtype)
