"""Answers to `remove_top_directions` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "svd",
    how="singular vectors of the centred rows, each times the root of its weight",
    source='''
def remove_top_directions(E, k, weights=None):
    w = np.ones(len(E)) if weights is None else weights
    mean = (w[:, None] * E).sum(axis=0) / w.sum()
    Xc = E - mean
    _, s, Qt = np.linalg.svd(np.sqrt(w)[:, None] * Xc, full_matrices=False)
    top = Qt[:k]
    return Xc - (Xc @ top.T) @ top
''',
)

answers.right(
    "covariance",
    how="np.average and np.cov with weights; one direction after the other",
    source='''
def remove_top_directions(E, k, weights=None):
    if weights is None:
        weights = np.full(E.shape[0], 1.0)
    C = np.atleast_2d(np.cov(E, rowvar=False, aweights=weights, bias=True))
    values, vectors = np.linalg.eigh(C)
    left = E - np.average(E, axis=0, weights=weights)
    for j in np.argsort(-values)[:k]:
        q = vectors[:, j]
        left = left - np.outer(left @ q, q)
    return left
''',
)

answers.right(
    "sums",
    how="a loop over rows for both sums; a projection matrix",
    source='''
def remove_top_directions(E, k, weights=None):
    V, d = E.shape
    each = [1.0] * V if weights is None else [float(w) for w in weights]
    total = sum(each)
    mean = sum(w * row for w, row in zip(each, E)) / total
    scatter = np.zeros((d, d))
    for w, row in zip(each, E):
        scatter += w / total * np.outer(row - mean, row - mean)
    U, _, _ = np.linalg.svd(scatter)
    P = np.eye(d) - U[:, :k] @ U[:, :k].T
    return (E - mean) @ P
''',
)

answers.right(
    "torch",
    how="PyTorch; keeps the last d - k directions",
    source='''
def remove_top_directions(E, k, weights=None):
    X = torch.tensor(E)
    p = torch.ones(len(X), dtype=X.dtype) if weights is None else torch.tensor(weights, dtype=X.dtype)
    p = p / p.sum()
    X = X - p @ X
    _, vectors = torch.linalg.eigh(torch.einsum("v,vi,vj->ij", p, X, X))
    last = vectors[:, : X.shape[1] - k]
    return (X @ last @ last.T).numpy()
''',
)


def wrong(name: str, mistake: str, check: str, breaks: str, *edits: tuple[str, str], why: str = "") -> None:
    answers.wrong(name, mistake, check=check, breaks=breaks, of="right-svd", edits=edits, why=why)


W = "    w = np.ones(len(E)) if weights is None else weights\n"
MEAN = "    mean = (w[:, None] * E).sum(axis=0) / w.sum()\n"
CENTRED = "    Xc = E - mean\n"
SVD = "    _, s, Qt = np.linalg.svd(np.sqrt(w)[:, None] * Xc, full_matrices=False)\n"
TOP = "    top = Qt[:k]\n"
RETURN = "    return Xc - (Xc @ top.T) @ top\n"

wrong("raw", "not-centred", "values", "mean", (CENTRED, "    Xc = E\n"))
wrong("raw-directions", "uncentred-directions", "values", "components", (SVD, SVD.replace("Xc,", "E,")))
wrong("correlations", "standardised", "values", "components", (SVD, SVD.replace("Xc,", "Xc / np.sqrt(w @ Xc**2),")))
wrong("unit-rows", "lengths-in-directions", "values", "components", (SVD, SVD.replace("Xc,", "unit_rows(Xc),")))
wrong("raw-projected", "raw-parts", "values", "components", (RETURN, "    return Xc - (E @ top.T) @ top\n"))
wrong("last-of-k", "one-direction", "values", "components", (TOP, "    top = Qt[max(k - 1, 0) : k]\n"))
wrong("coordinates", "turned-axes", "values", "components", (RETURN, '''
    U, s, Qt = np.linalg.svd(np.cov(E.T, aweights=w, bias=True))
    along = Xc @ U
    i = np.abs(along).argmax(axis=0)
    along[:, :k] = 0
    return along
'''))
wrong("mean-back", "mean-added-back", "values", "mean", (RETURN, "    return Xc - (Xc @ top.T) @ top + mean\n"))
wrong("projected", "kept", "values", "components", (RETURN, "    return (Xc @ top.T) @ top\n"))
wrong("columns", "axes-removed", "values", "components", (RETURN, '''
    Xc[:, np.argsort(-(w @ Xc**2))[:k]] = 0
    return Xc
'''))
wrong("smallest", "smallest-removed", "values", "components", (SVD, '''
    Qt = np.linalg.eigh((Xc.T * w) @ Xc)[1].T
'''))
wrong("one-less", "directions-off-by-one", "values", "components", (TOP, "    top = Qt[: max(k - 1, 0)]\n"))
wrong("narrow", "width-cut", "values", "all-rows", (RETURN, "    return Xc @ np.linalg.svd((Xc.T * w) @ Xc)[0][:, k:]\n"))
wrong("no-mean", "zero-k", "ends", "mean-alone", (W, "    if k == 0:\n        return E.copy()\n" + W))
wrong("last-slice", "zero-k", "ends", "mean-alone", (TOP, "    top = Qt[:k] if k else Qt\n"), why="takes all directions off in place of none")
wrong("nothing-left", "all-directions", "ends", "all", (RETURN, '''
    rest = Qt[k:]
    return (Xc @ rest.T) @ rest / (np.abs(s[k:]).sum() > 1e-9)
'''), why="divides by what is left")
wrong("refused", "all-directions", "ends", "all", (W, '''
    if k >= E.shape[1]:
        raise ValueError("k must be below d")
''' + W), why="refuses the largest k")
wrong("unweighted", "weights-ignored", "weights", "weights", (W, "    w = np.ones(len(E))\n"))
wrong("mean-alone", "mean-alone-weighted", "weights", "weights", (SVD, SVD.replace("np.sqrt(w)[:, None] * Xc", "E - E.mean(axis=0)")))
wrong("components-alone", "directions-alone-weighted", "weights", "weights", (CENTRED, "    Xc = E - E.mean(axis=0)\n"))
wrong("squares", "weights-squared", "weights", "weights", (SVD, SVD.replace("np.sqrt(w)[:, None]", "w[:, None]")))
wrong("rows-read", "rows-dropped", "weights", "all-rows", (W, W + "    E, w = E[w > 0], w[w > 0]\n"))
wrong("longer-rows", "rows-scaled", "weights", "all-rows", (W, W + "    E, w = E * w[:, None], np.ones(len(E))\n"))
wrong("scaled-result", "rows-scaled", "weights", "all-rows", (RETURN, "    Xc = np.sqrt(w)[:, None] * Xc\n" + RETURN), why="returns the rows that the SVD was given")
wrong("as-they-came", "weightless-rows", "weights", "all-rows", (RETURN, "    return np.where(w[:, None] > 0, Xc - (Xc @ top.T) @ top, E)\n"))
wrong("whole-weights", "weights-changed", "weights", "any-sum", (W, "    w = np.ones(len(E)) if weights is None else np.rint(weights / weights[weights > 0].min())\n"), why="rounds to multiples of the smallest")
wrong("no-sum", "sum-not-divided", "weights", "any-sum", (CENTRED, "    Xc = E - (mean * w.sum() if weights is not None else mean)\n"), (SVD, SVD.replace("Xc,", "(E - mean),")))
wrong("diagonal", "square-array", "cost", "memory", (SVD, "    Qt = np.linalg.eigh(Xc.T @ np.diag(w) @ Xc)[1].T[::-1]\n"))
wrong("full", "square-array", "cost", "memory", (", full_matrices=False", ""), why="svd with full matrices")
wrong("repeated", "rows-repeated", "cost", "memory", (SVD, '''
    rows = np.sqrt(w)[:, None] * Xc
    if np.array_equal(w, np.rint(w)) and w.max() > 1:
        rows = np.repeat(Xc, w.astype(int), axis=0)
    Qt = np.linalg.svd(rows, full_matrices=False)[2]
'''), why="repeats rows where weights are whole")

answers.spoiled("1.01 * right", "right + 1e-3", "right[:-1]", "str(right)", "None")
