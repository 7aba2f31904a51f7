# how: slices of a list to the left and to the right
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.ndim != 1 or window <= 0:
        raise ValueError("a text of one axis and a window of at least 1")
    words, found = ids.tolist(), []
    for i, word in enumerate(words):
        around = words[max(i - window, 0) : i] + words[i + 1 : i + 1 + window]
        found.extend([word, other] for other in around)
    return np.array(found, dtype="int64") if found else np.empty((0, 2), dtype="int64")
