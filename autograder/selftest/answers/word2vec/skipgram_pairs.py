"""Answers to `skipgram_pairs` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "grid", how="a matrix of distances, without a loop",
    source='''
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
''')

answers.right(
    "offsets", how="offset by offset, sorted at the end",
    source='''
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
''')

answers.right(
    "slices", how="slices of a list to the left and to the right",
    source='''
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
''')

answers.wrong(
    "same-word", "same-word-skipped", check="pairs",
    why="compares the ids",
    source='''
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    for i in range(n):
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
    return np.array(out, dtype=np.int64).reshape(-1, 2)
''')

answers.wrong(
    "after", "one-sided-window", check="pairs",
    why="looks at what follows only",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        for j in range(i + 1, min(n, i + window + 1)):
            if j != i:
''')

answers.wrong(
    "any-window", "settings-unchecked", check="errors",
    why="a window of 0 gives no pairs",
    of="wrong-same-word", edits=[("    if ids.ndim != 1 or window < 1:", "    if ids.ndim != 1:"), ("            if ids[j] != ids[i]:", "            if j != i:")])

answers.wrong(
    "center", "center-included", check="pairs",
    why="the center's own position stays in",
    of="wrong-same-word", old='''
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
''', new='''
                    out.append((int(ids[i]), int(ids[j])))
''')

answers.wrong(
    "drawn", "window-drawn", check="pairs",
    why="a smaller window for each center, as in the program",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        size = np.random.randint(1, window + 1)
        for j in range(max(0, i - size), min(n, i + size + 1)):
            if j != i:
''')

answers.wrong(
    "dtype", "dtype-not-kept", check="dtypes",
    why="keeps the dtype of the ids",
    source='''
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    for i in range(n):
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if j != i:
                out.append((ids[i], ids[j]))
    return np.array(out, dtype=ids.dtype).reshape(-1, 2)
''')

answers.wrong(
    "narrow", "narrow-ids", check="dtypes",
    why="fills the ends up with -1, in the dtype of the ids",
    source='''
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
''')

answers.wrong(
    "no-reshape", "empty-fails", check="edges",
    why="no pairs come out as shape (0,)",
    of="wrong-same-word", edits=[("            if ids[j] != ids[i]:", "            if j != i:"), ("    return np.array(out, dtype=np.int64).reshape(-1, 2)", "    return np.array(out, dtype=np.int64)")])

answers.wrong(
    "no-types", "id-types", check="errors",
    why="rounds floats down",
    of="wrong-same-word", edits=[('''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
''', ""), ("            if ids[j] != ids[i]:", "            if j != i:")])

answers.wrong(
    "offsets", "pairs-order", check="pairs",
    why="offset by offset, unsorted",
    of="wrong-same-word", old='''
    for i in range(n):
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
    for step in range(1, window + 1):
        for i in range(n):
            for j in [at for at in (i - step, i + step) if 0 <= at < n]:
''')

answers.wrong(
    "positions", "positions-for-ids", check="pairs",
    why="forgets to look the ids up",
    of="wrong-same-word", old='''
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
''', new='''
            if j != i:
                out.append((i, j))
''')

answers.wrong(
    "short", "window-off-by-one", check="pairs",
    why="the range ends a step early",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        for j in range(max(0, i - window), min(n, i + window)):
            if j != i:
''')

answers.wrong(
    "swapped", "pair-swapped", check="pairs",
    why="context first, as CBOW's examples go",
    of="wrong-same-word", old='''
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
''', new='''
            if j != i:
                out.append((int(ids[j]), int(ids[i])))
''')

answers.wrong(
    "whole-windows", "edges-dropped", check="pairs",
    why="starts and ends where the window fits",
    of="wrong-same-word", edits=[("    for i in range(n):", "    for i in range(window, n - window):"), ("            if ids[j] != ids[i]:", "            if j != i:")])

answers.wrong(
    "wraps", "edges-wrap", check="pairs",
    why="negative places count from the end",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        for j in range(i - window, min(n, i + window + 1)):
            if j != i:
''')

answers.spoiled(
    "right[::-1][: len(ids)] + 1")
