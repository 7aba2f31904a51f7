"""Random tables with well separated principal components, and the rounding error allowed of those."""

from functools import cached_property

import numpy as np

from autograder.checks.checking import bound


class Cloud:
    """A table (n, d) whose singular values fall by the factor `ratio`, with a mean away from zero.

    All its numbers are multiplied by `scale`.
    """

    def __init__(self, rng, n=24, d=5, dtype="float64", offset=2.0, ratio=1.5, scale=1.0):
        r = min(n - 1, d)
        left = rng.normal(size=(n, r))
        left = np.linalg.qr(left - left.mean(axis=0))[0]  # (n, r), each column adds up to zero
        turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
        s = np.sqrt(n) * ratio ** -np.arange(float(r))
        centre = rng.normal(size=d)
        centre *= offset / np.linalg.norm(centre)
        self.dtype = dtype
        self.table = (scale * ((left * s) @ turn[:r] + centre)).astype(dtype)

    @cached_property
    def X(self) -> np.ndarray:
        return self.table.astype(np.float64)

    @cached_property
    def mean(self) -> np.ndarray:
        return self.X.mean(axis=0)

    @cached_property
    def centred(self) -> np.ndarray:
        return self.X - self.mean

    @cached_property
    def svd(self) -> tuple:
        return np.linalg.svd(self.centred, full_matrices=False)

    @property
    def rank(self) -> int:
        return min(len(self.X) - 1, self.X.shape[1])

    # -- rounding: of squares of singular values, however they are computed ---------------------------

    @cached_property
    def of_squares(self) -> float:
        """The rounding error of a squared singular value, also if the mean is subtracted after squaring."""
        return float(4 * bound(self.dtype, sum(self.X.shape) + 6, (self.X**2).sum()))

    def of_directions(self, k: int) -> np.ndarray:
        """The error allowed of k components, (k, 1): that of the squares over the gap (Davis and Kahan)."""
        squares = np.append(self.svd[1] ** 2, 0.0)[: self.rank + 1]
        if self.rank == self.X.shape[1]:
            squares[-1] = -np.inf  # full rank: no direction of variance zero follows the last one
        gaps = squares[:-1] - squares[1:]
        nearest = np.minimum(gaps, np.append(np.inf, gaps[:-1]))
        return 2 * self.of_squares / nearest[:k, None]

    def of_span(self, k: int) -> float:
        """The error allowed of an entry after the projection on the first k components is subtracted."""
        angle = 0.0 if k == 0 else float(self.of_directions(k).sum())
        longest = np.linalg.norm(self.X, axis=1).max()
        return 2 * angle * longest + float(bound(self.dtype, sum(self.X.shape) + k + 6, 3 * longest))


# A table this far from zero has lost all digits of its spread where squares of float64 are added up first.
FAR = 1e7
SCALES = 1e-9, 1e8  # of tables whose rows have lengths that the rules allow


def aligned(got, want, axis=1):
    """`want`, with the signs of its rows (or columns) chosen as in `got`."""
    if got.shape != want.shape:
        return want
    sign = np.where((got * want).sum(axis=axis, keepdims=True) < 0, -1.0, 1.0)
    return want * sign


def unit(A):
    """The rows divided by their lengths; rows of zeros stay."""
    lengths = np.linalg.norm(A, axis=1, keepdims=True)
    return A / np.where(lengths == 0, 1.0, lengths)


def lengths_differ(rng, m: int, d: int, dtype="float64") -> np.ndarray:
    """Rows (m, d) in random directions, with lengths between 0.4 and 4."""
    return (unit(rng.normal(size=(m, d))) * rng.uniform(0.4, 4.0, (m, 1))).astype(dtype)
