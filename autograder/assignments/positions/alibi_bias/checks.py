"""Checks of `alibi_bias`: linear biases by distance, with slopes for each head."""

import numpy as np

from autograder.checks.checking import Wrong, array, bound, check, close
from autograder.checks.student import Student

from ..shared import Observed

NAME = "alibi_bias"
WRONG = "The bias is wrong."


def geometric(n: int) -> np.ndarray:
    """Return the slopes for n heads, a power of two; the formula is defined for any n."""
    return 2.0 ** (-8 * np.arange(1, n + 1) / n)


def power_below(heads: int) -> int:
    return 1 << (heads.bit_length() - 1)


def filled_up(heads: int, some, more) -> np.ndarray:
    """Return the first `heads` of the slopes `some`, and then of `more`."""
    return np.concatenate([some, more])[:heads]


def slopes(heads: int) -> np.ndarray:
    """Return the slopes for any number of heads, (heads,)."""
    p = power_below(heads)
    return filled_up(heads, geometric(p), geometric(2 * p)[::2])


def other_slopes(heads: int) -> dict[str, list[np.ndarray]]:
    """Return the slopes that mistakes lead to."""
    mine, p = slopes(heads), power_below(heads)
    early = filled_up(heads, geometric(p) * 2 ** (8 / p), (geometric(2 * p) * 2 ** (4 / p))[::2])
    steps = (lambda k, n: 8 // n * k), (lambda k, n: 8 * k // n)
    whole = [[0.5 ** step(np.arange(1, n + 1), n) for n in (p, 2 * p)] for step in steps]
    found = {
        "slopes-from-zero": [early],
        "slopes-of-eight": [2.0 ** -np.arange(1, heads + 1)],
        "exponents-whole": [filled_up(heads, some, more[::2]) for some, more in whole],
    }
    if heads == p:
        return found
    spread = geometric(2 * p)[:: heads - p][: heads - p]
    return found | {
        "slopes-spread": [filled_up(heads, geometric(p), spread)],
        "formula-for-all": [geometric(heads)],
        "truncated": [geometric(2 * p)[:heads]],
        "every-slope": [filled_up(heads, geometric(p), geometric(2 * p))],
        "second-half": [filled_up(heads, geometric(p), geometric(2 * p)[1::2])],
        "slopes-sorted": [np.sort(mine), np.sort(mine)[::-1]],
    }


def bias(slopes, T: int, causal: bool) -> np.ndarray:
    """Return the bias in float64, (heads, T, T)."""
    back = np.subtract.outer(np.arange(T), np.arange(T))
    out = -slopes[:, None, None] * np.abs(back)
    return np.where(back < 0, -np.inf, out) if causal else out


def predicted(got, heads: int, T: int, causal: bool) -> dict:
    """Return what each mistake gives, (heads, T, T)."""
    mine = slopes(heads)
    right, open_ = bias(mine, T, causal), bias(mine, T, False)
    later = np.triu(np.ones((T, T), bool), 1)
    signed = -mine[:, None, None] * np.subtract.outer(np.arange(T), np.arange(T))
    mask = np.broadcast_to(np.where(later & causal, -np.inf, 0.0), right.shape)
    found = {key: [bias(s, T, causal) for s in each] for key, each in other_slopes(heads).items()}
    found |= {
        "rewards-distance": [np.where(np.isinf(right), right, -right)],
        "transposed": [right.transpose(0, 2, 1)],
        "row-form": [got if is_row_form(got, mine, T, causal) else right],
        "mask-alone": [mask, mask[0]],
    }
    if not causal:
        return found | {"signed-distance": [signed], "causal-ignored": [bias(mine, T, True)]}
    ahead = np.broadcast_to(later, right.shape)
    closed = got.shape == right.shape and bool(np.all(got[ahead] < -1e3))
    opened = [o for o in (open_, np.where(later, 0.0, open_), signed) if near(got, o)]
    return found | {
        "diagonal-masked": [np.where(np.eye(T, dtype=bool), -np.inf, right)],
        "future-open": [got if opened else open_],
        "finite-mask": [np.where(ahead, got, right) if closed else right],
        "nan-from-mask": [np.where(ahead, -np.inf, np.nan)],
    }


def near(got, wanted) -> bool:
    """Return whether the numbers agree to float32's digits of the largest."""
    return close(got, wanted, bound("float32", 4, np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0)))


def is_row_form(got, slopes, T: int, causal: bool) -> bool:
    """Return whether it is slope · j for all queries: (heads, T), (heads, 1, T) or (heads, T, T)."""
    row = slopes[:, None, None] * np.arange(T)
    forms = [row, row[:, 0], np.broadcast_to(row, (len(slopes), T, T))]
    if causal:
        forms.append(np.where(np.triu(np.ones((T, T), bool), 1), -np.inf, row))
    return any(near(got, form) for form in forms)


def notes(got, want, allowed, heads: int, causal: bool) -> list[str]:
    """Return what is true of a wrong bias: which heads or which keys are wrong."""
    T, p = got.shape[-1], power_below(heads)
    back = np.subtract.outer(np.arange(T), np.arange(T))
    said = []
    if p < heads and near(got[:p], want[:p]):
        said.append("The first heads are right, up to a power of two, and those that fill up are not.")
    if near(got[:, back >= 0], want[:, back >= 0]):
        said.append("Earlier keys are right, and later ones are not.")
    if got[:, back == 0].any():
        said.append("The bias of a token for itself is not zero.")
    if T > 2:
        step = got[:, 1, :1, None]
        distance = np.where(back < 0, 0, back)
        if np.isfinite(step).all() and np.allclose(
            got[:, back >= 0], (step * distance)[:, back >= 0], rtol=1e-4
        ):
            said.append("In each head the bias grows evenly with the distance, but some slopes are wrong.")
        elif not got[:, back == 0].any():
            said.append("Within a head the bias is not proportional to the distance.")
    return said


def compare(student: Student, cases) -> set[str]:
    """Compare the biases for some cases (heads, T, causal); return their dtypes."""
    evidence, dtypes = Observed(WRONG, notes), set()
    for heads, T, causal in cases:
        value = student.call(NAME, heads, T, *(() if causal else (False,)))
        got = array(value, "numpy", "`alibi_bias` gives no array.")
        dtypes.add(value.dtype)
        size = bound("float32", 4 + heads, np.abs(bias(slopes(heads), T, False)))
        want = bias(slopes(heads), T, causal)
        right = evidence.see(got, want, size, predicted, got, heads, T, causal)
        evidence.note(right, got, want, size, heads, causal)
    evidence.conclude()
    return dtypes


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Numbers of heads that are powers of two, with the causal mask."""
    cases = ((4, 5, True), (2, 6, True), (16, 4, True), (1, 4, True), (8, 7, True), (3, 1, True))
    if compare(student, cases) != {"float32"}:
        raise Wrong("dtype-unasked")


@check(points=1)
def heads(student: Student, rng: np.random.Generator) -> None:
    """Other numbers of heads, after one power of two; one of them with a power right above."""
    numbers = [3, 7, int(rng.choice([5, 6])), int(rng.choice([11, 12, 13]))]
    cases = [(heads, 4, causal) for heads in numbers for causal in (True, False)]
    compare(student, [(4, 5, True), (4, 5, False), *cases, (int(rng.choice([20, 24, 40])), 3, True)])


@check(points=1)
def both_sides(student: Student, rng: np.random.Generator) -> None:
    """Without the causal mask, after one case with it; far tokens too."""
    compare(student, ((4, 5, True), (4, 5, False), (2, 6, False), (8, 3, False), (1, 150, False)))
