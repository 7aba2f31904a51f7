# how: a matrix of distances, without a loop
def skipgram_pairs(ids, window):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"integers are expected, not {ids.dtype}")
    if ids.ndim != 1:
        raise ValueError(f"one axis is expected, not {ids.shape}")
    if window < 1:
        raise ValueError(f"window {window}")
    at = np.arange(ids.size)
    apart = np.abs(at[:, None] - at[None, :])
    centers, contexts = np.nonzero((apart > 0) & (apart <= window))
    return np.column_stack([ids[centers], ids[contexts]]).astype(np.int64)
