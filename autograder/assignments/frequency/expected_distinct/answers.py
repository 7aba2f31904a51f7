"""Answers to `expected_distinct` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="one id after the other, with math",
    source='''
import math


def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError("a negative number of draws")
    total = 0.0
    for chance in p.tolist():
        if chance >= 1:
            total += 1.0 if n else 0.0
        else:
            total -= math.expm1(n * math.log1p(-chance))
    return total
''')

answers.right(
    "possible-ids", how="leaves impossible ids out; certain ones by a clip",
    source='''
def expected_distinct(p, n):
    if n < 0 or p.ndim != 1 or p.size == 0 or (p < 0).any() or not np.isclose(p.sum(), 1, rtol=0, atol=1e-6):
        raise ValueError("bad draws or bad probabilities")
    q = p[p > 0]
    if len(q) == 1:
        return float(min(n, 1))
    return -np.expm1(n * np.log1p(-q)).sum().item()
''')

answers.right(
    "powers-of-logs", how="subtracts an exponential from 1: enough for a sum",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        gone = np.exp(n * np.log1p(-p))
    gone = np.where(p >= 1, float(n == 0), gone)
    return np.sum(1.0 - gone)
''')

answers.wrong(
    "occurrences", "occurrences", check="values", breaks="distinct",
    why="the sum of n p",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    return float((n * p).sum())
''')

answers.wrong(
    "any-array", "shape-unchecked", check="errors",
    why="does not look at p",
    source='''
def expected_distinct(p, n):
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    missing = n * np.log1p(-p)
    return float(-np.expm1(missing).sum())
''')

answers.wrong(
    "as-written", "digits-lost", check="rare", breaks="digits",
    why="the formula as it stands",
    of="wrong-occurrences", 
    old="    return float((n * p).sum())",
    new="    return float((1 - (1 - p) ** n).sum())")

answers.wrong(
    "capped", "capped", check="values", breaks="formula",
    of="wrong-occurrences", 
    old="    return float((n * p).sum())",
    new="    return float(np.minimum(1.0, n * p).sum())")

answers.wrong(
    "for-each-id", "not-a-float", check="values", breaks="float",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return np.zeros(len(p))
    missing = n * np.log1p(-p)
    return -np.expm1(missing)
''')

answers.wrong(
    "missing", "missing-counted", check="values", breaks="there",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    missing = n * np.log1p(-p)
    return float(np.exp(missing).sum())
''')

answers.wrong(
    "poisson", "approximated", check="values",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    if n == 0:
        return 0.0
    missing = -n * p
    return float(-np.expm1(missing).sum())
''')

answers.wrong(
    "uniform", "all-alike", check="values", breaks="token-i",
    of="wrong-occurrences", old='''
    return float((n * p).sum())
''', new='''
    V = len(p)
    return V * (1 - (1 - 1 / V) ** n)
''')

answers.wrong(
    "zero-times-infinity", "certain-nan", check="ends", breaks="no-draws",
    why="0 times the logarithm of 0",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    missing = n * np.log1p(-p)
    return float(-np.expm1(missing).sum())
''')

answers.wrong(
    "linear", "first-order", check="rare",
    why="n p where p is small",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    small = p < 1e-9\n    return float((n * p[small]).sum() - np.expm1(n * np.log1p(-p[~small])).sum())')])

answers.wrong(
    "strided", "not-contiguous", check="values", breaks="strided",
    why="views the entries as one column, which PyTorch does for contiguous memory alone",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    q = torch.as_strided(torch.from_numpy(p), (len(p),), (1,)).numpy()\n    return float(-np.expm1(n * np.log1p(-q)).sum())')])

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="unchanged",
    why="makes logarithms of p in the place of p",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    np.log1p(-p, out=p)\n    return float(-np.expm1(n * p).sum())')])

answers.wrong(
    "certain-refused", "certain-id", check="ends", breaks="certain",
    why="takes a certain id for a mistake",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    check_probabilities(p)\n', '    check_probabilities(p)\n    if p.max() >= 1:\n        raise ValueError("a probability of 1")\n')])

answers.wrong(
    "impossible-refused", "impossible-id", check="ends", breaks="both-allowed",
    why="takes an impossible id for a mistake",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    check_probabilities(p)\n', '    check_probabilities(p)\n    if p.min() <= 0:\n        raise ValueError("a probability of 0")\n')])

answers.wrong(
    "any-shape", "shape-unchecked", check="errors", breaks="one-axis",
    why="adds up whatever comes",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    check_probabilities(p)\n', '    if p.size == 0 or p.min() < 0 or p.max() > 1 or abs(p.sum() - 1) > 1e-6:\n        raise ValueError(p)\n')])

answers.wrong(
    "empty", "shape-unchecked", check="errors", breaks="empty",
    why="lets an empty p pass",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    check_probabilities(p)\n', '    if p.ndim != 1 or p.size and (p.min() < 0 or abs(p.sum() - 1) > 1e-6):\n        raise ValueError(p)\n')])

answers.wrong(
    "isclose", "sum-unchecked", check="errors", breaks="sum",
    why="leaves the tolerance to NumPy, whose own is ten times as wide",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    check_probabilities(p)\n', '    if p.ndim != 1 or p.size == 0 or p.min() < 0 or p.max() > 1 or not np.isclose(p.sum(), 1):\n        raise ValueError(p)\n')])

answers.wrong(
    "exact-sum", "sum-strict", check="errors", breaks="within",
    why="allows rounding alone",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    check_probabilities(p)\n', '    check_probabilities(p)\n    if abs(p.sum() - 1) > 1e-12:\n        raise ValueError(p.sum())\n')])

answers.wrong(
    "negative-entries", "entries-unchecked", check="errors", breaks="entries",
    why="looks at the sum alone",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    with np.errstate(all="ignore"):\n        return float(-np.expm1(n * np.log1p(-p)).sum())'), ('    check_probabilities(p)\n', '    if p.ndim != 1 or p.size == 0 or abs(p.sum() - 1) > 1e-6:\n        raise ValueError(p)\n')])

answers.wrong(
    "negative-n", "negative-draws", check="errors", breaks="n-range",
    of="wrong-occurrences", edits=[('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())'), ('    if n < 0:\n        raise ValueError(f"n={n}")\n    if n == 0:', '    if n <= 0:')])

answers.wrong(
    "at-least-one-draw", "no-draws", check="ends",
    of="wrong-occurrences", edits=[('    if n == 0:\n        return 0.0\n', '    n = max(n, 1)\n'), ('    return float((n * p).sum())', '    missing = n * np.log1p(-p)\n    return float(-np.expm1(missing).sum())')])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.float32(right)")

answers.wrong(
    "none-first", "unchecked-without-draws", check="errors", alone=True, breaks="sum",
    why="answers for no draws before it looks at p",
    source='''
def expected_distinct(p, n):
    if n == 0:
        return 0.0
    check_probabilities(p)
    if n < 0:
        raise ValueError("n")
    with np.errstate(divide="ignore"):
        return float(-np.expm1(n * np.log1p(-p)).sum())
''')

answers.wrong(
    "normalised", "normalised", check="values", alone=True, breaks="formula",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n = {n} is negative")
    if n == 0:
        return 0.0
    p = p / p.sum()
    with np.errstate(divide="ignore"):
        logs = np.log1p(-p)
    return float(-np.expm1(n * logs).sum())
''')

answers.wrong(
    "log-of-difference", "digits-lost", check="rare", alone=True, breaks="digits",
    why="takes log(1 - p) in place of log1p(-p)",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n = {n} is negative")
    if n == 0:
        return 0.0
    with np.errstate(divide="ignore"):
        logs = np.log(1 - p)
    return float(-np.expm1(n * logs).sum())
''')

answers.wrong(
    "below-epsilon", "digits-lost", check="rare", alone=True, breaks="digits",
    why="leaves out probabilities below machine epsilon, as if they were zero",
    of="right-possible-ids",
    old="q = p[p > 0]",
    new="q = p[p > np.finfo(float).eps]")
