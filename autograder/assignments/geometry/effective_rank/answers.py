"""Answers to `effective_rank` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bits", how="entropy in bits and a power of two",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    if not np.ptp(X, axis=0).any():
        raise ValueError("rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = np.square(s) / np.square(s).sum()
    log = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return float(2 ** -(p * log).sum())
''')

answers.right(
    "covariance", how="eigenvalues of the covariance, with those below zero cut off",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    if len(np.unique(X, axis=0)) == 1:
        raise ValueError("no spread")
    values = np.linalg.eigvalsh(np.atleast_2d(np.cov(X, rowvar=False))).clip(min=0)
    shares = values / values.sum()
    shares = shares[shares > 0]
    return float(np.exp(-np.sum(shares * np.log(shares))))
''')

answers.right(
    "small-number", how="a small number in the logarithm, and a loop",
    source='''
def effective_rank(X):
    if X.ndim != 2 or len(X) < 2 or np.ptp(X, axis=0).max() == 0:
        raise ValueError(f"no spread in a table of the shape {X.shape}")
    s = np.linalg.svd(X - X.mean(axis=0, keepdims=True))[1]
    entropy = 0.0
    for share in (s**2 / (s**2).sum()).tolist():
        entropy -= share * np.log(share + 1e-12)
    return float(np.exp(entropy))
''')

answers.right(
    "weighted-product", how="the product of p to the power of minus p",
    source='''
def effective_rank(X):
    check_table(X, 2)
    s = np.linalg.svd(X - np.mean(X, axis=0), compute_uv=False).astype(np.float64)
    total = float(np.sum(s * s))
    if all((row == X[0]).all() for row in X):
        raise ValueError("all rows are equal")
    p = s * s / total
    return float(np.prod(p ** (-p)))
''')

answers.wrong(
    "columns", "columns-for-directions", check="values", breaks="spectrum",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = X.std(axis=0)
    p = s**2 / (s**2).sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
''')

answers.wrong(
    "entropy", "entropy", check="values", breaks="exp",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s**2 / (s**2).sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(H)
''')

answers.wrong(
    "bits-and-exp", "two-bases", check="values", breaks="nats",
    of="wrong-entropy", old='''
    H = -(p * np.log(p)).sum()
    return float(H)
''', new='''
    H = -(p * np.log2(p)).sum()
    return float(np.exp(H))
''')

answers.wrong(
    "count", "numerical-rank", check="values", breaks="entropy",
    of="wrong-entropy", 
    old="    return float(H)",
    new="    return float(np.linalg.matrix_rank(X - X.mean(axis=0)))")

answers.wrong(
    "equal", "equal-rows", check="errors", breaks="equal-rows",
    why="returns something for rows that are all equal",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s**2 / max((s**2).sum(), 1e-300)
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
''')

answers.wrong(
    "fourth-powers", "squared-twice", check="values", breaks="eigenvalues",
    of="wrong-entropy", edits=[
    ("    p = s**2 / (s**2).sum()",
     "    p = s**4 / (s**4).sum()"),
    ("    return float(H)",
     "    return float(np.exp(H))")])

answers.wrong(
    "fraction", "relative", check="values", breaks="whole",
    of="wrong-entropy", old="    return float(H)", new="    return float(np.exp(H) / X.shape[1])")

answers.wrong(
    "nan", "log-of-zero", check="deficient", breaks="zero-shares",
    of="wrong-entropy", edits=[('''
    p = p[p > 0]
''', ""), ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "participation", "participation", check="values", breaks="definition",
    of="wrong-entropy", old="    return float(H)", new="    return float(1 / (p**2).sum())")

answers.wrong(
    "raw", "not-centred", check="values", breaks="mean-off",
    why="hands the table to the SVD as it is",
    of="wrong-columns", old="    s = X.std(axis=0)", new="    s = np.linalg.svd(X, compute_uv=False)")

answers.wrong(
    "row-means", "wrong-mean", check="values", breaks="mean-row",
    of="wrong-columns", 
    old="    s = X.std(axis=0)",
    new="    s = np.linalg.svd(X - X.mean(axis=1, keepdims=True), compute_uv=False)")

answers.wrong(
    "unsquared", "not-squared", check="values", breaks="squares",
    why="makes shares of the singular values",
    of="wrong-entropy", edits=[
    ("    p = s**2 / (s**2).sum()",
     "    p = s / s.sum()"),
    ("    return float(H)",
     "    return float(np.exp(H))")])

answers.wrong(
    "no-spread", "equal-rows-rounded", check="errors", breaks="rounded-mean", alone=True,
    of="wrong-entropy", edits=[('''
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
''', ""), ("    p = s**2 / (s**2).sum()", """    if not s.any():
        raise ValueError("all rows are equal")
    p = s**2 / (s**2).sum()"""), ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "monotone", "spread-refused", check="deficient", breaks="not-all-equal", alone=True,
    of="wrong-entropy", edits=[("    if (X == X[0]).all():", "    if (X.max(axis=0) == X[0]).all():"),
    ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "three-rows", "two-rows", check="deficient", breaks="two-rows", alone=True,
    why="asks for three rows",
    of="wrong-entropy", edits=[("check_table(X, rows=2)", "check_table(X, rows=3)"),
    ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "numpy-number", "float-of-numpy", check="dtypes", breaks="float",
    why="returns NumPy's number, which is no Python float for a table of float32",
    of="wrong-entropy", old="    return float(H)", new="    return np.exp(H)")

answers.wrong(
    "float32", "narrowed", check="values", breaks="computed-in",
    why="computes in float32",
    of="wrong-entropy", edits=[
    ("np.linalg.svd(X - X.mean(axis=0), compute_uv=False)",
     "np.linalg.svd(np.float32(X - X.mean(axis=0)), compute_uv=False)"),
    ("    return float(H)",
     "    return float(np.exp(H))")])

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="inputs-kept",
    why="takes the mean off in place",
    of="wrong-entropy", edits=[
    ("    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)",
     '''
    X -= X.mean(axis=0)
    s = np.linalg.svd(X, compute_uv=False)'''),
    ("    return float(H)",
     "    return float(np.exp(H))")])

answers.wrong(
    "vector", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table with one column",
    of="wrong-entropy", edits=[
    ("    check_table(X, rows=2)",
     '''
    X = np.reshape(X, (len(X), -1)) if X.ndim else X
    check_table(X, rows=2)'''),
    ("    return float(H)",
     "    return float(np.exp(H))")])

answers.wrong(
    "one-row", "shapes-unchecked", check="errors", breaks="few-rows", alone=True,
    why="gives one row the effective rank 1",
    of="wrong-entropy", edits=[
    ("    check_table(X, rows=2)",
     '''
    check_table(X, rows=1)
    if len(X) == 1:
        return 1.0'''),
    ("    return float(H)",
     "    return float(np.exp(H))")])

answers.wrong(
    "new-shape", "contiguous-only", check="dtypes", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="wrong-entropy", edits=[("    s = np.linalg.svd(", """    flat = X.view()
    flat.shape = (X.size,)
    s = np.linalg.svd("""), ("    return float(H)", "    return float(np.exp(H))")])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.array([right])")

answers.wrong(
    "small-shares", "shares-cut", check="values", alone=True, breaks="entropy",
    source='''
def effective_rank(X):
    if X.ndim != 2 or len(X) < 2:
        raise ValueError("t")
    if (X == X[0]).all():
        raise ValueError("equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s ** 2 / (s ** 2).sum()
    p = p[p > 1e-6]
    return float(np.exp(-(p * np.log(p)).sum()))
''')

answers.wrong(
    "allclose", "close-rows", check="deficient", alone=True,
    source='''
def effective_rank(X):
    if X.ndim != 2 or len(X) < 2:
        raise ValueError("t")
    if np.allclose(X, X[0]):
        raise ValueError("equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s ** 2 / (s ** 2).sum()
    p = p[p > 0]
    return float(np.exp(-(p * np.log(p)).sum()))
''')

answers.wrong(
    "three-axes", "shapes-unchecked", check="errors", alone=True,
    why="flattens a table of three axes",
    source='''
def effective_rank(X):
    if X.ndim < 2 or len(X) < 2:
        raise ValueError('shape')
    X = X.reshape(len(X), -1)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s ** 2 / (s ** 2).sum()
    p = p[p > 0]
    return float(np.exp(-(p * np.log(p)).sum()))
''')

answers.wrong(
    "log-softened", "eps-in-log", check="values",
    source='''
def effective_rank(X):
    check_table(X, 2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s ** 2 / (s ** 2).sum()
    return float(np.exp(-(p * np.log(p + 1e-6)).sum()))
''')

answers.wrong(
    "neighbours-equal", "some-rows-equal", check="deficient",
    why="takes two equal neighbours for a table of equal rows",
    source='''
def effective_rank(X):
    check_table(X, 2)
    if (X[1:] == X[:-1]).all(axis=1).any():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s ** 2 / (s ** 2).sum()
    p = p[p > 0]
    return float(np.exp(-(p * np.log(p)).sum()))
''')

answers.wrong(
    "unique-rows", "repeated-rows", check="deficient",
    source='''
def effective_rank(X):
    check_table(X, 2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    X = np.unique(X, axis=0)
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s ** 2 / (s ** 2).sum()
    p = p[p > 0]
    return float(np.exp(-(p * np.log(p)).sum()))
''')

answers.wrong(
    "four-digits", "rounded", check="values", breaks="whole",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s**2 / (s**2).sum()
    p = p[p > 0]
    return round(float(np.exp(-(p * np.log(p)).sum())), 4)
''')

answers.wrong(
    "first-and-last", "some-rows-equal", check="deficient", alone=True, breaks="not-all-equal",
    why="compares the first row with the last one alone",
    of="wrong-entropy", edits=[("    if (X == X[0]).all():", "    if (X[0] == X[-1]).all():"),
    ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "cut-off", "scale-matters", check="deficient", alone=True, breaks="any-length",
    why="takes singular values below 1e-8 for zero",
    of="wrong-entropy", edits=[("    p = s**2 / (s**2).sum()", "    s = s[s > 1e-8]\n    p = s**2 / (s**2).sum()"),
    ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "moments", "digits-of-spread", check="deficient", breaks="far", alone=True,
    why="takes the products of the means off the mean products, which costs the digits of a spread far from zero",
    of="wrong-columns", old="    s = X.std(axis=0)\n", new="""    X = X.astype(float)
    mean = X.mean(axis=0)
    s = np.sqrt(np.linalg.eigvalsh(X.T @ X / len(X) - np.outer(mean, mean)).clip(min=0))
""")

answers.wrong(
    "cov-of-one", "one-column", check="deficient", alone=True,
    why="np.cov gives a number without axes for one column",
    of="right-covariance", old="np.atleast_2d(np.cov(X, rowvar=False))", new="np.cov(X, rowvar=False)")

answers.wrong(
    "unit-rows", "lengths-in-directions", check="values", breaks="spectrum",
    why="brings the centred rows to length one",
    of="wrong-columns", old="    s = X.std(axis=0)\n", new="""    C = X - X.mean(axis=0)
    s = np.linalg.svd(C / np.maximum(np.linalg.norm(C, axis=1, keepdims=True), 1e-30), compute_uv=False)
""")

answers.wrong(
    "before-the-rows", "wrong-exception", check="errors", alone=True, breaks="few-rows",
    why="looks at the first row before it knows that there is one",
    of="wrong-entropy", edits=[('''
    check_table(X, rows=2)
    if (X == X[0]).all():
''', '''
    if (X == X[0]).all():
'''), ('''
        raise ValueError("all rows are equal")
''', '''
        raise ValueError("all rows are equal")
    check_table(X, rows=2)
'''), ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "all-numbers", "equal-rows", check="errors", breaks="equal-rows",
    why="asks whether all numbers are equal, not all rows",
    of="wrong-entropy", edits=[("    if (X == X[0]).all():", "    if (X == X[0, 0]).all():"),
    ("    p = s**2 / (s**2).sum()", "    p = s**2 / max((s**2).sum(), 1e-300)"),
    ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "torch", "contiguous-only", check="dtypes", breaks="gaps", alone=True,
    why="hands the table to torch.from_numpy, which takes no reversed ones",
    of="wrong-entropy", edits=[("    s = np.linalg.svd(", """    import torch

    torch.from_numpy(X)
    s = np.linalg.svd("""), ("    return float(H)", "    return float(np.exp(H))")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "p = energy[energy > 0] / energy.sum()",
    "p = energy[energy != 0] / energy.sum()",
    because="energy holds squares, of which none is below zero",
)
answers.equivalent(
    "check_table(X, rows=2)",
    "check_table(X, rows= 1)",
    because="a single row is equal to itself, and the next lines raise the ValueError",
)
answers.equivalent(
    "if (X == X[0]).all():",
    "if (X == X[ 1]).all():",
    because="all rows are equal to the second if and only if they are equal to the first",
)
answers.equivalent(
    "if (X == X[0]).all():",
    "if (X == X[ -1]).all():",
    because="all rows are equal to the last if and only if they are equal to the first",
)
