"""What the checks of several functions share: random tables, their components, and how answers are read."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained
from autograder.checks.shared import numbers


def unit(A: np.ndarray) -> np.ndarray:
    """Return the rows divided by their lengths; rows of zeros stay."""
    lengths = np.linalg.norm(A, axis=1, keepdims=True)
    return A / np.where(lengths == 0, 1.0, lengths)


def lengths_differ(rng: np.random.Generator, V: int, d: int) -> np.ndarray:
    """Return rows (V, d) in random directions, with lengths between 0.4 and 4."""
    return unit(rng.normal(size=(V, d))) * rng.uniform(0.4, 4.0, (V, 1))


def turned(rng: np.random.Generator, A: np.ndarray) -> np.ndarray:
    """Return the rows in a random position: no direction of theirs is an axis."""
    return A @ np.linalg.qr(rng.normal(size=(A.shape[1], A.shape[1])))[0]


def cloud(rng: np.random.Generator, n: int = 24, d: int = 5, ratio: float = 1.5, offset=2.0) -> np.ndarray:
    """Return a table (n, d) whose singular values fall by the factor `ratio`, with a mean of that length."""
    r = min(n - 1, d)
    left = rng.normal(size=(n, r))
    left = np.linalg.qr(left - left.mean(axis=0))[0]  # (n, r), each column adds up to zero
    left = np.hstack([left * np.sqrt(n) * ratio ** -np.arange(float(r)), np.zeros((n, d - r))])
    return turned(rng, left) + offset * unit(rng.normal(size=(1, d)))


def even(rng: np.random.Generator, r: int, d: int) -> np.ndarray:
    """Return a table (2r, d) that spreads equally in r directions, none of them an axis, and in no other."""
    return turned(rng, np.vstack([np.eye(r, d), -np.eye(r, d)])) + rng.normal(size=d)


def spectrum(scatter: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the eigenvalues of a symmetric matrix (d, d), the largest first, and eigenvectors as rows."""
    squares, directions = np.linalg.eigh(scatter)
    return np.maximum(squares[::-1], 0), directions.T[::-1]


def weighted(X: np.ndarray, w: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean row and the sum of outer products of the rows less it, of rows with weights."""
    w = np.ones(len(X)) if w is None else w
    mean = w @ X / w.sum()
    return mean, ((X - mean).T * w) @ (X - mean)


def aligned(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    """Return `want` with the signs of its rows chosen as in `got`."""
    if got.shape != want.shape:
        return want
    return want * np.where((got * want).sum(axis=-1, keepdims=True) < 0, -1.0, 1.0)


def conclude(diagnosis: Diagnosis, *cases: str | tuple[str, ...]) -> None:
    """Conclude; if no mistake explains the draws, say what all wrong ones have and no right one has.

    `cases` says of each draw in which cases it is, "where ..." or "for ..."; an empty text says nothing.
    """
    try:
        diagnosis.conclude()
    except Unexplained as wrong:
        told = [(case,) if isinstance(case, str) else case for case in cases]
        fits = [
            case
            for case in dict.fromkeys(c for of_draw in told for c in of_draw if c)
            if all((case in of_draw) != right for of_draw, (right, _) in zip(told, diagnosis.draws))
        ]
        if not fits:
            raise
        raise Unexplained(f"{wrong.message} It is so {' or '.join(fits)}, and not elsewhere.") from None


def read(value, neutral: str) -> np.ndarray:
    """Return the numbers of an answer: an array of NumPy or PyTorch, a list or a number."""
    try:
        found = None if value is None or isinstance(value, str) else numbers(value)
    except (TypeError, ValueError):  # an object that NumPy makes no numbers of
        found = None
    if found is None:
        raise Unexplained(f"{neutral} Numbers are expected.")
    return found
