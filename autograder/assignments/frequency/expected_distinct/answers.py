"""Answers to `expected_distinct` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop",
    how="one id after the other, with math",
    source='''
import math


def expected_distinct(p, n):
    def for_one(n):
        total = 0.0
        for chance in p.tolist():
            if chance >= 1:
                total += 1.0 if n else 0.0
            else:
                total -= math.expm1(n * math.log1p(-chance))
        return total

    return np.array([for_one(k) for k in n.tolist()]) if isinstance(n, np.ndarray) else for_one(n)
''',
)

answers.right(
    "possible-ids",
    how="certain ids apart; fills an array of results",
    source='''
def expected_distinct(p, n):
    logs, certain = np.log1p(-p[p < 1]), (p == 1).sum()
    many = np.atleast_1d(n)
    out = np.empty(len(many))
    for j, k in enumerate(many):
        out[j] = (k > 0) * certain - np.expm1(k * logs).sum()
    return out if np.ndim(n) else float(out[0])
''',
)

answers.right(
    "powers-of-logs",
    how="expm1 for all tokens, then puts certain ones right",
    source='''
def expected_distinct(p, n):
    if np.ndim(n) == 1:
        return np.fromiter((expected_distinct(p, k) for k in n), float)
    with np.errstate(divide="ignore", invalid="ignore"):
        there = -np.expm1(n * np.log1p(-p))
    return np.sum(np.where(p >= 1, float(n > 0), there))
''',
)

answers.right(
    "token-by-token",
    how="adds up the curves of the tokens, one after the other",
    source='''
def expected_distinct(p, n):
    total = np.zeros(np.shape(n))
    for chance in p:
        if chance == 1:
            total = total + np.greater(n, 0)
        else:
            total = total - np.expm1(np.multiply(n, np.log1p(-chance)))
    return total
''',
)

answers.wrong(
    "occurrences",
    "occurrences",
    check="values",
    why="the sum of n p",
    breaks="distinct",
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = (k * p).sum()")],
)

answers.wrong(
    "as-written",
    "rare-digits-lost",
    check="rare",
    why="the formula as it stands",
    breaks="digits",
    alone=True,
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = (1 - (1 - p) ** k).sum()")],
)

answers.wrong(
    "log-of-difference",
    "rare-digits-lost",
    check="rare",
    why="takes log(1 - p) in place of log1p(-p)",
    breaks="digits",
    alone=True,
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = (k > 0) * certain - np.expm1(k * np.log(1 - p[p < 1])).sum()")],
)

answers.wrong(
    "exponential-from-one",
    "rare-digits-lost",
    check="rare",
    why="takes log1p, and then subtracts the exponential from 1",
    breaks="some-tokens",
    alone=True,
    of="right-possible-ids",
    edits=[("(k > 0) * certain - np.expm1(k * logs).sum()", "(k > 0) * certain + (1 - np.exp(k * logs)).sum()")],
)

answers.wrong(
    "below-epsilon",
    "rare-digits-lost",
    check="rare",
    why="leaves out probabilities below machine epsilon, as if they were zero",
    breaks="digits",
    alone=True,
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = (k > 0) * certain - np.expm1(k * logs[p[p < 1] > np.finfo(float).eps]).sum()")],
)

answers.wrong(
    "linear",
    "first-order",
    check="rare",
    why="n p where p is small",
    breaks="digits",
    alone=True,
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", '''
small = p < 1e-9
        out[j] = (k * p[small]).sum() + (k > 0) * certain - np.expm1(k * np.log1p(-p[~small & (p < 1)])).sum()''')],
)

answers.wrong(
    "capped",
    "capped",
    check="values",
    breaks="distinct",
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = np.minimum(1.0, k * p).sum()")],
)

answers.wrong(
    "poisson",
    "approximated",
    check="values",
    breaks="distinct",
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = -np.expm1(-k * p).sum()")],
)

answers.wrong(
    "poisson-if-rare",
    "approximated",
    check="rare",
    breaks="digits",
    why="takes tokens below one in a thousand for Poisson",
    of="right-possible-ids",
    edits=[("np.log1p(-p[p < 1])", "np.where(p < 1e-3, -p, np.log1p(-np.minimum(p, 1 - 1e-16)))[p < 1]")],
)

answers.wrong(
    "missing",
    "missing-counted",
    check="values",
    breaks="distinct",
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = len(p) - (k > 0) * certain + np.expm1(k * logs).sum()")],
)

answers.wrong(
    "uniform",
    "all-alike",
    check="values",
    breaks="distinct",
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", "out[j] = len(p) * (1 - (1 - 1 / len(p)) ** k)")],
)

answers.wrong(
    "for-each-id",
    "not-a-float",
    check="values",
    breaks="number",
    of="right-possible-ids",
    edits=[("return out if np.ndim(n) else float(out[0])", "return out if np.ndim(n) else -np.expm1(n * np.log1p(-p))")],
)

answers.wrong(
    "as-an-array",
    "not-a-float",
    check="values",
    why="returns an array of one entry",
    breaks="number",
    of="right-possible-ids",
    edits=[("return out if np.ndim(n) else float(out[0])", "return out")],
)

answers.wrong(
    "zero-in-an-array",
    "certain-nan",
    check="ends",
    breaks="no-draws",
    alone=True,
    why="looks for no draws where n is one number alone",
    source='''
def expected_distinct(p, n):
    if np.ndim(n) == 0 and n == 0:
        return 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        found = [-np.expm1(k * np.log1p(-p)).sum() for k in np.atleast_1d(n)]
    return float(found[0]) if np.ndim(n) == 0 else np.array(found)
''',
)

answers.wrong(
    "zero-times-infinity",
    "certain-nan",
    check="ends",
    breaks="no-draws",
    alone=True,
    of="right-possible-ids",
    edits=[("out[j] = (k > 0) * certain - np.expm1(k * logs).sum()", '''
with np.errstate(all="ignore"):
            out[j] = -np.expm1(k * np.log1p(-p)).sum()''')],
)

answers.wrong(
    "at-least-one",
    "no-draws",
    check="ends",
    breaks="no-draws",
    of="right-possible-ids",
    edits=[("    many = np.atleast_1d(n)", "    many = np.maximum(np.atleast_1d(n), 1)")],
)

answers.wrong(
    "certain-refused",
    "certain-id",
    check="ends",
    why="takes a certain id for a mistake",
    breaks="both-allowed",
    alone=True,
    of="right-possible-ids",
    edits=[("    many = np.atleast_1d(n)\n", '''
    if certain:
        raise ValueError("a probability of 1")
    many = np.atleast_1d(n)
''')],
)

answers.wrong(
    "impossible-refused",
    "impossible-id",
    check="ends",
    why="takes an impossible id for a mistake",
    breaks="both-allowed",
    alone=True,
    of="right-possible-ids",
    edits=[("    many = np.atleast_1d(n)\n", '''
    if p.min() <= 0:
        raise ValueError("a probability of 0")
    many = np.atleast_1d(n)
''')],
)

answers.wrong(
    "broadcast",
    "draws-paired",
    check="curve",
    why="the code of the page, for one number of draws",
    breaks="for-each",
    source='''
def expected_distinct(p, n):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(n > 0, -np.expm1(n * np.log1p(-p)), 0.0).sum()
''',
)

answers.wrong(
    "pairs",
    "draws-paired",
    check="curve",
    why="gives each number of draws the token at its place",
    breaks="for-each",
    source='''
def expected_distinct(p, n):
    def there(p, n):
        return (n > 0) * 1.0 if p == 1 else -np.expm1(n * np.log1p(-p))

    if np.ndim(n):
        return np.array([there(a, k) for a, k in zip(p, n, strict=True)])
    return float(sum(there(a, n) for a in p))
''',
)

answers.wrong(
    "cumulated",
    "draws-added-up",
    check="curve",
    breaks="for-each",
    of="right-possible-ids",
    edits=[("    many = np.atleast_1d(n)", "    many = np.cumsum(np.atleast_1d(n))")],
)

answers.wrong(
    "sorted",
    "curve-sorted",
    check="curve",
    breaks="same-order",
    alone=True,
    of="right-possible-ids",
    edits=[("    many = np.atleast_1d(n)", "    many = np.sort(np.atleast_1d(n))")],
)

answers.wrong(
    "unique",
    "repeats-merged",
    check="curve",
    breaks="for-each",
    source='''
def expected_distinct(p, n):
    logs, certain = np.log1p(-p[p < 1]), (p == 1).sum()
    many, place = np.unique(n, return_inverse=True)
    found = {k: (k > 0) * certain - np.expm1(k * logs).sum() for k in many}
    results = np.array(list({k: found[k] for k in np.atleast_1d(n)}.values()))
    return results if np.ndim(n) else float(results[0])
''',
)

answers.wrong(
    "last-point",
    "one-point",
    check="curve",
    breaks="for-each",
    of="right-possible-ids",
    edits=[("return out if np.ndim(n) else float(out[0])", "return float(out[-1])")],
)

answers.wrong(
    "all-points",
    "one-point",
    check="curve",
    why="sums over tokens and numbers of draws at once",
    breaks="for-each",
    of="right-possible-ids",
    edits=[("return out if np.ndim(n) else float(out[0])", "return float(out.sum())")],
)

answers.wrong(
    "all-pairs",
    "draws-by-tokens",
    check="cost",
    breaks="memory",
    alone=True,
    source='''
def expected_distinct(p, n):
    with np.errstate(divide="ignore", invalid="ignore"):
        there = -np.expm1(np.multiply.outer(n, np.log1p(-p)))
    there = np.where(np.multiply.outer(n, p) > 0, there, 0.0)
    return there.sum(axis=-1)
''',
)

answers.wrong(
    "certain-always",
    "certain-nan",
    check="ends",
    breaks="no-draws",
    alone=True,
    why="a certain token counts for each number of draws in an array, none among them",
    of="right-possible-ids",
    edits=[("(k > 0) * certain", "(k > 0 or len(many) > 1) * certain")],
)

answers.spoiled("right * 1.01", "right + 1e-3", "str(right)", "None")
