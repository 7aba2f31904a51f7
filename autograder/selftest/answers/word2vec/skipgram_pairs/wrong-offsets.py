# misconception: pairs-order
# check: pairs
# why: offset by offset, unsorted
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    for step in range(1, window + 1):
        for i in range(n):
            for j in [at for at in (i - step, i + step) if 0 <= at < n]:
                out.append((int(ids[i]), int(ids[j])))
    return np.array(out, dtype=np.int64).reshape(-1, 2)
