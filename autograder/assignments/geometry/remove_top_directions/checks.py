"""Checks of `remove_top_directions`: rows less their weighted mean and their leading directions."""

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student, StudentError

from ..shared import aligned, cloud, conclude, even, read, spectrum, unit, weighted

NAME = "remove_top_directions"
NEUTRAL = "What remains of the table is wrong."
CLOSE = 1e-6


def rest_of(student: Student, E: np.ndarray, k: int, w: np.ndarray | None = None) -> np.ndarray:
    """Return the student's result."""
    got = read(student.call(NAME, E, k, *(() if w is None else (w,))), NEUTRAL)
    if got.ndim == 2 and len(got) == len(E) and got.shape[1] == E.shape[1] - k and k:
        raise Wrong("width-cut")
    return got


def some_weights(rng: np.random.Generator, V: int) -> np.ndarray:
    """Return weights (V,), one of them zero, whose sum is not 1."""
    w = rng.uniform(0.1, 3.0, V) ** 2
    w[rng.integers(V)] = 0
    return w


def without(rows: np.ndarray, Q: np.ndarray) -> np.ndarray:
    """Return the rows less their parts along orthonormal directions (k, d)."""
    return rows - (rows @ Q.T) @ Q


def right(E: np.ndarray, k: int, w: np.ndarray | None = None) -> np.ndarray:
    mean, scatter = weighted(E, w)
    return without(E - mean, spectrum(scatter)[1][:k])


def predicted(got: np.ndarray, E: np.ndarray, k: int, w: np.ndarray | None) -> dict:
    """Return what each mistake gives for the remaining table (V, d), with the signs that `got` has."""
    v = np.ones(len(E)) if w is None else w
    mean, scatter = weighted(E, w)
    centred, (squares, Q) = E - mean, spectrum(scatter)
    variances = squares / v.sum()
    raw = spectrum((E.T * v) @ E)[1]
    want, kept = without(centred, Q[:k]), (centred @ Q[:k].T) @ Q[:k]
    deviation = np.sqrt(np.diag(scatter))
    scaled = spectrum(scatter / np.outer(deviation, deviation))[1]
    units = unit(centred)
    no_widest = centred.copy()
    no_widest[:, np.argsort(-deviation)[:k]] = 0
    along = centred @ Q.T * (np.arange(len(Q)) >= k)
    found = {
        "not-centred": [without(E, raw[:k]), without(E, Q[:k])],
        "another-mean": [
            without(rows, spectrum((rows.T * v) @ rows)[1][:k])
            for rows in (E - E.mean(axis=1, keepdims=True), E - E.mean())
        ],
        "not-unit": [
            without(centred, Q[:k] * f[:k, None])
            for f in (squares, np.sqrt(squares), variances, np.sqrt(variances))
        ],
        "uncentred-directions": without(centred, raw[:k]),
        "standardised": [without(centred, scaled[:k]), without(centred / deviation, scaled[:k])],
        "lengths-in-directions": without(centred, spectrum((units.T * v) @ units)[1][:k]),
        "raw-parts": centred - (E @ Q[:k].T) @ Q[:k],
        "one-direction": without(centred, Q[max(k - 1, 0) : k]),
        "turned-axes": [aligned(got.T, form.T).T for form in (along, along[:, ::-1])],
        "mean-added-back": want + mean,
        "kept": [kept, kept + mean],
        "axes-removed": no_widest,
        "smallest-removed": without(centred, Q[len(Q) - k :]),
        "directions-off-by-one": [right(E, max(k - 1, 0), w), right(E, k + 1, w)],
    }
    if w is None:
        return found
    plain = E.mean(axis=0)
    plain_Q, about_plain = spectrum(weighted(E)[1])[1], spectrum(((E - plain).T * w) @ (E - plain))[1]
    times = E * w[:, None]
    squared, rooted = (spectrum((centred.T * w**f) @ centred)[1] for f in (2, 0.5))
    about_mean = spectrum(centred.T @ centred)[1]
    return found | {
        "weights-ignored": right(E, k),
        "rows-dropped": want[w > 0],
        "mean-alone-weighted": [without(centred, plain_Q[:k]), without(centred, about_mean[:k])],
        "directions-alone-weighted": [without(E - plain, Q[:k]), without(E - plain, about_plain[:k])],
        "weights-squared": without(centred, squared[:k]),
        "roots-of-weights": [without(centred, rooted[:k]), right(E, k, np.sqrt(w)), right(E, k, w**2)],
        "weights-changed": [right(E, k, instead) for instead in _instead(w) if instead.any()],
        # Whatever stands in the rows of weight 0, where all others are right.
        "weightless-rows": np.where(w[:, None] > 0, want, got) if got.shape == want.shape else want,
        "rows-scaled": [
            right(times, k),
            without(E - times.mean(axis=0), spectrum(weighted(times)[1])[1][:k]),
            without(centred, spectrum(weighted(times)[1])[1][:k]),
            right(np.sqrt(w)[:, None] * E, k),
            np.sqrt(w)[:, None] * want,
            w[:, None] * want,
        ],
        "sum-not-divided": [
            without(E - f, of_rows[:k])
            for f in (w @ E, w @ E / len(E), w @ E / (w > 0).sum())
            for of_rows in (Q, spectrum(((E - f).T * w) @ (E - f))[1])
        ],
    }


