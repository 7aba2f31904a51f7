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
    "same-word", "same-word-skipped", check="pairs", breaks="same-word",
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
    "after", "one-sided-window", check="pairs", breaks="window-steps",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        for j in range(i + 1, min(n, i + window + 1)):
            if j != i:
''')

answers.wrong(
    "any-window", "settings-unchecked", check="errors", breaks="window-1",
    why="a window of 0 gives no pairs",
    of="wrong-same-word",
    edits=[("    if ids.ndim != 1 or window < 1:", "    if ids.ndim != 1:"),
           ("            if ids[j] != ids[i]:", "            if j != i:")])

answers.wrong(
    "center", "center-included", check="pairs", breaks="own-position",
    of="wrong-same-word", old='''
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
''', new='''
                    out.append((int(ids[i]), int(ids[j])))
''')

answers.wrong(
    "drawn", "window-drawn", check="pairs", breaks="fixed-window",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        size = np.random.randint(1, window + 1)
        for j in range(max(0, i - size), min(n, i + size + 1)):
            if j != i:
''')

answers.wrong(
    "dtype", "dtype-not-kept", check="dtypes", breaks="int64",
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
    "narrow", "narrow-ids", check="dtypes", alone=True, breaks="int-dtypes",
    why="counts positions in the dtype of the ids",
    of="right-grid", old="np.arange(ids.size)", new="np.arange(ids.size).astype(ids.dtype)")

answers.wrong(
    "padding", "id-reserved", check="pairs", breaks="any-range",
    why="fills the ends up with -1, which is an id as well",
    source='''
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 1 or window < 1:
        raise ValueError(f"ids {ids.shape}, window {window}")
    n, out = len(ids), []
    fill = np.full(window, -1)
    padded = np.concatenate([fill, ids.astype(np.int64), fill])
    for i in range(window, n + window):
        for j in range(i - window, i + window + 1):
            if j != i and padded[j] != -1:
                out.append((int(padded[i]), int(padded[j])))
    return np.array(out, dtype=np.int64).reshape(-1, 2)
''')

answers.wrong(
    "positive-only", "id-reserved", check="pairs", breaks="any-range", alone=True,
    why="refuses negative ids, as a lookup does",
    of="right-slices", old='''
    words, found = ids.tolist(), []
''', new='''
    if ids.size and ids.min() < 0:
        raise IndexError(f"the id {ids.min()} is negative")
    words, found = ids.tolist(), []
''')

answers.wrong(
    "nearest-first", "pairs-order", check="pairs", breaks="context-order",
    why="the nearest context comes first",
    of="right-slices", old='''
        found.extend([word, other] for other in around)
''', new='''
        left = len(words[max(i - window, 0) : i])
        apart = [left - p if p < left else p - left + 1 for p in range(len(around))]
        found.extend([word, around[p]] for p in sorted(range(len(around)), key=apart.__getitem__))
''')

answers.wrong(
    "long-window", "window-beyond", check="edges", alone=True, breaks="long-window",
    of="right-slices", old="window <= 0:", new="window <= 0 or 1 < len(ids) < window:")

answers.wrong(
    "empty-floats", "no-pairs-dtype", check="edges", alone=True, breaks="int64",
    of="right-slices", old='np.empty((0, 2), dtype="int64")', new="np.empty((0, 2))")

answers.wrong(
    "list", "no-array", check="pairs", breaks="numpy",
    why="returns a list of pairs",
    of="right-slices",
    old='np.array(found, dtype="int64") if found else np.empty((0, 2), dtype="int64")', new="found")

answers.wrong(
    "shifts-ids", "arguments-changed", check="pairs", breaks="inputs-kept",
    why="shifts the ids in place, so that none is negative",
    of="right-slices", old='''
    words, found = ids.tolist(), []
''', new='''
    low = ids.min(initial=0)
    ids -= low
    words, found = (ids + low).tolist(), []
''')

answers.wrong(
    "strides", "gaps", check="dtypes", alone=True, breaks="gaps",
    why="windows by as_strided, with the size of an item for a stride",
    of="right-slices", old="ids.tolist(), []",
    new="np.lib.stride_tricks.as_strided(ids, ids.shape, (ids.itemsize,)).tolist(), []")

answers.wrong(
    "flattens", "shapes-unchecked", check="errors", alone=True, breaks="axes",
    why="takes a text in lines for one text",
    of="right-slices",
    old="    if ids.ndim != 1 or window <= 0:",
    new="    ids = ids.ravel()\n    if window <= 0:")

answers.wrong(
    "takes-bools", "id-types", check="errors", alone=True, breaks="no-integers",
    why="refuses floats and nothing else",
    of="right-slices", old='ids.dtype.kind not in "iu"', new='ids.dtype.kind == "f"')

answers.wrong(
    "no-reshape", "empty-fails", check="edges", breaks="no-pairs",
    why="no pairs come out as shape (0,)",
    of="wrong-same-word",
    edits=[("            if ids[j] != ids[i]:",
            "            if j != i:"),
           ("    return np.array(out, dtype=np.int64).reshape(-1, 2)",
            "    return np.array(out, dtype=np.int64)")])

answers.wrong(
    "no-types", "id-types", check="errors", breaks="no-integers",
    why="rounds floats down",
    of="wrong-same-word", edits=[('''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
''', ""), ("            if ids[j] != ids[i]:", "            if j != i:")])

