"""The rows of n-grams, with the places where mistakes are made.

It has three steps: what a position sees, the mix of what it sees, and the rows that a mix falls into.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

Seen = Callable[[np.ndarray, int, int, int | None], np.ndarray]
Mixes = Callable[[np.ndarray, np.ndarray], list[np.ndarray]]
Parts = Callable[[list[np.ndarray], np.ndarray], np.ndarray]


class Case(NamedTuple):
    """The arguments of `ngram_rows`."""

    ids: np.ndarray
    multipliers: np.ndarray
    primes: np.ndarray
    fill: int
    end: int | None = None


# -- what a position sees: (N, T), the pieces 0, 1, ... places back ------------------------------------


def begins(ids: np.ndarray, end: int | None, own: bool = False, after: int = 0) -> np.ndarray:
    """Return the oldest place that each position sees: that of the latest `end` before it, or -1.

    With `own` an `end` counts for itself too; `after` moves the place away from the `end`.
    """
    places = np.where(ids == end, np.arange(len(ids)) + after, -1)
    latest = np.maximum.accumulate(places)
    return latest if own else np.append(-1, latest[:-1])


def seen(ids, N, fill, end, *, own=False, after=0, ahead=0, block=0) -> np.ndarray:
    """Return the pieces that each position sees, `fill` where there is none.

    `ahead` moves all positions on, as one does who reads the next piece; with `block` the text is read in
    parts of so many pieces, and what was before a part is forgotten.
    """
    T = len(ids)
    places = np.arange(T)
    oldest = begins(ids, end, own, after) if end is not None else np.full(T, -1)
    if block:
        oldest = np.maximum(oldest, places // block * block)
    back = places + ahead - np.arange(N)[:, None]
    there = (back >= np.maximum(oldest, 0)) & (back < T)
    there[0] |= back[0] < T  # a piece always sees itself
    return np.where(there, ids[np.clip(back, 0, T - 1)], fill)


def not_carried(ids, N, fill, end) -> np.ndarray:
    """Hide the one place before an end from each position, and not those before that."""
    whole = seen(ids, N, fill, None)
    if end is None:
        return whole
    return np.concatenate([whole[:2], np.where(whole[1:-1] == end, fill, whole[2:])])


def not_carried_far(ids, N, fill, end) -> np.ndarray:
    """Hide the place before an end, and forget there that it was an end."""
    found = seen(ids, N, fill, None)
    for j in range(2, N if end is not None else 0):
        found[j, found[j - 1] == end] = fill
    return found


def next_alone(ids, N, fill, end) -> np.ndarray:
    """Cut off the piece after an end, and none after that."""
    found = seen(ids, N, fill, None)
    if end is not None:
        found[2:, found[1] == end] = fill
    return found


def around(ids, N, fill, end) -> np.ndarray:
    """Take the end of the text for what came before it."""
    wrapped = np.array([np.roll(ids, j) for j in range(N)])
    back = np.arange(len(ids)) - np.arange(N)[:, None]
    return np.where(back < 0, wrapped, seen(ids, N, fill, end))


def first_again(ids, N, fill, end) -> np.ndarray:
    back = np.arange(len(ids)) - np.arange(N)[:, None]
    return np.where(back < 0, ids[0], seen(ids, N, fill, end))


def zero_before(ids, N, fill, end) -> np.ndarray:
    back = np.arange(len(ids)) - np.arange(N)[:, None]
    return np.where(back < 0, 0, seen(ids, N, fill, end))


def one_end(ids, N, fill, end, last=False) -> np.ndarray:
    """Reset at the first `end` alone, or at the last."""
    if end is None or not (ids == end).any():
        return seen(ids, N, fill, end)
    places = np.flatnonzero(ids == end)
    place = places[-1 if last else 0]
    back = np.arange(len(ids)) - np.arange(N)[:, None]
    hidden = (np.arange(len(ids)) > place) & (back < place)
    return np.where(hidden, fill, seen(ids, N, fill, None))


def other_behind_end(ids, N, fill, end, of=None) -> np.ndarray:
    """Read something else than `fill` where an `end` hides a piece: 0, or the `end`."""
    whole, found = seen(ids, N, fill, None), seen(ids, N, fill, end)
    if end is None:
        return found
    there = np.arange(len(ids)) - np.arange(N)[:, None] >= 0
    hidden = there & (seen(ids, N, -1, None) != seen(ids, N, -1, end)) & (whole != found)
    return np.where(hidden, end if of else 0, found)


# -- mixes: an array (T,) for each order from 2 on ---------------------------------------------------------


def xor(found, multipliers) -> list:
    """Return the running xor of the products, from order 2 on."""
    return list(np.bitwise_xor.accumulate(found * multipliers[:, None], axis=0)[1:])


def xor_reversed(found, multipliers) -> list:
    """Give the first multiplier to the oldest piece of each order."""
    return [xor(found[:n], multipliers[:n][::-1])[-1] for n in range(2, len(found) + 1)]


def xor_from_last(found, multipliers) -> list:
    return xor(found, multipliers[::-1])


def sums(found, multipliers) -> list:
    return list(np.cumsum(found * multipliers[:, None], axis=0)[1:])


def ends_alone(found, multipliers) -> list:
    """Mix the first and the last piece of an n-gram, and none between."""
    products = found * multipliers[:, None]
    return [products[0] ^ products[n] for n in range(1, len(found))]


def in_32_bits(found, multipliers) -> list:
    return xor(found.astype(np.int32), multipliers.astype(np.int32))


def as_floats(found, multipliers) -> list:
    return xor(
        (found.astype(float) * multipliers.astype(float)[:, None]).astype(np.int64), np.ones_like(multipliers)
    )


# -- rows -----------------------------------------------------------------------------------------------


def parts(mixes, primes) -> np.ndarray:
    """Return the rows: the remainder of each head's prime, behind the parts of all heads before it."""
    offsets = np.cumsum(primes.reshape(-1)) - primes.reshape(-1)
    rests = np.concatenate([mix[:, None] % line for mix, line in zip(mixes, primes)], axis=1)
    return rests + offsets