def _instead(w: np.ndarray) -> list[np.ndarray]:
    """Return what may stand in for weights: whole numbers, a little more, and their softmax."""
    multiples = w / w[w > 0].min()
    whole = [np.floor(w), np.rint(w), np.ceil(w), np.maximum(np.rint(w), 1), np.rint(multiples)]
    return whole + [w + 10.0**-n for n in range(1, 13)] + [np.exp(w - w.max())]


def compare(student: Student, diagnosis: Diagnosis, E, k: int, w=None) -> None:
    """Record one answer."""
    got = rest_of(student, E, k, w)
    diagnosis.see(got, right(E, k, w), CLOSE, predicted, got, E, k, w)


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Tables without weights, with more rows than columns and with fewer."""
    diagnosis = Diagnosis(NEUTRAL)
    for n, d, k in ((24, 5, 1), (24, 5, 2), (5, 7, 3)):
        compare(student, diagnosis, cloud(rng, n, d, 1.8), k)
    conclude(diagnosis, "", "", "for fewer rows than columns")


def parted(E: np.ndarray, k: int, w: np.ndarray) -> bool:
    """Return whether the variances on both sides of k differ clearly, with weights and without."""
    both = [np.append(np.inf, np.sqrt(spectrum(weighted(E, v)[1])[0])) for v in (w, None)]
    return all(s[k] > 1.15 * s[k + 1] for s in both)


def case(rng: np.random.Generator, n: int, d: int, k: int, factor: float = 1.0) -> tuple:
    """Return a table and weights of which k directions can be told from the others."""
    while True:
        E, w = cloud(rng, n, d, 1.8), some_weights(rng, n)
        if parted(E, k, w):
            return E, k, factor * w


@check(points=2)
def weights(student: Student, rng: np.random.Generator) -> None:
    """Weights of any sum, one of them zero, and whole ones."""
    diagnosis = Diagnosis(f"{NEUTRAL} Look at weights.")
    size = "where the weights are all small, or all large"
    cases = "", "for k = 0", ("where the weights are small", size), ("where the weights are large", size)
    for n, d, k, factor in ((12, 4, 1, 1.0), (9, 3, 0, 1.0), (12, 5, 2, 1e-6), (15, 4, 2, 1e6)):
        compare(student, diagnosis, *case(rng, n, d, k, factor))
        if k == 0:  # what goes wrong already need not fail with weights of another size
            conclude(diagnosis, *cases)
    conclude(diagnosis, *cases)
    E, k, _ = case(rng, 12, 4, 1)
    compare(student, diagnosis, E, k, np.full(12, 0.25))
    conclude(diagnosis, *cases, "where all weights are equal")


@check(points=1)
def ends(student: Student, rng: np.random.Generator) -> None:
    """The mean alone, all directions, and rows that lie in fewer dimensions; one column; with weights."""
    diagnosis = Diagnosis(NEUTRAL)
    for k in (1, 2):
        compare(student, diagnosis, *case(rng, 12, 4, k))
    diagnosis.conclude()
    E, _, w = case(rng, 12, 4, 1)
    flat = np.vstack([even(rng, 2, 5), np.zeros((1, 5))])
    flat[-1] = flat[:4].mean(axis=0)
    for table, k, v, mistake in (
        (E, 0, w, "zero-k"),
        (E, 4, w, "all-directions"),
        (E[:, :1], 1, w, "all-directions"),
        (flat, 2, np.array([2.0, 1, 2, 1, 0.5]), "all-directions"),
        (flat, 4, np.array([2.0, 1, 2, 1, 0.5]), "all-directions"),
    ):
        try:
            got = rest_of(student, table, k, v)
        except StudentError as error:
            raise Wrong(mistake) from error
        if not close(got, right(table, k, v), CLOSE):
            raise Wrong(mistake)


@check(points=1)
def cost(student: Student, rng: np.random.Generator) -> None:
    """No array over all pairs of rows, and none that grows with the weights."""
    E = np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    require(NAME, lambda: student.call(NAME, E, 1, np.array([2.0, 2.0, 1.0, 1.0])), E * [0, 1])
    E, d = rng.normal(size=(600, 4)), 4
    took = student.observe(NAME, E, 2, rng.uniform(1, 2, 600), watch=("cost",)).peak_bytes
    if took > 600 * d * 8 * 30:
        raise Wrong("square-array")
    small = cloud(rng, 12, d, 1.8)
    often = np.array([4000.0, 1, 2000, 3, 1, 1, 2500, 1, 2, 1000, 1, 1])
    took = student.observe(NAME, small, 1, often, watch=("cost",)).peak_bytes
    if took > often.sum() * d * 4:
        raise Wrong("rows-repeated")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    E, k, w = case(rng, 12, 4, 1)
    return Legal({"E": E, "k": k, "weights": w}, right(E, k, w))


def mean_alone(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    E = cloud(rng, 12, 4, 1.8)
    return Legal({"E": E, "k": 0}, right(E, 0))


contract = house_rules("new", "unchanged", legal=legal, more=mean_alone)
