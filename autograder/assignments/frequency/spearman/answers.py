"""Answers to `spearman` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "dictionary", how="places collected in a dictionary; sums of Python floats",
    source='''
from collections import defaultdict


def spearman(x, y):
    if x.ndim != 1 or y.ndim != 1 or len(x) != len(y):
        raise ValueError("two arrays of one length")
    if len(x) < 2:
        raise ValueError("two values or more")

    def ranks(values):
        places = defaultdict(list)
        for place, value in enumerate(sorted(values), start=1):
            places[value].append(place)
        if len(places) == 1:
            raise ValueError("all values are equal")
        return [sum(places[v]) / len(places[v]) for v in values]

    n, a, b = len(x), ranks(x.tolist()), ranks(y.tolist())
    middle = (n + 1) / 2
    both = sum((i - middle) * (j - middle) for i, j in zip(a, b))
    own = sum((i - middle) ** 2 for i in a) * sum((j - middle) ** 2 for j in b)
    return both / own**0.5
''')

answers.right(
    "runs", how="walks along the sorted values; np.corrcoef",
    source='''
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    return float(np.corrcoef(ranked(x), ranked(y))[0, 1])


def ranked(values):
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ordered, start = values[order], 0
    for i in range(1, len(values) + 1):
        if i == len(values) or ordered[i] != ordered[start]:
            ranks[order[start:i]] = (start + i - 1) / 2
            start = i
    return ranks
''')

answers.right(
    "searchsorted", how="average of the first and the last place, by binary search",
    source='''
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    ranks = []
    for values in (x, y):
        ordered = np.sort(values)
        low = np.searchsorted(ordered, values, side="left")
        high = np.searchsorted(ordered, values, side="right")
        ranks.append((low + high) / 2)
    a, b = (r - np.mean(r) for r in ranks)
    return float((a * b).sum() / (np.linalg.norm(a) * np.linalg.norm(b)))
''')

answers.wrong(
    "pearson", "raw-values", check="ranks", breaks="ranks",
    source='''
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    return float(np.corrcoef(x, y)[0, 1])
''')

answers.wrong(
    "all-pairs", "all-pairs", check="cost", breaks="memory",
    source='''
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    ranks = []
    for v in (x, y):
        below = (v[None, :] < v[:, None]).sum(axis=1)
        equal = (v[None, :] == v[:, None]).sum(axis=1)
        ranks.append(below + (equal + 1) / 2)
    return float(np.corrcoef(*ranks)[0, 1])
''')

answers.wrong(
    "argsort-once", "order-correlated", check="ranks",
    of="wrong-pearson", old='''
    return float(np.corrcoef(x, y)[0, 1])
''', new='''
    a, b = np.argsort(x, kind="stable"), np.argsort(y, kind="stable")
    return float(np.corrcoef(a, b)[0, 1])
''')

answers.wrong(
    "argsort-twice", "equals-ranked-apart", check="ties", breaks="average",
    of="wrong-pearson", old='''
    return float(np.corrcoef(x, y)[0, 1])
''', new='''
    a, b = (np.argsort(np.argsort(v, kind="stable")) for v in (x, y))
    return float(np.corrcoef(a, b)[0, 1])
''')

answers.wrong(
    "constant", "constant-accepted", check="errors", breaks="constant",
    why="returns 0 for a constant",
    of="right-runs", old='        raise ValueError("constant")', new="        return 0.0")

answers.wrong(
    "in-place", "arguments-changed", check="ties", breaks="unchanged",
    why="sorts what it was given",
    of="right-runs", old='''
    ordered, start = values[order], 0
''', new='''
    values.sort()
    ordered, start = values, 0
''')

answers.wrong(
    "kendall", "kendall", check="ranks", breaks="pearson",
    source='''
def spearman(x, y):
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"{x.shape} and {y.shape}")
    if np.all(x == x[0]) or np.all(y == y[0]):
        raise ValueError("constant")
    n, total = len(x), 0.0
    x, y = x.astype(float), y.astype(float)
    for i in range(1, n):
        total += float((np.sign(x[i] - x[:i]) * np.sign(y[i] - y[:i])).sum())
    return total / (n * (n - 1) / 2)
''')

answers.wrong(
    "lowest-rank", "other-ranks", check="ties",
    why="equal values get their lowest place",
    of="wrong-pearson", old='''
    return float(np.corrcoef(x, y)[0, 1])
''', new='''
    a, b = (np.searchsorted(np.sort(v), v) for v in (x, y))
    return float(np.corrcoef(a, b)[0, 1])
''')

answers.wrong(
    "six-d-squared", "formula-with-ties", check="ties",
    of="right-runs", old='''
    return float(np.corrcoef(ranked(x), ranked(y))[0, 1])
''', new='''
    n, D = len(x), ranked(x) - ranked(y)
    return float(1 - 6 * np.sum(D**2) / (n * (n**2 - 1)))
''')

answers.wrong(
    "cut-ranks", "other-ranks", check="ties",
    why="keeps ranks as whole numbers",
    of="right-runs", edits=[('    ranks = np.empty(len(values))', '    ranks = np.empty(len(values), int)')])

answers.wrong(
    "ranks-like-values", "many-values", check="ties", breaks="any-dtype",
    of="right-runs", edits=[('    ranks = np.empty(len(values))', '    ranks = np.empty(len(values), values.dtype if values.dtype.itemsize == 1 else float)'), ('            ranks[order[start:i]] = (start + i - 1) / 2', '            ranks[order[start:i]] = (start + i - 1) / 2 if ranks.dtype == float else np.array(start + i - 1).astype(ranks.dtype)'), ('np.corrcoef(ranked(x), ranked(y))', 'np.corrcoef(ranked(x).astype(float), ranked(y).astype(float))')])

answers.wrong(
    "floats", "values-converted", check="ties", breaks="integers",
    of="right-runs", edits=[('    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n', '    x, y = x.astype(float), y.astype(float)\n    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n')])

answers.wrong(
    "strided", "not-contiguous", check="ties", breaks="strided",
    why="hands the memory to PyTorch as it lies",
    of="right-runs", edits=[('    order = np.argsort(values, kind="stable")', '    values = torch.as_strided(torch.from_numpy(values), (len(values),), (1,)).numpy() if values.dtype.kind == "f" else values\n    order = np.argsort(values, kind="stable")')])

answers.wrong(
    "ends-alone", "constant-found", check="ranks",
    of="right-runs", edits=[('    if np.all(x == x[0]) or np.all(y == y[0]):\n', '    if x.max() == x[0] or np.all(y == y[0]):\n')])

answers.wrong(
    "array", "array-returned", check="ranks", breaks="float",
    of="right-runs", edits=[('float(np.corrcoef(ranked(x), ranked(y))[0, 1])', 'np.corrcoef(ranked(x), ranked(y))')])

answers.wrong(
    "cut", "lengths-unchecked", check="errors", breaks="lengths",
    of="right-runs", edits=[('    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n', '    n = min(len(x), len(y)) if x.ndim == y.ndim == 1 else 0\n    if x.ndim != 1 or y.ndim != 1 or n < 2 and len(x) == len(y):\n        raise ValueError(f"{x.shape} and {y.shape}")\n    x, y = x[:n], y[:n]\n    if False:\n'), ('    if np.all(x == x[0]) or np.all(y == y[0]):\n', '    if n > 1 and (np.all(x == x[0]) or np.all(y == y[0])):\n')])

answers.wrong(
    "one-value", "too-few", check="errors", breaks="n-range",
    of="right-runs", edits=[('    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n', '    if x.ndim == 1 and x.shape == y.shape == (1,):\n        return 1.0\n    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n')])

answers.wrong(
    "any-axes", "shapes-unchecked", check="errors", breaks="one-axis",
    why="makes one axis of whatever comes",
    of="right-runs", edits=[('    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n', '    if x.size == y.size:\n        x, y = x.reshape(-1), y.reshape(-1)\n    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:\n')])

answers.wrong(
    "constant-y", "constant-accepted", check="errors",
    why="looks at x alone",
    of="right-runs", edits=[('    if np.all(x == x[0]) or np.all(y == y[0]):\n', '    if np.all(x == x[0]):\n')])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.float32(right)")

answers.wrong(
    "rounded", "values-rounded", check="ties", alone=True, breaks="average",
    why="rounds the values to eight digits",
    source='''
def spearman(x, y):
    if x.ndim != 1 or y.ndim != 1 or len(x) != len(y) or len(x) < 2:
        raise ValueError("s")
    def ranks(v):
        u, inv, cnt = np.unique(v, return_inverse=True, return_counts=True)
        last = np.cumsum(cnt)
        return (last - (cnt - 1) / 2)[inv]
    a, b = ranks(np.round(x, 8)), ranks(np.round(y, 8))
    a, b = a - a.mean(), b - b.mean()
    if not a.any() or not b.any():
        raise ValueError("equal")
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))
''')

answers.wrong(
    "differences", "values-wrap", check="ties", alone=True, breaks="integers",
    source='''
def spearman(x, y):
    if x.ndim != 1 or y.ndim != 1 or len(x) != len(y):
        raise ValueError("shapes")
    if len(x) < 2:
        raise ValueError("n below 2")
    if x.min() == x.max() or y.min() == y.max():
        raise ValueError("all equal")

    def ranks(a):
        order = np.argsort(a, kind="stable")
        new = np.concatenate(([True], np.diff(a[order]) > 0))
        group = np.cumsum(new) - 1
        inverse = np.empty(len(a), dtype=np.int64)
        inverse[order] = group
        number = np.bincount(group)
        last = np.cumsum(number)
        return (last - (number - 1) / 2)[inverse]

    rx, ry = ranks(x), ranks(y)
    rx = rx - rx.mean()
    ry = ry - ry.mean()
    return float((rx * ry).sum() / np.sqrt((rx * rx).sum() * (ry * ry).sum()))
''')

answers.wrong(
    "whole-sums", "sums-overflow", check="cost", alone=True,
    source='''
def spearman(x, y):
    if x.ndim != 1 or y.ndim != 1 or len(x) != len(y):
        raise ValueError("shapes")
    if len(x) < 2:
        raise ValueError("n below 2")
    if x.min() == x.max() or y.min() == y.max():
        raise ValueError("all equal")

    def ranks(a):
        _, inverse, number = np.unique(a, return_inverse=True, return_counts=True)
        last = np.cumsum(number)
        return (last - (number - 1) / 2)[inverse]

    rx, ry = ranks(x), ranks(y)
    rx, ry = (2 * rx).astype(np.int64), (2 * ry).astype(np.int64)
    n = len(rx)
    above = n * (rx * ry).sum() - rx.sum() * ry.sum()
    vx = n * (rx * rx).sum() - rx.sum() ** 2
    vy = n * (ry * ry).sum() - ry.sum() ** 2
    return float(above / (np.sqrt(vx) * np.sqrt(vy)))
''')

answers.wrong(
    "ten-decimals", "values-rounded", check="ties", alone=True, breaks="average",
    why="rounds the values to ten decimals, whatever their size",
    of="wrong-rounded",
    old="ranks(np.round(x, 8)), ranks(np.round(y, 8))",
    new="ranks(np.round(x, 10)), ranks(np.round(y, 10))")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if x.ndim != 1 or x.shape != y.shape or len(x) < 2:",
    "if x.ndim != 1 or x.shape < y.shape or len(x) < 2:",
    because="the product a @ b of ranks of two lengths raises the same ValueError",
)
answers.equivalent(
    "if x.ndim != 1 or x.shape != y.shape or len(x) < 2:",
    "if x.ndim != 1 or x.shape > y.shape or len(x) < 2:",
    because="the product a @ b of ranks of two lengths raises the same ValueError",
)
answers.equivalent(
    "if x.ndim != 1 or x.shape != y.shape or len(x) < 2:",
    "if x.ndim != 1 or x.shape != y.shape or len(x) < 1:",
    because="a single value is equal to itself, and refused with the same ValueError as constant",
)
answers.equivalent(
    "if (x == x[0]).all() or (y == y[0]).all():",
    "if (x == x[ 1]).all() or (y == y[0]).all():",
    because="the values are all equal to any one of them, or to none",
)
answers.equivalent(
    "if (x == x[0]).all() or (y == y[0]).all():",
    "if (x == x[ -1]).all() or (y == y[0]).all():",
    because="the values are all equal to any one of them, or to none",
)
answers.equivalent(
    "if (x == x[0]).all() or (y == y[0]).all():",
    "if (x == x[0]).all() or (y == y[ 1]).all():",
    because="the values are all equal to any one of them, or to none",
)
answers.equivalent(
    "if (x == x[0]).all() or (y == y[0]).all():",
    "if (x == x[0]).all() or (y == y[ -1]).all():",
    because="the values are all equal to any one of them, or to none",
)
