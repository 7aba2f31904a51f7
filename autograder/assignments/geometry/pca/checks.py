"""Checks of `pca`: mean, principal components and their variances."""

from contextlib import nullcontext

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import ask, require, returns_new

from ..asking import FEW, MANY, narrowed, peak, random_named, with_gaps
from ..draws import FAR, SCALES, Cloud, aligned, unit

NAME = "pca"
NEUTRAL = "The mean, the components or the variances are wrong."
FEW_ROWS = f"{NEUTRAL} Look at both dtypes, and at tables with few rows or columns."


def parts_of(student, case: Cloud, k, strided=False):
    """The three arrays (mean, components, variances) as returned, and the set of their dtypes."""
    value = ask(student, NAME, case.table, k, strided=strided)
    if not isinstance(value, tuple) or len(value) != 3:
        raise Unexplained(f"{NEUTRAL} A tuple (mean, components, variances) is expected.")
    return [array(v, "numpy", NEUTRAL) for v in value], {v.dtype for v in value}


def others(case: Cloud) -> dict:
    """Singular values and right singular vectors (s, Qt) of other tables that are decomposed by mistake."""
    raw = np.linalg.svd(case.X, full_matrices=False)[1:]
    deviation = case.X.std(axis=0)
    tables = [case.centred / (deviation * f) for f in (1, correction(case))]
    scaled = [np.linalg.svd(W, full_matrices=False)[1:] for W in tables]
    wrong = [case.X - case.X.mean(axis=1, keepdims=True), case.X - case.X.mean()]
    return {
        "not-centred": [raw],
        "standardised": scaled,
        "lengths-in-directions": [np.linalg.svd(unit(case.centred), full_matrices=False)[1:]],
        "wrong-mean": [np.linalg.svd(W, full_matrices=False)[1:] for W in wrong],
    }


def correction(case: Cloud) -> float:
    """The factor between standard deviations over n and over n - 1."""
    return np.sqrt(len(case.X) / (len(case.X) - 1))


def component_mistakes(got, case: Cloud, k) -> dict:
    """What each mistake gives for the components, (k, d), with the signs that `got` has."""
    U, s, Qt = case.svd
    scales = s, s / np.sqrt(len(U) - 1), s**2 / (len(U) - 1)
    found = {name: [aligned(got, Q[:k]) for _, Q in forms] for name, forms in others(case).items()}
    return found | {
        "components-in-columns": aligned(got, Qt[:k].T, axis=0),
        "rows-of-Q": [aligned(got, form, axis=0) for form in (Qt.T[:k], Qt.T[:, ::-1][:k])],
        "left-vectors": [aligned(got, U.T[:k]), aligned(got, U[:, :k], axis=0), aligned(got, U[:k], axis=0)],
        "ascending": [aligned(got, Q) for Q in (Qt[: case.rank][::-1][:k], Qt[:k][::-1])],
        "not-unit": [aligned(got, (Qt * f[:, None])[:k]) for f in scales],
    }


def variance_mistakes(case: Cloud, k) -> dict:
    """What each mistake gives for the variances, (k,)."""
    n, s = len(case.X), case.svd[1]
    right = s**2 / (n - 1)
    found = {name: [t[:k] ** 2 / (n - 1) for t, _ in forms] for name, forms in others(case).items()}
    return found | {
        "divided-by-n": (s**2 / n)[:k],
        "not-divided": (s**2)[:k],
        "not-squared": [f[:k] for f in (s, s / (n - 1), np.sqrt(right), s / n, s / np.sqrt(n))],
        "ratios": (s**2 / (s**2).sum())[:k],
        "ascending": [right[: case.rank][::-1][:k], right[:k][::-1]],
    }


def see_components(diagnosis, got, case: Cloud, k) -> None:
    want = aligned(got, case.svd[2][:k])
    in_float32 = narrowed(got, want, 1e-3) if case.dtype == "float64" else want
    tolerance = np.max(case.of_directions(k))
    diagnosis.see(got, want, tolerance, component_mistakes, got, case, k, narrowed=in_float32)


def see_variances(diagnosis, got, case: Cloud, k) -> None:
    n, want = len(case.X), case.svd[1][:k] ** 2 / (len(case.X) - 1)
    in_float32 = narrowed(got, want, 1e-4) if case.dtype == "float64" else want
    diagnosis.see(got, want, case.of_squares / (n - 1), variance_mistakes, case, k, narrowed=in_float32)


def see_mean(diagnosis, got, case: Cloud) -> None:
    tolerance = bound(case.dtype, len(case.X), np.abs(case.X).mean(axis=0))
    of_rows, whole = case.X.mean(axis=1), case.X.mean()
    forms = [of_rows, np.full_like(case.mean, whole), whole]
    in_float32 = narrowed(got, case.mean, 1e-5) if case.dtype == "float64" else case.mean
    predictions = {"wrong-mean": forms, "mean-in-two-axes": case.mean[None], "narrowed": in_float32}
    diagnosis.see(got, case.mean, tolerance, **predictions)


