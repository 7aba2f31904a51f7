"""Answers to `skipgram_pairs` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "slices",
    how="lists and slices; a dictionary of counts",
    source='''
def skipgram_pairs(ids, window, threshold=None, draws=None):
    words = [int(word) for word in ids]
    if threshold is not None:
        count = {}
        for word in words:
            count[word] = count.get(word, 0) + 1
        n = len(words)
        words = [w for w, draw in zip(words, draws) if draw < (threshold * n / count[w]) ** 0.5]
    found = []
    for i, word in enumerate(words):
        around = words[max(i - window, 0) : i] + words[i + 1 : i + 1 + window]
        found.extend([word, other] for other in around)
    return np.array(found) if found else np.zeros((0, 2), dtype=int)
''',
)

answers.right(
    "offsets",
    how="offset by offset, sorted at the end; bincount",
    source='''
def skipgram_pairs(ids, window, threshold=None, draws=None):
    if threshold is not None:
        share = np.bincount(ids)[ids] / ids.size
        keep = np.minimum(1, np.sqrt(threshold / share))
        ids = np.compress(draws < keep, ids)
    n = len(ids)
    places = [np.empty((0, 2), np.int64)]
    for step in range(1, min(window, n) + 1):
        left = np.arange(n - step)
        places += [np.stack([left, left + step], axis=1), np.stack([left + step, left], axis=1)]
    places = np.concatenate(places)
    places = places[np.lexsort((places[:, 1], places[:, 0]))]
    return ids[places].astype(np.int64)
''',
)

answers.right(
    "padded",
    how="places of all windows at once, those outside masked",
    source='''
from collections import Counter


def skipgram_pairs(ids, window, threshold=None, draws=None):
    ids = np.array(ids)
    if threshold:
        counts = Counter(ids.tolist())
        stays = [draws[j] ** 2 < threshold * len(ids) / counts[word] for j, word in enumerate(ids.tolist())]
        ids = ids[np.array(stays, dtype=bool)]
    window = min(window, len(ids))
    around = np.r_[-window:0, 1 : window + 1]
    places = np.arange(len(ids))[:, None] + around
    inside = (places >= 0) & (places < len(ids))
    centers = np.repeat(np.arange(len(ids)), inside.sum(axis=1))
    return np.column_stack([ids[centers], ids[places[inside]]])
''',
)

answers.right(
    "recursive",
    how="thins and calls itself; sliding inner loop with conditions",
    source='''
def skipgram_pairs(ids, window, threshold=None, draws=None):
    if threshold is not None:
        different, counts = np.unique(ids, return_counts=True)
        frequency = dict(zip(different.tolist(), (counts / len(ids)).tolist()))
        chance = np.array([np.sqrt(threshold / frequency[i]) for i in ids.tolist()])
        return skipgram_pairs(ids[~(draws >= chance)], window)
    pairs = []
    for center in range(len(ids)):
        for step in range(-window, window + 1):
            context = center + step
            if step == 0 or context < 0 or context >= len(ids):
                continue
            pairs.append((ids[center], ids[context]))
    return np.asarray(pairs, dtype=np.int64).reshape((len(pairs), 2))
''',
)

RANGE = "        around = words[max(i - window, 0) : i] + words[i + 1 : i + 1 + window]\n"
PAIRS = "        found.extend([word, other] for other in around)\n"

answers.wrong(
    "same-word", "same-word-skipped", check="pairs", breaks="own",
    of="right-slices",
    old=PAIRS, new="        found.extend([word, other] for other in around if other != word)\n",
)  # fmt: skip

answers.wrong(
    "after", "one-sided-window", check="pairs", breaks="window-steps",
    of="right-slices", old=RANGE, new="        around = words[i + 1 : i + 1 + window]\n",
)  # fmt: skip

answers.wrong(
    "center", "center-included", check="pairs", breaks="own",
    of="right-slices", old=RANGE, new="        around = words[max(i - window, 0) : i + 1 + window]\n",
)  # fmt: skip

answers.wrong(
    "short", "window-off-by-one", check="pairs", breaks="window-steps",
    of="right-slices",
    old=RANGE, new="        around = words[max(i - window, 0) : i] + words[i + 1 : i + window]\n",
)  # fmt: skip

answers.wrong(
    "range", "window-off-by-one", check="pairs", breaks="window-steps",
    of="right-recursive",
    old="range(-window, window + 1)", new="range(-window, window)",
    why="the end of the range does not belong to it",
)  # fmt: skip

answers.wrong(
    "wraps", "edges-wrap", check="pairs", breaks="pairs",
    of="right-recursive",
    old="step == 0 or context < 0 or context >= len(ids)", new="step == 0 or context >= len(ids)",
)  # fmt: skip

answers.wrong(
    "whole-windows", "edges-dropped", check="pairs", breaks="pairs",
    of="right-slices",
    old=PAIRS, new="        if window <= i < len(words) - window:\n    " + PAIRS,
)  # fmt: skip

answers.wrong(
    "nearest-first", "pairs-order", check="pairs", breaks="order",
    why="the nearest context comes first",
    of="right-slices", old=RANGE, new='''
        around = words[i + 1 : i + 1 + window]
        left = words[max(i - window, 0) : i][::-1]
        mixed = [pair for both in zip(left, around) for pair in both]
        around = mixed + left[len(around) :] + around[len(left) :]
''',
)  # fmt: skip

answers.wrong(
    "unsorted", "pairs-order", check="pairs", breaks="order",
    why="offset by offset",
    of="right-offsets", old="    places = places[np.lexsort((places[:, 1], places[:, 0]))]\n", new="",
)  # fmt: skip

answers.wrong(
    "padding", "id-reserved", check="pairs", breaks="pairs",
    why="fills the ends up with 0",
    of="right-recursive", old='''
            pairs.append((ids[center], ids[context]))
''', new='''
            if ids[center] != 0 and ids[context] != 0:
                pairs.append((ids[center], ids[context]))
''',
)  # fmt: skip

answers.wrong(
    "by-truth", "id-reserved", check="pairs", breaks="pairs",
    why="tells places that went from words by their truth, and 0 counts as false",
    of="right-slices", edits=[
        ("words = [w for w, draw in zip(words, draws) if draw < (threshold * n / count[w]) ** 0.5]",
         "words = [w if draw < (threshold * n / count[w]) ** 0.5 else None for w, draw in zip(words, draws)]"),
        ("    found = []\n", "    words = [w for w in words if w]\n    found = []\n")],
)  # fmt: skip

answers.wrong(
    "zero-for-gone", "id-reserved", check="thinned", breaks="gone", alone=True,
    why="writes 0 over the words that go, and takes all zeros out",
    of="right-offsets", old="ids = np.compress(draws < keep, ids)",
    new="ids = np.where(draws < keep, ids, 0)\n        ids = ids[ids > 0]",
)  # fmt: skip

answers.wrong(
    "long-window", "window-beyond", check="pairs", breaks="long-window", alone=True,
    why="refuses it",
    of="right-slices", old="    found = []\n", new="""
    if 1 < len(words) <= window:
        raise ValueError("the window is longer than the text")
    found = []
