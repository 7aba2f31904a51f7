"""Random inputs of the NumPy checks, their right answers in float64, and rounding error bounds."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.framework.checking import bound
from autograder.checks.framework.shared import probabilities


@dataclass(frozen=True)
class Draw:
    """A head: hidden states, a table, targets and perhaps a bias, all of one dtype."""

    h: np.ndarray  # (*S, d)
    E: np.ndarray  # (V, d)
    targets: np.ndarray  # (*S)
    b: np.ndarray | None = None

    @property
    def args(self) -> tuple:
        """The arguments of `output_side_gradient`; the bias is left out if there is none."""
        return (self.h, self.E, self.targets) + (() if self.b is None else (self.b,))

    @property
    def dtype(self) -> str:
        return self.h.dtype.name

    @cached_property
    def flat(self) -> tuple:
        """h (N, d), E (V, d), b (V,) in float64, targets (N,)."""
        E = self.E.astype(np.float64)
        b = np.zeros(len(E)) if self.b is None else self.b.astype(np.float64)
        return self.h.astype(np.float64).reshape(-1, E.shape[1]), E, b, self.targets.reshape(-1).astype(int)

    @cached_property
    def logits(self) -> np.ndarray:
        h, E, b, _ = self.flat
        return h @ E.T + b

    @cached_property
    def logit_rounding(self) -> np.ndarray:
        h, E, b, _ = self.flat
        scale = np.abs(h) @ np.abs(E).T + np.abs(b)
        return bound(self.dtype, E.shape[1] + 1, scale, self.dtype, self.logits)

    @cached_property
    def right(self) -> dict:
        return side(self, residual(self))

    @cached_property
    def rounding(self) -> dict:
        return side_rounding(self, self.logit_rounding)


def residual(case: Draw, z=None) -> np.ndarray:
    """p − onehot, (N, V)."""
    p = probabilities(case.logits if z is None else z)
    p[np.arange(len(p)), case.flat[3]] -= 1
    return p


def loss_of(case: Draw, z=None) -> float:
    z = case.logits if z is None else z
    top = z.max(axis=1)
    lse = top + np.log(np.exp(z - top[:, None]).sum(axis=1))
    return float(np.mean(lse - z[np.arange(len(z)), case.flat[3]]))


def side(case: Draw, r, z=None, over=None) -> dict:
    """The four results from r = p − onehot, or what a mistake has in its place, divided by `over` (or N)."""
    h, E, _, _ = case.flat
    g = r / (len(h) if over is None else over)
    return {
        "loss": np.asarray(loss_of(case, z)),
        "dE": g.T @ h,
        "db": g.sum(axis=0),
        "dh": (g @ E).reshape(case.h.shape),
    }


def side_rounding(case: Draw, of_logits) -> dict:
    """The rounding errors allowed. If the logits are off by δ, p is by a factor of at most exp(2δ)."""
    h, E, _, _ = case.flat
    N, V, eps = len(h), len(E), np.finfo(case.dtype).eps
    delta = np.max(of_logits, axis=1, initial=0.0)[:, None]
    p, r = probabilities(case.logits), residual(case)
    moved = (p * (np.expm1(2 * delta) + (V + 8) * eps) + 2 * eps) / N
    size = np.abs(r) / N
    terms = np.abs(case.logits).max(initial=0.0) + np.log(V)
    return {
        "loss": 2 * delta.mean() + bound(case.dtype, V + N + 4, 2 * terms),
        "dE": moved.T @ np.abs(h) + bound(case.dtype, N + 2, size.T @ np.abs(h)),
        "db": moved.sum(axis=0) + bound(case.dtype, N + 2, size.sum(axis=0)),
        "dh": (moved @ np.abs(E) + bound(case.dtype, V + 2, size @ np.abs(E))).reshape(case.h.shape),
    }


def draw(rng, shape=(6,), V=7, d=4, dtype="float64", bias=True) -> Draw:
    """A head with repeated targets, and with tokens that are no target."""
    targets = rng.choice(rng.permutation(V)[: max(2, V // 2)], shape)
    h, E = rng.normal(size=(*shape, d)).astype(dtype), rng.normal(size=(V, d)).astype(dtype)
    return Draw(h, E, np.asarray(targets), rng.normal(size=V).astype(dtype) if bias else None)


def mistakes(case: Draw) -> dict[str, list[dict]]:
    """What each mistake about the output side gives for a draw: its forms, as dicts of fields."""
    (h, _, b, t), r = case.flat, residual(case)
    N, right = len(h), case.right
    hit = np.zeros_like(r)
    hit[np.arange(N), t] = 1
    everywhere = r + hit
    everywhere[:, t] -= 1
    bare = case.logits - b
    no_bias = side(case, residual(case, bare), bare)
    own = r * hit
    summed = side(case, r, over=1)
    leading = case.targets.shape[0] if case.targets.ndim else 1
    first = side(case, r, over=leading)
    return {
        "sign": [side(case, -r)],
        "not-averaged": [summed | {"loss": right["loss"] * N}, summed],
        "batch-mean": [first | {"loss": right["loss"] * N / leading}, first],
        "target-not-subtracted": [side(case, r + hit)],
        "only-target-rows": [side(case, own), right | {"dE": side(case, own)["dE"]}],
        "target-in-every-row": [side(case, everywhere)],
        "bias-ignored": [no_bias, no_bias | {"db": np.zeros_like(b)}],
        "dh-not-averaged": [right | {"dh": right["dh"] * N}],
        "averaged-twice": [
            side(case, r, over=N * N),
            *(right | {f: right[f] / N} for f in ("dE", "db", "dh")),
        ],
    }
