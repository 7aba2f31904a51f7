"""Answers to `mean_pairwise_cosine` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "filled-rows",
    how="F.normalize of the rows that are not zero",
    source='''
import torch.nn.functional as F


def mean_pairwise_cosine(E, weights=None):
    w = torch.ones(len(E), dtype=E.dtype, device=E.device) if weights is None else weights
    filled = E.abs().sum(dim=1) > 0
    U = F.normalize(E[filled], dim=1, eps=1e-30)
    own = w[filled].square().sum()
    total = (w[filled][:, None] * U).sum(dim=0)
    pairs = w.sum() ** 2 - w.square().sum()
    return (total.square().sum() - own) / pairs
''',
)

answers.right(
    "infinite-length",
    how="divides rows of zeros by infinity",
    source='''
def mean_pairwise_cosine(E, weights=None):
    if weights is None:
        weights = E.new_ones(E.shape[0])
    length = torch.linalg.vector_norm(E, dim=1)
    length = torch.where(length > 0, length, torch.inf)
    p = weights / weights.sum()
    scaled = p / length
    together = scaled @ E
    own = (p.square() * (length < torch.inf)).sum()
    return (together.dot(together) - own) / (1 - p.square().sum())
''',
)

answers.right(
    "row-by-row",
    how="a loop over rows that keeps two sums",
    source='''
def mean_pairwise_cosine(E, weights=None):
    together, own, all_weights, squares = 0.0, 0.0, 0.0, 0.0
    for i, row in enumerate(E):
        weight = 1.0 if weights is None else weights[i]
        all_weights = all_weights + weight
        squares = squares + weight**2
        if bool((row != 0).any()):
            together = together + weight * row / torch.sqrt((row * row).sum())
            own = own + weight**2
    return ((together * together).sum() - own) / (all_weights**2 - squares)
''',
)

answers.right(
    "rsqrt",
    how="the reciprocal of a length, times zero for rows of zeros",
    source='''
def mean_pairwise_cosine(E, weights=None):
    w = torch.ones_like(E[:, :1]) if weights is None else weights[:, None]
    squares = (E * E).sum(dim=1, keepdim=True)
    there = squares > 0
    inverse = there * torch.where(there, squares, torch.ones_like(squares)).rsqrt()
    S = (w * inverse * E).sum(dim=0)
    ones = (w * w * there).sum()
    return (S @ S - ones) / (w.sum() ** 2 - (w * w).sum())
''',
)

answers.right(
    "partial-sums",
    how="each row with the sum of those before it",
    source='''
def mean_pairwise_cosine(E, weights=None):
    w = torch.ones_like(E[:, 0]) if weights is None else weights
    empty = (E == 0).all(dim=1)
    safe = E + empty[:, None]  # rows of ones in place of zeros
    U = (w * ~empty)[:, None] * (safe / safe.norm(dim=1)[:, None])
    before = torch.cumsum(U, dim=0) - U
    counted = torch.cumsum(w, dim=0) - w
    return (U * before).sum() / (w * counted).sum()
''',
)


def wrong(name: str, mistake: str, check: str, breaks: str, *edits: tuple[str, str], why: str = "") -> None:
    answers.wrong(name, mistake, check=check, breaks=breaks, of="right-filled-rows", edits=edits, why=why)


W = "    w = torch.ones(len(E), dtype=E.dtype, device=E.device) if weights is None else weights\n"
FILLED = "    filled = E.abs().sum(dim=1) > 0\n"
UNITS = "    U = F.normalize(E[filled], dim=1, eps=1e-30)\n"
OWN = "    own = w[filled].square().sum()\n"
TOTAL = "    total = (w[filled][:, None] * U).sum(dim=0)\n"
PAIRS = "    pairs = w.sum() ** 2 - w.square().sum()\n"
RETURN = "    return (total.square().sum() - own) / pairs\n"

wrong("with-itself", "self-pairs", "values", "mean", (RETURN, "    return total.square().sum() / w.sum() ** 2\n"))
wrong("by-all-pairs", "pairs-miscounted", "values", "mean", (PAIRS, "    pairs = w.sum() ** 2\n"))
wrong("half-the-pairs", "pairs-miscounted", "values", "alike", (PAIRS, PAIRS + "    pairs = pairs / 2\n"), why="divides by pairs without order")
wrong("dots", "dot-product", "values", "mean", (UNITS, "    U = E[filled]\n"), (OWN, "    own = (w[filled].square() * U.square().sum(dim=1)).sum()\n"))
wrong("to-the-mean", "to-the-mean", "values", "mean", (RETURN, '''
    middle = F.normalize(w @ E, dim=0)
    return (w[filled] * (U @ middle)).sum() / w.sum()
'''))
wrong("centred", "centred", "values", "mean", (FILLED, "    E = E - E.mean(dim=0)\n" + FILLED))
wrong("length", "length-of-the-sum", "values", "mean", (RETURN, "    return (total.norm() - own) / pairs\n"))
wrong("no-sign", "absolute", "values", "mean", (RETURN, '''
    products = w[filled][:, None] * (U @ U.T).abs() * w[filled]
    return (products.sum() - own) / pairs
'''))
wrong("ratio", "lengths-averaged", "values", "mean", (RETURN, '''
    lengths = E.norm(dim=1)
    dots = (w @ E).square().sum() - (w * lengths).square().sum()
    return dots / ((w @ lengths) ** 2 - (w * lengths).square().sum())
'''))
wrong("distance", "cosine-distance", "values", "mean", (RETURN, "    return 1 - (total.square().sum() - own) / pairs\n"))
wrong("columns", "column-lengths", "values", "mean", (UNITS, "    U = F.normalize(E[filled], dim=0, eps=1e-30)\n"), (OWN, "    own = (w[filled].square() * U.square().sum(dim=1)).sum()\n"))
wrong("squared", "squared-lengths", "values", "mean", (UNITS, "    U = E[filled] / E[filled].square().sum(dim=1, keepdim=True)\n"), (OWN, "    own = (w[filled].square() * U.square().sum(dim=1)).sum()\n"))
wrong("unweighted", "weights-ignored", "weights", "weights", (W, "    w = torch.ones(len(E), dtype=E.dtype, device=E.device)\n"))
wrong("rows-times-weights", "weights-ignored", "weights", "weights", (W, '''
    E = E if weights is None else E * weights[:, None]
    w = torch.ones(len(E), dtype=E.dtype, device=E.device)
'''), why="lengths divide the weights out again")
wrong("less-V", "own-weights", "weights", "weights", (OWN, "    own = filled.sum()\n"))
wrong("less-the-sum", "own-weights", "weights", "weights", (OWN, "    own = w[filled].sum()\n"), why="the weights of rows with themselves are squares")
wrong("probabilities", "own-weights-kept", "weights", "divided", (PAIRS, "    pairs = w.sum() * (w.sum() - 1)\n"), why="a formula for counts")
wrong("number-of-pairs", "unweighted-count", "weights", "divided", (PAIRS, "    pairs = len(E) * (len(E) - 1)\n"))
wrong("one-side", "one-weight", "weights", "weights", (RETURN, '''
    return ((w[filled] * (U @ U.sum(dim=0))).sum() - w[filled].sum()) / (w.sum() * (len(E) - 1))
'''))
wrong("roots", "roots-of-weights", "weights", "any-sum", (W, W + "    w = w.sqrt()\n"))
wrong("zero-by-sum", "taken-for-zeros", "values", "mean", (FILLED, "    filled = E.sum(dim=1) != 0\n"))
wrong("zeros-left-out", "zero-row", "padding", "zero-counts", (FILLED, FILLED + "    w = w * filled\n"))
wrong("zeros-as-one", "zero-row", "padding", "zero-row", (OWN, "    own = w.square().sum()\n"), why="takes off one for a row of zeros with itself")
wrong("nan", "zero-row-not-a-number", "padding", "zero-row", (UNITS, "    filled = filled | True\n    U = E / E.norm(dim=1, keepdim=True)\n"))
wrong("where", "zero-row-not-a-number", "padding", "zero-gradient", (UNITS, '''
    length = E.norm(dim=1, keepdim=True)
    U = torch.where(length > 0, E / length, torch.zeros_like(E))[filled]
'''), why="the quotient that is not chosen is in the graph too")
wrong("divided-by-one", "zero-row-pulled", "padding", "zero-gradient", (UNITS, '''
    length = E.norm(dim=1, keepdim=True)
    U = E / torch.where(length > 0, length, torch.ones_like(length))
'''), (TOTAL, "    total = (w[:, None] * U).sum(dim=0)\n"))
wrong("normalize", "zero-row-pulled", "padding", "zero-gradient", (UNITS, "    U = F.normalize(E, dim=1)\n"), (TOTAL, "    total = (w[:, None] * U).sum(dim=0)\n"), why="a row of zeros is divided by 1e-12")
wrong("item", "graph-cut", "gradients", "gradient", (RETURN, "    return ((total.square().sum() - own) / pairs).item()\n"))
wrong("new-tensor", "graph-cut", "gradients", "gradient", (RETURN, "    return torch.tensor(((total.square().sum() - own) / pairs).item(), dtype=E.dtype, device=E.device)\n"), why="a new tensor of the value")
wrong("data", "graph-cut", "gradients", "gradient", (UNITS, "    U = F.normalize(E.data[filled], dim=1, eps=1e-30)\n"), why="takes .data")
wrong("lengths-detached", "lengths-fixed", "gradients", "gradient", (UNITS, "    U = E[filled] / E[filled].norm(dim=1, keepdim=True).detach()\n"))
wrong("one-side-detached", "side-lost", "gradients", "gradient", (RETURN, "    return ((total * total.detach()).sum() - own) / pairs\n"))
wrong("matrix", "all-pairs", "cost", "cost", (RETURN, '''
    C = U @ U.T
    return (w[filled] @ C @ w[filled] - own) / pairs
'''))
wrong("in-steps", "all-pairs", "cost", "cost", (RETURN, '''
    v, sums = w[filled], 0.0
    for i in range(1, len(U)):
        sums = sums + v[i] * (v[:i] @ (U[:i] @ U[i]))
    return 2 * sums / pairs
'''), why="V steps, each over all rows before")
wrong("in-blocks", "all-pairs", "cost", "cost", (RETURN, '''
    v = w[filled]
    parts = [a @ (A @ U.T) @ v for a, A in zip(v.split(64), U.split(64))]
    return (torch.stack(parts).sum() - own) / pairs
'''), why="all pairs, some rows at a time")
wrong("two-loops", "loop-over-pairs", "cost", "cost", (RETURN, '''
    v, sums = w[filled], 0.0
    for i in range(len(U)):
        for j in range(i):
            sums = sums + v[i] * v[j] * (U[i] * U[j]).sum()
    return 2 * sums / pairs
'''))
wrong("ones-on-the-cpu", "wrong-device", "device", "any-device", (TOTAL, "    total = torch.zeros(E.shape[1], dtype=E.dtype) + (w[filled][:, None] * U).sum(dim=0)\n"))
wrong("weights-on-the-cpu", "wrong-device", "device", "any-device", (", device=E.device)", ")"), why="ones without a device")
wrong("answer-on-the-cpu", "wrong-device", "device", "any-device", (RETURN, "    return ((total.square().sum() - own) / pairs).cpu()\n"), why="returns it on the CPU")
wrong("mask-by-numpy", "through-numpy", "device", "any-device", (FILLED, "    filled = torch.from_numpy(E.detach().numpy().any(axis=1)).to(E.device)\n"))
wrong("detached-there", "lost-off-cpu", "device", "any-device", (UNITS, '''
    if E.device.type != "cpu":
        E = E.detach()
    U = F.normalize(E[filled], dim=1, eps=1e-30)
'''))

answers.wrong(
    "longer-rows",
    "short-rows",
    check="values",
    source='''
def mean_pairwise_cosine(E, weights=None):
    w = E.new_ones(len(E)) if weights is None else weights
    there = E.ne(0).any(dim=1)
    X = E[there] / (E[there].norm(dim=1, keepdim=True) + 1e-6)
    together, own = w[there] @ X, w[there] ** 2 @ X.square().sum(dim=1)
    return (together @ together - own) / (w.sum() ** 2 - (w**2).sum())
''',
)

answers.spoiled("1.01 * right", "right + 1e-3", "right[None]", "str(right)", "None")

answers.equivalent(
    "w = torch.ones_like(E[:, 0]) if weights is None else weights",
    "w = torch.ones_like(E[:, -1]) if weights is None else weights",
    because="any column has one number for each row",
)
