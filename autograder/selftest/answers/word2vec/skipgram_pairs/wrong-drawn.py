# misconception: window-drawn
# check: pairs
# why: a smaller window for each center, as in the program
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    for i in range(n):
        size = np.random.randint(1, window + 1)
        for j in range(max(0, i - size), min(n, i + size + 1)):
            if j != i:
                out.append((int(ids[i]), int(ids[j])))
    return np.array(out, dtype=np.int64).reshape(-1, 2)
