"""Gradients of a lookup, right and wrong, that are handed to `is_right`.

Each is made anew for every question, because some keep something between their calls.
"""

from collections.abc import Callable

import numpy as np

from autograder.checks.shared import scatter_add
from autograder.sandboxed import protocol

Gradient = Callable[[np.ndarray, np.ndarray, int], np.ndarray]


def as_called(gradient: Gradient) -> Callable:
    """Return the gradient as student code may call it: with arrays of any kind or nested lists."""

    def backward(grad_out, ids, V):
        return gradient(_array(grad_out), _array(ids).astype(np.int64, casting="same_kind"), int(_array(V)))

    return backward


def _array(value) -> np.ndarray:
    return value.values if isinstance(value, protocol.Array) else np.asarray(value)


def _flat(grad_out: np.ndarray, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return grad_out (N, d) and ids (N,)."""
    return grad_out.reshape(ids.size, grad_out.shape[-1]), ids.reshape(-1)


# -- right --------------------------------------------------------------------------------------


def by_add_at() -> Gradient:
    def gradient(grad_out, ids, V):
        dE = np.zeros((V, grad_out.shape[-1]))
        np.add.at(dE, ids, grad_out)
        return dE

    return gradient


def by_product() -> Gradient:
    def gradient(grad_out, ids, V):
        G, flat = _flat(grad_out, ids)
        one_hot = np.zeros((len(flat), V), np.float32)
        one_hot[np.arange(len(flat)), flat] = 1
        return one_hot.T @ G.astype(np.float32)

    return gradient


def by_sorting() -> Gradient:
    def gradient(grad_out, ids, V):
        G, flat = _flat(grad_out, ids)
        dE = np.zeros((V, G.shape[1]))
        if len(flat):
            order = np.argsort(flat, kind="stable")
            starts = np.flatnonzero(np.diff(flat[order], prepend=-1))
            dE[flat[order][starts]] = np.add.reduceat(G[order], starts, axis=0)
        return dE

    return gradient


def by_loop() -> Gradient:
    """One position after the other, from the last to the first, in a table that is kept and cleared."""
    tables: dict[tuple[int, int], np.ndarray] = {}

    def gradient(grad_out, ids, V):
        G, flat = _flat(grad_out, ids)
        dE = tables.setdefault((V, G.shape[1]), np.zeros((V, G.shape[1])))
        dE[...] = 0
        for i, g in zip(flat[::-1], G[::-1]):
            dE[i] += g
        return dE

    return gradient


def by_counting() -> Gradient:
    def gradient(grad_out, ids, V):
        G, flat = _flat(grad_out, ids)
        columns = [np.bincount(flat, weights=column, minlength=V) for column in G.T]
        return np.array(columns).T.reshape(V, G.shape[1])

    return gradient


RIGHT: dict[str, Callable[[], Gradient]] = {  # how it is told of; the first is rounded least
    "one position after the other": by_add_at,
    "in float32, by the one-hot product": by_product,
    "after sorting": by_sorting,
    "in a table that it clears and uses again": by_loop,
    "by counting": by_counting,
}


# -- wrong: how often an id repeats ---------------------------------------------------------------


def _of_flat(wrong: Gradient) -> Callable[[], Gradient]:
    """Make an implementation from one that takes G (N, d), ids (N,) and V."""
    return lambda: lambda grad_out, ids, V: wrong(*_flat(grad_out, ids), V)


def _of_right(spoil: Callable[[np.ndarray, np.ndarray, int], np.ndarray]) -> Callable[[], Gradient]:
    """Make an implementation that returns `spoil(dE, ids, V)` of the right gradient."""
    return lambda: lambda grad_out, ids, V: spoil(scatter_add(V, ids, grad_out), ids, V)


def _overwritten(G, ids, V):
    dE = np.zeros((V, G.shape[1]))
    dE[ids] = G
    return dE


def _averaged(dE, ids, V):
    return dE / np.maximum(np.bincount(ids.reshape(-1), minlength=V), 1)[:, None]


def _first_and_last(G, ids, V):
    """Sum two positions of an id at most."""
    rows, first = np.unique(ids, return_index=True)
    _, last = np.unique(ids[::-1], return_index=True)
    dE = np.zeros((V, G.shape[1]))
    dE[rows] = G[first]
    later = len(ids) - 1 - last
    dE[rows] += np.where((later != first)[:, None], G[later], 0)
    return dE


# -- wrong: shapes of ids -------------------------------------------------------------------------


def _first_sentence(grad_out, ids, V):
    return scatter_add(V, ids[0], grad_out[0]) if ids.ndim > 1 else scatter_add(V, ids, grad_out)


def _columns_first(grad_out, ids, V):
    """Flatten the ids by columns and the gradients by rows."""
    return scatter_add(V, ids.reshape(-1, order="F"), _flat(grad_out, ids)[0])


# -- wrong: what is kept between the calls --------------------------------------------------------


def accumulating() -> Gradient:
    tables: dict[tuple[int, int], np.ndarray] = {}

    def gradient(grad_out, ids, V):
        dE = tables.setdefault((V, grad_out.shape[-1]), np.zeros((V, grad_out.shape[-1])))
        dE += scatter_add(V, ids, grad_out)
        return dE

    return gradient


def answers_kept() -> Gradient:
    """Takes calls of the same sizes for the same call."""
    kept: dict[tuple, np.ndarray] = {}

    def gradient(grad_out, ids, V):
        return kept.setdefault((V, *grad_out.shape), scatter_add(V, ids, grad_out))

    return gradient


def first_size() -> Gradient:
    sizes: list[int] = []

    def gradient(grad_out, ids, V):
        sizes.append(V)
        dE = np.zeros((sizes[0], grad_out.shape[-1]))
        G, flat = _flat(grad_out, ids)
        inside = flat < sizes[0]
        np.add.at(dE, flat[inside], G[inside])
        return dE

    return gradient


def _but_row(row: int) -> Callable[[], Gradient]:
    def spoil(dE, ids, V):
        dE[row] = 0
        return dE

    return _of_right(spoil)


def _filled(dE, ids, V):
    unused = np.setdiff1d(np.arange(V), ids)
    dE[unused] = 1
    return dE


def _one_nan(dE, ids, V):
    dE[ids.reshape(-1)[:1], -1] = np.nan
    return dE


def _same_columns(dE, ids, V):
    return np.repeat(dE[:, :1], dE.shape[1], axis=1)


ZEROS = _of_right(lambda dE, ids, V: 0 * dE)
WRONG: dict[str, dict[str, Callable[[], Gradient]]] = {  # by check, and the mistake of who accepts it
    "repeats": {
        "accepts-overwritten": _of_flat(_overwritten),
        "accepts-averaged": _of_right(_averaged),
        "accepts-third-lost": _of_flat(_first_and_last),
    },
    "axes": {
        "accepts-first-sentence": lambda: _first_sentence,
        "accepts-mixed-order": lambda: _columns_first,
        "accepts-other-shape": _of_right(lambda dE, ids, V: dE[None]),
    },
    "rows": {
        "accepts-cut-table": _of_right(lambda dE, ids, V: dE[: ids.max(initial=-1) + 1]),
        "accepts-last-row-lost": _but_row(-1),
        "accepts-row-zero-lost": _but_row(0),
        "accepts-shifted": _of_right(lambda dE, ids, V: np.roll(dE, 1, axis=0)),
        "accepts-filled": _of_right(_filled),
    },
    "numbers": {
        "accepts-scaled": _of_right(lambda dE, ids, V: dE / max(ids.size, 1)),
        "accepts-sign": _of_right(lambda dE, ids, V: -dE),
        "accepts-same-columns": _of_right(_same_columns),
        "accepts-nan": _of_right(_one_nan),
        "accepts-reversed": _of_right(lambda dE, ids, V: dE[:, ::-1]),
        "accepts-inexact": _of_right(lambda dE, ids, V: 1.005 * dE),
    },
    "positions": {
        "accepts-first-dropped": _of_flat(lambda G, ids, V: scatter_add(V, ids[1:], G[1:])),
        "accepts-last-dropped": _of_flat(lambda G, ids, V: scatter_add(V, ids[:-1], G[:-1])),
    },
    "memory": {
        "accepts-accumulating": accumulating,
        "accepts-answers-kept": answers_kept,
        "accepts-first-size": first_size,
    },
}
