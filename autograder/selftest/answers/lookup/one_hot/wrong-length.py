# misconception: V-from-ids
# check: values
# why: makes the vectors as long as the largest id asks for
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    size = int(ids.max(initial=0)) + 1
    return (ids[..., None] == np.arange(size)).astype(dtype)
