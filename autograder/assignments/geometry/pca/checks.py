"""Checks of `pca`: mean, principal components and variances of a table that comes in blocks."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check, close
from autograder.checks.shared import Evidence
from autograder.checks.student import Student, StudentError

from ..shared import aligned, cloud, even, read, spectrum, turned, weighted

NAME = "pca"
NEUTRAL = "The mean, the components or the variances are wrong."
SMALL = (
    "Where the spread is small, the variances are wrong: perhaps small numbers are taken for zero, or a "
    "small one is added."
)
FEW_DIGITS = (
    "Where the mean is large beside the spread, the mean itself lacks digits: numbers are held with too few "
    "of them, perhaps in float32."
)
DIVISOR = "The variances are wrong by one factor, and all else is right: look at what sums are divided by."
FIELDS = "mean", "components", "variances"
CLOSE = 1e-5  # of the largest variance
STEP_WEIGHTS = (
    lambda n, m: 1,
    lambda n, m: m,
    lambda n, m: n,
    lambda n, m: n * m,
    lambda n, m: n + m,
    lambda n, m: n**3 * m / (n + m) ** 3,  # the step from the mean that has taken in the block
    lambda n, m: m * (n / (n + m)) ** 2,
)
FAR = 1e7  # so far from zero all digits of the spread are lost where squares are added up first


def read_parts(value) -> dict:
    """Return the parts of an answer by name."""
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        raise Unexplained(f"{NEUTRAL} A tuple (mean, components, variances) is expected.")
    return {field: read(part, NEUTRAL) for field, part in zip(FIELDS, value)}


def parts(student: Student, blocks: list, k: int) -> dict:
    return read_parts(student.call(NAME, blocks, k))


def cut(X: np.ndarray, *sizes: int) -> list[np.ndarray]:
    """Return the rows in blocks of these sizes, the rest in a last one."""
    return [np.ascontiguousarray(block) for block in np.split(X, np.cumsum(sizes)) if len(block)]


def of(mean, scatter, n: float, k: int) -> dict:
    """Return the answer for a mean, a matrix of summed products and the number of rows less 1."""
    squares, Q = spectrum(scatter)
    return {"mean": mean, "components": Q[:k], "variances": squares[:k] / n}


def right(blocks: list, k: int) -> dict:
    X = np.vstack(blocks)
    return of(*weighted(X), len(X) - 1, k)


def merged(blocks: list, weight: Callable[[int, int], float], kept: int | None = None) -> np.ndarray:
    """Return the scatter that blocks add up to, where the step between means has the factor weight(n, m).

    With `kept` only the scatter along that many directions, the widest, is kept after each block.
    """
    n, mean, scatter = 0, 0.0, 0.0
    for block in blocks:
        m, of_block = len(block), block.mean(axis=0)
        step = of_block - mean
        scatter = scatter + weighted(block)[1] + (weight(n, m) if n else 0) * np.outer(step, step)
        n, mean = n + m, mean + step * m / (n + m)
        squares, Q = spectrum(scatter)
        scatter = (Q[:kept].T * squares[:kept]) @ Q[:kept]
    return scatter


def predicted(got: dict, blocks: list, k: int) -> dict:
    """Return what each mistake gives, by field, with the signs that `got` has."""
    X = np.vstack(blocks)
    n, (mean, scatter) = len(X), weighted(X)
    squares, Q = spectrum(scatter)
    means, sizes = np.array([b.mean(axis=0) for b in blocks]), np.array([len(b) for b in blocks])
    alike, within = means.mean(axis=0), merged(blocks, lambda n, m: 0)
    about_alike = (X - alike).T @ (X - alike)
    own = np.vstack([b - b[0] for b in blocks])  # each block less a row of its own
    deviation = X.std(axis=0, ddof=1)
    covariances = [weighted(b)[1] / max(len(b) - 1, 1) for b in blocks]
    variances = squares / (n - 1)
    found = {
        "not-centred": [of(mean, X.T @ X, n - 1, k)],
        "means-apart-lost": [
            *(of(m, within, n - 1, k) for m in (mean, alike)),
            *(of(m, weighted(own)[1], n - 1, k) for m in (mean, own.mean(axis=0))),
        ],
        "blocks-alike": [
            of(alike, scatter, n - 1, k),
            of(alike, about_alike, n - 1, k),
            of(alike, X.T @ X - n * np.outer(alike, alike), n - 1, k),
        ],
        "step-weight": [of(mean, merged(blocks, f), n - 1, k) for f in STEP_WEIGHTS],
        "another-mean": [
            of(m, (X - about).T @ (X - about), n - 1, k)
            for about in (means[0], means[-1], X[0], X.mean(axis=1, keepdims=True), X.mean())
            for m in (mean, about)
            if np.shape(m) == mean.shape
        ],
        "components-lost-early": [of(mean, merged(blocks, lambda n, m: n * m / (n + m), k), n - 1, k)],
        "one-block": [of(*weighted(b), max(len(b) - 1, 1), k) for b in (blocks[0], blocks[-1])],
        "covariances-averaged": [
            of(m, np.average(covariances, axis=0, weights=w), 1, k)
            for m in (mean, alike)
            for w in (None, sizes)
        ],
        "ascending": [
            {"components": Q[::-1][:k], "variances": variances[::-1][:k]},
            {"components": Q[:k][::-1], "variances": variances[:k][::-1]},
            {"components": Q[::-1][:k]},
            {"variances": variances[::-1][:k]},
        ],
        "components-in-columns": [{"components": Q[:k].T}],
        "rows-of-Q": [
            {"components": Q.T[:k]},
            {"components": Q.T[:, ::-1][:k]},
            {"components": Q.T[::-1][:k]},
        ],
        "divided-by-n": [{"variances": squares[:k] / f} for f in (n, max(n - len(blocks), 1))],
        "not-divided": [{"variances": squares[:k]}],
        "not-squared": [{"variances": f[:k]} for f in (np.sqrt(squares), np.sqrt(variances))],
        "ratios": [{"variances": squares[:k] / total} for total in (squares.sum(), squares[:k].sum())],
        "standardised": [of(mean, scatter / np.outer(deviation, deviation), n - 1, k)],
        "not-unit": [
            {"components": Q[:k] * f[:k, None]} for f in (np.sqrt(squares), np.sqrt(variances), variances)
        ],
    }
    for forms in found.values():
        for form in forms:
            if "components" in form:
                form["components"] = _signed(got["components"], form["components"])
    return found


def _signed(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    """Return `want` with signs as in `got`: of rows, or of columns if these fit better."""
    forms = aligned(got, want), aligned(got.T, want.T).T
    return min(forms, key=lambda f: np.abs(f - got).max() if f.shape == got.shape else 0)


def see(evidence: Evidence, got: dict, blocks: list, k: int) -> None:
    """Record one answer."""
    want = right(blocks, k)
    want["components"] = aligned(got["components"], want["components"])
    largest = want["variances"][0]
    rounding = {"mean": 1e-6 * largest**0.5, "components": 1e-4, "variances": CLOSE * largest}
    evidence.see(got, want, rounding, lambda: predicted(got, blocks, k))


def conclude(evidence: Evidence) -> None:
    """Conclude; if no mistake explains the draws, say which of the three fields were right in all of them."""
    try:
        evidence.conclude(*FIELDS)
    except Unexplained:
        fine = [field for field in FIELDS if evidence.right(field)]
        if fine == ["mean", "components"] and all(
            _one_factor(got, want) for got, want, _, _ in evidence.seen
        ):
            raise Unexplained(DIVISOR) from None
        wrong = [field for field in FIELDS if field not in fine]
        if len(wrong) == 1:
            is_wrong = f"the {wrong[0]} {'is' if wrong[0] == 'mean' else 'are'} wrong"
            raise Unexplained(f"Only {is_wrong}; the {fine[0]} and the {fine[1]} are right.") from None
        if len(fine) == 1:
            is_right = f"the {fine[0]} {'is' if fine[0] == 'mean' else 'are'} right"
            raise Unexplained(f"The {wrong[0]} and the {wrong[1]} are wrong; {is_right}.") from None
        raise


def _one_factor(got: dict, want: dict) -> bool:
    """Return whether the variances are in the right proportions."""
    found, right = got["variances"], want["variances"]
    return found.shape == right.shape and close(
        found * right[0], right * found[0], CLOSE * right[0] * found[0]
    )


@check(points=2)
def blocks(student: Student, rng: np.random.Generator) -> None:
    """One block, blocks of equal and of different sizes, blocks of one row."""
    evidence = Evidence(NEUTRAL)
    for sizes, k in (((), 3), ((8, 8), 2), ((6, 12), 3), ((9, 2, 7), 5)):
        cases = cut(cloud(rng, 23), *sizes)
        see(evidence, parts(student, cases, k), cases, k)
    conclude(evidence)
    cases = cut(cloud(rng, 23), 1, 7, 1)
    see(evidence, parts(student, cases, 4), cases, 4)
    try:
        evidence.conclude(*FIELDS)
    except Unexplained:
        raise Wrong("one-row-blocks") from None


def in_general(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong`, with a mistake that accounts for it, if a table without anything special goes wrong."""
    evidence = Evidence(NEUTRAL)
    for sizes, k in (((7, 12), 3), ((11, 4), 2)):
        cases = cut(cloud(rng), *sizes)
        see(evidence, parts(student, cases, k), cases, k)
    conclude(evidence)


