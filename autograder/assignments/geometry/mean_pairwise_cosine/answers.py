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
    "centred", "correlation", check="values", breaks="as-they-are",
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
    "with-itself", "self-pairs", check="values", breaks="different-rows",
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
    "absolute", "absolute", check="values", breaks="cosine",
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
    "count", "pairs-miscounted", check="values", breaks="pairs",
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
    "left-out", "zero-row", check="zeros", breaks="pairs-count",
    why="leaves rows of zeros out of the table",
    of="wrong-centred", old='''
    V = len(E)
    E = E - E.mean(axis=0)
''', new='''
    E = E[E.any(axis=1)]
    V = max(len(E), 2)
''')

answers.wrong(
    "mean-vector", "to-the-mean", check="values", breaks="over-pairs",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    m = E.mean(axis=0)
    return float((U @ m).mean() / np.linalg.norm(m))
''')

answers.wrong(
    "minus-v", "zero-row", check="zeros", breaks="zeros",
    why="takes V own pairs off, for rows of zeros too",
    of="wrong-centred", edits=[('''
    E = E - E.mean(axis=0)
''', ""), ("    own = np.count_nonzero(lengths)", "    own = V")])

answers.wrong(
    "pairs", "loop-over-pairs", check="cost", breaks="loop",
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
    of="wrong-with-itself", 
    old="    return float(s @ s / V**2)",
    new="    return float(((U @ U.T).sum() - own) / (V * (V - 1)))")

answers.wrong(
    "float32", "narrowed", check="values", breaks="computed-in",
    why="adds in float32",
    of="wrong-with-itself", edits=[("    s = U.sum(axis=0)", "    s = U.astype(np.float32).sum(axis=0)"),
    ("    return float(s @ s / V**2)", "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "three-rows", "two-rows", check="values", breaks="two-rows",
    why="asks for three rows",
    of="wrong-with-itself", edits=[("check_table(E, rows=2)", "check_table(E, rows=3)"),
    ("    return float(s @ s / V**2)", "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "numpy-number", "float-of-numpy", check="values", breaks="float",
    why="returns NumPy's number, which is no Python float for a table of float32",
    of="wrong-with-itself", edits=[
    ("U = E / np.where(lengths == 0, 1, lengths)",
     "U = E / np.where(lengths == 0, 1, lengths).astype(E.dtype)"),
    ("    return float(s @ s / V**2)",
     "    return (s @ s - np.float32(own)) / np.float32(V * (V - 1))")])

answers.wrong(
    "sampled", "sampled", check="values", breaks="exact",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    rng = np.random.default_rng()
    i, step = rng.integers(V, size=1000), rng.integers(1, V, size=1000)
    return float((U[i] * U[(i + step) % V]).sum(axis=1).mean())
''')

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="inputs-kept",
    why="divides the rows in place",
    of="wrong-with-itself", edits=[
    ("    U = E / np.where(lengths == 0, 1, lengths)",
     '''
    E /= np.where(lengths == 0, 1, lengths)
    U = E'''),
    ("    return float(s @ s / V**2)",
     "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "vector", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table with one column",
    of="wrong-with-itself", edits=[
    ("    check_table(E, rows=2)",
     '''
    E = np.reshape(E, (len(E), -1)) if E.ndim else E
    check_table(E, rows=2)'''),
    ("    return float(s @ s / V**2)",
     "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "one-row", "shapes-unchecked", check="errors", breaks="few-rows", alone=True,
    why="gives one row the mean 0",
    of="wrong-with-itself", edits=[
    ("    check_table(E, rows=2)",
     '''
    check_table(E, rows=1)
    if len(E) == 1:
        return 0.0'''),
    ("    return float(s @ s / V**2)",
     "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "new-shape", "contiguous-only", check="values", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="wrong-with-itself", edits=[
    ("    V = len(E)",
     '''
    V = len(E)
    flat = E.view()
    flat.shape = (E.size,)'''),
    ("    return float(s @ s / V**2)",
     "    return float((s @ s - own) / (V * (V - 1)))")])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.array([right])")

answers.wrong(
    "sampled-if-many", "many-rows", check="cost", alone=True,
    why="takes a sample of more than twenty thousand rows",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, 2)
    V = len(E)
    if V > 20000:
        E = E[np.random.default_rng(0).choice(V, 20000, replace=False)]
        V = 20000
    n = np.linalg.norm(E, axis=1, keepdims=True).astype(np.float64)
    U = E / np.where(n == 0, 1, n)
    total = U.sum(axis=0)
    own = (n > 0).sum()
    return float((total @ total - own) / (V * (V - 1)))
''')

answers.wrong(
    "whole-blocks", "many-rows", check="cost", alone=True,
    why="leaves out the last block of rows",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, 2)
    V = len(E)
    n = np.linalg.norm(E, axis=1, keepdims=True).astype(np.float64)
    U = E / np.where(n == 0, 1, n)
    size = min(V, 1024)
    total = sum(U[i * size:(i + 1) * size].sum(axis=0) for i in range(V // size))
    own = (n[:V // size * size] > 0).sum()
    return float((total @ total - own) / (V * (V - 1)))
''')

answers.wrong(
    "epsilon", "epsilon", check="values",
    why="adds a small number to the lengths",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, 2)
    V = len(E)
    n = np.linalg.norm(E, axis=1, keepdims=True).astype(np.float64)
    U = E / (n + 1e-8)
    total = U.sum(axis=0)
    own = (n > 0).sum()
    return float((total @ total - own) / (V * (V - 1)))
''')

answers.wrong(
    "absolute-mean", "never-negative", check="values", breaks="cosine",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    norms = np.linalg.norm(E, axis=1, keepdims=True)
    U = np.divide(E, norms, out=np.zeros_like(E), where=norms > 0)
    own = np.count_nonzero(norms)
    return abs(float((np.sum(U.sum(axis=0) ** 2) - own) / (V * (V - 1))))
''')

answers.wrong(
    "tiny-as-zero", "epsilon", check="values",
    why="takes lengths below 1e-8 for zero",
    source='''
def mean_pairwise_cosine(E):
    check_table(E, 2)
    V = len(E)
    n = np.linalg.norm(E, axis=1, keepdims=True).astype(np.float64)
    n[n < 1e-8] = 0
    U = E / np.where(n == 0, 1, n)
    total = U.sum(axis=0)
    own = (n > 0).sum()
    return float((total @ total - own) / (V * (V - 1)))
''')

answers.wrong(
    "small-epsilon", "epsilon", check="values", breaks="any-length", alone=True,
    why="adds 1e-12 to the lengths",
    of="wrong-with-itself", edits=[
    ("    U = E / np.where(lengths == 0, 1, lengths)", "    U = E / (lengths + 1e-12)"),
    ("    return float(s @ s / V**2)", "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "in-blocks", "pairs-in-blocks", check="cost", breaks="memory",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    total = sum(float((U[i : i + 64] @ U.T).sum()) for i in range(0, V, 64))
    return float((total - own) / (V * (V - 1)))
''')

answers.wrong(
    "sample-of-pairs", "many-rows", check="cost", breaks="exact",
    why="takes a sample of pairs where there are more than two thousand rows, and all pairs of fewer",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    if V <= 2000:
        return float(((U @ U.T).sum() - own) / (V * (V - 1)))
    rng = np.random.default_rng(0)
    i, step = rng.integers(V, size=10000), rng.integers(1, V, size=10000)
    return float((U[i] * U[(i + step) % V]).sum(axis=1).mean())
''')

answers.wrong(
    "filled-pairs", "few-filled", check="zeros", breaks="pairs-count", alone=True,
    of="wrong-centred", edits=[('''
    E = E - E.mean(axis=0)
''', '''
    E = E[E.any(axis=1)]
    m = len(E)
    if m == 0:
        return 0.0
'''), ("    return float((s @ s - own) / (V * (V - 1)))",
"    return float(s @ s - own) / (m * (m - 1)) * (m * (m - 1)) / (V * (V - 1))")])

answers.wrong(
    "unique", "rows-once", check="values", breaks="over-pairs",
    of="wrong-centred", old='''
    V = len(E)
    E = E - E.mean(axis=0)
''', new='''
    E = np.unique(E, axis=0)
    V = max(len(E), 2)
''')

answers.wrong(
    "two-means", "lengths-averaged", check="values", breaks="cosine",
    of="wrong-with-itself", old='''
    return float(s @ s / V**2)
''', new='''
    s, n = E.sum(axis=0, dtype=float), lengths.sum(dtype=float)
    below = n**2 - (lengths**2).sum()
    return float((s @ s - (E**2).sum()) / below) if below > 0 else 0.0
''')

answers.wrong(
    "sum-zero", "balanced-row", check="zeros", alone=True, breaks="zeros",
    why="takes a row for zero when its numbers add up to 0",
    of="wrong-centred", old='''
    E = E - E.mean(axis=0)
''', new='''
    E = np.where(E.sum(axis=1, keepdims=True) == 0, 0 * E, E)
''')

answers.wrong(
    "all-filled", "some-zeros", check="zeros", breaks="zeros",
    why="takes a row for zero when one of its numbers is 0",
    of="wrong-centred", old='''
    E = E - E.mean(axis=0)
''', new='''
    E = E * E.all(axis=1, keepdims=True)
''')

answers.wrong(
    "three-axes", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="asks for two axes at least",
    of="wrong-with-itself", edits=[
    ("    check_table(E, rows=2)", """    if E.ndim < 2 or len(E) < 2:
        raise ValueError("no table")
    E = E.reshape(len(E), -1)"""),
    ("    return float(s @ s / V**2)", "    return float((s @ s - own) / (V * (V - 1)))")])

answers.wrong(
    "torch", "contiguous-only", check="values", breaks="gaps", alone=True,
    why="hands the table to torch.from_numpy, which takes no reversed ones",
    of="wrong-with-itself", edits=[
    ("    V = len(E)", """    import torch

    torch.from_numpy(E)
    V = len(E)"""),
    ("    return float(s @ s / V**2)", "    return float((s @ s - own) / (V * (V - 1)))")])
