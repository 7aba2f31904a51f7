# misconception: multi-hot
# check: values
# why: sets the ones of all ids in a single vector
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
