"""Clouds of points whose principal components are determined well, and the rounding allowed of them."""

from functools import cached_property

import numpy as np

from autograder.checks.framework.checking import bound


class Cloud:
    """A table with singular values that fall by a steady factor, away from the origin."""

    def __init__(self, rng, n=24, d=5, dtype="float64", offset=2.0, ratio=1.5):
        r = min(n - 1, d)
        left = rng.normal(size=(n, r))
        left = np.linalg.qr(left - left.mean(axis=0))[0]  # (n, r), columns that add up to zero
        turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
        s = np.sqrt(n) * ratio ** -np.arange(float(r))
        centre = rng.normal(size=d)
        centre *= offset / np.linalg.norm(centre)
        self.dtype = dtype
        self.table = ((left * s) @ turn[:r] + centre).astype(dtype)

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
        """The sums of squares may be taken before or after the mean is taken off."""
        return float(4 * bound(self.dtype, sum(self.X.shape) + 6, (self.X**2).sum()))

    def of_directions(self, k: int) -> np.ndarray:
        """(k, 1): a perturbation turns a direction by at most itself over the gap (Davis and Kahan)."""
        squares = np.append(self.svd[1] ** 2, 0.0)[: self.rank + 1]
        if self.rank == self.X.shape[1]:
            squares[-1] = -np.inf  # all dimensions are in use: no direction of zero is beside the last
        gaps = squares[:-1] - squares[1:]
        nearest = np.minimum(gaps, np.append(np.inf, gaps[:-1]))
        return 2 * self.of_squares / nearest[:k, None]

    def of_span(self, k: int) -> float:
        """As much may be wrong of rows whose part in the span of k directions is taken away."""
        angle = 0.0 if k == 0 else float(self.of_directions(k).sum())
        longest = np.linalg.norm(self.X, axis=1).max()
        return 2 * angle * longest + float(bound(self.dtype, sum(self.X.shape) + k + 6, 3 * longest))


def aligned(got, want, axis=1):
    """`want`, with the rows (or columns) turned round that are opposite to those of `got`."""
    if got.shape != want.shape:
        return want
    sign = np.where((got * want).sum(axis=axis, keepdims=True) < 0, -1.0, 1.0)
    return want * sign


def unit(A):
    """The rows brought to length one; rows of zeros stay."""
    lengths = np.linalg.norm(A, axis=1, keepdims=True)
    return A / np.where(lengths == 0, 1.0, lengths)


def lengths_differ(rng, m: int, d: int, dtype="float64") -> np.ndarray:
    """Rows of directions all round, and of lengths that differ by a factor of several."""
    return (unit(rng.normal(size=(m, d))) * rng.uniform(0.4, 4.0, (m, 1))).astype(dtype)
