# misconception: narrow-ids
# check: dtypes
# why: fills the ends up with -1, in the dtype of the ids
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    fill = np.full(window, -1)
    padded = np.concatenate([fill, ids.astype(np.int64), fill]).astype(ids.dtype)
    for i in range(window, n + window):
        for j in range(i - window, i + window + 1):
            if j != i and padded[j] != -1:
                out.append((int(padded[i]), int(padded[j])))
    return np.array(out, dtype=np.int64).reshape(-1, 2)
