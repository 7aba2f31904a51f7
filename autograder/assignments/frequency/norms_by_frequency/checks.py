"""Checks of `norms_by_frequency`: mean lengths of rows in bands of ranks."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require

from ..asking import floats

NAME = "norms_by_frequency"
NEUTRAL = "The mean lengths of the bands are wrong."


def table(rng, V=12, d=4, dtype="float64") -> np.ndarray:
    """Rows in random directions, of lengths that differ."""
    long, short = rng.normal(size=(2, V, d))
    return (long * rng.permutation(V)[:, None] + 0.1 * short).astype(dtype)


def distinct_counts(rng, V, dtype="int64") -> np.ndarray:
    """Counts (V,) without repeats."""
    return (rng.choice(100, V, replace=False) + 5).astype(dtype)


def inner_edges(rng, V) -> np.ndarray:
    """Three bands of two rows or more; some rows before the first edge, some after the last one."""
    return np.cumsum(np.append(rng.integers(1, 3), rng.integers(2, 4, 3)))


def norms_of(E) -> np.ndarray:
    return np.linalg.norm(E.astype(np.float64), axis=1)


def ranking(counts) -> np.ndarray:
    """The ids by rank: larger counts first, then smaller ids; no count is converted."""
    return np.lexsort((-np.arange(len(counts)), counts))[::-1]


def over(values, edges) -> np.ndarray:
    """Means over bands (rank edges[i] to edges[i+1]) of values in the order of ranks."""
    return np.array([values[a:b].mean() if len(values[a:b]) else np.nan for a, b in zip(edges, edges[1:])])


def right(E, counts, edges) -> np.ndarray:
    return over(norms_of(E)[ranking(counts)], edges)


def rounding(E, edges) -> np.ndarray:
    """The rounding error allowed: bands may be summed one by one, or as differences of cumulative sums."""
    return bound(E.dtype.name, sum(E.shape) + 4, norms_of(E).sum() / np.diff(edges))


def mistakes(E, counts, edges) -> dict:
    """What each mistake gives for the means of the bands."""
    norms, order = norms_of(E), ranking(counts)
    ranked, places = norms[order], np.argsort(order)
    bands = list(zip(edges, edges[1:]))
    want = over(ranked, edges)
    closed = np.array([ranked[a : b + 1].mean() for a, b in bands])
    beyond = np.append(want[:-1], ranked[edges[-2] :].mean())
    backwards = np.argsort(counts, kind="stable")
    return {
        "rare-first": [over(norms[backwards], edges), over(ranked[::-1], edges)],
        "ties-reversed": over(norms[backwards[::-1]], edges),
        "not-sorted": over(norms, edges),
        "order-for-rank": [over(norms[places], edges), over(norms[np.argsort(backwards)], edges)],
        "upper-edge": [closed, np.append(closed[:-1], want[-1])],
        "last-band-open": beyond,
        "norm-of-mean": np.array([np.linalg.norm(E[order][a:b].mean(axis=0)) for a, b in bands]),
        "mean-square": [over(ranked**2, edges), np.sqrt(over(ranked**2, edges))],
    }


def answer(student, E, counts, edges, strided=False) -> np.ndarray:
    return floats(ask(student, NAME, E, counts, edges, strided=strided), NEUTRAL)


@check(points=1)
def bands(student, rng):
    """Counts that all differ; rows left over at both ends, then none."""
    evidence = Diagnosis(NEUTRAL)
    for V in (12, 15):
        E, counts, edges = table(rng, V), distinct_counts(rng, V), inner_edges(rng, V)
        want, got = right(E, counts, edges), answer(student, E, counts, edges)
        if not close(got, want, rounding(E, edges)) and close(got, want, rounding(E.astype("f4"), edges)):
            raise Wrong("lengths-narrow")
        evidence.see(got, want, rounding(E, edges), mistakes, E, counts, edges)
    evidence.conclude()
    E, counts = table(rng, 10), distinct_counts(rng, 10)
    for edges in ([0, 3, 10], [0, 10], np.arange(11)):
        edges = np.array(edges)
        want = right(E, counts, edges)
        if not close(answer(student, E, counts, edges), want, rounding(E, edges)):
            raise Unexplained(f"{NEUTRAL} Look at one band, at bands of one row, and at the whole table.")


@check(points=1)
def ties(student, rng):
    """Equal counts, in bands of one row that show each rank; enough rows for an unstable sort to show."""
    E, edges = table(rng, 40), np.arange(3, 39)
    counts, evidence = distinct_counts(rng, 40), Diagnosis(NEUTRAL)
    got, want = answer(student, E, counts, edges), right(E, counts, edges)
    if not close(got, want, rounding(E, edges)) and close(got, want, 1e-6 * want):
        raise Wrong("lengths-narrow")
    evidence.see(got, want, rounding(E, edges), mistakes, E, counts, edges)
    evidence.conclude()
    for counts in (rng.integers(1, 6, 40), np.full(40, 3), rng.integers(1, 6, 40).astype(float)):
        got, want = answer(student, E, counts, edges), right(E, counts, edges)
        if close(got, want, rounding(E, edges)):
            continue
        # If only rows of equal counts have changed places, the mistake is about ties.
        if got.shape != want.shape:
            raise Unexplained(NEUTRAL)
        there = np.abs(got[:, None] - norms_of(E)) <= rounding(E, edges)[:, None]
        equals = counts[there.argmax(axis=1)] == np.sort(counts)[::-1][3:38]
        raise Wrong("ties-reversed" if there.any(axis=1).all() and equals.all() else None, NEUTRAL)


@check(points=1)
def dtypes(student, rng):
    """Other dtypes of counts and tables, counts of zero, more rows than a small dtype holds; gaps."""
    E, edges, evidence = table(rng, 14), np.array([1, 3, 6, 9, 13]), Diagnosis(NEUTRAL)
    counts = distinct_counts(rng, 14)
    got, want = answer(student, E, counts, edges), right(E, counts, edges)
    if not close(got, want, rounding(E, edges)) and close(got, want, rounding(E.astype("f4"), edges)):
        raise Wrong("lengths-narrow")
    evidence.see(got, want, rounding(E, edges), mistakes, E, counts, edges)
    evidence.conclude()
    for dtype, kind in (("float32", "int32"), ("float32", "float32")):
        table_, counts = E.astype(dtype), distinct_counts(rng, 14, kind)
        want = right(table_, counts, edges)
        with blame(None, f"A table of {dtype} fails, or counts of {kind}."):
            got = answer(student, table_, counts, edges)
        if not close(got, want, rounding(table_, edges)):
            raise Unexplained(f"{NEUTRAL} Look at a table of {dtype} and counts of {kind}.")
    counts = distinct_counts(rng, 14)
    with blame("not-contiguous"):
        got = answer(student, E, counts, edges, strided=True)
    if not close(got, right(E, counts, edges), rounding(E, edges)):
        raise Wrong("not-contiguous")
    for kind in ("uint32", "uint8", "uint64"):
        counts = distinct_counts(rng, 14, kind)
        counts[rng.permutation(14)[:2]] = 0
        want = right(E, counts, edges)
        with blame("unsigned", only=("OverflowError", "TypeError")):
            got = answer(student, E, counts, edges)
        if not close(got, want, rounding(E, edges)):
            orders = {
                "unsigned": np.argsort(-counts, kind="stable"),
                "ties-reversed": np.argsort(counts, kind="stable")[::-1],
            }
            bands = {told: over(norms_of(E)[order], edges) for told, order in orders.items()}
            told = [each for each, means in bands.items() if close(got, means, rounding(E, edges))]
            raise Wrong(told[0] if told else None, NEUTRAL)
    near = rng.permutation(14)
    tenths = np.where(near < 12, (near + 1) / 10, 1e16)
    wide = near.astype("uint64") + np.where(near < 7, 0, 2**63).astype("uint64")
    # Fractions that are equal as integers, large integers that are equal as float64 or wrap as int64, and
    # fractions that are equal as distances to the largest count.
    cases = [3 + near / 32, (3 + near / 32).astype("float32"), wide, tenths]
    cases += [(near + 2**60).astype(kind) for kind in ("uint64", "int64")]
    for counts in cases:
        got, want = answer(student, E, counts, edges), right(E, counts, edges)
        if not close(got, want, rounding(E, edges)):
            spoiled = counts.astype("int64"), counts.astype("float64"), counts - counts.max().astype(float)
            lost = any(close(got, right(E, each, edges), rounding(E, edges)) for each in spoiled)
            raise Wrong("counts-converted" if lost else None, NEUTRAL)
    # A table whose most frequent rows are ten million times as long as the others.
    E = table(rng, 14).astype("float32")
    counts, edges = rng.permutation(14), np.array([0, 2, 8, 14])
    E /= np.linalg.norm(E, axis=1, keepdims=True) * np.where(counts[:, None] >= 12, 1e-7, 1)
    want = right(E, counts, edges)
    if not close(answer(student, E, counts, edges), want, 1e-5 * want):
        raise Wrong("small-after-large")
    # Three rows of each count, all in one band: their order among themselves does not matter here.
    E, edges = table(rng, 300), np.array([0, 99, 180, 261, 300])
    answer(student, E, rng.permutation(300), edges)  # what fails here too is no matter of a small dtype
    for kind in ("uint8", "int8"):
        counts = rng.permutation(np.repeat(np.arange(100), 3)).astype(kind)
        with blame("many-rows"):
            got = answer(student, E, counts, edges)
        if not close(got, right(E, counts, edges), rounding(E, edges)):
            raise Wrong("many-rows")


@check(points=1)
def errors(student, rng):
    small = np.array([[3.0, 4.0], [0.0, 1.0]])
    require(NAME, lambda: student.call(NAME, small, np.array([7, 2]), np.array([0, 1, 2])), np.array([5, 1]))
    E, counts, edges = table(rng), distinct_counts(rng, 12), np.array([0, 4, 12])
    bad = [
        (E[:, 0], counts, edges),
        (E[None], counts[:1], np.array([0, 1])),
        (E[:, :, None], counts, edges),
        (np.array(2.0), np.array(5), np.array([0, 1])),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad, if_accepted="table-axes-unchecked")
    bad = [
        (E, counts[:7], edges),
        (E, counts[:7], np.array([0, 4])),
        (E, np.append(counts, counts), edges),
        (E[:6], counts, np.array([0, 4, 6])),
        (E, counts[:, None], edges),
        (E, counts[None], edges),
    ]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    for silent, bad in (
        ("edges-shape-unchecked", ([5], [], [[0, 2], [4, 8]], [[0], [2]], 3)),
        ("edges-outside", ([0, 4, 13], [-1, 4, 12], [-3, 12])),
        ("edges-unchecked", ([0, 4, 4], [6, 2, 12], [0, 12, 3])),
    ):
        refuses_values(
            lambda edges: student.call(NAME, E, counts, np.array(edges, np.int64)), bad, if_accepted=silent
        )
