"""Checks of `is_tied_gradient`: right and wrong gradients of a tied table, as functions that it may call."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Wrong, check
from autograder.checks.shared import probabilities, scatter_add
from autograder.checks.student import Student, StudentError
from autograder.checks.verdicts import verdicts
from autograder.sandboxed import protocol

NAME = "is_tied_gradient"
OWN = ("tied_gradient", "output_side_gradient", "TiedLM")
Gradient = Callable[..., np.ndarray]  # (E, W, ids, targets) -> (V, d)


# -- parts from which implementations are made ----------------------------------------------------


class Parts:
    """What the gradient of h = tanh(E[ids] W), z = h Eᵀ is made of, with all positions along one axis."""

    def __init__(self, E: np.ndarray, W: np.ndarray, ids: np.ndarray, targets: np.ndarray):
        self.E, self.W, self.shape = E, W, ids.shape
        self.ids, self.targets, self.N = ids.reshape(-1), targets.reshape(-1), ids.size
        self.x = E[self.ids]
        self.h = np.tanh(self.x @ W)
        self.p = probabilities(self.h @ E.T)
        self.hit = self.one_hot(self.targets)
        self.dz = (self.p - self.hit) / self.N

    def one_hot(self, ids: np.ndarray) -> np.ndarray:
        return np.asarray(ids[:, None] == np.arange(len(self.E)), np.float64)

    def dx(self, dz=None, slope=True, W=None) -> np.ndarray:
        """Return the gradient of the rows that were read, (N, d)."""
        dh = (self.dz if dz is None else dz) @ self.E
        return (dh * (1 - self.h**2) if slope else dh) @ (self.W if W is None else W).T

    def scattered(self, rows, ids=None) -> np.ndarray:
        return scatter_add(len(self.E), self.ids if ids is None else ids, rows)

    def inputs(self, **how) -> np.ndarray:
        return self.scattered(self.dx(**how))

    def outputs(self, dz=None) -> np.ndarray:
        return (self.dz if dz is None else dz).T @ self.h

    def both(self, dz=None) -> np.ndarray:
        return self.inputs(dz=dz) + self.outputs(dz)


def of(make: Callable[[Parts], np.ndarray]) -> Gradient:
    """Return an implementation, as student code may call it: with arrays of any kind or nested lists."""

    def gradient(E, W, ids, targets):
        plain = [a.values if isinstance(a, protocol.Array) else np.asarray(a) for a in (E, W, ids, targets)]
        table, mix = (np.asarray(a, np.float64) for a in plain[:2])
        read, predict = plain[2:]
        if read.shape != predict.shape or not read.size or {read.dtype.kind, predict.dtype.kind} - set("iu"):
            raise ValueError("ids and targets of one shape, at least one")
        if min(read.min(), predict.min()) < 0 or max(read.max(), predict.max()) >= len(table):
            raise ValueError("an id that the table has no row for")
        return make(Parts(table, mix, read.astype(np.int64), predict.astype(np.int64)))

    return gradient


# -- right ones -----------------------------------------------------------------------------------


def by_positions(parts: Parts) -> np.ndarray:
    """Add up the gradients of the positions, one after the other."""
    found = np.zeros_like(parts.E)
    for i, t in zip(parts.ids, parts.targets):
        one = Parts(parts.E, parts.W, np.array([i]), np.array([t]))
        found += one.outputs()
        found[i] += one.dx()[0]
    return found / parts.N


def by_one_hot(parts: Parts) -> np.ndarray:
    """Multiply with one-hot matrices, and take the hyperbolic cosine for the derivative."""
    read, a = parts.one_hot(parts.ids), parts.x @ parts.W
    return read.T @ (parts.dz @ parts.E / np.cosh(a) ** 2) @ parts.W.T + np.einsum(
        "nv,nd->vd", parts.dz, parts.h
    )


def rounded(parts: Parts) -> np.ndarray:
    """Round to seven digits after the point: as far off as float32 is."""
    return np.round(parts.both(), 7)


def in_blocks(parts: Parts) -> np.ndarray:
    """Accumulate over blocks of three positions, each weighted by its length."""
    found = np.zeros_like(parts.E)
    for k in range(0, parts.N, 3):
        block = Parts(parts.E, parts.W, parts.ids[k : k + 3], parts.targets[k : k + 3])
        found += block.both() * (block.N / parts.N)
    return found


RIGHT: list[Callable] = [Parts.both, by_positions, by_one_hot, in_blocks, rounded]


# -- wrong ones -----------------------------------------------------------------------------------


def lazy(parts: Parts) -> np.ndarray:
    """Drop the output side of the rows that were not read, as an optimizer that steps rows of the batch."""
    found = parts.both()
    found[np.setdiff1d(np.arange(len(found)), parts.ids)] = 0
    return found


def overwritten(parts: Parts) -> np.ndarray:
    inputs = np.zeros_like(parts.E)
    inputs[parts.ids] = parts.dx()
    return inputs + parts.outputs()


def averaged(parts: Parts) -> np.ndarray:
    times = np.maximum(np.bincount(parts.ids, minlength=len(parts.E)), 1)[:, None]
    return parts.inputs() / times + parts.outputs()


def without_own(parts: Parts) -> np.ndarray:
    """Leave out the positions whose target is the id just read."""
    return parts.both((parts.ids != parts.targets)[:, None] * parts.dz)


def once_at_own(parts: Parts) -> np.ndarray:
    """Keep one part alone, that of the input side, in rows that are read and to be predicted at once."""
    found = parts.both()
    own = parts.ids[parts.ids == parts.targets]
    found[own] = parts.inputs()[own]
    return found


def turned(parts: Parts) -> np.ndarray:
    found = parts.both()
    return found.T if len(found) == found.shape[1] else found


def by_first_axis(parts: Parts) -> np.ndarray:
    """Divide by the length of the first axis of the positions."""
    return parts.both() * (parts.N / (parts.shape or (1,))[0])


def target_rows(parts: Parts) -> np.ndarray:
    return parts.inputs() + parts.outputs(parts.dz * parts.hit.any(axis=0))


def mirrored(parts: Parts) -> np.ndarray:
    """Keep what points along E and along ones, turn the rest round: slope along E, sum and length stay."""
    found = parts.both()
    kept = np.stack([parts.E, np.ones_like(parts.E)], axis=-1).reshape(-1, 2)
    best = np.linalg.lstsq(kept, found.reshape(-1), rcond=None)[0]
    return 2 * (kept @ best).reshape(found.shape) - found


def one_column_lost(parts: Parts) -> np.ndarray:
    found = parts.both()
    found[:, -1] = 0
    return found


def one_nan(parts: Parts) -> np.ndarray:
    found = parts.both()
    found[parts.targets[0], -1] = np.nan
    return found


def nothing(parts: Parts) -> np.ndarray:
    return np.zeros_like(parts.E)


Makers = list[Callable[[Parts], np.ndarray]]
GROSS: Makers = [nothing, lambda p: p.both(p.p / p.N)]  # which every kind begins with
WRONG: dict[str, dict[str, Makers]] = {  # by check, then by mistake
    "sides": {
        "accepts-side": [Parts.inputs, Parts.outputs],
        "accepts-lazy": [lazy],
        "accepts-short-way": [lambda p: p.scattered(p.dz @ p.E) + p.outputs()],
        # Reversed columns leave the sum and the length of each row.
        "accepts-part": [mirrored, lambda p: p.both()[:, ::-1], one_column_lost],
    },
    "sizes": {
        "accepts-scaled": [lambda p: p.both() / 2, lambda p: 2 * p.both()],
        "accepts-side": [lambda p: p.inputs() * p.N + p.outputs(), lambda p: p.inputs() + 2 * p.outputs()],
        "accepts-summed": [lambda p: p.both() * p.N],
        "accepts-first-axis": [by_first_axis],
        "accepts-coarse": [lambda p: 1.002 * p.both()],
    },
    "targets": {
        "accepts-scaled": [lambda p: -p.both()],
        "accepts-side": [lambda p: p.inputs(dz=p.p / p.N) + p.outputs(), lambda p: p.inputs() - p.outputs()],
        "accepts-target-rows": [target_rows],
        "accepts-target-scatter": [lambda p: p.scattered(p.dx(), p.targets) + p.outputs()],
        "accepts-own-target": [without_own, once_at_own],
    },
    "special": {
        "accepts-repeats-lost": [overwritten, averaged],
        "accepts-W-turned": [lambda p: p.inputs(W=p.W.T) + p.outputs()],
        "accepts-short-way": [lambda p: p.inputs(slope=False) + p.outputs()],
        "accepts-nan": [lambda p: np.full_like(p.E, np.nan), one_nan],
        "accepts-coarse": [lambda p: np.round(p.both(), 3)],
        # The last one: a judge that never has V = d may have another fault, which says more.
        "accepts-square-turned": [turned],
    },
}


# -- asking ---------------------------------------------------------------------------------------


def catches(student: Student, rng: np.random.Generator, kind: str) -> None:
    """Require that right ones are accepted, and that those of WRONG[kind] are not."""
    wrong = [(key, make) for key, several in WRONG[kind].items() for make in several]
    judged = [("", make) for make in RIGHT] + [("accepts-any-numbers", make) for make in GROSS] + wrong
    made = {f"{n} {key}": of(make) for n, (key, make) in enumerate(judged)}
    said = list(verdicts(student, NAME, made, rng, calls=6, without=OWN).values())
    if failed := [verdict for verdict in said if isinstance(verdict, StudentError)]:
        raise failed[0]
    if not all(said[: len(RIGHT)]):
        # The last one alone is off by more than what another order of sums rounds.
        raise Wrong("rejects-rounded" if all(said[: len(RIGHT) - 1]) else "rejects-right")
    for (key, _), accepted in zip(judged, said):
        if key and accepted:
            raise Wrong(key)


@check(points=1)
def sides(student: Student, rng: np.random.Generator) -> None:
    """A side is missing, whole or in part, or comes from the wrong place; or only sums are right."""
    catches(student, rng, "sides")


@check(points=1)
def sizes(student: Student, rng: np.random.Generator) -> None:
    """A side or both are too large or too small by a factor."""
    catches(student, rng, "sizes")


@check(points=1)
def targets(student: Student, rng: np.random.Generator) -> None:
    """The targets are left out, or not everywhere taken into account."""
    catches(student, rng, "targets")


@check(points=1)
def special(student: Student, rng: np.random.Generator) -> None:
    """Wrong only for some inputs: repeated ids, V = d, a W that is not symmetric. Or nan, or inexact."""
    catches(student, rng, "special")
