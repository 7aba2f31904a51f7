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
    "occurrences", "occurrences", check="values",
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
    "any-array", "probabilities-unchecked", check="errors",
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
    "as-written", "digits-lost", check="rare",
    why="the formula as it stands",
    of="wrong-occurrences", 
    old="    return float((n * p).sum())",
    new="    return float((1 - (1 - p) ** n).sum())")

answers.wrong(
    "capped", "capped", check="values",
    why="no id more than once, in expectation",
    of="wrong-occurrences", 
    old="    return float((n * p).sum())",
    new="    return float(np.minimum(1.0, n * p).sum())")

answers.wrong(
    "for-each-id", "not-a-float", check="values",
    why="forgets to add up",
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
    "missing", "missing-counted", check="values",
    why="the ids that are not drawn",
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
    why="a Poisson number of occurrences",
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
    "uniform", "all-alike", check="values",
    why="the birthday problem",
    of="wrong-occurrences", old='''
    return float((n * p).sum())
''', new='''
    V = len(p)
    return V * (1 - (1 - 1 / V) ** n)
''')

answers.wrong(
    "zero-times-infinity", "certain-nan", check="ends",
    why="0 times the logarithm of 0",
    source='''
def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError(f"n={n}")
    missing = n * np.log1p(-p)
    return float(-np.expm1(missing).sum())
''')

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "str(right)",
    "None",
    "np.float32(right)")
