# misconception: wrong-exception
# check: errors
# why: checks with assert, which raises AssertionError
def one_hot(ids, V, dtype=np.float32):
    assert ids.dtype.kind in "iu", f"ids are {ids.dtype}"
    assert np.all((ids >= 0) & (ids < V)), f"ids out of range: {ids}"
    return (ids[..., None] == np.arange(V)).astype(dtype)
