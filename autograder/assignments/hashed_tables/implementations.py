"""Implementations of `ngram_rows`, right and wrong, that are handed to `is_right`."""

from collections import deque
from collections.abc import Callable
from functools import partial

import numpy as np

from autograder.sandboxed import protocol

from .ngrams import FAULTS, RIGHT as VECTORS, Way, seen

RowsOf = Callable[..., np.ndarray]
MOST, TOO_LONG = 1000, "a text of more than 1,000 ids"


def as_called(rows_of: RowsOf) -> Callable:
    """Return the implementation as student code may call it: with arrays of any kind, lists and numbers."""

    def asked(ids, multipliers, primes, fill, end=None):
        if _array(ids).size > MOST:
            return protocol.Failure(("ValueError",), TOO_LONG)
        ids, multipliers, primes = (
            _array(a).astype(np.int64, casting="same_kind") for a in (ids, multipliers, primes)
        )
        return rows_of(ids, multipliers, primes, int(_array(fill)), None if end is None else int(_array(end)))

    return asked


def _array(value) -> np.ndarray:
    return value.values if isinstance(value, protocol.Array) else np.asarray(value)


# -- right --------------------------------------------------------------------------------------


def by_position(ids, multipliers, primes, fill, end=None) -> np.ndarray:
    """Go through the text, and back from each position until an end or the beginning."""
    rows = []
    for t in range(len(ids)):
        line, offset, mix, open_ = [], 0, ids[t] * multipliers[0], True
        for j in range(1, len(multipliers)):
            open_ = open_ and t - j >= 0 and (j == 1 or ids[t - j + 1] != end)
            mix = mix ^ ((ids[t - j] if open_ else fill) * multipliers[j])
            for prime in primes[j - 1]:
                line.append(mix % prime + offset)
                offset += prime
        rows.append(line)
    return np.array(rows)


def one_at_a_time(ids, multipliers, primes, fill, end=None) -> np.ndarray:
    """Keep the last pieces in a queue, as a model that writes does."""
    N = len(multipliers)
    last = deque([fill] * N, maxlen=N)
    offsets, rows = np.cumsum(primes) - primes.reshape(-1), []
    for piece in ids:
        last.appendleft(piece)
        mixes = np.bitwise_xor.accumulate(np.array(last) * multipliers)[1:]
        rows.append((mixes[:, None] % primes).reshape(-1) + offsets)
        if piece == end:
            last = deque([piece] + [fill] * (N - 1), maxlen=N)
    return np.array(rows)


RIGHT: dict[str, RowsOf] = {  # how it is told of
    "by whole arrays": VECTORS,
    "position by position": by_position,
    "one piece at a time": one_at_a_time,
}


# -- wrong --------------------------------------------------------------------------------------


def zeros(ids, multipliers, primes, fill, end=None) -> np.ndarray:
    return np.zeros((len(ids), primes.size), np.int64)


def apart(*settings) -> np.ndarray:
    """Return the rows of each order apart."""
    ids, _, primes, *_ = settings
    return VECTORS(*settings).reshape(len(ids), *primes.shape)


def a_head_less(*settings) -> np.ndarray:
    return VECTORS(*settings)[:, :-1]


def short_history(ids, multipliers, primes, fill, end=None) -> np.ndarray:
    """Keep one piece of the past alone, and read `fill` for older ones."""
    return Way(sees=lambda ids, N, fill, end: _cut(seen(ids, N, fill, end), fill))(
        ids, multipliers, primes, fill, end
    )


def _cut(found: np.ndarray, fill: int) -> np.ndarray:
    found[2:] = fill
    return found


def one_further(*settings) -> np.ndarray:
    """Let the last part begin a row too late."""
    rows = VECTORS(*settings)
    rows[:, -1] += 1
    return rows


HISTORY_LOST = [Way(sees=partial(seen, block=size)) for size in (8, 16)]

WRONG: dict[str, dict[str, list[RowsOf]]] = {  # by check, and the mistake of who accepts it
    "mix": {
        "accepts-multipliers-reversed": FAULTS["multipliers-reversed"],
        "accepts-remainder-first": FAULTS["remainder-first"],
        "accepts-sums": FAULTS["summed-not-mixed"],
        "accepts-between-left-out": FAULTS["between-left-out"],
        "accepts-target": FAULTS["target-in-the-key"],
    },
    "history": {
        "accepts-history-lost": HISTORY_LOST,
        "accepts-short-history": [short_history],
        "accepts-other-beginning": FAULTS["fill-not-read"] + FAULTS["text-wraps-around"],
    },
    "documents": {
        "accepts-no-reset": FAULTS["documents-run-together"],
        "accepts-blind-end": FAULTS["end-sees-nothing"],
        "accepts-end-unseen": FAULTS["end-unseen"],
        "accepts-reset-not-carried": FAULTS["reset-not-carried"],
    },
    "parts": {
        "accepts-no-offsets": FAULTS["offsets-missing"] + FAULTS["offsets-restart"],
        "accepts-one-prime": FAULTS["one-prime-for-all"],
        "accepts-other-order": FAULTS["heads-first"] + FAULTS["longest-first"],
        "accepts-near-rows": [one_further],
        "accepts-other-shape": [apart, a_head_less],
    },
    "width": {
        "accepts-narrow-products": FAULTS["products-narrowed"],
        "accepts-narrow-rows": FAULTS["row-numbers-narrowed"],
    },
}