def without_offsets(mixes, primes) -> np.ndarray:
    return np.concatenate([mix[:, None] % line for mix, line in zip(mixes, primes)], axis=1)


def offsets_restart(mixes, primes) -> np.ndarray:
    """Let each order begin at row 0."""
    return np.concatenate([parts([mix], line[None]) for mix, line in zip(mixes, primes)], axis=1)


def own_part_passed(mixes, primes) -> np.ndarray:
    """Begin with the length of the first part, in place of 0."""
    return without_offsets(mixes, primes) + np.cumsum(primes.reshape(-1))


def parts_alike(mixes, primes, own=False) -> np.ndarray:
    """Let all parts be as long as the first, or count each offset in lengths of its own part."""
    flat = primes.reshape(-1)
    return without_offsets(mixes, primes) + np.arange(flat.size) * (flat if own else flat[0])


def offset_first(mixes, primes) -> np.ndarray:
    """Add the offset before the remainder is taken."""
    offsets = (np.cumsum(primes.reshape(-1)) - primes.reshape(-1)).reshape(primes.shape)
    return np.concatenate(
        [(mix[:, None] + off) % line for mix, off, line in zip(mixes, offsets, primes)], axis=1
    )


def one_prime(mixes, primes, each=False) -> np.ndarray:
    """Take the first prime for all heads, or with `each` the first of each order; parts as they are."""
    offsets = np.cumsum(primes.reshape(-1)) - primes.reshape(-1)
    lines = np.broadcast_to(primes[:, :1] if each else primes[:1, :1], primes.shape)
    return without_offsets(mixes, lines) + offsets


def one_prime_throughout(mixes, primes) -> np.ndarray:
    return parts(mixes, np.broadcast_to(primes[:1, :1], primes.shape))


def heads_first(mixes, primes) -> np.ndarray:
    """Put the orders of the first head first, then those of the second; each head's part stays."""
    K = primes.shape[1]
    rows = parts(mixes, primes)
    return rows.reshape(len(rows), -1, K).swapaxes(1, 2).reshape(len(rows), -1)


def primes_turned(mixes, primes) -> np.ndarray:
    """Number heads by columns, and lay out their parts in that order too."""
    turned = primes.T.reshape(-1)
    offsets = np.cumsum(turned) - turned
    rests = without_offsets(mixes, primes)
    T = len(rests)
    return rests.reshape(T, *primes.shape).swapaxes(1, 2).reshape(T, -1) + offsets


def longest_first(mixes, primes) -> np.ndarray:
    return parts(mixes[::-1], primes)


def rows_in_32_bits(mixes, primes) -> np.ndarray:
    return parts(mixes, primes).astype(np.int32).astype(np.int64)


# -- all three --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """One way from a text to rows."""

    sees: Seen = seen
    mixes: Mixes = xor
    lays: Parts = parts

    def __call__(self, ids, multipliers, primes, fill, end=None) -> np.ndarray:
        with np.errstate(all="ignore"):
            found = self.sees(ids.astype(np.int64), len(multipliers), fill, end)
            return self.lays(self.mixes(found, multipliers), primes)


RIGHT = Way()


