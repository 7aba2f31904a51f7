"""What the checks of several functions share: a batch, its loss and gradients as they should be."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from autograder.checks.checking import bound
from autograder.checks.shared import scatter_add

FIELDS = ("loss", "d_in", "d_out")


def sigmoid(s: np.ndarray) -> np.ndarray:
    return np.exp(-np.logaddexp(0, -s))


@dataclass(frozen=True)
class Batch:
    """Two tables and the ids of a batch; `counts` says which negatives count."""

    E_in: np.ndarray  # (V, d)
    E_out: np.ndarray  # (V, d)
    center: np.ndarray  # (n,)
    context: np.ndarray  # (n,)
    negative: np.ndarray  # (n, k)

    @property
    def args(self) -> tuple:
        return self.E_in, self.E_out, self.center, self.context, self.negative

    @cached_property
    def counts(self) -> np.ndarray:
        return (self.negative != self.context[:, None]).astype(float)

    @cached_property
    def vectors(self) -> tuple:
        """The rows v (n, d), u (n, d) and those of the negatives (n, k, d)."""
        return self.E_in[self.center], self.E_out[self.context], self.E_out[self.negative]

    @cached_property
    def scores(self) -> tuple:
        v, u, N = self.vectors
        return np.einsum("nd,nd->n", u, v), np.einsum("nkd,nd->nk", N, v)

    @cached_property
    def terms(self) -> tuple:
        """What each score adds to the loss of its example, if it counts."""
        pull, push = self.scores
        return np.logaddexp(0, -pull), np.logaddexp(0, push)

    @cached_property
    def slopes(self) -> tuple:
        """The derivatives of these terms by the scores."""
        pull, push = self.scores
        return -sigmoid(-pull), sigmoid(push)

    @cached_property
    def right(self) -> dict:
        return self.fields()

    def fields(self, slopes=None, terms=None, counts=None, over=None, add=scatter_add) -> dict:
        """Return loss and gradients; the arguments are what a mistake has in place of the right ones."""
        a, b = self.slopes if slopes is None else slopes
        pulls, pushes = self.terms if terms is None else terms
        counts, over = self.counts if counts is None else counts, len(self.center) if over is None else over
        (v, u, N), V = self.vectors, len(self.E_in)
        b = (b * counts)[:, :, None]
        ids = np.concatenate([self.context, self.negative.ravel()])
        moves = np.concatenate([a[:, None] * v, (b * v[:, None]).reshape(-1, v.shape[1])])
        return {
            "loss": np.asarray((pulls.sum() + (counts * pushes).sum()) / over),
            "d_in": add(V, self.center, a[:, None] * u + (b * N).sum(axis=1)) / over,
            "d_out": add(V, ids, moves) / over,
        }

    @cached_property
    def rounding(self) -> dict:
        """The rounding errors allowed. If a score is off by δ, its term and slope are by at most δ."""
        v, u, N = (abs(a) for a in self.vectors)
        (n, k), d = self.negative.shape, v.shape[1]
        by_pull = bound("float64", d, np.einsum("nd,nd->n", u, v))
        by_push = bound("float64", d, np.einsum("nkd,nd->nk", N, v))
        tiny = 8 * np.finfo(np.float64).eps
        absolute = replace(self, E_in=abs(self.E_in), E_out=abs(self.E_out))
        error = absolute.fields((by_pull + tiny, by_push + tiny), (by_pull, by_push))
        size = absolute.fields(tuple(abs(s) for s in self.slopes))
        rounding = {f: error[f] + bound("float64", n * (k + 2), size[f]) for f in FIELDS[1:]}
        terms = sum(t.sum() for t in self.terms) / n + k + 1
        return {"loss": error["loss"] + bound("float64", n * (k + 1) + 8, terms)} | rounding


def overwritten(V: int, ids: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """As `scatter_add`, but of the rows with one id only the last counts, as in `table[ids] += rows`."""
    out = np.zeros((V, rows.shape[-1]))
    out[ids.reshape(-1)] += rows.reshape(-1, rows.shape[-1])
    return out


def drawn(rng: np.random.Generator, n=5, k=3, V=9, d=4, hits: int = 0) -> Batch:
    """Return a batch with repeated ids; `hits` examples have their context as a negative.

    Another example's context and the example's own center are among the negatives too.
    """
    E_in, E_out = rng.uniform(-1, 1, (2, V, d))  # no score beyond 4
    center, context = rng.integers(0, V, n), rng.integers(0, V, n)
    center[n - 1], context[n - 1] = center[0], context[1]
    context[0] = (context[1] + 1 + rng.integers(V - 1)) % V
    negative = (context[:, None] + rng.integers(1, V, (n, k))) % V  # never the context
    negative[0, 0] = context[1]
    center[1] = negative[1, 0]
    negative[2, 1] = negative[2, 0]
    for example in rng.permutation(n)[:hits]:
        negative[example, rng.integers(k)] = context[example]
    return Batch(E_in, E_out, center, context, negative)
