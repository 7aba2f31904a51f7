# misconception: axis-first
# check: values
# why: puts the new axis of length V in front
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    return np.equal.outer(np.arange(V), ids).astype(dtype)