def remainder_first(ids, multipliers, primes, fill, end=None, older=True) -> np.ndarray:
    """Take the remainder before the xor, as Python reads `a ^ b % p`: of the older product, or of each."""
    products = RIGHT.sees(ids.astype(np.int64), len(multipliers), fill, end) * multipliers[:, None]
    offsets, lines = np.cumsum(primes.reshape(-1)) - primes.reshape(-1), []
    for n, line in enumerate(primes, 2):
        for p in line:
            first = np.bitwise_xor.reduce(products[: n - 1], axis=0) if older else 0
            rest = products[n - 1] % p if older else np.bitwise_xor.reduce(products[:n] % p, axis=0)
            lines.append(first ^ rest)
    return np.stack(lines, axis=1) + offsets


def fill_as_it_is(ids, multipliers, primes, fill, end=None) -> np.ndarray:
    """Mix `fill` in without its multiplier."""
    found = seen(ids.astype(np.int64), len(multipliers), -1, end)
    products = np.where(found == -1, fill, found * multipliers[:, None])
    return parts(xor(products, np.ones_like(multipliers)), primes)


FAULTS: dict[
    str, list[Callable[..., np.ndarray]]
] = {  # by mistake, in its forms; they work without `end` too
    "multipliers-reversed": [Way(mixes=xor_reversed), Way(mixes=xor_from_last)],
    "remainder-first": [remainder_first, partial(remainder_first, older=False)],
    "summed-not-mixed": [Way(mixes=sums)],
    "between-left-out": [Way(mixes=ends_alone)],
    "target-in-the-key": [
        Way(sees=partial(seen, ahead=1)),
        Way(sees=lambda ids, N, fill, end: seen(np.roll(ids, -1), N, fill, end)),
        Way(sees=lambda ids, N, fill, end: seen(np.append(ids[1:], ids[-1]), N, fill, end)),
        Way(sees=lambda ids, N, fill, end: seen(np.append(ids[1:], fill), N, fill, end)),
    ],
    "text-wraps-around": [Way(sees=around)],
    "fill-not-read": [Way(sees=zero_before), Way(sees=first_again)],
    "fill-not-multiplied": [fill_as_it_is],
    "fill-not-behind-end": [Way(sees=other_behind_end), Way(sees=partial(other_behind_end, of="end"))],
    "one-end-alone": [Way(sees=one_end), Way(sees=partial(one_end, last=True))],
    "own-part-passed": [Way(lays=own_part_passed)],
    "parts-alike": [Way(lays=parts_alike), Way(lays=partial(parts_alike, own=True))],
    "documents-run-together": [Way(sees=lambda ids, N, fill, end: seen(ids, N, fill, None))],
    "end-sees-nothing": [Way(sees=partial(seen, own=True))],
    "end-unseen": [Way(sees=partial(seen, after=1)), Way(sees=partial(seen, own=True, after=1))],
    "reset-not-carried": [Way(sees=not_carried), Way(sees=not_carried_far), Way(sees=next_alone)],
    "offsets-missing": [Way(lays=without_offsets)],
    "offsets-restart": [Way(lays=offsets_restart)],
    "offset-inside": [Way(lays=offset_first)],
    "one-prime-for-all": [
        Way(lays=one_prime),
        Way(lays=partial(one_prime, each=True)),
        Way(lays=one_prime_throughout),
    ],
    "heads-first": [Way(lays=heads_first), Way(lays=primes_turned)],
    "longest-first": [Way(lays=longest_first)],
    "products-narrowed": [Way(mixes=in_32_bits), Way(mixes=as_floats)],
    "row-numbers-narrowed": [Way(lays=rows_in_32_bits)],
}


def predicted(case: Case) -> dict[str, list[np.ndarray]]:
    """Return what each mistake leads to, in its forms."""
    return {mistake: [form(*case) for form in forms] for mistake, forms in FAULTS.items()}


def draw(rng: np.random.Generator, T=11, N=3, K=2, V=50, bits=30, fill=None) -> Case:
    """Draw a text of few pieces, so that some repeat, and settings; no piece of it is `fill`."""
    ids = rng.choice(rng.permutation(V)[:8], T)
    multipliers = 2 * rng.integers(2 ** (bits - 2), 2 ** (bits - 1), N) + 1
    primes = rng.choice(np.array(PRIMES), (N - 1, K), replace=False)
    others = np.setdiff1d(np.arange(1, V), ids)
    return Case(ids, multipliers, primes, int(rng.choice(others) if fill is None else fill))


PRIMES = [n for n in range(101, 400) if all(n % q for q in range(2, 20))]


def with_ends(rng: np.random.Generator, places: list[int], end: int | None = None, **sizes) -> Case:
    """Draw a text with an `end` at these places and nowhere else."""
    case = draw(rng, **sizes)
    free = np.setdiff1d(np.arange(1, 50), [*case.ids, case.fill])
    end = int(rng.choice(free)) if end is None else end
    ids = np.where(case.ids == end, free[0], case.ids)
    ids[places] = end
    return case._replace(ids=ids, end=end, fill=case.fill if case.fill != end else int(free[-1]))
