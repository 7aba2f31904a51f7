"""Random models and batches, their forward and backward passes in float64, and rounding error bounds."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from autograder.checks.checking import bound
from autograder.checks.shared import probabilities

from .rounding import Rounded

NAMES = ("E", "P", "W1", "W2")


@dataclass(frozen=True)
class Top:
    """The head alone: hidden states h (B, d), a table E (V, d), targets (B,)."""

    h: Rounded
    E: Rounded
    targets: np.ndarray

    @cached_property
    def logits(self) -> Rounded:
        return self.h @ self.E.T

    @cached_property
    def residual(self) -> np.ndarray:
        """p − onehot, (B, V)."""
        p = probabilities(self.logits.values)
        p[np.arange(len(p)), self.targets.astype(int)] -= 1
        return p

    @cached_property
    def off(self) -> np.ndarray:
        """The largest error of the logits of each window, (B,)."""
        return self.logits.error.max(axis=1, initial=0.0)

    @cached_property
    def dz(self) -> Rounded:
        """The gradient of the logits, (B, V). If those are off by δ, p is by a factor of at most exp(2δ)."""
        B, V = self.residual.shape
        p = probabilities(self.logits.values)
        own = self.h.own(V + 8, p) + self.h.own(2, np.abs(self.residual))
        error = p * np.expm1(2 * self.off)[:, None] + own
        return self.h.like(self.residual / B, error / B)

    @cached_property
    def loss(self) -> Rounded:
        z, t = self.logits.values, self.targets.astype(int)
        top = z.max(axis=1)
        each = top + np.log(np.exp(z - top[:, None]).sum(axis=1)) - z[np.arange(len(z)), t]
        terms = np.abs(z).max() + np.log(z.shape[1])
        rounding = bound(self.h.dtype, sum(z.shape) + 4, 2 * terms)
        return self.h.like(np.asarray(each.mean()), 2 * self.off.mean() + rounding)

    def back(self, dz=None) -> tuple[Rounded, Rounded]:
        """dE and dh, from the gradient of the logits or what a mistake has in its place."""
        dz = self.dz if dz is None else Rounded.exact(dz, self.h.dtype)
        return dz.T @ self.h, dz @ self.E


@dataclass(frozen=True)
class Draw:
    """A model (E, P, W1, W2) and a batch: ids (B, w) and targets (B,)."""

    E: np.ndarray
    P: np.ndarray
    W1: np.ndarray
    W2: np.ndarray
    ids: np.ndarray
    targets: np.ndarray

    @property
    def arrays(self) -> tuple:
        return self.E, self.P, self.W1, self.W2

    @property
    def dtype(self) -> str:
        return self.E.dtype.name

    def exact(self, name) -> Rounded:
        """One of the four arrays, without error."""
        return Rounded.exact(getattr(self, name))

    @cached_property
    def x(self) -> Rounded:
        """Token rows plus position rows, (B, w, d)."""
        return Rounded.exact(self.E[self.ids.astype(int)]) + self.exact("P")

    def with_x(self, x: np.ndarray) -> "Draw":
        """The same model with other rows before the block."""
        other = replace(self)
        vars(other)["x"] = Rounded.exact(x)
        return other

    @cached_property
    def inside(self) -> tuple[Rounded, Rounded, Rounded]:
        """What is inside the block: flat (B, w d), a (B, m), o (B, d)."""
        flat = self.x.norm().reshape(len(self.ids), len(self.W1))
        a = (flat @ self.exact("W1")).tanh()
        return flat, a, a @ self.exact("W2")

    @cached_property
    def h(self) -> Rounded:
        return self.inside[2].norm()

    @cached_property
    def top(self) -> Top:
        return Top(self.h, self.exact("E"), self.targets)

    @property
    def logits(self) -> Rounded:
        return self.top.logits

    def through_block(self, dh) -> tuple[Rounded, Rounded, Rounded]:
        """dx (B, w, d), dW1 and dW2, from dh (B, d)."""
        flat, a, o = self.inside
        do = o.norm_backward(dh)
        da = do @ self.exact("W2").T * a.tanh_slope()
        dx = self.x.norm_backward((da @ self.exact("W1").T).reshape(*self.x.values.shape))
        return dx, flat.T @ da, a.T @ do

    def gradients(self, dz=None) -> dict[str, Rounded]:
        """Those of the four arrays, the two parts of that of E, dx and dh; from dz or the mean loss."""
        outputs, dh = self.top.back(dz)
        dx, dW1, dW2 = self.through_block(dh)
        inputs = dx.scatter(self.ids, len(self.E))
        return {
            "E": inputs + outputs,
            "P": dx.sum_first(),
            "W1": dW1,
            "W2": dW2,
            "inputs": inputs,
            "outputs": outputs,
            "dx": dx,
            "dh": dh,
        }

    def changed(self, **arrays) -> "Draw":
        return replace(self, **arrays)


def draw(rng, B=4, V=9, d=4, w=3, m=5, dtype="float64", std=0.7, integers="int64") -> Draw:
    """A model and a batch. Some ids are repeated, some rows are not read, and targets are among both.

    The first row and the last one that the dtype of the ids reaches are read, and are targets.
    """
    most = min(V, np.iinfo(integers).max + 1)
    ends = rng.permutation([0, most - 1])
    order = np.concatenate([ends, 1 + rng.permutation(most - 2)])
    ids = rng.choice(order[: most // 2 + 1], (B, w))
    ids[0, 0] = ids[-1, -1] = ids[0, -1] = ends[0]
    ids[-1, 0] = ends[1]
    targets = rng.choice(order[most // 2 - 1 :], B)
    targets[:1], targets[1:2] = ends
    shapes = (V, d), (w, d), (w * d, m), (m, d)
    arrays = [rng.normal(0, std, shape).astype(dtype) for shape in shapes]
    return Draw(*arrays, ids.astype(integers), targets.astype(integers))
