"""Answers to `nearest` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "minus-infinity", how="the row itself at minus infinity",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    wide = E.astype(np.float64)
    lengths = np.sqrt((wide**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        scores = np.nan_to_num((wide @ wide[i]) / lengths / lengths[i])
    scores[i] = -np.inf
    return np.argsort(-scores, kind="mergesort")[: min(k, len(E) - 1)]
''')

answers.right(
    "normalised", how="rows of length one, with a tiny number in the denominator; lexsort",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
    scores = unit @ unit[i]
    ids = np.delete(np.arange(len(E)), i)
    return ids[np.lexsort((ids, -scores[ids]))][:k]
''')

answers.right(
    "sorted", how="Python's sorted, row by row",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    def cosine(j):
        lengths = np.sqrt(E[i] @ E[i]) * np.sqrt(E[j] @ E[j])
        return float(E[i] @ E[j] / lengths) if lengths > 0 else 0.0

    others = sorted((j for j in range(len(E)) if j != i), key=lambda j: (-cosine(j), j))
    return np.array(others[:k], dtype=np.int64)
''')

answers.wrong(
    "ascending", "farthest-first", check="order",
    why="argsort puts the smallest first",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    norms = np.linalg.norm(E, axis=1)
    norms = np.where(norms == 0, 1, norms)
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''')

answers.wrong(
    "absolute", "absolute-cosine", check="order",
    why="ranks by the size of the cosine",
    of="wrong-ascending", 
    old='    order = np.argsort(cosines, kind="stable")',
    new='    order = np.argsort(-abs(cosines), kind="stable")')

answers.wrong(
    "distance", "distance-for-cosine", check="order",
    why="ranks by Euclidean distance",
    of="wrong-ascending", old='''
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(cosines, kind="stable")
''', new='''
    cosines = -np.linalg.norm(E - E[i], axis=1)
    order = np.argsort(-cosines, kind="stable")
''')

answers.wrong(
    "dot", "dot-for-cosine", check="order",
    why="does not divide by the lengths",
    of="wrong-ascending", old='''
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(cosines, kind="stable")
''', new='''
    cosines = E @ E[i]
    order = np.argsort(-cosines, kind="stable")
''')

answers.wrong(
    "first", "first-dropped", check="ties",
    why="takes the first of the order for the row itself",
    of="wrong-ascending", old='''
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''', new='''
    order = np.argsort(-cosines, kind="stable")
    return order[1 : k + 1]
''')

answers.wrong(
    "heap", "ties-unstable", check="ties",
    why="a sort that does not keep ties in order",
    of="wrong-ascending", 
    old='    order = np.argsort(cosines, kind="stable")',
    new='    order = np.argsort(-cosines, kind="heapsort")')

answers.wrong(
    "itself", "itself-included", check="order",
    why="keeps the row itself",
    of="wrong-ascending", old='''
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''', new='''
    order = np.argsort(-cosines, kind="stable")
    return np.concatenate([[i], order[order != i]])[:k]
''')

answers.wrong(
    "nan", "zero-row", check="ties",
    why="divides by a norm of zero",
    of="wrong-ascending", edits=[('''
    norms = np.where(norms == 0, 1, norms)
''', ""), ('    order = np.argsort(cosines, kind="stable")', '    order = np.argsort(-cosines, kind="stable")')])

answers.wrong(
    "shifted", "ids-shifted", check="order",
    why="deletes the row and forgets that the ids move",
    of="wrong-ascending", old='''
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''', new='''
    return np.argsort(-np.delete(cosines, i), kind="stable")[:k]
''')

answers.wrong(
    "turned", "ties-turned", check="ties",
    why="turns an ascending order around",
    of="wrong-ascending", 
    old='    order = np.argsort(cosines, kind="stable")',
    new='    order = np.argsort(cosines, kind="stable")[::-1]')

answers.wrong(
    "wraps", "negative-wraps", check="errors",
    why="lets NumPy look for the row",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    E[i]
    norms = np.linalg.norm(E, axis=1)
    norms = np.where(norms == 0, 1, norms)
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(-cosines, kind="stable")
    return order[order != i][:k]
''')

answers.spoiled(
    "np.roll(right, 1)")