""",
)  # fmt: skip

answers.wrong(
    "swapped", "pair-swapped", check="pairs", breaks="pairs",
    why="context first, as CBOW's examples go",
    of="right-slices", old="[word, other] for", new="[other, word] for",
)  # fmt: skip

answers.wrong(
    "positions", "positions-for-ids", check="pairs", breaks="pairs",
    of="right-offsets", old="    return ids[places].astype(np.int64)\n", new="    return places\n",
)  # fmt: skip

answers.wrong(
    "pairs-then-thins", "thinned-late", check="thinned", breaks="reach-over", alone=True,
    source='''
def skipgram_pairs(ids, window, threshold=None, draws=None):
    stays = np.ones(len(ids), bool)
    if threshold is not None:
        _, word, counts = np.unique(ids, return_inverse=True, return_counts=True)
        stays = draws < np.sqrt(threshold * len(ids) / counts[word])
    pairs = []
    for i in range(len(ids)):
        for j in range(max(0, i - window), min(len(ids), i + window + 1)):
            if i != j and stays[i] and stays[j]:
                pairs.append((ids[i], ids[j]))
    return np.array(pairs, dtype=int).reshape(-1, 2)
''',
)  # fmt: skip

answers.wrong(
    "contexts-stay", "thinned-by-half", check="thinned", breaks="gone", alone=True,
    why="skips centers only",
    of="wrong-pairs-then-thins", old="i != j and stays[i] and stays[j]", new="i != j and stays[i]",
)  # fmt: skip

answers.wrong(
    "centers-stay", "thinned-by-half", check="thinned", breaks="gone", alone=True,
    why="skips contexts only",
    of="wrong-pairs-then-thins", old="i != j and stays[i] and stays[j]", new="i != j and stays[j]",
)  # fmt: skip

answers.wrong(
    "whole", "thinning-ignored", check="thinned", breaks="thinned", alone=True,
    of="right-padded", old="    if threshold:\n", new="    if False:\n",
)  # fmt: skip

answers.wrong(
    "no-root", "thinning-without-root", check="thinned", breaks="root", alone=True,
    of="right-slices", old="(threshold * n / count[w]) ** 0.5", new="threshold * n / count[w]",
)  # fmt: skip

answers.wrong(
    "goes", "thinning-inverted", check="thinned", breaks="draws", alone=True,
    why="keeps where the draw is above",
    of="right-offsets", old="np.compress(draws < keep, ids)", new="np.compress(draws > keep, ids)",
)  # fmt: skip

answers.wrong(
    "one-minus", "thinning-inverted", check="thinned", breaks="draws", alone=True,
    why="takes the probability to stay for that to go, as in the paper",
    of="right-offsets", old="np.compress(draws < keep, ids)", new="np.compress(draws < 1 - keep, ids)",
)  # fmt: skip

answers.wrong(
    "high-draws", "thinning-inverted", check="thinned", breaks="draws", alone=True,
    why="the right probability, and the other end of the draws",
    of="right-offsets", old="np.compress(draws < keep, ids)", new="np.compress(draws >= 1 - keep, ids)",
)  # fmt: skip

answers.wrong(
    "turned", "share-inverted", check="thinned", breaks="root", alone=True,
    of="right-offsets", old="np.sqrt(threshold / share)", new="np.sqrt(share / threshold)",
)  # fmt: skip

answers.wrong(
    "counts", "counts-for-shares", check="thinned", breaks="shares", alone=True,
    why="takes counts for shares",
    of="right-offsets", old="np.bincount(ids)[ids] / ids.size", new="np.bincount(ids)[ids]",
)  # fmt: skip

answers.wrong(
    "of-words", "counts-for-shares", check="thinned", breaks="shares", alone=True,
    why="divides by the number of different words",
    of="right-recursive", old="(counts / len(ids))", new="(counts / len(different))",
)  # fmt: skip

answers.wrong(
    "program", "program-formula", check="thinned", breaks="root", alone=True,
    of="right-offsets", old="np.sqrt(threshold / share))",
    new="(np.sqrt(share / threshold) + 1) * threshold / share)",
)  # fmt: skip

answers.wrong(
    "by-word", "draws-by-word", check="thinned", breaks="draws", alone=True,
    of="right-offsets", edits=[
        ("        share =", "        word = np.unique(ids, return_inverse=True)[1]\n        share ="),
        ("np.compress(draws < keep, ids)", "np.compress(draws[word] < keep, ids)")],
)  # fmt: skip

answers.wrong(
    "next-draw", "draws-in-a-row", check="thinned", breaks="draws", alone=True,
    why="asks for a draw only where it matters",
    of="right-slices", edits=[
        ("        n = len(words)\n", "        n, chance = len(words), iter(draws)\n"),
        ("for w, draw in zip(words, draws) if draw < (threshold * n / count[w]) ** 0.5",
         "for w in words if threshold * n >= count[w] or next(chance) < (threshold * n / count[w]) ** 0.5")],
)  # fmt: skip

answers.wrong(
    "at-most", "equal-draw-stays", check="thinned", breaks="draws", alone=True,
    of="right-offsets", old="draws < keep", new="draws <= keep",
)  # fmt: skip

answers.wrong(
    "empty-at-first", "none-left", check="thinned", breaks="order", alone=True,
    why="looks for a text without pairs before it is thinned, and not after",
    of="right-slices", edits=[
        ("    words = [int(word) for word in ids]\n",
         "    if len(ids) < 2:\n        return np.zeros((0, 2), dtype=int)\n    words = [int(word) for word in ids]\n"),
        ("np.array(found) if found else np.zeros((0, 2), dtype=int)", "np.array(found)")],
)  # fmt: skip

answers.wrong(
    "grid", "grid-of-places", check="cost", breaks="no-grid", alone=True,
    source='''
def skipgram_pairs(ids, window, threshold=None, draws=None):
    if threshold is not None:
        _, word, counts = np.unique(ids, return_inverse=True, return_counts=True)
        ids = ids[draws < np.sqrt(threshold * len(ids) / counts[word])]
    at = np.arange(len(ids))
    apart = np.abs(at[:, None] - at[None, :])
    centers, contexts = np.nonzero((apart > 0) & (apart <= window))
    return np.column_stack([ids[centers], ids[contexts]])
''',
)  # fmt: skip

answers.spoiled("right[::-1][: len(ids)] + 1", "right[:, 0]", "None")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "return np.array(pairs, dtype=np.int64).reshape(-1, 2)",
    "return np.array(pairs, dtype=np.int64).reshape(- 2, 2)",
    because="reshape works out the length of an axis for which any negative number stands.",
)

answers.equivalent(
    "return np.array(pairs, dtype=np.int64).reshape(-1, 2)",
    "return np.array(pairs).reshape(-1, 2)",
    because="They differ in the dtype of an array without pairs, which holds no number.",
)

answers.wrong(
    "set-of-pairs",
    "repeated-pairs-once",
    check="pairs",
    why="a set of pairs",
    of="right-slices",
    old='    return np.array(found) if',
    new='    found = [list(p) for p in dict.fromkeys(map(tuple, found))]\n    return np.array(found) if',
)

answers.wrong(
    "half-window",
    "window-halved",
    check="pairs",
    why="halves the window",
    of="right-slices",
    old='    found = []\n',
    new='    found, window = [], max(1, window // 2)\n',
)

answers.wrong(
    "three-quarters",
    "thinning-other-power",
    check="thinned",
    why="the power of the noise",
    of="right-slices",
    old=') ** 0.5]',
    new=') ** 0.75]',
)
