"""Random inputs of the checks in NumPy, their right answers in float64, and rounding error bounds."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import bound
from autograder.checks.shared import probabilities

PRECISION = "float32"  # the rounding of this dtype is allowed, whatever comes in


@dataclass(frozen=True)
class Draw:
    """A head: hidden states, a table, targets and perhaps a bias."""

    h: np.ndarray  # (*S, d)
    E: np.ndarray  # (V, d)
    targets: np.ndarray  # (*S)
    b: np.ndarray | None = None

    @property
    def args(self) -> tuple:
        """The arguments of `output_side_gradient`; the bias is left out if there is none."""
        return (self.h, self.E, self.targets) + (() if self.b is None else (self.b,))

    @cached_property
    def flat(self) -> tuple:
        """h (N, d), E (V, d), b (V,), targets (N,)."""
        b = np.zeros(len(self.E)) if self.b is None else self.b
        return self.h.reshape(-1, self.E.shape[1]), self.E, b, self.targets.reshape(-1)

    @cached_property
    def logits(self) -> np.ndarray:
        h, E, b, _ = self.flat
        return h @ E.T + b

    @cached_property
    def logit_rounding(self) -> np.ndarray:
        h, E, b, _ = self.flat
        scale = np.abs(h) @ np.abs(E).T + np.abs(b)
        return bound(PRECISION, E.shape[1] + 1, scale, PRECISION, self.logits)

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
    N, V, eps = len(h), len(E), np.finfo(PRECISION).eps
    delta = np.max(of_logits, axis=1, initial=0.0)[:, None]
    p, r = probabilities(case.logits), residual(case)
    moved = (p * (np.expm1(2 * delta) + (V + 8) * eps) + 2 * eps) / N
    size = np.abs(r) / N
    terms = np.abs(case.logits).max(initial=0.0) + np.log(V)
    return {
        "loss": 2 * delta.mean() + bound(PRECISION, V + N + 4, 2 * terms),
        "dE": moved.T @ np.abs(h) + bound(PRECISION, N + 2, size.T @ np.abs(h)),
        "db": moved.sum(axis=0) + bound(PRECISION, N + 2, size.sum(axis=0)),
        "dh": (moved @ np.abs(E) + bound(PRECISION, V + 2, size @ np.abs(E))).reshape(case.h.shape),
    }


def draw(rng: np.random.Generator, shape=(6,), V=7, d=4, bias=True) -> Draw:
    """A head with repeated targets, and with tokens that are no target."""
    targets = rng.choice(rng.permutation(V)[: max(2, V // 2)], shape)
    h, E = rng.normal(size=(*shape, d)), rng.normal(size=(V, d))
    return Draw(h, E, np.asarray(targets), rng.normal(size=V) if bias else None)


def predicted(case: Draw) -> dict[str, list[dict]]:
    """What each mistake about the output side leads to: its forms, as dicts of fields."""
    (h, E, b, t), r = case.flat, residual(case)
    N, right, z = len(h), case.right, case.logits
    hit = np.zeros_like(r)
    hit[np.arange(N), t] = 1
    everywhere = r + hit
    everywhere[:, t] -= 1
    bare = case.logits - b
    no_bias = side(case, residual(case, bare), bare)
    own, seen = side(case, r * hit), side(case, r * hit.any(axis=0))
    # dE[t] = ..., where of several positions with one target the last one stays.
    last = np.zeros_like(right["dE"])
    last[t] = (r[np.arange(N), t] / N)[:, None] * h
    summed = side(case, r, over=1)
    by_axis = [side(case, r, over=n) | {"loss": right["loss"] * N / n} for n in case.targets.shape]
    no_target = side(case, r + hit)
    dh = right["dh"]
    twice, root = z + b, np.sqrt(E.shape[1])
    attended = [side(case, residual(case, over), over) for over in (z / root, (z - b) / root + b)]
    p = r + hit
    of_target = p[np.arange(N), t]
    keep = {"loss": right["loss"]}
    return {
        "bias-twice": [side(case, residual(case, twice), twice)],
        "logits-over-root": [
            *attended,
            *(form | {f: form[f] / root for f in ("dE", "dh")} for form in attended),
        ],
        "log-of-mean-p": [right | {"loss": np.asarray(-np.log(of_target.mean()))}] if N > 1 else [right],
        "loss-of-all-tokens": [right | {"loss": np.asarray(-np.log(p).sum() / n)} for n in (p.size, N)],
        "divided-by-tokens": [side(case, r, over=len(E)), side(case, r / len(E))],
        "db-over-tokens": [right | {"db": r.sum(axis=1) / N}],
        "target-at-zero": [side(case, r * (1 - hit))],
        "of-p-itself": [side(case, r * of_target[:, None]) | keep],
        "gradient-sign": [side(case, -r), *(right | {f: -right[f]} for f in ("dE", "db", "dh"))],
        "loss-sign": [right | {"loss": -right["loss"]}],
        "all-summed": [summed | {"loss": right["loss"] * N}],
        "gradients-summed": [summed],
        "loss-summed": [right | {"loss": right["loss"] * N}],
        "loss-over-tokens": [right | {"loss": right["loss"] / len(E)}],
        "not-nats": [right | {"loss": right["loss"] / np.log(base)} for base in (2, 10)],
        "batch-mean": [right, *by_axis, *(form | {"loss": right["loss"]} for form in by_axis)],
        "softmax-over-positions": along_positions(case, z),
        "target-not-subtracted": [no_target],
        "part-without-target": [right | {f: no_target[f]} for f in ("dE", "db", "dh")],
        "only-target-rows": [
            own,
            seen,
            *(right | {"dE": dE} for dE in (own["dE"], seen["dE"], last)),
            *(right | {"dE": form["dE"], "db": form["db"]} for form in (own, seen)),
        ],
        "target-in-every-row": [side(case, everywhere)],
        "bias-ignored": [no_bias, no_bias | {"db": np.zeros_like(b)}],
        # Perhaps only where there is no bias.
        "db-zero": [right | {"db": np.zeros_like(b)}, *([right] if case.b is not None else [])],
        "dh-not-averaged": [right | {"dh": dh * N}],
        "dh-from-targets": [right | {"dh": (-E[t] / n).reshape(dh.shape)} for n in (1, N)]
        + [right | {"dh": own["dh"]}],
        "averaged-twice": [
            side(case, r, over=N * N),
            *(right | {f: right[f] / N} for f in ("dE", "db", "dh")),
        ],
        "flattened": [right | {"dh": dh.reshape(len(h), -1)}],
    }


def along_positions(case: Draw, z) -> list[dict]:
    """The results of a softmax over the positions in place of the tokens."""
    t, N = case.flat[3], len(z)
    p = probabilities(z.T).T
    r = p.copy()
    r[np.arange(N), t] -= 1
    with np.errstate(divide="ignore"):
        loss = np.asarray(-np.log(p[np.arange(N), t]).mean())
    form = side(case, r)
    return [form | {"loss": loss}, form]
