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
    "ascending", "farthest-first", check="order", breaks="closest-first",
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
    "absolute", "absolute-cosine", check="order", breaks="largest-cosine",
    of="wrong-ascending", 
    old='    order = np.argsort(cosines, kind="stable")',
    new='    order = np.argsort(-abs(cosines), kind="stable")')

answers.wrong(
    "distance", "distance-for-cosine", check="order", breaks="largest-cosine",
    of="wrong-ascending", old='''
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(cosines, kind="stable")
''', new='''
    cosines = -np.linalg.norm(E - E[i], axis=1)
    order = np.argsort(-cosines, kind="stable")
''')

answers.wrong(
    "dot", "dot-for-cosine", check="order", breaks="largest-cosine",
    of="wrong-ascending", old='''
    cosines = E @ E[i] / (norms * norms[i])
    order = np.argsort(cosines, kind="stable")
''', new='''
    cosines = E @ E[i]
    order = np.argsort(-cosines, kind="stable")
''')

answers.wrong(
    "first", "first-dropped", check="ties", breaks="left-out",
    of="wrong-ascending", old='''
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''', new='''
    order = np.argsort(-cosines, kind="stable")
    return order[1 : k + 1]
''')

answers.wrong(
    "heap", "ties-unstable", check="ties", breaks="ties",
    of="wrong-ascending", 
    old='    order = np.argsort(cosines, kind="stable")',
    new='    order = np.argsort(-cosines, kind="heapsort")')

answers.wrong(
    "itself", "itself-included", check="order", breaks="left-out",
    of="wrong-ascending", old='''
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''', new='''
    order = np.argsort(-cosines, kind="stable")
    return np.concatenate([[i], order[order != i]])[:k]
''')

answers.wrong(
    "nan", "zero-row", check="ties", breaks="zero-row",
    why="divides by a norm of zero",
    of="wrong-ascending", edits=[('''
    norms = np.where(norms == 0, 1, norms)
''', ""),
    ('    order = np.argsort(cosines, kind="stable")',
     '    order = np.argsort(-cosines, kind="stable")')])

answers.wrong(
    "shifted", "ids-shifted", check="order", breaks="ids",
    of="wrong-ascending", old='''
    order = np.argsort(cosines, kind="stable")
    return order[order != i][:k]
''', new='''
    return np.argsort(-np.delete(cosines, i), kind="stable")[:k]
''')

answers.wrong(
    "turned", "ties-turned", check="ties", breaks="ties",
    of="wrong-ascending", 
    old='    order = np.argsort(cosines, kind="stable")',
    new='    order = np.argsort(cosines, kind="stable")[::-1]')

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range",
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

answers.wrong(
    "strict-k", "too-many-wanted", check="limits", breaks="fewer", alone=True,
    why="refuses a k that is larger than the number of rows",
    of="right-normalised", old='''
    if E.ndim != 2 or k < 1:
''', new='''
    if E.ndim != 2 or k < 1 or k > max(len(E), 5):
''')

answers.wrong(
    "filled", "too-many-wanted", check="limits", breaks="fewer",
    why="fills up with -1",
    of="right-normalised", old='''
    return ids[np.lexsort((ids, -scores[ids]))][:k]
''', new='''
    found = np.full(k if len(E) > 1 else 0, -1)
    order = ids[np.lexsort((ids, -scores[ids]))][:k]
    found[: len(order)] = order
    return found[: max(len(order), min(k, 50))] if len(order) else found
''')

answers.wrong(
    "needs-others", "empty-fails", check="limits", breaks="one-row", alone=True,
    why="takes the largest cosine of no others",
    of="right-normalised", old='''
    return ids[np.lexsort((ids, -scores[ids]))][:k]
''', new='''
    scores[ids].max()
    return ids[np.lexsort((ids, -scores[ids]))][:k]
''')

