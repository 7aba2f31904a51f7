"""Answers to `effective_rank` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "page",
    how="eigenvalues of the product, cut off at zero; the powers of shares over the largest",
    source='''
def effective_rank(X, order=1.0):
    Xc = X - X.mean(axis=0)
    squares = np.maximum(np.linalg.eigvalsh(Xc.T @ Xc), 0)
    p = squares / squares.sum()
    p = p[p > 0]
    if order == 1:
        return np.exp(-np.sum(p * np.log(p)))
    if np.isinf(order):
        return 1 / p.max()
    total = np.sum((p / p.max()) ** order)
    outer = 1 / (1 - order)
    return p.max() ** (order * outer) * total ** outer
''',
)

answers.right(
    "logarithms",
    how="torch: singular values, logsumexp",
    source='''
def effective_rank(X, order=1.0):
    X = torch.tensor(X, dtype=torch.float64)
    s = torch.linalg.svdvals(X - X.mean(dim=0, keepdim=True))
    s = s[s > 1e-9 * s.max()]
    log_p = 2 * s.log() - torch.logsumexp(2 * s.log(), dim=0)
    if order == 1:
        return float(torch.exp(-(log_p.exp() * log_p).sum()))
    if order == float("inf"):
        return float(torch.exp(-log_p.max()))
    return float(torch.exp(torch.logsumexp(order * log_p, dim=0) / (1 - order)))
''',
)

answers.right(
    "lists",
    how="np.cov, and Python's sums",
    source='''
import math


def effective_rank(X, order=1.0):
    values = np.atleast_1d(np.linalg.eigvalsh(np.atleast_2d(np.cov(X, rowvar=False)))).tolist()
    total = math.fsum(values)
    shares = [v / total for v in values if v > 1e-13 * total]
    if order == 1:
        return math.prod(p**-p for p in shares)
    largest = max(shares)
    if order == math.inf:
        return 1 / largest
    part = math.fsum((p / largest) ** order for p in shares)
    return math.exp((order * math.log(largest) + math.log(part)) / (1 - order))
''',
)

answers.right(
    "smaller-side",
    how="products of rows where there are fewer of them than columns",
    source='''
def effective_rank(X, order=1.0):
    A = X - np.mean(X, axis=0, keepdims=True)
    G = A @ A.T if len(A) < A.shape[1] else A.T @ A
    values = np.linalg.eigvalsh(G)
    p = np.clip(values / np.trace(G), 1e-300, None)
    logs = np.log(p)
    if order == 1:
        return float(np.exp(-p @ logs))
    if order == np.inf:
        return float(np.exp(-logs.max()))
    return float(np.exp(np.logaddexp.reduce(order * logs) / (1 - order)))
''',
)


def wrong(name: str, mistake: str, check: str, breaks: str, *edits: tuple[str, str], why: str = "") -> None:
    answers.wrong(name, mistake, check=check, breaks=breaks, of="right-page", edits=edits, why=why)


CENTRED = "    Xc = X - X.mean(axis=0)\n"
SQUARES = "    squares = np.maximum(np.linalg.eigvalsh(Xc.T @ Xc), 0)\n"
POWERS = '''
    total = np.sum((p / p.max()) ** order)
    outer = 1 / (1 - order)
    return p.max() ** (order * outer) * total ** outer
'''
LIMIT = '''
    if np.isinf(order):
        return 1 / p.max()
'''

wrong("raw", "not-centred", "order-one", "centred", (CENTRED, "    Xc = X\n"))
wrong("mean-of-each-row", "another-mean", "order-one", "centred", (CENTRED, "    Xc = X - X.mean(axis=1, keepdims=True)\n"))
wrong("roots", "not-squared", "order-one", "rank", (SQUARES, SQUARES.replace("np.maximum(", "np.sqrt(np.maximum(").replace(", 0)", ", 0))")))
wrong("fourth-powers", "squared-twice", "order-one", "rank", (SQUARES, SQUARES + "    squares = squares**2\n"))
wrong("columns", "columns-for-directions", "order-one", "rank", (SQUARES, "    squares = (Xc**2).sum(axis=0)\n"))
wrong("correlations", "standardised", "order-one", "rank", (CENTRED, CENTRED + "    Xc = Xc / Xc.std(axis=0)\n"))
wrong("unit-rows", "lengths-in-directions", "order-one", "rank", (CENTRED, CENTRED + "    Xc = unit_rows(Xc)\n"))
wrong("entropy", "entropy", "order-one", "one", ("np.exp(-np.sum(p * np.log(p)))", "-np.sum(p * np.log(p))"))
wrong("bits", "two-bases", "order-one", "one", ("np.sum(p * np.log(p))", "np.sum(p * np.log2(p))"))
wrong("of-d", "relative", "order-one", "rank", ("return np.exp(-np.sum(p * np.log(p)))", "return np.exp(-np.sum(p * np.log(p))) / X.shape[1]"))
wrong("ratio", "participation", "order-one", "one", ("return np.exp(-np.sum(p * np.log(p)))", "return 1 / np.sum(p**2)"), why="for order 1 too")
wrong("page-alone", "order-ignored", "orders", "orders", ("    if order == 1:\n", "    if True:\n"), why="the code of the page")
wrong("two-alone", "participation", "orders", "orders", (POWERS, "    return 1 / np.sum(p**2)\n"))
wrong("upside-down", "exponent-upside-down", "orders", "orders", ("outer = 1 / (1 - order)", "outer = 1 / (order - 1)"))
wrong("norm", "root-of-the-order", "orders", "orders", (POWERS, "    return np.sum(p**order) ** (1 / order)\n"))
wrong("no-outer", "sum-alone", "orders", "orders", (POWERS, "    return np.sum(p**order)\n"))
wrong("one-more", "order-shifted", "orders", "orders", (POWERS, "    order = order + 1\n" + POWERS.removeprefix("\n")))
wrong("variances", "not-shares", "orders", "orders", ("    total = np.sum(", "    p = squares[squares > 0] / (len(X) - 1)\n    total = np.sum("))
wrong("around-one", "near-one", "orders", "near-one", ("    if order == 1:\n", "    if abs(order - 1) < 0.01 or np.isclose(order, 1.01):\n"))
wrong("as-written", "powers-vanish", "large", "large", (POWERS, '''
    with np.errstate(divide="ignore"):
        return np.sum(p**order) ** (1 / (1 - order))
'''))
wrong("math-powers", "powers-vanish", "large", "large", (POWERS, "    return sum(float(x) ** order for x in p) ** (1 / (1 - order))\n"), why="zero to a negative power is an error in Python")
wrong("capped", "order-capped", "large", "large", (POWERS, "    order = min(order, 100)\n" + POWERS.removeprefix("\n")), why="orders are cut off at 100")
wrong("only-the-largest", "largest-alone", "large", "large", (POWERS, '''
    if order > 100:
        return p.max() ** (order / (1 - order)) * np.isclose(p, p.max()).sum() ** (1 / (1 - order))
''' + POWERS.removeprefix("\n")), why="shares just below the largest are left out")
wrong("infinite", "no-limit", "large", "infinity", (LIMIT, ""), why="a power of one share is infinity times zero")
wrong("share", "largest-share", "large", "infinity", ("        return 1 / p.max()\n", "        return p.max()\n"))
wrong("roundings", "flat-not-a-number", "flat", "zero-shares", (SQUARES, "    squares = np.linalg.svd(Xc, compute_uv=False) ** 2\n    squares[squares < 1e-20 * squares.max()] = 0\n"), ("    p = p[p > 0]\n", '''
    if order == 1:
        with np.errstate(all="ignore"):
            return np.exp(-np.sum(p * np.log(p)))
'''), why="the logarithm of zero, times zero")
wrong("below-zero", "flat-not-a-number", "flat", "zero-shares", ("np.maximum(np.linalg.eigvalsh(Xc.T @ Xc), 0)", "np.linalg.eigvalsh(Xc.T @ Xc)"), ("    p = p[p > 0]\n", "    np.seterr(all=\"ignore\")\n"), why="shares below zero by rounding")
wrong("smoothed", "flat-counted", "flat", "zero-shares", ("    p = p[p > 0]\n", "    p = p + 1e-9\n"), why="a small number is added to each share")

answers.wrong(
    "cut-off",
    "shares-cut-off",
    check="orders",
    alone=True,
    of="right-page",
    edits=[("    p = p[p > 0]\n", "    p = p[p > 1e-7]\n")],
)

answers.wrong(
    "a-little-each",
    "flat-counted",
    check="flat",
    breaks="zero-shares",
    why="so little is added that it shows only where many shares are zero",
    alone=True,
    of="right-page",
    edits=[("    p = p[p > 0]\n", "    p = p + 1e-13\n")],
)

answers.spoiled("right * 1.01", "right + 1e-3", "str(right)", "None")

answers.equivalent(
    "if order == np.inf:", "if order >= np.inf:", because="no order is larger than infinity"
)
answers.equivalent(
    "p = p[p > 0] / p.sum()", "p = p[p != 0] / p.sum()", because="squares are never below zero"
)
