"""Answers to `analogy` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "lexsort", how="sorts by cosine and id together",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E)
    V = len(E)
    for i in (a, b, c):
        if i < 0 or i >= V:
            raise IndexError(f"no row {i} in a table of {V}")
    query = E[c] + (E[b] - E[a])
    lengths = np.linalg.norm(E, axis=1) * np.linalg.norm(query)
    cosines = np.divide(E @ query, lengths, out=np.zeros(V), where=lengths > 0)
    rows = np.setdiff1d(np.arange(V), [a, b, c]) if exclude else np.arange(V)
    if k < 1 or k > len(rows):
        raise ValueError(f"k is {k}, with {len(rows)} rows to choose from")
    return rows[np.lexsort((rows, -cosines[rows]))][:k].astype(np.int64)
''')

answers.right(
    "minus-infinity", how="puts the question at minus infinity and sorts stably",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    if E.ndim != 2:
        raise ValueError(f"E has the shape {E.shape}")
    for number in {a, b, c}:
        if number not in range(len(E)):
            raise IndexError(f"row {number} of {len(E)}")
    if not 0 < k <= len(E) - (len({a, b, c}) if exclude else 0):
        raise ValueError(f"k is {k}")
    step = E[b] - E[a]
    norms = np.linalg.norm(E, axis=1)
    # The length of the query is the same for all rows and does not change the order.
    scores = (E @ (E[c] + step)) / np.where(norms > 0, norms, 1).astype(E.dtype)
    if exclude:
        scores[[a, b, c]] = -np.inf
    return np.argsort(-scores, kind="mergesort")[:k].astype(np.int64)
''')

answers.right(
    "one-by-one", how="takes the best row k times; argmax returns the first of equals",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E, 1)
    V = E.shape[0]
    for i in (a, b, c):
        if not (0 <= i <= V - 1):
            raise IndexError(f"{i} is outside 0 ... {V - 1}")
    q = E[b] - E[a] + E[c]
    with np.errstate(invalid="ignore", divide="ignore"):
        s = np.nan_to_num(E @ q / (np.linalg.norm(E, axis=1) * np.linalg.norm(q)))
    open_ = np.ones(V, bool)
    if exclude:
        open_[[a, b, c]] = False
    if k < 1 or k > open_.sum():
        raise ValueError(f"k = {k} of {open_.sum()}")
    found = []
    while len(found) < k:
        best = int(np.argmax(np.where(open_, s, -2)))
        found.append(best)
        open_[best] = False
    return np.array(found, np.int64)
''')

answers.right(
    "sorted", how="Python's sorted, which is stable, over a list of scores",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E)
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"row {i}")
    left_out = {a, b, c} if exclude else set()
    rows = [i for i in range(len(E)) if i not in left_out]
    if not 1 <= k <= len(rows):
        raise ValueError(f"k={k}")
    q = E[b].astype(float) - E[a] + E[c]

    def score(i):
        size = float(np.linalg.norm(E[i])) * float(np.linalg.norm(q))
        return float(E[i] @ q) / size if size else 0.0

    return np.array(sorted(rows, key=score, reverse=True)[:k], dtype=np.int64)
''')

answers.wrong(
    "cut-first", "cut-first", check="question", breaks="k-rows",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E)
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"the id {i} is outside the table")
    question = {a, b, c} if exclude else set()
    if not 1 <= k <= len(E) - len(question):
        raise ValueError(f"k is {k}")
    query = E[b] - E[a] + E[c]
    lengths = np.linalg.norm(E, axis=1)
    scores = E @ query / np.where(lengths == 0, 1, lengths)
    order = np.argsort(-scores, kind="stable")
    order = order[:k]
    order = order[~np.isin(order, list(question))]
    return order[:k].astype(np.int64)
''')

answers.wrong(
    "all-cosines", "square-array", check="cost", breaks="memory",
    why="makes the cosines of all pairs first",
    of="wrong-cut-first", edits=[('''
    scores = E @ query / np.where(lengths == 0, 1, lengths)
''', '''
    U = E / np.where(lengths == 0, 1, lengths)[:, None]
    every = U @ U.T
    scores = (every[:, b] * lengths[b] - every[:, a] * lengths[a] + every[:, c] * lengths[c])
'''), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "always-excludes", "always-excluded", check="question", breaks="exclude-false",
    of="wrong-cut-first", old='''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new='''
    order = order[~np.isin(order, [a, b, c])]
''')

answers.wrong(
    "by-value", "by-value", check="question", breaks="by-id",
    of="wrong-cut-first", old='''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new='''
    same = [i for i in order if not any(np.array_equal(E[i], E[j]) for j in question)]
    order = np.array(same)
''')

answers.wrong(
    "dot", "dot-product", check="ranking", breaks="cosine",
    why="ranks by dot product",
    of="wrong-cut-first", edits=[
    ("    scores = E @ query / np.where(lengths == 0, 1, lengths)",
     "    scores = E @ query"),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "euclidean", "nearest-point", check="ranking", breaks="nearest",
    of="wrong-cut-first", edits=[
    ("    scores = E @ query / np.where(lengths == 0, 1, lengths)",
     "    scores = -np.linalg.norm(E - query, axis=1)"),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "nan", "zero-row", check="zeros", breaks="zeros",
    why="divides by the length of a row of zeros",
    of="wrong-cut-first", edits=[
    ("    scores = E @ query / np.where(lengths == 0, 1, lengths)",
     "    scores = E @ query / lengths"),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "never-excludes", "not-excluded", check="question", breaks="exclude",
    of="wrong-cut-first", old='''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new="")

answers.wrong(
    "no-bounds", "negative-wraps", check="errors", breaks="negative",
    why="leaves the ids to NumPy",
    of="wrong-cut-first", edits=[('''
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"the id {i} is outside the table")
''', ""), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "offsets", "offset-compared", check="ranking", breaks="query",
    of="wrong-cut-first", edits=[('''
    scores = E @ query / np.where(lengths == 0, 1, lengths)
''', '''
    D = E - E[c]
    size = np.linalg.norm(D, axis=1)
    scores = D @ (E[b] - E[a]) / np.where(size == 0, 1, size)
'''), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "only-c", "some-excluded", check="question", breaks="all-three",
    of="wrong-cut-first", old='''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new='''
    order = order[~np.isin(order, [c] if exclude else [])]
''')

answers.wrong(
    "order-of-arguments", "roles", check="ranking", breaks="roles",
    of="wrong-cut-first", edits=[("    query = E[b] - E[a] + E[c]", "    query = E[a] - E[b] + E[c]"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "reversed", "ties", check="ties", breaks="ties",
    why="sorts upwards and reverses, which reverses equals too",
    of="wrong-cut-first", old='''
    order = np.argsort(-scores, kind="stable")
    order = order[:k]
''', new='''
    order = np.argsort(scores, kind="stable")[::-1]
''')

answers.wrong(
    "short-list", "k-unchecked", check="errors", breaks="k",
    why="returns as many as there are",
    of="wrong-cut-first", edits=[('''
    if not 1 <= k <= len(E) - len(question):
        raise ValueError(f"k is {k}")
''', ""), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "silent-message", "id-not-named", check="errors", breaks="named",
    of="wrong-cut-first", edits=[
    ('            raise IndexError(f"the id {i} is outside the table")',
     '            raise IndexError("an id is outside the table")'),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "unit-rows", "normalised-first", check="ranking", breaks="as-they-stand",
    of="wrong-cut-first", edits=[('''
        raise ValueError(f"k is {k}")
''', '''
        raise ValueError(f"k is {k}")
    E = E / np.maximum(np.linalg.norm(E, axis=1, keepdims=True), 1e-30)
'''), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "upwards", "smallest-first", check="ranking", breaks="best-first",
    of="wrong-cut-first", old='''
    order = np.argsort(-scores, kind="stable")
    order = order[:k]
''', new='''
    order = np.argsort(scores, kind="stable")
''')

answers.wrong(
    "zeroed", "excluded-as-zero", check="question", breaks="left-out",
    of="wrong-cut-first", edits=[('''
    scores = E @ query / np.where(lengths == 0, 1, lengths)
''', '''
    scores = E @ query / np.where(lengths == 0, 1, lengths)
    if exclude:
        scores[[a, b, c]] = 0
'''), ('''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', "")])

answers.wrong(
    "no-direction", "zero-query", check="zeros", breaks="zero-query", alone=True,
    why="refuses a query of zeros, which has no direction",
    of="wrong-cut-first", old='''
    lengths = np.linalg.norm(E, axis=1)
    scores = E @ query / np.where(lengths == 0, 1, lengths)
    order = np.argsort(-scores, kind="stable")
    order = order[:k]
''', new='''
    if not query.any():
        raise ValueError("the query is zero")
    lengths = np.linalg.norm(E, axis=1)
    scores = E @ query / np.where(lengths == 0, 1, lengths)
    order = np.argsort(-scores, kind="stable")
''')

answers.wrong(
    "nan-query", "zero-query", check="zeros", breaks="zero-query", alone=True,
    why="divides by the length of the query, and minus infinity comes before what is no number",
    of="wrong-cut-first", old='''
    order = np.argsort(-scores, kind="stable")
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new='''
    with np.errstate(invalid="ignore"):
        scores = scores / np.linalg.norm(query)
    scores[list(question)] = -np.inf
    order = np.argsort(-scores, kind="stable")
''')

answers.wrong(
    "three-always", "k-refused", check="question", breaks="different-rows", alone=True,
    why="takes three rows off, also where the question has a row twice",
    of="wrong-cut-first", edits=[("len(E) - len(question):", "len(E) - 3 * exclude:"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "question-off", "k-refused", check="question", breaks="all-rows",
    why="takes the rows of the question off where they stay in",
    of="wrong-cut-first", edits=[("len(E) - len(question):", "len(E) - len({a, b, c}):"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "from-one", "id-refused", check="ranking", breaks="all-ids",
    of="wrong-cut-first", edits=[("        if not 0 <= i < len(E):", "        if not 0 < i < len(E):"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "three-words", "k-refused", check="question", breaks="same",
    why="asks for three different words",
    of="wrong-cut-first", edits=[("    query = E[b]", """    if len({a, b, c}) < 3:
        raise ValueError("a question has three words")
    query = E[b]"""), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "int32", "not-int64", check="ranking", breaks="int64",
    of="wrong-cut-first", edits=[
    ("    return order[:k].astype(np.int64)",
     "    return order[:k].astype(np.int32)"),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "vector", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table with one column",
    of="wrong-cut-first", edits=[
    ("    check_table(E)",
     "    E = E.reshape(len(E), -1) if E.ndim else E.reshape(1, 1)"),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "unit-table", "arguments-changed", check="ranking", breaks="inputs-kept",
    why="brings the rows to length one in the table itself",
    of="wrong-cut-first", edits=[
    ("    scores = E @ query /",
     '''
    E /= np.where(lengths == 0, 1, lengths)[:, None].astype(E.dtype)
    lengths = np.linalg.norm(E, axis=1)
    scores = E @ query /'''),
    ('''
    order = order[:k]
''',
     "")])

answers.wrong(
    "new-shape", "contiguous-only", check="ranking", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="wrong-cut-first", edits=[("    query = E[b]", """    flat = E.view()
    flat.shape = (E.size,)
    query = E[b]"""), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "k-of-table", "k-unchecked", check="errors", breaks="k-above", alone=True,
    why="compares k with the rows of the table",
    of="wrong-cut-first", edits=[("len(E) - len(question):", "len(E):"), ('''
    order = order[:k]
''', "")])

answers.spoiled(
    "(right + 1) % len(E)",
    "np.roll(right, 1)",
    "right.tolist()",
    "None",
    "right[:, None]")

answers.wrong(
    "minus-one", "excluded-as-low", check="question", alone=True, breaks="exclude",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    if E.ndim != 2:
        raise ValueError("t")
    V = len(E)
    for i in (a, b, c):
        if not 0 <= i < V:
            raise IndexError(f"id {i}")
    out = (a, b, c)
    if not 1 <= k <= V - (len(set(out)) if exclude else 0):
        raise ValueError("k")
    q = E[b] - E[a] + E[c]
    n = np.linalg.norm(E, axis=1); n = np.where(n > 0, n, 1)
    s = (E / n[:, None]) @ (q / (np.linalg.norm(q) or 1))
    if exclude: s[list(out)] = -1.0
    return np.argsort(-s, kind="stable")[:k]
''')

answers.wrong(
    "rounded", "digits-lost", check="ties", alone=True, breaks="ties",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    if E.ndim != 2:
        raise ValueError("t")
    V = len(E)
    for i in (a, b, c):
        if not 0 <= i < V:
            raise IndexError(f"id {i}")
    out = (a, b, c)
    if not 1 <= k <= V - (len(set(out)) if exclude else 0):
        raise ValueError("k")
    q = E[b] - E[a] + E[c]
    n = np.linalg.norm(E, axis=1); n = np.where(n > 0, n, 1)
    s = (E / n[:, None]) @ (q / (np.linalg.norm(q) or 1))
    if exclude: s[list(out)] = -np.inf
    return np.argsort(-np.round(s, 6), kind="stable")[:k]
''')

answers.wrong(
    "short-query", "short-query", check="ties", alone=True,
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    if E.ndim != 2:
        raise ValueError(f"the table has the shape {E.shape}")
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"no row {i}")
    out = {a, b, c} if exclude else set()
    if not 1 <= k <= len(E) - len(out):
        raise ValueError(f"k is {k}")
    query = E[b] - E[a] + E[c]
    length = np.linalg.norm(query)
    query = query / length if length > 1e-6 else np.zeros_like(query)
    lengths = np.linalg.norm(E, axis=1)
    cosines = E @ query / np.where(lengths > 0, lengths, 1)
    order = np.argsort(-cosines, kind="stable")
    return order[~np.isin(order, list(out))][:k]
''')

answers.wrong(
    "neighbours-counted", "k-refused", check="question", breaks="different-rows",
    why="counts the ids of the question by comparing neighbours, so a and c that are the same count twice",
    of="wrong-cut-first", edits=[
    ("len(E) - len(question):", "len(E) - (3 - (a == b) - (b == c)) * exclude:"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "partition", "ties-cut", check="ties", breaks="ties",
    of="wrong-cut-first", old='''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new='''
    rows = np.setdiff1d(np.arange(len(E)), list(question))
    best = np.sort(rows[np.argsort(scores[rows], kind="stable")[-k:]])
    order = best[np.argsort(-scores[best], kind="stable")]
''')

answers.wrong(
    "in-length", "epsilon", check="ties", breaks="short-rows",
    why="adds a small number to the product of the lengths",
    of="wrong-cut-first", edits=[
    ("    scores = E @ query / np.where(lengths == 0, 1, lengths)",
     "    scores = E @ query / (lengths * np.linalg.norm(query) + 1e-8)"),
    ('''
    order = order[:k]
''', "")])

answers.wrong(
    "set-difference", "id-order", check="ranking", breaks="best-first",
    of="wrong-cut-first", old='''
    order = order[:k]
    order = order[~np.isin(order, list(question))]
''', new='''
    order = order[:k + len(question)]
    order = np.setdiff1d(order, list(question)) if exclude else order
''')

answers.wrong(
    "unstable", "ties", check="ties", breaks="ties",
    why="leaves the kind of argsort at its default",
    of="wrong-cut-first", old='''
    order = np.argsort(-scores, kind="stable")
    order = order[:k]
''', new='''
    order = np.argsort(-scores)
''')

answers.wrong(
    "sum-zero", "balanced-row", check="zeros", alone=True, breaks="zeros",
    why="takes rows for zero when their numbers add up to 0",
    of="wrong-cut-first", edits=[
    ("    scores = E @ query / np.where(lengths == 0, 1, lengths)",
     "    scores = E @ query * (E.sum(axis=1) != 0) / np.where(lengths == 0, 1, lengths)"),
    ('''
    order = order[:k]
''', "")])

answers.wrong(
    "c-unchecked", "negative-wraps", check="errors", alone=True, breaks="negative",
    why="checks a and b, and leaves c to NumPy",
    of="wrong-cut-first", edits=[("    for i in (a, b, c):", "    for i in (a, b):"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "one-buffer", "result-kept", check="ranking", alone=True, breaks="new",
    why="returns a part of an array that it keeps for the next call",
    of="wrong-cut-first", edits=[
    ("def analogy(", "kept = np.zeros(100000, np.int64)\n\n\ndef analogy("),
    ("    return order[:k].astype(np.int64)", "    kept[:k] = order[:k]\n    return kept[:k]"), ('''
    order = order[:k]
''', "")])

answers.wrong(
    "torch", "contiguous-only", check="ranking", breaks="gaps", alone=True,
    why="hands the table to torch.from_numpy, which takes no reversed ones",
    of="wrong-cut-first", edits=[("    query = E[b]", """    import torch

    torch.from_numpy(E)
    query = E[b]"""), ('''
    order = order[:k]
''', "")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if not 0 <= i < len(E):",
    "if not 0 <= i <= len(E):",
    because="E[V] raises an IndexError of NumPy's, which names V",
)
answers.equivalent(
    "if not 0 <= i < len(E):",
    "if not 0 <= i != len(E):",
    because="E[i] raises an IndexError of NumPy's for i = V and above, which names i",
)
answers.equivalent(
    "cosines = cosine_matrix(E, query[None])[:, 0]  # (V,)",
    "cosines = cosine_matrix(E, query[None])[:, -1]  # (V,)",
    because="there is one column, for the one query",
)
