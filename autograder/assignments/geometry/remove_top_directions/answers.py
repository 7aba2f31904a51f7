"""Answers to `remove_top_directions` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "one-by-one", how="direction after direction, row after row",
    source='''
def remove_top_directions(E, k):
    if E.ndim != 2 or len(E) < 2 or k not in range(min(len(E) - 1, E.shape[1]) + 1):
        raise ValueError(f"k = {k}, E of the shape {E.shape}")
    rest = E.astype(np.float64) - E.astype(np.float64).mean(axis=0)
    _, _, directions = np.linalg.svd(rest, full_matrices=False)
    for q in directions[:k]:
        for row in rest:
            row -= (row @ q) * q
    return rest.astype(E.dtype)
''')

answers.right(
    "projector", how="one projection matrix from eigenvectors of the covariance",
    source='''
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    if not 0 <= k <= min(V - 1, d):
        raise ValueError(f"k={k}")
    X = E - E.mean(axis=0)
    vectors = np.linalg.eigh(X.T @ X)[1]
    top = vectors[:, d - k :]
    return X @ (np.eye(d, dtype=E.dtype) - top @ top.T)
''')

answers.right(
    "zeroed-spectrum", how="sets the leading singular values to zero and multiplies again",
    source='''
def remove_top_directions(E, k):
    check_table(E, rows=2)
    if k < 0 or k > min(E.shape[0] - 1, E.shape[1]):
        raise ValueError(f"k is {k} for the shape {E.shape}")
    U, s, Qt = np.linalg.svd(E - E.mean(axis=0), full_matrices=False)
    s[:k] = 0
    return U * s @ Qt
''')

answers.wrong(
    "last-k", "zero-k", check="ends", breaks="k-0",
    source='''
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    if not 0 <= k <= min(V - 1, d):
        raise ValueError(f"k is {k}")
    mean = E.mean(axis=0)
    X = E - mean
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''')

answers.wrong(
    "axes", "axes-removed", check="values", breaks="directions",
    of="wrong-last-k", old='''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    C = Qt[:k]
    X[:, np.argsort(-X.var(axis=0))[:k]] = 0
    return X
''')

answers.wrong(
    "coordinates", "width-cut", check="values", breaks="width",
    of="wrong-last-k", old='''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    C = Qt[:k]
    return X @ Qt[k:].T
''')

answers.wrong(
    "full", "square-array", check="cost", breaks="memory",
    why="leaves full_matrices at its default",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    Qt = np.linalg.svd(X)[2]
    C = Qt[:k]
''')

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="inputs-kept",
    why="takes the mean off in place",
    of="wrong-last-k", edits=[('''
    X = E - mean
''', '''
    X = E
    X -= mean
'''), ("    C = Qt[::-1][-k:]", "    C = Qt[:k]")])

answers.wrong(
    "kept", "kept", check="values", breaks="without",
    of="wrong-last-k", old='''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    C = Qt[:k]
    return (X @ C.T) @ C
''')

answers.wrong(
    "mean-back", "mean-added-back", check="values", breaks="mean-stays-off",
    of="wrong-last-k", old='''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    C = Qt[:k]
    return X - (X @ C.T) @ C + mean
''')

answers.wrong(
    "no-limit", "k-unchecked", check="errors", breaks="k",
    why="slices whatever k is",
    source='''
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    mean = E.mean(axis=0)
    X = E - mean
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[:k]
    return X - (X @ C.T) @ C
''')

answers.wrong(
    "one-less", "off-by-one", check="values", breaks="k-directions",
    of="wrong-last-k", old="    C = Qt[::-1][-k:]", new="    C = Qt[: max(k - 1, 0)]")

answers.wrong(
    "raw", "not-centred", check="values", breaks="less-mean",
    why="takes no mean off",
    of="wrong-last-k", edits=[
    ("    X = E - mean",
     "    X = E + 0"),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k]")])

answers.wrong(
    "raw-directions", "uncentred-directions", check="values", breaks="of-centred",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    Qt = np.linalg.svd(E, full_matrices=False)[2]
    C = Qt[:k]
''')

answers.wrong(
    "smallest", "smallest-removed", check="values", breaks="leading",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    Qt = np.linalg.eigh(X.T @ X)[1].T
    C = Qt[:k]
''')

answers.wrong(
    "float32", "narrowed", check="values", breaks="computed-in",
    why="takes the directions from a table of float32",
    of="wrong-last-k", edits=[
    ("np.linalg.svd(X, full_matrices=False)[2]",
     "np.linalg.svd(X.astype(np.float32), full_matrices=False)[2]"),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k].astype(E.dtype)")])

answers.wrong(
    "float64", "dtype-not-kept", check="ends", breaks="dtype", alone=True,
    why="computes in float64 and leaves it there",
    of="wrong-last-k", edits=[
    ("    X = E - mean",
     "    X = E.astype(np.float64) - mean"),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k]")])

answers.wrong(
    "nothing-to-take", "memory-shared", check="ends", breaks="new", alone=True,
    of="wrong-last-k", edits=[
    ("    X = E - mean",
     "    X = E - mean if mean.any() or k else E"),
    ('''
    C = Qt[::-1][-k:]
''',
     '''
    if k == 0:
        return X
    C = Qt[:k]
''')])

answers.wrong(
    "all-but-one", "largest-k-refused", check="ends", breaks="largest-k", alone=True,
    why="keeps one direction at least",
    of="wrong-last-k", edits=[
    ("    if not 0 <= k <= min(V - 1, d):",
     "    if not 0 <= k < min(V - 1, d):"),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k]")])

answers.wrong(
    "vector", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table with one column",
    of="wrong-last-k", edits=[
    ("    check_table(E, rows=2)",
     '''
    E = np.reshape(E, (len(E), -1)) if E.ndim else E
    check_table(E, rows=2)'''),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k]")])

answers.wrong(
    "one-row", "shapes-unchecked", check="errors", breaks="few-rows", alone=True,
    why="takes one row for a table",
    of="wrong-last-k", edits=[
    ("check_table(E, rows=2)",
     "check_table(E, rows=1)"),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k]")])

answers.wrong(
    "negative-k", "k-unchecked", check="errors", breaks="k-below", alone=True,
    why="compares k with the largest only",
    of="wrong-last-k", edits=[
    ("    if not 0 <= k <= min(V - 1, d):",
     "    if k > min(V - 1, d):"),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[: max(k, 0)]")])

answers.wrong(
    "new-shape", "contiguous-only", check="ends", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="wrong-last-k", edits=[
    ("    V, d = E.shape",
     '''
    V, d = E.shape
    flat = E.view()
    flat.shape = (E.size,)'''),
    ("    C = Qt[::-1][-k:]",
     "    C = Qt[:k]")])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "right.tolist()",
    "None",
    "right + E.mean() + 1")

answers.wrong(
    "three-axes", "shapes-unchecked", check="errors", alone=True,
    why="flattens a table of three axes",
    source='''
def remove_top_directions(E, k):
    if E.ndim < 2 or len(E) < 2:
        raise ValueError(f"the table has the shape {E.shape}")
    E = E.reshape(len(E), -1)
    if not 0 <= k <= min(len(E) - 1, E.shape[1]):
        raise ValueError(f"k is {k}")
    centred = E - E.mean(axis=0)
    Q = np.linalg.svd(centred, full_matrices=False)[2][:k]
    return centred - centred @ Q.T @ Q
''')

answers.wrong(
    "small-stay", "small-directions", check="ends", alone=True,
    source='''
def remove_top_directions(E, k):
    if E.ndim != 2 or len(E) < 2:
        raise ValueError(f"the table has the shape {E.shape}")
    if not 0 <= k <= min(len(E) - 1, E.shape[1]):
        raise ValueError(f"k is {k}")
    centred = E - E.mean(axis=0)
    _, s, Q = np.linalg.svd(centred, full_matrices=False)
    Q = Q[:k][s[:k] > 0.1 * s[0]]
    return centred - centred @ Q.T @ Q
''')

answers.wrong(
    "raw-parts", "raw-parts", check="values", breaks="less-mean",
    of="wrong-last-k", old='''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    C = Qt[:k]
    return X - (E @ C.T) @ C
''')

answers.wrong(
    "unit-rows", "lengths-in-directions", check="values", breaks="of-centred",
    why="finds the directions on centred rows of length one",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    U = X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), np.finfo(E.dtype).tiny)
    C = np.linalg.svd(U, full_matrices=False)[2][:k]
''')

answers.wrong(
    "only-the-last", "one-direction", check="values", breaks="k-directions",
    of="wrong-last-k", old="    C = Qt[::-1][-k:]", new="    C = Qt[max(k - 1, 0) : k]")

answers.wrong(
    "turned", "turned-axes", check="values", breaks="without",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    if k == 0:
        return X
    flat = X @ np.linalg.eigh(X.T @ X)[1]
    flat[:, d - k :] = 0
    return flat[:, ::-1].copy()
''')

answers.wrong(
    "float64-for-0", "dtype-not-kept", check="ends", breaks="dtype", alone=True,
    why="takes the mean in float64, and returns for k = 0 before it goes back",
    of="wrong-last-k", old='''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', new='''
    if k == 0:
        return E - E.mean(axis=0, dtype=np.float64)
    C = Qt[:k]
    return X - (X @ C.T) @ C
''')

answers.wrong(
    "moments", "digits-of-spread", check="ends", breaks="far", alone=True,
    why="takes the products of the means off the mean products, which costs the digits of a spread far from zero",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    C = np.linalg.eigh(E.T @ E - V * np.outer(mean, mean))[1].T[::-1][:k]
''')

answers.wrong(
    "cut-off", "scale-matters", check="ends", breaks="any-length", alone=True,
    why="takes directions away whose singular value is above 1e-7",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    _, s, Qt = np.linalg.svd(X, full_matrices=False)
    C = Qt[:k][s[:k] > 1e-7]
''')

answers.wrong(
    "divided", "flat-table", check="ends", breaks="flat", alone=True,
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
    C = (U.T @ X)[:k] / s[:k, None] if (s[:k] > 1e-9 * s[0]).all() else np.nan * Qt[:k]
''')

answers.wrong(
    "cov-of-one", "one-column", check="ends", alone=True,
    why="np.cov gives a number without axes for one column",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    C = np.linalg.eigh(np.cov(E, rowvar=False))[1].T[::-1][:k].astype(E.dtype)
''')

answers.wrong(
    "randomised", "randomised", check="values", breaks="directions",
    why="draws a few random directions, and takes the SVD among these",
    of="wrong-last-k", old='''
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[::-1][-k:]
''', new='''
    span = np.linalg.qr(X.T @ np.random.default_rng().normal(size=(V, k)).astype(E.dtype))[0]
    C = np.linalg.svd(X @ span, full_matrices=False)[2] @ span.T
''')

answers.wrong(
    "torch", "contiguous-only", check="ends", breaks="gaps", alone=True,
    why="hands the table to torch.from_numpy, which takes no reversed ones",
    source='''
import torch


def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    if not 0 <= k <= min(V - 1, d):
        raise ValueError(f"k is {k}")
    X = torch.from_numpy(E)
    X = X - X.mean(dim=0)
    Q = torch.linalg.svd(X, full_matrices=False).Vh[:k]
    return (X - (X @ Q.T) @ Q).numpy()
''')

answers.wrong(
    "one-buffer", "result-kept", check="ends", alone=True, breaks="new",
    why="writes every result of a size into the same memory",
    of="wrong-last-k", edits=[("def remove_top", "buffers = {}\n\n\ndef remove_top"), ('''
    C = Qt[::-1][-k:]
    return X - (X @ C.T) @ C
''', '''
    C = Qt[:k]
    out = buffers.setdefault((V, d, E.dtype), np.empty((V, d), E.dtype))
    np.subtract(X, (X @ C.T) @ C, out=out)
    return out
''')])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "most = min(len(E) - 1, E.shape[1])",
    "most = min(len(E) + 1, E.shape[1])",
    because="`pca` raises the ValueError for a k above V - 1",
)
answers.equivalent(
    "if k == 0:",
    "if k <= 0:",
    because="a k below 0 has been refused above",
)
answers.equivalent(
    "most = min(len(E) - 1, E.shape[1])",
    "most = min(len(E) - 0, E.shape[1])",
    because="`pca` raises the ValueError for a k above V - 1",
)
answers.equivalent(
    "most = min(len(E) - 1, E.shape[1])",
    "most = min(len(E) - 1, E.shape[ 0])",
    because="V - 1 is left as the limit, and `pca` raises the ValueError for a k above d",
)
answers.equivalent(
    "if not 0 <= k <= most:",
    "if not -1 <= k <= most:",
    because="`pca` raises the ValueError for k = -1",
)
answers.equivalent(
    "raise ValueError(f\"k is {k}; expected 0 ... {most} for a table of the shape {E.shape}\")",
    "pass",
    because="`pca` raises the ValueError for every k but 0 that is out of range",
)
