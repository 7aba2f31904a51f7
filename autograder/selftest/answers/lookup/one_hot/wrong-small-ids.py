# misconception: id-dtype
# check: dtypes
# why: computes flat positions in the ids' own integer type, which overflows
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    flat = ids.reshape(-1)
    places = np.arange(flat.size).astype(flat.dtype) * V + flat
    out = np.zeros(flat.size * V, dtype)
    out[places] = 1
    return out.reshape(*ids.shape, V)
