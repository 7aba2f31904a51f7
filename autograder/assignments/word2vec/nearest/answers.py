"""Answers to `nearest` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "minus-infinity",
    how="all cosines; what is not wanted at minus infinity",
    source='''
def nearest(E, i, k=5, among=None):
    lengths = np.sqrt((E**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        scores = np.nan_to_num((E @ E[i]) / lengths / lengths[i])
    wanted = np.ones(len(E), bool)
    if among is not None:
        wanted[:] = False
        wanted[among] = True
    wanted[i] = False
    scores[~wanted] = -np.inf
    return np.argsort(-scores, kind="mergesort")[: min(k, wanted.sum())]
''',
)

answers.right(
    "lexsort",
    how="rows of length one, those of zeros divided by one; lexsort",
    source='''
def nearest(E, i, k=5, among=None):
    ids = np.arange(len(E)) if among is None else np.array(among)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    unit = E / np.where(lengths > 0, lengths, 1)
    scores = unit[ids] @ unit[i]
    order = ids[np.lexsort((ids, -scores))]
    return np.delete(order, np.flatnonzero(order == i))[:k]
''',
)

answers.right(
    "sorted",
    how="Python's sorted, row by row",
    source='''
def nearest(E, i, k=5, among=None):
    def cosine(j):
        lengths = np.sqrt(E[i] @ E[i]) * np.sqrt(E[j] @ E[j])
        return float(E[i] @ E[j] / lengths) if lengths > 0 else 0.0

    ids = range(len(E)) if among is None else among.tolist()
    others = sorted((j for j in ids if j != i), key=lambda j: (-cosine(j), j))
    return np.array(others[:k], dtype=np.int64)
''',
)

ORDER = "    order = ids[np.lexsort((ids, -scores))]\n"
LAST = "    return np.delete(order, np.flatnonzero(order == i))[:k]\n"
SCORES = "    scores = unit[ids] @ unit[i]\n"


def wrong(name, mistake, check, breaks, *edits, why="", alone=False, of="right-lexsort"):
    answers.wrong(name, mistake, check=check, breaks=breaks, why=why, alone=alone, of=of, edits=edits)


wrong("float32", "cosines-rounded", "order", "largest", (SCORES, SCORES + "    scores = scores.astype(np.float32)\n"),
      alone=True)  # fmt: skip
wrong("ascending", "farthest-first", "order", "closest-first", (ORDER, ORDER.replace("-scores", "scores")))
wrong("absolute", "absolute-cosine", "order", "largest", (SCORES, SCORES + "    scores = abs(scores)\n"))
wrong("clipped", "negative-cut", "order", "largest", (SCORES, SCORES + "    scores = np.clip(scores, 0, 1)\n"))
wrong("distance", "distance-for-cosine", "order", "largest",
      (SCORES, "    scores = -np.linalg.norm(E[ids] - E[i], axis=1)\n"))  # fmt: skip
wrong("dot", "dot-for-cosine", "order", "largest", (SCORES, "    scores = E[ids] @ E[i]\n"))
wrong("squared-lengths", "root-forgotten", "order", "largest",
      ("        lengths = np.sqrt(E[i] @ E[i]) * np.sqrt(E[j] @ E[j])", "        lengths = E[i] @ E[i] * (E[j] @ E[j])"),
      of="right-sorted")  # fmt: skip
wrong("itself", "itself-included", "order", "left-out", (LAST, "    return order[:k]\n"))
wrong("no-first", "first-or-last", "order", "largest", (SCORES, SCORES + "    if not i:\n        scores[:] = 0\n"),
      why="takes id 0 for no id")  # fmt: skip
wrong("strict-k", "too-many-wanted", "order", "wanted",
      ("    ids = range(len(E))", "    if among is None and k > max(9, len(E) - 1):\n        raise ValueError(k)\n    ids = range(len(E))"),
      of="right-sorted", why="refuses a k that is larger than the number of rows", alone=True)  # fmt: skip
wrong("filled", "too-many-wanted", "order", "fewer",
      ("    return np.array(others[:k], dtype=np.int64)", "    return np.array((others + [-1] * k)[:k] if among is None else others[:k])"),
      of="right-sorted", why="fills up with -1")  # fmt: skip
answers.wrong(
    "shifted", "ids-shifted", check="order", breaks="left-out",
    source='''
def nearest(E, i, k=5, among=None):
    if among is not None:
        ids = np.sort(among[among != i])
        return ids[nearest(np.concatenate([E[ids], E[[i]]]), len(ids), k)]
    norms = np.linalg.norm(E, axis=1)
    norms[norms == 0] = 1
    cosines = E @ E[i] / (norms * norms[i])
    return np.argsort(-np.delete(cosines, i), kind="stable")[:k]
''',
)  # fmt: skip
wrong("places", "places-for-ids", "part", "only",
      (ORDER, "    order = np.lexsort((ids, -scores))\n"),
      (LAST, "    return order[ids[order] != i][:k]\n"), alone=False)  # fmt: skip
wrong("everyone", "among-ignored", "part", "among",
      ("    ids = np.arange(len(E)) if among is None else np.array(among)\n", "    ids = np.arange(len(E))\n"))  # fmt: skip
answers.wrong(
    "cut-first", "cut-before-chosen", check="part", breaks="only",
    source='''
def nearest(E, i, k=5, among=None):
    norms = np.linalg.norm(E, axis=1)
    norms[norms == 0] = 1
    order = np.argsort(-(E @ E[i] / (norms * norms[i])), kind="stable")
    order = order[order != i][:k]
    return order if among is None else order[np.isin(order, among)]
''',
)  # fmt: skip
wrong("one-of-the-part", "first-dropped", "part", "among",
      (LAST, "    return np.delete(order, np.flatnonzero(order == i))[:k] if among is None else order[1 : k + 1]\n"),
      why="takes the first of the part for row i")  # fmt: skip
wrong("first", "first-dropped", "ties", "left-out",
      (LAST, "    return np.delete(order, np.flatnonzero(order == i))[:k] if among is not None else order[1 : k + 1]\n"),
      why="takes the first of all for row i")  # fmt: skip
wrong("no-twins", "twins-dropped", "ties", "left-out", (LAST, "    return order[(E[order] != E[i]).any(axis=1)][:k]\n"))
wrong("turned", "ties-turned", "ties", "ties", (ORDER, "    order = ids[np.lexsort((ids, scores))[::-1]]\n"))
wrong("heap", "ties-unstable", "ties", "ties",
      (ORDER, '    order = ids[np.argsort(-scores, kind="heapsort")]\n'))  # fmt: skip
wrong("as-given", "ties-as-given", "ties", "ties",
      (ORDER, '    order = ids[np.argsort(-scores, kind="stable")]\n'), alone=True)  # fmt: skip
answers.wrong(
    "argpartition", "ties-cut", check="ties", breaks="ties", alone=True,
    source='''
def nearest(E, i, k=5, among=None):
    ids = np.arange(len(E)) if among is None else np.sort(among)
    ids = ids[ids != i]
    norms = np.linalg.norm(E, axis=1)
    norms = np.where(norms > 0, norms, 1)
    cos = E[ids] @ E[i] / (norms[ids] * norms[i])
    if k < len(ids):
        top = np.sort(np.argpartition(-cos, k)[:k])
        ids, cos = ids[top], cos[top]
    return ids[np.argsort(-cos, kind="stable")]
''',
)  # fmt: skip
wrong("nan", "zero-row", "ties", "zero-row", ("np.where(lengths > 0, lengths, 1)", "lengths"), alone=True, why="divides by a length of zero")
wrong("eps", "length-in-cosine", "ties", "ties",
      ("np.where(lengths > 0, lengths, 1)", "(lengths + 1e-8)"), alone=True,
      why="adds a small number against a division by zero")  # fmt: skip
wrong("zeros-last", "zero-row", "ties", "zero-row",
      (SCORES, SCORES + "    scores[~E[ids].any(axis=1)] = -2\n"), alone=True,
      why="puts rows of zeros behind all others")  # fmt: skip

answers.wrong(
    "in-place", "result-shared", check="contract", breaks="house-rules", alone=True,
    why="sorts the part in place and returns the front of it",
    of="right-lexsort", old=ORDER, new="""
    order = ids[np.lexsort((ids, -scores))]
    if among is not None and i not in among:
        among[:] = order
        return among[:k]