@check(points=1)
def directions(student, rng):
    """The mean and the components; k = d, where a transposed answer has the right shape."""
    means, diagnosis = Diagnosis(NEUTRAL), Diagnosis(NEUTRAL)
    for k in (3, 5):
        case = Cloud(rng)
        with blame("largest-k-refused", only=("ValueError",)) if k == 5 else nullcontext():
            (mean, components, _), _ = parts_of(student, case, k)
        see_mean(means, mean, case)
        see_components(diagnosis, components, case, k)
    with random_named(lambda: variances_of(student, case, 3)):
        diagnosis.conclude()
    means.conclude()


def variances_of(student, case: Cloud, k) -> np.ndarray:
    return parts_of(student, case, k)[0][2]


@check(points=1)
def variances(student, rng):
    """The variances, also of very small and very large numbers, and of a cloud that is far from zero."""
    diagnosis = Diagnosis(NEUTRAL)
    for n, k in ((24, 3), (9, 4)):
        case = Cloud(rng, n)
        see_variances(diagnosis, variances_of(student, case, k), case, k)
    with random_named(lambda: variances_of(student, case, 3)):
        diagnosis.conclude()
    for scale in SCALES:
        case = Cloud(rng, scale=scale)
        with blame("scale-matters"):
            got = variances_of(student, case, 4)
        if not close(got, case.svd[1][:4] ** 2 / 23, case.of_squares / 23):
            raise Wrong("scale-matters")
    case = Cloud(rng, offset=FAR)
    want = case.svd[1][:4] ** 2 / 23
    if not close(variances_of(student, case, 4), want, 1e-5 * want[0]):
        raise Wrong("digits-of-spread")


@check(points=1)
def shapes(student, rng):
    """float32, fewer rows than columns, one column, non-contiguous arrays."""
    some = Cloud(rng, 9)
    with random_named(lambda: variances_of(student, some, 3)):
        in_sizes(student, rng, ((24, 5, 2, "float64"), (24, 5, 5, "float32")))
        in_sizes(student, rng, ((4, 7, 3, "float64"), (4, 7, 3, "float32"), (2, 3, 1, "float64")))
    # On a line, with more rows than columns and with fewer: the other directions have no variance.
    for n, d, k in ((6, 3, 2), (6, 3, 3), (4, 7, 3), (5, 6, 2)):
        spread, line = np.arange(float(n)) - 1, Cloud(rng, n, d)
        line.table = np.outer(spread, rng.permutation([0.6, 0.8, *[0.0] * (d - 2)]))
        with blame("flat-directions"):
            (_, components, variances), _ = parts_of(student, line, k)
        upright = components.shape == (k, d) and close(components @ components.T, np.eye(k), 1e-9)
        if not upright or not close(variances, spread.var(ddof=1) * np.eye(k)[0], 1e-9):
            raise Wrong("flat-directions")
    with blame("one-column"):
        in_sizes(student, rng, ((6, 1, 1, "float64"),), one="one-column")
    for i in range(3):
        returns_new(student, f"pca(X, 2)[{i}]", "X = np.eye(4)")


def in_sizes(student, rng, sizes, one: str = "largest-k-refused") -> None:
    """Compare the parts of some clouds (n, d) for some k and dtype; a refusal of the largest k is `one`."""
    means, directions, variances = (Diagnosis(FEW_ROWS) for _ in range(3))
    right_angles = True
    for n, d, k, dtype in sizes:
        case = Cloud(rng, n, d, dtype)
        with blame(one if k == case.rank else None, FEW_ROWS, only=("ValueError",)):
            got, dtypes = parts_of(student, case, k)
        if dtypes != {dtype}:
            raise Wrong("dtype-not-kept")
        see_mean(means, got[0], case)
        see_components(directions, got[1], case, k)
        see_variances(variances, got[2], case, k)
        unit = got[1].shape == (k, d) and close(got[1] @ got[1].T, np.eye(k), bound(dtype, d + k + 20, 4.0))
        if not unit:
            right_angles = False
        # Equal to what came without gaps, right or wrong, up to the signs.
        with_gaps(lambda: np.abs(parts_of(student, case, k, strided=True)[0][2]), np.abs(got[2]), 1e-3)
    for diagnosis in (means, directions, variances):
        diagnosis.conclude()
    if not right_angles:
        raise Unexplained("The components are no unit vectors at right angles.")


def require_small(student) -> None:
    """`Wrong` unless the mean of a few rows is right."""
    X = np.array([[3.0, 1.0], [5.0, 1.0], [4.0, 2.5], [4.0, 1.5]])

    def mean():
        value = student.call(NAME, X, 1)
        return value[0] if isinstance(value, tuple) and value else None

    require(NAME, mean, X.mean(axis=0))


@check(points=1)
def cost(student, rng):
    """No array over all pairs of rows."""
    require_small(student)
    if peak(student, NAME, rng.normal(size=(MANY, 4)), 2) > FEW:
        raise Wrong("square-array")


@check(points=1)
def errors(student, rng):
    require_small(student)
    X = rng.normal(size=(9, 4))
    three = np.stack([X, X, X])
    refuses_values(lambda X: student.call(NAME, X, 1), [X[0], X[None], X[0, 0, ...], three])
    bad = [(X, 0), (X, -1), (X, 5), (X[:3], 3), (X[:1], 1), (X[:0], 1)]
    refuses_values(lambda args: student.call(NAME, *args), bad, if_accepted="k-unchecked")
