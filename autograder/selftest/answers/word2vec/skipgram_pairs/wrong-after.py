# misconception: one-sided-window
# check: pairs
# why: looks at what follows only
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    for i in range(n):
        for j in range(i + 1, min(n, i + window + 1)):
            if j != i:
                out.append((int(ids[i]), int(ids[j])))
    return np.array(out, dtype=np.int64).reshape(-1, 2)
