"""Checks of `alibi_bias`: linear biases by distance, with slopes for each head."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, bound, close
from autograder.checks.framework.refusals import refuses_values
from autograder.checks.framework.shared import answers
from autograder.checks.positions.catalogue import SUITE

check = SUITE.check
NAME = "alibi_bias"
WRONG = "The bias is wrong."


def geometric(n: int) -> np.ndarray:
    """The slopes for n heads, a power of two; the formula is defined for any n."""
    return 2.0 ** (-8 * np.arange(1, n + 1) / n)


def slopes(heads: int) -> np.ndarray:
    """The slopes for any number of heads, (heads,)."""
    power = 1 << (heads.bit_length() - 1)
    return np.concatenate([geometric(power), geometric(2 * power)[::2]])[:heads]


def bias(slopes, T: int, causal: bool) -> np.ndarray:
    """The bias in float64, (heads, T, T)."""
    back = np.subtract.outer(np.arange(T), np.arange(T))
    out = -slopes[:, None, None] * np.abs(back)
    return np.where(back < 0, -np.inf, out) if causal else out


def mistakes(got, heads: int, T: int, causal: bool) -> dict:
    """What each mistake gives, (heads, T, T)."""
    mine, power = slopes(heads), 1 << (heads.bit_length() - 1)
    right, open_ = bias(mine, T, causal), bias(mine, T, False)
    later = np.triu(np.ones((T, T), bool), 1)
    row = mine[:, None, None] * np.arange(T)
    rows = [row, row[:, 0], np.broadcast_to(row, right.shape)]
    rows += [np.where(later, -np.inf, row)] if causal else []
    found = {
        "rewards-distance": np.where(np.isinf(right), right, -right),
        "slopes-from-zero": bias(mine * 2 ** (8 / heads), T, causal),
        "slopes-of-eight": bias(2.0 ** -np.arange(1, heads + 1), T, causal),
        "row-form": next((r for r in rows if close(got, r, bound("float32", 2, np.abs(row)))), row),
    }
    if heads != power:
        found |= {
            "formula-for-all": bias(geometric(heads), T, causal),
            "truncated": bias(geometric(2 * power)[:heads], T, causal),
            "every-slope": bias(np.r_[geometric(power), geometric(2 * power)][:heads], T, causal),
        }
    if causal:
        ahead = np.broadcast_to(later, right.shape)
        closed = got.shape == right.shape and bool(np.all(got[ahead] < -1e3))
        signed = -mine[:, None, None] * np.subtract.outer(np.arange(T), np.arange(T))
        opened = [open_, np.where(later, 0.0, open_), signed]
        found |= {
            "future-open": next((o for o in opened if close(got, o, bound("float32", 2, T))), open_),
            "finite-mask": np.where(ahead, got, right) if closed else right,
            "nan-from-mask": np.where(ahead, -np.inf, np.nan),
        }
    else:
        signed = np.where(later, -right, right)
        found |= {"signed-distance": signed, "causal-ignored": bias(mine, T, True)}
    return found


def ask(student, heads, T, causal):
    value = student.call(NAME, heads, T, *(() if causal else (False,)))
    return array(value, "numpy", "`alibi_bias` gives no array."), value.dtype


def compare(student, cases) -> None:
    """Compare the biases for some cases (heads, T, causal)."""
    evidence = Diagnosis(WRONG)
    for heads, T, causal in cases:
        got, _ = ask(student, heads, T, causal)
        right = bias(slopes(heads), T, causal)
        size = np.abs(bias(slopes(heads), T, False))
        evidence.see(got, right, bound("float32", 4 + heads, size), mistakes, got, heads, T, causal)
    evidence.conclude()


@check(NAME, "values", points=1)
def _(student, rng):
    """Numbers of heads that are powers of two, with the causal mask."""
    compare(student, ((4, 5, True), (2, 6, True), (16, 4, True), (8, 7, True)))


@check(NAME, "heads", points=1)
def _(student, rng):
    """Other numbers of heads, after one power of two."""
    numbers = rng.permutation([6, 7, 11, 12, 13])[:3].tolist()
    compare(student, [(4, 5, True)] + [(heads, 4, True) for heads in [3, *numbers]])


@check(NAME, "both-sides", points=1)
def _(student, rng):
    """Without the causal mask, after one case with it."""
    compare(student, ((4, 5, True), (4, 5, False), (2, 6, False), (8, 3, False)))


@check(NAME, "sizes", points=1)
def _(student, rng):
    """The dtype of the result; one token, none, one head."""
    kinds = set()
    sizes = (4, 5, True), (4, 5, False), (1, 4, True), (1, 1, True), (2, 0, True), (2, 0, False)
    for heads, T, causal in sizes:
        with blame(*(None, "A small bias fails.") if T else ("empty-fails",)):
            got, found = ask(student, heads, T, causal)
        kinds.add(found)
        if T < 2 and not close(got, np.zeros((heads, T, T)), 0) or T > 1 and got.size < T:
            raise Wrong(None, "A small bias is wrong.")
    if kinds != {"float32"}:
        raise Wrong("dtype-not-kept")


@check(NAME, "errors", points=1)
def _(student, rng):
    answers(NAME, lambda: student.call(NAME, 2, 3, False), bias(slopes(2), 3, False))
    refuses_values(lambda heads: student.call(NAME, heads, 4), (0, -2), silent="heads-unchecked")
