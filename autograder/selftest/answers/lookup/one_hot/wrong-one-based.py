# misconception: one-based
# check: values
# why: numbers the places from 1 to V
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    return (ids[..., None] == np.arange(1, V + 1)).astype(dtype)
