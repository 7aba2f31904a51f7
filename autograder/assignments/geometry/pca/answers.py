"""Answers to `pca` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "cov", how="np.cov, which works in float64, and a conversion at the end",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    if X.ndim != 2 or not 1 <= k <= min(X.shape[0] - 1, X.shape[1]):
        raise ValueError(f"k={k}, X {X.shape}")
    values, vectors = np.linalg.eigh(np.atleast_2d(np.cov(X, rowvar=False)))
    parts = X.mean(axis=0), vectors.T[::-1][:k], values[::-1][:k]
    return Components(*(np.ascontiguousarray(p, dtype=X.dtype) for p in parts))
''')

answers.right(
    "covariance", how="eigenvectors of the covariance, turned to falling order",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if k < 1 or k > min(n - 1, d):
        raise ValueError(f"k is {k} for {n} rows of {d}")
    mean = X.mean(axis=0)
    C = (X - mean).T @ (X - mean) / (n - 1)
    values, vectors = np.linalg.eigh(C)
    order = np.argsort(values)[::-1][:k]
    return Components(mean, vectors[:, order].T, values[order])
''')

answers.right(
    "deflation", how="power iteration in float64, one direction after the other",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k = {k}")
    wide = X.astype(np.float64)
    mean = wide.mean(axis=0)
    C = np.cov(wide.T).reshape(d, d)
    C = C / np.trace(C) + 1e-12 * np.eye(d)  # a direction without variance is found too
    found, spread = [], []
    for _ in range(k):
        q = np.linalg.norm(C, axis=0).argmax()
        q = C[:, q]
        for _ in range(120):
            for p in found:
                q = q - (p @ q) * p
            q = C @ (q / np.linalg.norm(q))
        for p in found:
            q = q - (p @ q) * p
        q /= np.linalg.norm(q)
        found.append(q)
        spread.append(np.var((wide - mean) @ q, ddof=1))
        C = C - (q @ C @ q) * np.outer(q, q)
    return Components(mean.astype(X.dtype), np.array(found).astype(X.dtype), np.array(spread).astype(X.dtype))
''')

answers.right(
    "transposed-svd", how="takes the left vectors of the transposed table, and squares of projections",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    if not 0 < k <= min(len(X) - 1, X.shape[1]):
        raise ValueError(f"k = {k}")
    mean = np.sum(X, axis=0) / np.asarray(len(X), X.dtype)
    left, _, _ = np.linalg.svd((X - mean).T, full_matrices=False)
    directions = left[:, :k].T.copy()
    along = (X - mean) @ directions.T
    return Components(mean, directions, (along**2).sum(axis=0) / (len(X) - 1))
''')

answers.wrong(
    "asserts", "wrong-exception", check="errors", breaks="value-error",
    why="uses assert for what is wrong",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    assert 1 <= k <= min(n - 1, d)
    mean = X.mean(axis=0)
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    return Components(mean, Qt[:k], s[:k] ** 2 / (n - 1))
''')

answers.wrong(
    "in-place", "arguments-changed", check="directions", breaks="inputs-kept",
    why="takes the mean off in place",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}")
    mean = X.mean(axis=0)
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
    return Components(mean, Qt[:k], s[:k] ** 2 / (n - 1))
''')

answers.wrong(
    "singular-values", "not-squared", check="variances", breaks="sums",
    why="returns the singular values",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}")
    mean = X.mean(axis=0)
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    return Components(mean, Qt[:k], s[:k])
''')

answers.wrong(
    "columns", "components-in-columns", check="directions", breaks="rows",
    of="wrong-singular-values", 
    old="    return Components(mean, Qt[:k], s[:k])",
    new="    return Components(mean, Qt[:k].T, s[:k] ** 2 / (n - 1))")

answers.wrong(
    "eigh-order", "ascending", check="directions", breaks="largest-first",
    why="takes the first eigenvectors of eigh, which are the last",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}")
    mean = X.mean(axis=0)
    k_all = min(n - 1, d)
    values, Q = np.linalg.eigh(np.cov(X.T).reshape(d, d))
    return Components(mean, Q.T[d - k_all :][:k].astype(X.dtype), values[d - k_all :][:k].astype(X.dtype))
''')

answers.wrong(
    "full", "square-array", check="cost", breaks="memory",
    why="leaves full_matrices at its default",
    of="wrong-in-place", old='''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', new='''
    U, s, Qt = np.linalg.svd(X - mean)
''')

answers.wrong(
    "k-min", "k-unchecked", check="errors", breaks="k",
    why="cuts to as many directions as there are",
    of="wrong-asserts", old='''
    assert 1 <= k <= min(n - 1, d)
''', new="")

answers.wrong(
    "left", "left-vectors", check="directions", breaks="directions",
    of="wrong-singular-values", 
    old="    return Components(mean, Qt[:k], s[:k])",
    new="    return Components(mean, U[:, :k].T, s[:k] ** 2 / (n - 1))")

answers.wrong(
    "loadings", "not-unit", check="directions", breaks="unit",
    of="wrong-singular-values", edits=[
    ("    return Components(mean, Qt[:k], s[:k])",
     '''
    scaled = Qt[:k] * (s[:k, None] / np.sqrt(n - 1)).astype(X.dtype)
    return Components(mean, scaled, s[:k] ** 2 / (n - 1))''')])

answers.wrong(
    "over-n", "divided-by-n", check="variances", breaks="n-1",
    of="wrong-singular-values", 
    old="    return Components(mean, Qt[:k], s[:k])",
    new="    return Components(mean, Qt[:k], s[:k] ** 2 / n)")

answers.wrong(
    "ratios", "ratios", check="variances", breaks="variances",
    of="wrong-singular-values", 
    old="    return Components(mean, Qt[:k], s[:k])",
    new="    return Components(mean, Qt[:k], s[:k] ** 2 / (s**2).sum())")

answers.wrong(
    "raw", "not-centred", check="directions", breaks="mean-off",
    why="hands the table to the SVD as it is",
    of="wrong-in-place", old='''
    X -= mean
''', new="")

answers.wrong(
    "rows-of-q", "rows-of-Q", check="directions", breaks="Qt",
    of="wrong-singular-values", 
    old="    return Components(mean, Qt[:k], s[:k])",
    new="    return Components(mean, Qt.T[:k], s[:k] ** 2 / (n - 1))")

answers.wrong(
    "standardised", "standardised", check="directions", breaks="as-they-are",
    of="wrong-in-place", old='''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', new='''
    U, s, Qt = np.linalg.svd((X - mean) / X.std(axis=0), full_matrices=False)
''')

answers.wrong(
    "undivided", "not-divided", check="variances", breaks="divided",
    of="wrong-singular-values", 
    old="    return Components(mean, Qt[:k], s[:k])",
    new="    return Components(mean, Qt[:k], s[:k] ** 2)")

answers.wrong(
    "last-of-eigh", "ascending", check="directions", breaks="largest-first",
    why="takes the last eigenvectors of eigh, and leaves them in their order",
    of="wrong-eigh-order", edits=[("    k_all = min(n - 1, d)\n", ""),
    ("Q.T[d - k_all :][:k].astype(X.dtype)", "Q.T[d - k :].astype(X.dtype)"),
    ("values[d - k_all :][:k].astype(X.dtype)", "values[d - k :].astype(X.dtype)")])

answers.wrong(
    "float32", "narrowed", check="directions", breaks="computed-in",
    why="computes in float32, and brings the results to the dtype at the end",
    of="wrong-in-place", edits=[
    ('''
    X -= mean
''',
     ""),
    ("    U, s, Qt = np.linalg.svd(X, full_matrices=False)",
     '''
    U, s, Qt = np.linalg.svd((X - mean).astype(np.float32), full_matrices=False)
    s, Qt = s.astype(X.dtype), Qt.astype(X.dtype)''')])

answers.wrong(
    "float64", "dtype-not-kept", check="shapes", breaks="dtype", alone=True,
    why="np.cov works in float64, and the result stays there",
    of="right-cov",
    old="    return Components(*(np.ascontiguousarray(p, dtype=X.dtype) for p in parts))",
    new="    return Components(*map(np.ascontiguousarray, parts))")

answers.wrong(
    "less-than-d", "largest-k-refused", check="directions", breaks="k-d",
    why="asks for fewer directions than columns",
    of="wrong-in-place", edits=[
    ('''
    X -= mean
    U, s, Qt = np.linalg.svd(X,''',
     "    U, s, Qt = np.linalg.svd(X - mean,"),
    ("    if not 1 <= k <= min(n - 1, d):",
     "    if not 1 <= k <= min(n - 1, d - 1):")])

answers.wrong(
    "less-than-n-1", "largest-k-refused", check="shapes", breaks="k-n", alone=True,
    why="takes one direction more off",
    of="wrong-in-place", edits=[
    ('''
    X -= mean
    U, s, Qt = np.linalg.svd(X,''',
     "    U, s, Qt = np.linalg.svd(X - mean,"),
    ("    if not 1 <= k <= min(n - 1, d):",
     "    if not 1 <= k <= min(n - 2, d):")])

answers.wrong(
    "keepdims", "mean-in-two-axes", check="directions", breaks="mean",
    of="wrong-in-place", edits=[
    ('''
    X -= mean
    U, s, Qt = np.linalg.svd(X,''',
     "    U, s, Qt = np.linalg.svd(X - mean,"),
    ("    mean = X.mean(axis=0)",
     "    mean = X.mean(axis=0, keepdims=True)")])

answers.wrong(
    "vector", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table with one column",
    of="wrong-in-place", edits=[
    ('''
    X -= mean
    U, s, Qt = np.linalg.svd(X,''',
     "    U, s, Qt = np.linalg.svd(X - mean,"),
    ("    check_table(X)",
     "    X = X.reshape(len(X), -1) if X.ndim else X")])

answers.wrong(
    "new-shape", "contiguous-only", check="shapes", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="wrong-in-place", edits=[
    ('''
    X -= mean
    U, s, Qt = np.linalg.svd(X,''',
     "    U, s, Qt = np.linalg.svd(X - mean,"),
    ("    mean = X.mean(axis=0)",
     '''
    flat = X.view()
    flat.shape = (X.size,)
    mean = X.mean(axis=0)''')])

answers.spoiled(
    "right._replace(mean=right.mean + 1e-3)",
    "right._replace(components=np.roll(right.components, 1, 1))",
    "right._replace(variances=right.variances + 1e-3)",
    "right[:2]",
    "None",
    "right._replace(variances=right.variances.tolist())")

answers.wrong(
    "three-axes", "shapes-unchecked", check="errors", alone=True,
    why="flattens a table of three axes",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    X = X.reshape(len(X), -1) if X.ndim > 2 else X
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k={k}")
    mean = X.mean(axis=0)
    L, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    return Components(mean, Qt[:k].copy(), s[:k] ** 2 / (n - 1))
''')

answers.wrong(
    "flat-dropped", "flat-directions", check="shapes", alone=True,
    why="drops directions without variance",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X, 2)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k={k}")
    mean = X.mean(axis=0)
    L, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    k = min(k, int((s > s[0] * 1e-6).sum()))
    return Components(mean, Qt[:k].copy(), s[:k] ** 2 / (n - 1))
''')

answers.wrong(
    "moments", "digits-of-spread", check="variances", breaks="far", alone=True,
    why="takes the products of the means off the mean products, which costs the digits of a spread far from zero",
    source='''
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}")
    mean = X.mean(axis=0)
    values, vectors = np.linalg.eigh((X.T @ X - n * np.outer(mean, mean)) / (n - 1))
    return Components(mean, vectors.T[::-1][:k].astype(X.dtype), values[::-1][:k].astype(X.dtype))
''')

answers.wrong(
    "divided-directions", "flat-directions", check="shapes", breaks="flat", alone=True,
    why="finds directions of a wide table by dividing by singular values, of which some are 0",
    of="wrong-in-place", old='''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', new='''
    centred = (X - mean).astype(float)
    U, s, Qt = np.linalg.svd(centred, full_matrices=False)
    if n < d:
        Qt = U.T @ centred / np.where(s > 1e-6 * s[0], s, np.inf)[:, None]
    Qt, s = Qt.astype(X.dtype), s.astype(X.dtype)
''')

answers.wrong(
    "flat-refused", "flat-directions", check="shapes", breaks="flat", alone=True,
    why="refuses a cloud that spreads in fewer than k directions",
    of="wrong-in-place", old='''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', new='''
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    if (s[:k] < 1e-6 * s[0]).any():
        raise ValueError(f"fewer than {k} directions")
''')

answers.wrong(
    "cov-of-one", "one-column", check="shapes", alone=True,
    why="np.cov gives a number without axes for one column",
    of="right-cov", old="np.atleast_2d(np.cov(X, rowvar=False))", new="np.cov(X, rowvar=False)")

answers.wrong(
    "cut-off", "scale-matters", check="variances", alone=True, breaks="any-length",
    why="sets variances below 1e-12 to zero",
    of="wrong-in-place", edits=[('''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', '''
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    s = np.where(s > 1e-6, s, 0 * s)
''')])

answers.wrong(
    "randomised", "randomised", check="directions", breaks="directions",
    why="draws a few random directions, and takes the SVD among these",
    of="wrong-in-place", old='''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', new='''
    X = X - mean
    start = np.random.default_rng().normal(size=(n, k)).astype(X.dtype)
    span = np.linalg.qr(X.T @ start)[0]
    U, s, Qt = np.linalg.svd(X @ span, full_matrices=False)
    Qt = Qt @ span.T
''')

answers.wrong(
    "unit-rows", "lengths-in-directions", check="directions", breaks="as-they-are",
    why="brings the centred rows to length one",
    of="wrong-in-place", old='''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', new='''
    C = X - mean
    C /= np.maximum(np.linalg.norm(C, axis=1, keepdims=True), np.finfo(X.dtype).tiny)
    U, s, Qt = np.linalg.svd(C, full_matrices=False)
''')

answers.wrong(
    "torch", "contiguous-only", check="shapes", breaks="gaps", alone=True,
    why="hands the table to torch.from_numpy, which takes no reversed ones",
    source='''
import torch


class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}")
    T = torch.from_numpy(X)
    mean = T.mean(dim=0)
    _, s, Qt = torch.linalg.svd(T - mean, full_matrices=False)
    return Components(mean.numpy(), Qt[:k].numpy(), (s[:k] ** 2 / (n - 1)).numpy())
''')

answers.wrong(
    "one-buffer", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps the variances of a size in one array",
    of="wrong-in-place", edits=[('''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', '''
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    kept = buffers.setdefault((k, X.dtype), np.empty(k, X.dtype))
    kept[:] = s[:k] ** 2 / (n - 1)
'''), ("Qt[:k], s[:k] ** 2 / (n - 1))", "Qt[:k], kept)"), ("def pca(", "buffers = {}\n\n\ndef pca(")])

answers.wrong(
    "kept-directions", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps the components of a size in one array",
    of="wrong-in-place", edits=[('''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', '''
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    kept = buffers.setdefault((k, d, X.dtype), np.empty((k, d), X.dtype))
    kept[:] = Qt[:k]
'''), ("(mean, Qt[:k],", "(mean, kept,"), ("def pca(", "buffers = {}\n\n\ndef pca(")])

answers.wrong(
    "one-row", "k-unchecked", check="errors", breaks="few-rows", alone=True,
    why="gives one row a direction",
    of="wrong-in-place", edits=[('''
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
''', '''
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
'''), ("min(n - 1, d):", "min(max(n - 1, 1), d):"), ("s[:k] ** 2 / (n - 1)", "s[:k] ** 2 / max(n - 1, 1)")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "check_table(X)",
    "pass",
    because="the next line unpacks two axes or raises the ValueError, and no k fits a table without columns",
)
