"""What the checks of several functions share: draws of tables and ids, what is no id, and how work grows."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, close
from autograder.checks.refusals import refusal
from autograder.checks.student import StudentError


def some_ids(rng: np.random.Generator, V: int, n: int = 6) -> np.ndarray:
    """Return n ids in random order: with a repeat, id 0 and the last id."""
    ids = rng.integers(1, V - 1, n)
    ids[:4] = 0, V - 1, ids[4], ids[4]
    return rng.permutation(ids)


def table(rng: np.random.Generator, V: int, d: int, dtype: str = "float32") -> np.ndarray:
    """Return a random table (V, d)."""
    return rng.standard_normal((V, d)).astype(dtype)


def attempt(ask: Callable[[], object]) -> object:
    """Return what `ask()` returns, or the StudentError that it raises; reraise NotImplementedError."""
    try:
        return ask()
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            raise
        return error


def see_rows(diagnosis: Diagnosis, got: np.ndarray, E: np.ndarray, ids: np.ndarray) -> bool:
    """Record one lookup; return whether it was right. With V < d every id is also the number of a column."""
    V, want = len(E), E[ids]
    predicted: dict = {
        "one-based": E[ids - 1],
        "flattened": want.reshape(-1, E.shape[1]),
        "first-id": [np.where(ids[..., None] == 0, other, want) for other in (0, np.nan)],
        "last-id": [np.where(ids[..., None] == V - 1, other, want) for other in (0, E[0], E[V - 2])],
    }
    if E.shape[1] >= V:
        predicted["column"] = [E[:, ids], E.T[ids]]
    return diagnosis.see(got, want, 0, **predicted)


def told_of_rows(name: str, got: np.ndarray, E: np.ndarray, ids: np.ndarray) -> str:
    """Return what can be seen of a wrong lookup."""
    if got.shape != (*ids.shape, E.shape[1]):
        return f"The result of `{name}` has another shape than (*ids.shape, d)."
    known = {tuple(row) for row in E.tolist()}
    if not all(tuple(row) in known for row in got.reshape(-1, E.shape[1]).tolist()):
        return f"`{name}` returns rows that do not stand in the table."
    flat, rows = ids.reshape(-1), got.reshape(-1, E.shape[1])
    if all(close(rows[flat == i], E[flat[flat == i]], 0) for i in np.unique(flat) if (flat == i).sum() < 2):
        return f"`{name}` returns a wrong row where an id comes several times, and right ones elsewhere."
    same = close(np.sort(rows, axis=0), np.sort(E[flat], axis=0), 0)
    return f"`{name}` returns the right rows in another order." if same else f"`{name}` returns other rows."


def axes_lost(got: np.ndarray, E: np.ndarray, ids: np.ndarray) -> bool:
    """Return whether the ids are one id in an array with axes, and the result is its row alone."""
    return ids.ndim > 0 and ids.size == 1 and close(got, E[ids.item()], 0)


def ends_refused(ask: Callable[[np.ndarray], object], V: int) -> None:
    """Raise `Wrong` if `ask(ids)` raises for the first id or the last, and not for those between."""
    if isinstance(attempt(lambda: ask(np.array([1, V - 2]))), StudentError):
        return
    for end, mistake in ((0, "first-id"), (V - 1, "last-id")):
        if isinstance(attempt(lambda: ask(np.array([1, end]))), StudentError):
            raise Wrong(mistake)


def refuses_ids(
    ask: Callable[[np.ndarray], np.ndarray],
    good: np.ndarray,
    V: int,
    wrapped: Callable[[np.ndarray], np.ndarray],
    tolerance: float = 0.0,
    left_out: bool = False,
    wide: bool = False,
) -> None:
    """Raise `Wrong` unless `ask(ids)` refuses ids outside of 0 ... V-1, whatever their place.

    `good` are ids of two axes; `wrapped(ids)` is what comes of negative ids that count from the end. With
    `left_out` the id -100 is asked for too: there are libraries that leave it out; with `wide` the largest of
    64 bits without a sign.
    """
    if not close(ask(good), wrapped(good), tolerance):
        raise Unexplained("Ids that are allowed do not work yet; this part counts once they do.")

    def with_id(number: int, place: int = 0) -> np.ndarray:
        ids = good.astype(np.int64)
        ids.reshape(-1)[place] = number
        return ids

    def accepts(number: int, place: int = 0) -> bool:
        return refusal(lambda: ask(with_id(number, place))) is None

    below, beyond = [accepts(i) for i in (-1, -V, -V - 7)], [accepts(i) for i in (V, V + 1, V + 9173)]
    if beyond == [True, False, False] and not any(below):
        raise Wrong("off-by-one")
    if any(below) or any(beyond):
        counted = below[0] and close(ask(with_id(-1)), wrapped(with_id(-1)), tolerance)
        raise Wrong("negative-wraps" if counted and not any(beyond) else "range-hidden")
    if left_out and accepts(-100):
        raise Wrong("ignore-index")
    if any(accepts(i, place) for place in range(good.size) for i in (-7, V + 5)):
        raise Wrong("partly-checked")
    if accepts(2**32 + int(good.flat[0])):
        raise Wrong("id-narrowed")
    largest = np.full((1, 2), 2**64 - 1, np.uint64)  # which is -1 once it is converted to int64
    if wide and refusal(lambda: ask(largest)) is None:
        raise Wrong("unsigned-wraps")


def refuses_single(ask: Callable[[np.ndarray], object], V: int) -> None:
    """Raise `Wrong` unless `ask(ids)` refuses what is no id, -1, V or a truth value, without an axis."""
    if any(refusal(lambda: ask(np.array(i))) is None for i in (-1, V, True)):
        raise Wrong("single-unchecked")


def refuses_truth(ask: Callable[[np.ndarray], object], V: int, fractions: bool = True) -> None:
    """Raise `Wrong` unless `ask(ids)` refuses truth values and, with `fractions`, floating point numbers."""
    flags = np.arange(V) % 3 == 1
    truth = refusal(lambda: ask(flags)) is None or refusal(lambda: ask(flags[:3])) is None
    whole = fractions and refusal(lambda: ask(np.array([1.0, 2.0], np.float32))) is None
    if truth or whole:
        raise Wrong("bool-as-ids" if not whole else "float-as-ids" if not truth else "not-integers")


def grows(observe: Callable[[int], object]) -> bool:
    """Return whether `observe(V)`, which asks with "cost", takes time or memory in proportion to V."""
    if observe(2_000).steps - observe(500).steps > 1_000:  # type: ignore[attr-defined]
        return True
    # The smallest array of length V, of booleans, grows by 150,000 bytes; the measurement varies by 30,000.
    return observe(200_000).peak_bytes - observe(50_000).peak_bytes > 75_000  # type: ignore[attr-defined]


def other_rows_matter(ask: Callable[[np.ndarray, np.ndarray], np.ndarray], rng: np.random.Generator) -> bool:
    """Return whether `ask(E, ids)` is no longer right once rows that are not asked for hold inf and nan.

    Raise `Wrong` if it is not right before.
    """
    E, ids = table(rng, 12, 3), np.array([4, 2, 9, 2])
    if not close(ask(E, ids), E[ids], 0):
        raise Unexplained("The rows of a small table are not right yet; this part counts once they are.")
    E[5, rng.integers(3)], E[11, rng.integers(3)] = np.inf, np.nan
    got = attempt(lambda: ask(E, ids))
    if isinstance(got, StudentError) or not close(got, E[ids], 0):
        return True
    E[4, 0] = np.inf
    if not close(ask(E, ids), E[ids], 0):
        raise Unexplained("Rows that hold `inf` do not come as they are.")
    return False