@check(points=1)
def right_angles(student: Student, rng: np.random.Generator) -> None:
    """Equal variances, and fewer directions or rows than columns: none along an axis; one column."""
    in_general(student, rng)
    line = turned(rng, np.outer(rng.permutation(7.0 + np.arange(7)), np.eye(4)[0]))
    for X in (even(rng, 3, 3), even(rng, 2, 5), even(rng, 3, 6), cloud(rng, 3, 6), line):
        d, (_, scatter) = X.shape[1], weighted(X)
        try:
            got = parts(student, cut(X, 2 if len(X) > 3 else 3), d)  # blocks of one row are another matter
        except StudentError as error:
            raise Wrong("flat-directions") from error
        C, variances = got["components"], got["variances"]
        if C.shape != (d, d) or not close(C @ C.T, np.eye(d), 1e-6):
            raise Wrong("flat-directions")
        covariance = scatter / (len(X) - 1)
        if not close((C.T * variances) @ C, covariance, CLOSE * np.abs(covariance).max()):
            told = "Where variances are equal or zero, or rows are few, components or variances are wrong."
            raise Wrong("flat-directions" if np.isnan(variances).any() else None, told)
    got = parts(student, cut(line[:, :1], 3), 1)
    if not close(got["variances"], right([line[:, :1]], 1)["variances"], CLOSE * line.var()):
        raise Unexplained("For a table of one column the variance is wrong.")