answers.wrong(
    "int32", "dtype-not-kept", check="limits", breaks="int64",
    why="ids of 32 bits",
    of="right-normalised", old='''
    return ids[np.lexsort((ids, -scores[ids]))][:k]
''', new='''
    return ids[np.lexsort((ids, -scores[ids]))][:k].astype(np.int32)
''')

answers.wrong(
    "list", "no-array", check="order", breaks="numpy",
    why="returns a list",
    of="right-normalised", old='''
    return ids[np.lexsort((ids, -scores[ids]))][:k]
''', new='''
    return ids[np.lexsort((ids, -scores[ids]))][:k].tolist()
''')

answers.wrong(
    "float32", "narrow-floats", check="order", breaks="computed-in", alone=True,
    why="computes in float32",
    of="right-normalised", old='''
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
''', new='''
    E = E.astype(np.float32)
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
''')

answers.wrong(
    "no-first", "first-or-last", check="order", breaks="ids",
    why="takes id 0 for no id",
    of="right-normalised", old='''
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
''', new='''
    if not i or not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
''')

answers.wrong(
    "no-last", "first-or-last", check="order", breaks="ids",
    why="the range ends a row early",
    of="right-normalised", old="    if not 0 <= i < len(E):", new="    if not 0 <= i < max(1, len(E) - 1):")

answers.wrong(
    "normalises", "arguments-changed", check="order", breaks="inputs-kept",
    why="normalises the table in place",
    of="right-normalised", old='''
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
''', new='''
    E /= np.linalg.norm(E, axis=1, keepdims=True) + 1e-12
    unit = E
''')

answers.wrong(
    "flat-view", "gaps", check="limits", breaks="gaps", alone=True,
    why="flattens without a copy, which needs contiguous memory",
    of="right-normalised", old='''
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
''', new='''
    flat = E.view()
    flat.shape = (E.size,)
    unit = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-12)
''')

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named", alone=True,
    why="says that an id is outside, and not which",
    of="right-normalised", old='''
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
''', new='''
    if not 0 <= i < len(E):
        raise IndexError("no such row")
''')

answers.wrong(
    "any-k", "settings-unchecked", check="errors", breaks="k", alone=True,
    why="takes any k",
    of="right-normalised", old='''
    if E.ndim != 2 or k < 1:
''', new='''
    if E.ndim != 2:
''')

answers.wrong(
    "one-row-table", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table of one row",
    of="right-normalised", old='''
    if E.ndim != 2 or k < 1:
''', new='''
    E = np.atleast_2d(E)
    if E.ndim != 2 or k < 1:
''')

answers.spoiled(
    "np.roll(right, 1)")

answers.spoiled(
    "right if len(E) != 2 else right + 1",
    "right if E.dtype == np.float64 else right[::-1].copy()")

answers.wrong(
    "epsilon-added", "epsilon-added", check="order", alone=True, breaks="largest-cosine",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError("E must be (V, d), k at least 1")
    V = len(E)
    if not 0 <= i < V:
        raise IndexError(f"the id {i} is outside 0 ... {V - 1}")
    norm = np.linalg.norm(E, axis=1)
    unit = E / (norm[:, None] + 1e-8)
    cos = unit @ unit[i]
    order = np.argsort(-cos, kind="stable")
    return order[order != i][:k]
''')

answers.wrong(
    "argpartition", "ties-cut", check="ties", alone=True, breaks="ties",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError("E must be (V, d), k at least 1")
    V = len(E)
    if not 0 <= i < V:
        raise IndexError(f"the id {i} is outside 0 ... {V - 1}")
    norm = np.linalg.norm(E, axis=1)
    norm = np.where(norm > 0, norm, 1)
    unit = E / norm[:, None]
    cos = unit @ unit[i]
    cos[i] = -np.inf
    k = min(k, V - 1)
    top = np.sort(np.argpartition(-cos, k - 1)[:k]) if k else np.zeros(0, np.int64)
    return top[np.argsort(-cos[top], kind="stable")]
''')

