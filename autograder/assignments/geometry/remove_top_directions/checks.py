"""Checks of `remove_top_directions`: a centred table without its first principal components."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require, returns_new

from ..asking import FEW, MANY, floats, narrowed, peak, random_named, with_gaps
from ..draws import FAR, SCALES, Cloud, aligned, unit

NAME = "remove_top_directions"
NEUTRAL = "What remains of the table is wrong."
FEW_ROWS = f"{NEUTRAL} Look at the largest k, at few rows, and at both dtypes."


def rest_of(student, case: Cloud, k, strided=False) -> np.ndarray:
    return floats(ask(student, NAME, case.table, k, strided=strided), case.dtype, NEUTRAL)


def without(rows, directions) -> np.ndarray:
    """The rows minus their projections on orthonormal directions (k, d)."""
    return rows - (rows @ directions.T) @ directions


def right(case: Cloud, k) -> np.ndarray:
    return without(case.centred, case.svd[2][:k])


def mistakes(got, case: Cloud, k) -> dict:
    """What each mistake gives for the remaining table, (n, d), with the signs that `got` has."""
    X, centred, Qt = case.X, case.centred, case.svd[2]
    raw = np.linalg.svd(X, full_matrices=False)[2]
    deviation = X.std(axis=0)
    scaled = np.linalg.svd(centred / deviation, full_matrices=False)[2]
    want, kept = right(case, k), (centred @ Qt[:k].T) @ Qt[:k]
    widest = np.argsort(-deviation)[:k]
    no_widest, no_first = centred.copy(), centred.copy()
    no_widest[:, widest] = no_first[:, :k] = 0
    last = without(centred, Qt[len(Qt) - k :])
    of_units = np.linalg.svd(unit(centred), full_matrices=False)[2]
    along = centred @ Qt.T * (np.arange(len(Qt)) >= k)
    return {
        "not-centred": [without(X, raw[:k]), without(X, Qt[:k])],
        "uncentred-directions": without(centred, raw[:k]),
        "standardised": [without(centred, scaled[:k]), without(centred / deviation, scaled[:k])],
        "lengths-in-directions": without(centred, of_units[:k]),
        "raw-parts": centred - (X @ Qt[:k].T) @ Qt[:k],
        "one-direction": without(centred, Qt[k - 1 : k]),
        "turned-axes": [aligned(got, form, axis=0) for form in (along, along[:, ::-1])],
        "mean-added-back": want + case.mean,
        "kept": [kept, kept + case.mean],
        "axes-removed": [no_widest, no_first],
        "smallest-removed": last,
        "off-by-one": [right(case, k - 1), right(case, k + 1)],
        "rows-of-Q": without(centred, Qt.T[:k]),
    }


def in_general(student, rng, sizes) -> None:
    """`Wrong`, with a mistake that accounts for it, if tables without anything special go wrong."""
    diagnosis = Diagnosis(NEUTRAL)
    for n, d, k in sizes:
        case = Cloud(rng, n, d)
        got = rest_of(student, case, k)
        if got.shape != case.X.shape:
            # The signs of components are arbitrary, so only the shape shows this mistake.
            narrower = got.ndim == 2 and len(got) == n and got.shape[1] < d
            raise Wrong("width-cut" if narrower else None, NEUTRAL)
        in_float32 = narrowed(got, right(case, k), 1e-3)
        diagnosis.see(got, right(case, k), case.of_span(k), mistakes, got, case, k, narrowed=in_float32)
    with random_named(lambda: rest_of(student, case, k)):
        diagnosis.conclude()


@check(points=1)
def values(student, rng):
    in_general(student, rng, ((24, 5, 1), (24, 6, 2), (15, 7, 3)))


@check(points=1)
def ends(student, rng):
    """No direction and all of them; both dtypes, few rows, non-contiguous arrays."""
    in_general(student, rng, ((24, 5, 2), (20, 6, 1)))
    case = Cloud(rng)
    with blame("zero-k"):
        none = rest_of(student, case, 0)
    if not close(none, case.centred, case.of_span(0)):
        raise Wrong("zero-k")
    for n, d, k, dtype in (
        (24, 5, 5, "float64"),
        (4, 7, 3, "float64"),
        (4, 7, 1, "float64"),
        (24, 5, 2, "float32"),
        (24, 5, 0, "float32"),
        (2, 3, 1, "float64"),
        (2, 3, 0, "float64"),
    ):
        case = Cloud(rng, n, d, dtype)
        with blame("largest-k-refused" if k == case.rank else None, FEW_ROWS, only=("ValueError",)):
            got = rest_of(student, case, k)
        if not close(got, right(case, k), case.of_span(k)):
            raise Unexplained(FEW_ROWS)
        with_gaps(lambda: rest_of(student, case, k, strided=True), right(case, k), case.of_span(k))
    with blame("one-column"):
        got = rest_of(student, Cloud(rng, 5, 1), 1)
    if not close(got, np.zeros((5, 1)), 1e-9):
        raise Wrong("one-column")
    for scale in SCALES:
        case = Cloud(rng, scale=scale)
        with blame("scale-matters"):
            got = rest_of(student, case, 2)
        if not close(got, right(case, 2), case.of_span(2)):
            raise Wrong("scale-matters")
    case = Cloud(rng, offset=FAR)
    if not close(rest_of(student, case, 2), right(case, 2), 1e-5):
        raise Wrong("digits-of-spread")
    for n, d, k in ((6, 3, 2), (4, 7, 3)):
        line = Cloud(rng, n, d)
        line.table = np.outer(np.arange(float(n)), rng.permutation([0.6, 0.8, *[0.0] * (d - 2)]))
        with blame("flat-table"):
            got = rest_of(student, line, k)
        if not close(got, np.zeros((n, d)), 1e-9):
            raise Wrong("flat-table")
    case = Cloud(rng, 12, 4, ratio=20.0)
    if not close(rest_of(student, case, 2), right(case, 2), case.of_span(2)):
        raise Wrong("small-directions")
    even = rng.integers(-9, 10, (4, 3)).astype(np.float64)
    even = np.vstack([even, -even])  # its mean is exactly zero
    if student.observe(NAME, even, 0, watch=("sharing",)).sharing[0]:
        raise Wrong("memory-shared")
    for k in (0, 1):
        returns_new(student, f"remove_top_directions(np.eye(3), {k})")


def require_small(student) -> None:
    """`Wrong` unless the first direction of four rows along the axes is removed."""
    E = np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    require(NAME, lambda: student.call(NAME, E, 1), E * [0, 1])


@check(points=1)
def cost(student, rng):
    """No array over all pairs of rows."""
    require_small(student)
    if peak(student, NAME, rng.normal(size=(MANY, 4)), 2) > FEW:
        raise Wrong("square-array")


@check(points=1)
def errors(student, rng):
    require_small(student)
    E = rng.normal(size=(9, 4))
    bad = [(E[0], 1), (E[None], 1), (E[0, 0, ...], 0), (E[0], 0), (E[None], 0), (E[:1], 0), (E[:0], 0)]
    bad += [(np.stack([E, E]), 0), (np.stack([E, E]), 1)]
    refuses_values(lambda args: student.call(NAME, *args), bad)
    bad = [(E, -1), (E, 5), (E[:3], 3), (E[:3], 4), (E[:1], 1)]
    refuses_values(lambda args: student.call(NAME, *args), bad, if_accepted="k-unchecked")
