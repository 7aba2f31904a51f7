"""Answers to `effective_rank` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bits", how="entropy in bits and a power of two",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    if not s.any():
        raise ValueError("rows are equal")
    p = np.square(s) / np.square(s).sum()
    log = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return float(2 ** -(p * log).sum())
''')

answers.right(
    "covariance", how="eigenvalues of the covariance, with those below zero cut off",
    source='''
def effective_rank(X):
    check_table(X, rows=2)
    values = np.linalg.eigvalsh(np.atleast_2d(np.cov(X, rowvar=False))).clip(min=0)
    if values.max() == 0:
        raise ValueError("no spread")
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
    if total == 0:
        raise ValueError("all rows are equal")
    p = s * s / total
    return float(np.prod(p ** (-p)))
''')

answers.wrong(
    "columns", "columns-for-directions", check="values",
    why="makes shares of the variances of the columns",
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
    "entropy", "entropy", check="values", breaks="entropy",
    why="returns the entropy",
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
    why="takes the entropy in bits and exp of it",
    of="wrong-entropy", old='''
    H = -(p * np.log(p)).sum()
    return float(H)
''', new='''
    H = -(p * np.log2(p)).sum()
    return float(np.exp(H))
''')

answers.wrong(
    "count", "numerical-rank", check="values",
    why="returns the numerical rank",
    of="wrong-entropy", 
    old="    return float(H)",
    new="    return float(np.linalg.matrix_rank(X - X.mean(axis=0)))")

answers.wrong(
    "equal", "equal-rows", check="errors", breaks="equal",
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
    "fourth-powers", "squared-twice", check="values",
    why="squares the eigenvalues of the covariance",
    of="wrong-entropy", edits=[("    p = s**2 / (s**2).sum()", "    p = s**4 / (s**4).sum()"), ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "fraction", "relative", check="values", breaks="between",
    why="divides by the width",
    of="wrong-entropy", old="    return float(H)", new="    return float(np.exp(H) / X.shape[1])")

answers.wrong(
    "nan", "log-of-zero", check="deficient", breaks="zero",
    why="takes the logarithm of every share",
    of="wrong-entropy", edits=[('''
    p = p[p > 0]
''', ""), ("    return float(H)", "    return float(np.exp(H))")])

answers.wrong(
    "participation", "participation", check="values",
    why="returns the participation ratio",
    of="wrong-entropy", old="    return float(H)", new="    return float(1 / (p**2).sum())")

answers.wrong(
    "raw", "not-centred", check="values", breaks="spectrum",
    why="hands the table to the SVD as it is",
    of="wrong-columns", old="    s = X.std(axis=0)", new="    s = np.linalg.svd(X, compute_uv=False)")

answers.wrong(
    "row-means", "wrong-mean", check="values", breaks="mean",
    why="takes the mean of each row off",
    of="wrong-columns", 
    old="    s = X.std(axis=0)",
    new="    s = np.linalg.svd(X - X.mean(axis=1, keepdims=True), compute_uv=False)")

answers.wrong(
    "unsquared", "not-squared", check="values", breaks="shares",
    why="makes shares of the singular values",
    of="wrong-entropy", edits=[("    p = s**2 / (s**2).sum()", "    p = s / s.sum()"), ("    return float(H)", "    return float(np.exp(H))")])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.array([right])")

answers.wrong(
    "three", "two-rows-refused", check="deficient", breaks="two",
    why="a spectrum of one value is no spectrum",
    of="right-bits", old='''
    check_table(X, rows=2)''', new='''
    check_table(X, rows=3)''')

answers.wrong(
    "no-larger", "spread-refused", check="deficient", breaks="spread",
    why="takes rows that are nowhere larger than the first for equal ones",
    of="right-bits", old='''
    if not s.any():''', new='''
    if (X <= X[0]).all():''')

answers.wrong(
    "one-row", "shapes-unchecked", check="errors", breaks="few",
    why="one row has the rank 1",
    of="right-bits", old='''
    check_table(X, rows=2)''', new='''
    check_table(X)
    if len(X) < 2:
        return 1.0''')

answers.wrong(
    "flattened", "shapes-unchecked", check="errors", breaks="axes",
    why="makes a table of whatever comes",
    of="right-bits", old='''
    check_table(X, rows=2)''', new='''
    X = X.reshape(-1, X.shape[-1]) if X.ndim > 2 else X
    check_table(X, rows=2)''')