""",
)  # fmt: skip

answers.spoiled("np.roll(right, 1)", "right + 1", "right.astype(float)", "right.tolist()", "None")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "norms[norms == 0] = 1",
    "norms[norms <= 0] = 1",
    because="A norm is never negative.",
)
answers.equivalent(
    "norms[norms == 0] = 1",
    "norms[norms == 0] = 2",
    because="A row of zeros has the dot product 0 with every row, which is 0 whatever it is divided by.",
)

answers.wrong(
    "one-more",
    "k-off-by-one",
    check="order",
    why="returns one more",
    of="right-lexsort",
    old='[:k]',
    new='[: k + 1]',
)

answers.wrong(
    "all-of-them",
    "k-ignored",
    check="order",
    why="returns five whatever k is",
    of="right-lexsort",
    old='[:k]',
    new='[:5]',
)

answers.wrong(
    "by-number",
    "neighbours-by-id",
    check="order",
    why="sorts the ids that it found",
    of="right-lexsort",
    old='    return np.delete(order, np.flatnonzero(order == i))[:k]',
    new='    return np.sort(np.delete(order, np.flatnonzero(order == i))[:k])',
)

answers.wrong(
    "above-zero",
    "negative-dropped",
    check="order",
    why="leaves out negative cosines",
    of="right-lexsort",
    old='    order = ids[np.lexsort((ids, -scores))]',
    new='    ids, scores = ids[scores >= 0], scores[scores >= 0]\n    order = ids[np.lexsort((ids, -scores))]',
)
