"""Answers to `mean_pairwise_cosine` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "gram", how="the sum of all products from the mean row",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = E.shape[0]
    norms = np.sqrt((E * E).sum(axis=1))
    some = norms > 0
    mean = (E[some] / norms[some][:, None]).sum(axis=0) / V
    return float((V * (mean @ mean) - some.sum() / V) / (V - 1))
''')

answers.right(
    "own-products", how="takes off the products of each row with itself, as computed",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, 2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = np.divide(E, lengths, out=np.zeros_like(E), where=lengths != 0)
    s = U.sum(axis=0, dtype=np.float64)
    return float((np.sum(s**2) - np.sum(U**2)) / V / (V - 1))
''')

answers.right(
    "rest-of-the-sum", how="each row with the sum of the others",
    source='''
def mean_pairwise_cosine(E):
    if E.ndim != 2 or E.shape[0] < 2:
        raise ValueError(f"E has the shape {E.shape}")
    with np.errstate(invalid="ignore"):
        U = np.nan_to_num(E / np.linalg.norm(E, axis=1)[:, None])
    others = U.sum(axis=0) - U
    return float(np.mean(np.sum(U * others, axis=1)) / (len(U) - 1))
''')

answers.right(
    "row-by-row", how="adds each row to those before it",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    before, total = np.zeros(E.shape[1]), 0.0
    for row in E.astype(np.float64):
        length = np.linalg.norm(row)
        if length > 0:
            row = row / length
        total += row @ before
        before = before + row
    return float(2 * total / (len(E) * (len(E) - 1)))
''')

answers.wrong(
    "centred", "correlation", check="values", breaks="raw",
    why="takes the mean row off first",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    E = E - E.mean(axis=0)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    return float((s @ s - own) / (V * (V - 1)))
''')

answers.wrong(
    "with-itself", "self-pairs", check="values", breaks="pairs",
    why="takes the mean over all pairs, i = j too",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    return float(s @ s / V**2)
''')

answers.wrong(
    "absolute", "absolute", check="values",
    why="takes the mean of absolute cosines",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    total = 0.0
    for u in U:
        total += np.abs(U @ u).sum()
    return float((total - own) / (V * (V - 1)))
''')

answers.wrong(
    "count", "pairs-miscounted", check="values",
    why="divides by V² after taking the own pairs off",
    of="wrong-with-itself", 
    old="    return float(s @ s / V**2)",
    new="    return float((s @ s - own) / V**2)")

answers.wrong(
    "dot", "dot-product", check="values", breaks="cosine",
    why="takes the mean of the dot products",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    s = E.sum(axis=0)
    return float((s @ s - (E**2).sum()) / (V * (V - 1)))
''')

answers.wrong(
    "left-out", "zero-row", check="zeros", breaks="zero",
    why="leaves rows of zeros out of the table",
    of="wrong-centred", old='''
    V = len(E)
    E = E - E.mean(axis=0)
''', new='''
    E = E[E.any(axis=1)]
    V = max(len(E), 2)
''')

answers.wrong(
    "mean-vector", "to-the-mean", check="values",
    why="takes the cosines with the mean row",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    m = E.mean(axis=0)
    return float((U @ m).mean() / np.linalg.norm(m))
''')

answers.wrong(
    "minus-v", "zero-row", check="zeros", breaks="counts",
    why="takes V own pairs off, for rows of zeros too",
    of="wrong-centred", edits=[('''
    E = E - E.mean(axis=0)
''', ""), ("    own = np.count_nonzero(lengths)", "    own = V")])

answers.wrong(
    "pairs", "loop-over-pairs", check="cost", breaks="loop",
    why="loops over the pairs",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    total = 0.0
    for i in range(V):
        for j in range(i):
            total += 2 * float(np.dot(U[i], U[j]))
    return total / (V * (V - 1))
''')

answers.wrong(
    "square", "all-pairs", check="cost", breaks="memory",
    why="makes all cosines",
    of="wrong-with-itself", 
    old="    return float(s @ s / V**2)",
    new="    return float(((U @ U.T).sum() - own) / (V * (V - 1)))")

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.array([right])")

answers.wrong(
    "samples", "sampled", check="values", breaks="exact",
    why="a thousand random pairs, as one does for a large table",
    of="right-gram", old='''
    mean = (E''', new='''
    i, j = np.random.default_rng().integers(0, V, (2, 1000))
    keep = (i != j) & some[i] & some[j]
    if V > 5 and some.all():
        return float(((E[i] * E[j]).sum(axis=1) / norms[i] / norms[j])[keep].mean())
    mean = (E''')

answers.wrong(
    "one-row", "shapes-unchecked", check="errors", breaks="few",
    why="one row has no pairs, and their mean is zero",
    of="right-gram", old='''
    check_table(E, rows=2)''', new='''
    check_table(E)
    if len(E) < 2:
        return 0.0''')

answers.wrong(
    "flattened", "shapes-unchecked", check="errors", breaks="axes",
    why="makes a table of whatever comes",
    of="right-gram", old='''
    check_table(E, rows=2)''', new='''
    E = E.reshape(-1, E.shape[-1]) if E.ndim > 2 else E
    check_table(E, rows=2)''')
