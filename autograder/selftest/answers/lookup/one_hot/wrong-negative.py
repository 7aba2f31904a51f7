# misconception: negative-wraps
# check: errors
# why: relies on NumPy's own IndexError, which negative ids do not raise
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    out = np.zeros((*ids.shape, V), dtype)
    np.put_along_axis(out, ids[..., None].astype(np.int64), 1, axis=-1)
    return out