answers.wrong(
    "offsets", "pairs-order", check="pairs", breaks="center-order",
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
    "positions", "positions-for-ids", check="pairs", breaks="ids-copied",
    of="wrong-same-word", old='''
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
''', new='''
            if j != i:
                out.append((i, j))
''')

answers.wrong(
    "short", "window-off-by-one", check="pairs", breaks="window-steps",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        for j in range(max(0, i - window), min(n, i + window)):
            if j != i:
''')

answers.wrong(
    "swapped", "pair-swapped", check="pairs", breaks="center-first",
    why="context first, as CBOW's examples go",
    of="wrong-same-word", old='''
            if ids[j] != ids[i]:
                out.append((int(ids[i]), int(ids[j])))
''', new='''
            if j != i:
                out.append((int(ids[j]), int(ids[i])))
''')

answers.wrong(
    "whole-windows", "edges-dropped", check="pairs", breaks="every-center",
    of="wrong-same-word",
    edits=[("    for i in range(n):", "    for i in range(window, n - window):"),
           ("            if ids[j] != ids[i]:", "            if j != i:")])

answers.wrong(
    "wraps", "edges-wrap", check="pairs", breaks="cut-off",
    of="wrong-same-word", old='''
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if ids[j] != ids[i]:
''', new='''
        for j in range(i - window, min(n, i + window + 1)):
            if j != i:
''')

answers.spoiled(
    "right[::-1][: len(ids)] + 1")

answers.spoiled(
    "right if len(ids) < 128 else right + 1")

answers.wrong(
    "ids-as-floats", "ids-as-floats", check="dtypes", alone=True, breaks="any-range",
    source='''
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.ndim != 1 or window < 1:
        raise ValueError("bad shape or window")
    n = len(ids)
    total = sum(min(n, i + window + 1) - max(0, i - window) - 1 for i in range(n))
    pairs = np.zeros((total, 2))
    at = 0
    for i in range(n):
        for j in range(max(0, i - window), min(n, i + window + 1)):
            if j != i:
                pairs[at, 0] = ids[i]
                pairs[at, 1] = ids[j]
                at += 1
    return pairs.astype(np.int64)
''')

answers.wrong(
    "short-unchecked", "unchecked-short", check="errors", alone=True, breaks="window-1",
    why="answers a short text before it looks at the window",
    source='''
def skipgram_pairs(ids, window):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.ndim != 1:
        raise ValueError("ids must be (n,)")
    if len(ids) < 2:
        return np.zeros((0, 2), dtype=np.int64)
    if window < 1:
        raise ValueError("window must be at least 1")
    words = ids.astype(np.int64)
    blocks = []
    for i in range(len(words)):
        near = np.concatenate([words[max(0, i - window):i], words[i + 1:i + 1 + window]])
        blocks.append(np.column_stack([np.full(len(near), words[i]), near]))
    return np.concatenate(blocks)
''')

answers.wrong(
    "kept-pairs", "result-kept", check="pairs", alone=True, breaks="new",
    why="a buffer of the module holds the pairs, and grows when it must",
    of="right-grid", edits=[("def skipgram_pairs(ids, window):", """
buffer = np.empty((0, 2), np.int64)


def skipgram_pairs(ids, window):
    global buffer"""),
    ("    return np.column_stack([ids[centers], ids[contexts]]).astype(np.int64)", """
    if len(buffer) < len(centers):
        buffer = np.empty((len(centers), 2), np.int64)
    pairs = buffer[: len(centers)]
    pairs[:, 0], pairs[:, 1] = ids[centers], ids[contexts]
    return pairs""")])

answers.wrong(
    "int32", "ids-cut", check="dtypes", alone=True, breaks="any-range",
    of="right-grid",
    old="    return np.column_stack([ids[centers], ids[contexts]]).astype(np.int64)",
    new="""
    ids = ids.astype(np.int32)
    return np.column_stack([ids[centers], ids[contexts]]).astype(np.int64)""")

answers.wrong(
    "none-of-floats", "unchecked-short", check="errors", alone=True, breaks="no-integers",
    why="answers no ids before it looks at their dtype",
    of="right-grid", old="    if not np.issubdtype(ids.dtype, np.integer):", new="""
    if ids.shape == (0,) and window > 0:
        return np.empty((0, 2), np.int64)
    if not np.issubdtype(ids.dtype, np.integer):""")

answers.wrong(
    "none-of-two-axes", "unchecked-short", check="errors", alone=True, breaks="axes",
    why="answers no ids before it looks at their axes",
    of="right-slices", old="    if ids.ndim != 1 or window <= 0:", new="""
    if ids.size == 0 and window > 0:
        return np.empty((0, 2), dtype="int64")
    if ids.ndim != 1 or window <= 0:""")

answers.wrong(
    "number", "wrong-exception", check="errors", alone=True, breaks="axes",
    why="looks for too many axes only, and fails at a number by itself",
    of="right-slices", old="    if ids.ndim != 1 or window <= 0:", new="    if ids.ndim > 1 or window <= 0:")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "return np.array(pairs, dtype=np.int64).reshape(-1, 2)",
    "return np.array(pairs, dtype=np.int64).reshape(- 2, 2)",
    because="reshape works out the length of an axis for which any negative number stands.",
)
