"""Checks of `alibi_bias`: linear biases by distance, with slopes for each head."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

NAME = "alibi_bias"
WRONG = "The bias is wrong."


def geometric(n: int) -> np.ndarray:
    """The slopes for n heads, a power of two; the formula is defined for any n."""
    return 2.0 ** (-8 * np.arange(1, n + 1) / n)


def slopes(heads: int) -> np.ndarray:
    """The slopes for any number of heads, (heads,)."""
    power = 1 << (heads.bit_length() - 1)
    return np.concatenate([geometric(power), geometric(2 * power)[::2]])[:heads]


def all_early(heads: int) -> np.ndarray:
    """The slopes with exponents that begin with 0, in both powers of two."""
    power = 1 << (heads.bit_length() - 1)
    both = geometric(power) * 2 ** (8 / power), (geometric(2 * power) * 2 ** (4 / power))[::2]
    return np.concatenate(both)[:heads]


def floored(heads: int, whole) -> np.ndarray:
    """The slopes with exponents made whole: `whole(k, n)` is that of slope k, from 1, of n."""
    power = 1 << (heads.bit_length() - 1)
    some, more = (0.5 ** whole(np.arange(1, n + 1), n) for n in (power, 2 * power))
    return np.concatenate([some, more[::2]])[:heads]


def bias(slopes, T: int, causal: bool) -> np.ndarray:
    """The bias in float64, (heads, T, T)."""
    back = np.subtract.outer(np.arange(T), np.arange(T))
    out = -slopes[:, None, None] * np.abs(back)
    return np.where(back < 0, -np.inf, out) if causal else out


def wrapped(slopes, T: int, causal: bool, dtype: str) -> list[np.ndarray]:
    """The bias with positions in a small integer type; of two forms one masks the right keys."""
    i, j = np.indices((T, T)).astype(dtype)
    out = -slopes[:, None, None] * np.abs(i - j)
    later = [j > i, np.triu(np.ones((T, T), bool), 1)]
    return [np.where(mask, -np.inf, out) for mask in later] if causal else [out]


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
        "slopes-from-zero": bias(all_early(heads), T, causal),
        "slopes-of-eight": bias(2.0 ** -np.arange(1, heads + 1), T, causal),
        "transposed": right.transpose(0, 2, 1),
        "row-form": next((r for r in rows if close(got, r, bound("float32", 2, np.abs(row)))), row),
    }
    size = bound("float32", 4 + heads, np.abs(open_))
    found["distances-wrap"] = [w for dtype in ("int8", "uint8") for w in wrapped(mine, T, causal, dtype)]
    steps = (lambda k, n: 8 // n * k), (lambda k, n: 8 * k // n)
    found["exponents-whole"] = [bias(floored(heads, step), T, causal) for step in steps]
    rough = [
        bias(mine.astype(np.float16), T, causal),
        *(bias(np.round(mine, n), T, causal) for n in (3, 4, 5, 6)),
    ]
    found["slopes-rounded"] = next((r for r in rough if close(got, r, size)), right)
    if heads != power:
        missing = heads - power
        spread = np.r_[geometric(power), geometric(2 * power)[::missing][:missing]]
        found["slopes-spread"] = bias(spread, T, causal)  # for 13 heads too few
        found |= {
            "formula-for-all": bias(geometric(heads), T, causal),
            "truncated": bias(geometric(2 * power)[:heads], T, causal),
            "every-slope": bias(np.r_[geometric(power), geometric(2 * power)][:heads], T, causal),
            "second-half": bias(np.r_[geometric(power), geometric(2 * power)[1::2]][:heads], T, causal),
            "slopes-sorted": [bias(np.sort(mine)[::step], T, causal) for step in (1, -1)],
        }
    if causal:
        ahead = np.broadcast_to(later, right.shape)
        closed = got.shape == right.shape and bool(np.all(got[ahead] < -1e3))
        signed = -mine[:, None, None] * np.subtract.outer(np.arange(T), np.arange(T))
        opened = [open_, np.where(later, 0.0, open_), signed]
        found |= {
            "diagonal-masked": np.where(np.eye(T, dtype=bool), -np.inf, right),
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


@check(points=1)
def values(student, rng):
    """Numbers of heads that are powers of two, with the causal mask; a long sequence."""
    compare(student, ((4, 5, True), (2, 6, True), (16, 4, True), (1, 4, True), (8, 7, True), (2, 300, True)))


@check(points=1)
def heads(student, rng):
    """Other numbers of heads, after one power of two; one of them with a power right above."""
    numbers = [3, 7, int(rng.choice([5, 6])), int(rng.choice([11, 12, 13]))]
    cases = [(heads, 4, causal) for heads in numbers for causal in (True, False)]
    compare(student, [(4, 5, True), (4, 5, False), *cases])


@check(points=1)
def both_sides(student, rng):
    """Without the causal mask, after one case with it."""
    compare(student, ((4, 5, True), (4, 5, False), (2, 6, False), (8, 3, False)))


@check(points=1)
def sizes(student, rng):
    """The dtype of the result; one token, none, one head."""
    kinds = {ask(student, heads, T, causal)[1] for heads, T, causal in ((4, 5, True), (4, 5, False))}
    evidence = Diagnosis("The bias of a single token is wrong.")
    for causal in (True, False):
        for heads in (1, 3):
            with blame(None, "A single token fails."):
                got, found = ask(student, heads, 1, causal)
            evidence.see(got, np.zeros((heads, 1, 1)), 0, mistakes, got, heads, 1, causal)
            kinds.add(found)
    evidence.conclude()
    for causal in (True, False):
        with blame("empty-fails"):
            got, found = ask(student, 2, 0, causal)
        if got.shape != (2, 0, 0):
            raise Unexplained("Without tokens the bias should have the shape (heads, 0, 0).")
        kinds.add(found)
    if kinds != {"float32"}:
        raise Wrong("dtype-not-kept")
    returns_new(student, f"{NAME}(2, 3)")


@check(points=1)
def errors(student, rng):
    require(NAME, lambda: student.call(NAME, 2, 3, False), bias(slopes(2), 3, False))
    refuses_values(lambda heads: student.call(NAME, heads, 4), (0, -2), if_accepted="heads-unchecked")
    refuses_values(lambda heads: student.call(NAME, heads, 0), (0,), if_accepted="unchecked-when-empty")
