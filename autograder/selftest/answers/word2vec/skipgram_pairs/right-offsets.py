# how: offset by offset, sorted at the end
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"{ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"{ids.shape}, {window}")
    n = len(ids)
    places = [np.empty((0, 2), np.int64)]
    for step in range(1, min(window, n) + 1):
        left = np.arange(n - step)
        places += [np.stack([left, left + step], axis=1), np.stack([left + step, left], axis=1)]
    places = np.concatenate(places)
    places = places[np.lexsort((places[:, 1], places[:, 0]))]
    return ids[places].astype(np.int64)