@check(points=1)
def far(student: Student, rng: np.random.Generator) -> None:
    """A mean that is large beside the spread, and a small spread."""
    in_general(student, rng)
    for offset, scale in ((FAR, 1), (0.1 * FAR, 1), (2, 1e-6)):
        cases = cut(scale * cloud(rng, offset=offset), 9, 4)
        got, want = parts(student, cases, 3), right(cases, 3)
        if not close(got["variances"], want["variances"], CLOSE * want["variances"][0]):
            if scale != 1:
                raise Unexplained(SMALL)
            # Where squares are added up the mean has its digits.
            kept = close(got["mean"], want["mean"], 1e-3 * want["variances"][0] ** 0.5)
            raise Wrong("spread-digits-lost" if kept else None, FEW_DIGITS)
        if not close(got["components"], aligned(got["components"], want["components"]), 1e-4):
            where = "Where the mean is large beside the spread" if scale == 1 else "Where the spread is small"
            raise Unexplained(f"{where}, the variances are right and the components are not.")


MADE = """
import weakref
seen, alive = [], []
def rows():
    for i in range(30):
        block = np.cos(np.outer(np.arange(4) + 1.0, [i + 1.0, i + 2.5]))
        alive.append(sum(before() is not None for before in seen))
        seen.append(weakref.ref(block))
        yield block
        del block
given = rows()
"""  # blocks of a generator, and how many earlier ones there were still when one was asked for


@check(points=2)
def stream(student: Student, rng: np.random.Generator) -> None:
    """Blocks from a generator; memory for few blocks and for many."""
    in_general(student, rng)
    want = right([np.cos(np.outer(np.arange(4) + 1.0, [i + 1.0, i + 2.5])) for i in range(30)], 1)
    try:
        got = read_parts(student.evaluate(f"{MADE}answer = {NAME}(given, 1)", "answer"))
    except StudentError as error:
        if not error.is_a("TypeError") and not error.is_a("ValueError") and not error.is_a("IndexError"):
            raise
        raise Wrong("list-only") from error
    if not close(got["variances"], want["variances"], CLOSE):
        raise Wrong("list-only")
    if student.evaluate(f"{MADE}{NAME}(given, 1)", "max(alive)") > 6:
        raise Wrong("blocks-kept")
    few, many = (
        student.observe(
            NAME, cut(rng.normal(size=(8 * n, 16)), *[8] * (n - 1)), 2, watch=("cost",)
        ).peak_bytes
        for n in (10, 90)
    )
    if many - few > 80 * 8 * 16 * 8 / 2:
        raise Wrong("table-grows")
