# misconception: dtype-ignored
# check: dtypes
# why: np.zeros without the dtype, then float32 at the end whatever was asked for
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((*ids.shape, V))
    np.put_along_axis(out, ids[..., None].astype(np.int64), 1.0, axis=-1)
    return out.astype(np.float32)