answers.wrong(
    "zero-row-asked", "zero-row", check="ties", alone=True, breaks="zero-row",
    why="guards the lengths of the others, not that of row i",
    source='''
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError("E must be (V, d), k at least 1")
    V = len(E)
    if not 0 <= i < V:
        raise IndexError(f"the id {i} is outside 0 ... {V - 1}")
    norm = np.linalg.norm(E, axis=1)
    safe = np.where(norm > 0, norm, 1)
    cos = np.where(norm > 0, (E @ E[i]) / (safe * norm[i]), 0)
    order = np.argsort(-cos, kind="stable")
    return order[order != i][:k]
''')

answers.wrong(
    "kept-ids", "result-kept", check="order", alone=True, breaks="new",
    why="a buffer of the module holds the ids, one for each length",
    of="right-sorted", edits=[("def nearest(E, i, k=5):", """
buffers = {}


def nearest(E, i, k=5):"""),
    ("    return np.array(others[:k], dtype=np.int64)", """
    kept = buffers.setdefault(len(others[:k]), np.empty(len(others[:k]), np.int64))
    kept[:] = others[:k]
    return kept""")])

answers.wrong(
    "clipped", "negative-cut", check="order", breaks="largest-cosine",
    of="right-normalised",
    old="    scores = unit @ unit[i]",
    new="    scores = np.clip(unit @ unit[i], 0, 1)")

answers.wrong(
    "squared-lengths", "root-forgotten", check="order", breaks="largest-cosine",
    of="right-sorted",
    old="        lengths = np.sqrt(E[i] @ E[i]) * np.sqrt(E[j] @ E[j])",
    new="        lengths = E[i] @ E[i] * (E[j] @ E[j])")

answers.wrong(
    "no-twins", "twins-dropped", check="ties", breaks="left-out",
    of="right-normalised",
    old="    ids = np.delete(np.arange(len(E)), i)",
    new="    ids = np.flatnonzero((E != E[i]).any(axis=1))")

answers.wrong(
    "zeros-last", "zero-row", check="ties", alone=True, breaks="zero-row",
    why="puts rows of zeros behind all others",
    of="right-normalised", old="    scores = unit @ unit[i]", new="""
    scores = np.where(E.any(axis=1), unit @ unit[i], -2.0)""")

answers.wrong(
    "alone-first", "unchecked-one", check="errors", alone=True, breaks="range",
    of="right-normalised", old="    if not 0 <= i < len(E):", new="""
    if len(E) == 1:
        return np.zeros(0, np.int64)
    if not 0 <= i < len(E):""")

answers.wrong(
    "alone-float", "dtype-not-kept", check="limits", alone=True, breaks="int64",
    why="makes an array of an empty list",
    of="right-sorted",
    old="    return np.array(others[:k], dtype=np.int64)",
    new="    return np.array(others[:k])")

answers.wrong(
    "flat-rows", "shapes-unchecked", check="errors", alone=True, breaks="axes",
    why="takes a table of three axes and flattens its rows",
    of="right-normalised", old="    if E.ndim != 2 or k < 1:", new="""
    if E.ndim > 2:
        E = E.reshape(len(E), -1)
    if E.ndim != 2 or k < 1:""")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "cosines = E @ E[i] / (norms * norms[i])",
    "cosines = E @ E[i] / (norms / norms[i])",
    because="All numbers get the same positive factor, which keeps their order and which are equal on paper.",
)
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
answers.equivalent(
    "if not 0 <= i < len(E):",
    "if not 0 <= i <= len(E):",
    because="For i = V `E[i]` raises an IndexError that names i, too.",
)
answers.equivalent(
    "if not 0 <= i < len(E):",
    "if not 0 <= i != len(E):",
    because="For i above V `E[i]` raises an IndexError that names i, too.",
)
