"""Running error analysis: arrays that carry a bound of the rounding error of each entry.

Each operation computes in float64 and bounds the error of the same computation in the student's dtype:
the errors of its operands, propagated, and the rounding of the operation itself (`checking.bound`).
"""

from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import bound

EPS = 1e-6  # of the model's norm


@dataclass(frozen=True)
class Rounded:
    """Values in float64, and a bound of the absolute error of each if computed in `dtype`."""

    values: np.ndarray
    error: np.ndarray
    dtype: str

    @classmethod
    def exact(cls, array, dtype=None) -> "Rounded":
        """Values without error, such as inputs."""
        array = np.asarray(array)
        return cls(array.astype(np.float64), np.zeros(array.shape), dtype or array.dtype.name)

    def like(self, values, error) -> "Rounded":
        return Rounded(values, error, self.dtype)

    def own(self, terms, scale):
        """The rounding error of a sum of that many terms."""
        return bound(self.dtype, terms, scale)

    @property
    def T(self) -> "Rounded":
        return self.like(self.values.T, self.error.T)

    def reshape(self, *shape) -> "Rounded":
        return self.like(self.values.reshape(*shape), self.error.reshape(*shape))

    def __neg__(self) -> "Rounded":
        return self.like(-self.values, self.error)

    def __add__(self, other) -> "Rounded":
        total = self.values + other.values
        return self.like(total, self.error + other.error + self.own(0, np.abs(total)))

    def __mul__(self, other) -> "Rounded":
        a, b = np.abs(self.values), np.abs(other.values)
        carried = self.error * (b + other.error) + a * other.error
        return self.like(self.values * other.values, carried + self.own(0, a * b))

    def __matmul__(self, other) -> "Rounded":
        a, b = np.abs(self.values), np.abs(other.values)
        carried = self.error @ (b + other.error) + a @ other.error
        return self.like(self.values @ other.values, carried + self.own(a.shape[1], a @ b))

    def tanh(self) -> "Rounded":
        t = np.tanh(self.values)
        carried = self.error * (1 - t * t) + self.error**2
        return self.like(t, carried + self.own(4, np.abs(t)))

    def tanh_slope(self) -> "Rounded":
        """1 − t² of the result of a tanh."""
        t = np.abs(self.values)
        return self.like(1 - t * t, self.error * (2 * t + self.error) + self.own(1, np.ones(t.shape)))

    def sum_first(self) -> "Rounded":
        """The sum over the first axis."""
        size = np.abs(self.values).sum(axis=0)
        return self.like(self.values.sum(axis=0), self.error.sum(axis=0) + self.own(len(self.values), size))

    def scatter(self, ids, V) -> "Rounded":
        """The rows (*ids.shape, d) added up in a table (V, d)."""
        flat, d = ids.reshape(-1).astype(int), self.values.shape[-1]
        out, error, size = np.zeros((3, V, d))
        for table, rows in ((out, self.values), (error, self.error), (size, np.abs(self.values))):
            np.add.at(table, flat, rows.reshape(-1, d))
        return self.like(out, error + self.own(int(np.bincount(flat, minlength=1).max()), size))

    def mean(self) -> "Rounded":
        """The mean over the last axis, which keeps the length 1."""
        d, keep = self.values.shape[-1], {"axis": -1, "keepdims": True}
        size = np.mean(np.abs(self.values), **keep)
        return self.like(np.mean(self.values, **keep), np.mean(self.error, **keep) + self.own(d + 1, size))

    def over(self, root) -> "Rounded":
        """self divided by a positive root."""
        quotient = self.values / root.values
        carried = (self.error + np.abs(quotient) * root.error) / (root.values - root.error)
        return self.like(quotient, carried + self.own(0, np.abs(quotient)))

    def root(self) -> "Rounded":
        """The root of the mean square of the last axis plus EPS."""
        square = (self * self).mean()
        root = np.sqrt(square.values + EPS)
        return self.like(root, square.error / (2 * root - square.error / root) + self.own(2, root))

    def norm(self) -> "Rounded":
        """RMSNorm without a weight, over the last axis."""
        return self.over(self.root())

    def norm_backward(self, dy) -> "Rounded":
        """The gradient of self, given that of `self.norm()`."""
        root = self.root()
        y = self.over(root)
        return (dy + -(y * (dy * y).mean())).over(root)
