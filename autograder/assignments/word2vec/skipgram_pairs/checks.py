"""Checks of `skipgram_pairs`: the pairs of a text that is thinned out first."""

import functools

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import require
from autograder.checks.student import Student

from ..asking import ask_array

NAME = "skipgram_pairs"
NEUTRAL = "The pairs are wrong."
THINNED = "The pairs of a thinned text are wrong."


def asked(student: Student, *args, neutral: str = NEUTRAL) -> np.ndarray:
    """Return the pairs that a call gives; their dtype counts where there are any."""
    got = ask_array(student, NAME, *args, neutral=neutral)
    if got.size and got.dtype.kind not in "iu":
        raise Unexplained(f"{neutral} Integers are expected.")
    return got


@functools.cache
def windows(n: int, window: int) -> np.ndarray:
    """Return the positions of all pairs in order, (pairs, 2): by center, then by context."""
    i, j = np.indices((n, n))
    near = (abs(i - j) <= window) & (i != j)
    return np.stack([i[near], j[near]], axis=1)


def pairs_of(ids: np.ndarray, window: int) -> np.ndarray:
    """Return the pairs of a text."""
    return ids[windows(len(ids), window)]


def predicted(ids: np.ndarray, window: int) -> dict[str, list]:
    """Return what each mistake gives for the pairs of a whole text: its forms."""
    n, at = len(ids), windows(len(ids), window)
    i, j = np.indices((n, n))
    center, context = at.T

    def pick(near):
        return ids[np.stack([i[near], j[near]], axis=1)]

    steps, right = context - center, ids[at]
    around = [(a, (a + s) % n) for a in range(n) for s in range(-window, window + 1) if s]
    clipped = [(a, b % n) for a in range(n) for b in range(a - window, min(n, a + window + 1)) if b != a]
    whole = (center >= window) & (center < n - window)
    offsets = (
        np.lexsort((center, steps)),
        np.lexsort((steps, abs(steps))),
        np.lexsort((steps < 0, abs(steps))),
    )
    nearest_first = np.lexsort((steps, abs(steps), center)), np.lexsort((-steps, abs(steps), center))
    return {
        "center-included": [pick(abs(i - j) <= window)],
        "same-word-skipped": [right[ids[center] != ids[context]]],
        "one-sided-window": [right[steps > 0], right[steps < 0]],
        "window-off-by-one": [right[steps < window], right[steps > -window], right[abs(steps) < window]],
        "edges-wrap": [ids[np.array(around)], ids[np.array(clipped)]],
        "edges-dropped": [right[whole]],
        "pair-swapped": [right[:, ::-1]],
        "positions-for-ids": [at],
        "pairs-order": [right[order] for order in (*offsets, *nearest_first)],
        "id-reserved": zero_left_out(ids, window),
        "repeated-pairs-once": [once(right)],
        "window-halved": [pairs_of(ids, half) for half in (window // 2, max(1, window // 2))],
    }


def once(pairs: np.ndarray) -> np.ndarray:
    """Return the pairs, each only where it stands first."""
    return np.array(list(dict.fromkeys(map(tuple, pairs.tolist()))), int).reshape(-1, 2)


def how_many(diagnosis: Diagnosis, sizes: list[tuple[int, int]]) -> None:
    """Say in the neutral message whether there are too many or too few pairs, if all wrong answers agree.

    `sizes` has the numbers of pairs, those that came back and the right ones.
    """
    more = {np.sign(got - want) for (got, want), (right, _) in zip(sizes, diagnosis.draws) if not right}
    if more in ({1}, {-1}):
        diagnosis.neutral += f" There are too {'many' if more == {1} else 'few'} of them."


def zero_left_out(ids: np.ndarray, window: int) -> list[np.ndarray]:
    """Return the pairs without those of the id 0, and the pairs of the text without that id."""
    pairs = pairs_of(ids, window)
    return [pairs[(pairs != 0).all(axis=1)], pairs_of(ids[ids != 0], window)]


def moved(got: np.ndarray, right: np.ndarray) -> bool:
    """Return whether the pairs are the right ones in another order."""
    alike = got.shape == right.shape and got.dtype.kind in "iu" and not np.array_equal(got, right)
    return alike and sorted(map(tuple, got.tolist())) == sorted(map(tuple, right.tolist()))


@check(points=1)
def pairs(student: Student, rng: np.random.Generator):
    """Windows of several sizes, in texts with a repeated word and the id 0; beyond the text; one word."""
    diagnosis, sizes = Diagnosis(NEUTRAL), []
    for window, n in ((2, 9), (1, 9), (3, 9), (12, 16)):
        ids = rng.permutation(40)[:n] + 10  # no id is a position
        ids[4], ids[6] = ids[3], 0
        got, right = asked(student, ids, window), ids[windows(n, window)]
        sizes.append((len(got), len(right)))
        # Each pair is also there with center and context exchanged, so that mistake only changes the order.
        if moved(got, right) and not np.array_equal(got, right[:, ::-1]):
            diagnosis.see(got, right, 0.0, **{"pairs-order": got})
        else:
            diagnosis.see(got, right, 0.0, predicted, ids, window)
    how_many(diagnosis, sizes)
    diagnosis.conclude()
    for n, window in ((2, 5), (3, 2), (3, 3), (4, 50), (1, 2)):
        ids = rng.permutation(30)[:n] + 10
        with blame("window-beyond"):
            got = asked(student, ids, window)
        if not np.array_equal(got, ids[windows(n, window)]):
            raise Wrong("window-beyond")


# -- thinning -----------------------------------------------------------------------------------------


def kept(ids: np.ndarray, threshold: float, draws: np.ndarray, **how) -> np.ndarray:
    """Return which places stay, (n,) bool; `how` says what a mistake has in place of the right thing."""
    _, word, counts = np.unique(ids, return_inverse=True, return_counts=True)
    share = counts[word] / how.get("total", len(ids))
    chance = how.get("chance", lambda ratio: np.sqrt(ratio))(threshold / share)
    return how.get("stays", np.less)(draws[word] if how.get("by_word") else draws, chance)


def in_a_row(ids: np.ndarray, threshold: float, draws: np.ndarray) -> np.ndarray:
    """Return which places stay, (n,) bool, where words that surely stay use up no draw."""
    can_go = ~kept(ids, threshold, np.ones(len(ids)))
    used = np.zeros(len(ids))
    used[can_go] = draws[: can_go.sum()]
    return kept(ids, threshold, used)


def thinned_wrongly(ids: np.ndarray, window: int, threshold: float, draws: np.ndarray) -> dict[str, list]:
    """Return what each mistake gives for the pairs of a thinned text: its forms."""
    stays = kept(ids, threshold, draws)
    at = windows(len(ids), window)
    center, context = stays[at].T

    def of(**how):
        return pairs_of(ids[kept(ids, threshold, draws, **how)], window)

    return {
        "thinned-late": [ids[at[center & context]]],
        "thinned-by-half": [ids[at[center]], ids[at[context]]],
        "thinning-ignored": [ids[at]],
        "thinning-without-root": [of(chance=lambda ratio: ratio)],
        "thinning-inverted": [
            of(stays=np.greater_equal),
            of(stays=lambda a, b: a < 1 - b),
            of(stays=lambda a, b: a >= 1 - b),
        ],
        "counts-for-shares": [of(total=1), of(total=len(set(ids.tolist())))],
        "program-formula": [of(chance=lambda ratio: np.sqrt(ratio) + ratio)],
        "draws-by-word": [of(by_word=True)],
        "share-inverted": [of(chance=lambda ratio: np.sqrt(1 / ratio))],
        "draws-in-a-row": [pairs_of(ids[in_a_row(ids, threshold, draws)], window)],
        "id-reserved": zero_left_out(ids[stays], window),
    }


def also_thinned_wrongly(
    ids: np.ndarray, window: int, threshold: float, draws: np.ndarray
) -> dict[str, list]:
    """Return what more mistakes give, which a draw need not tell apart: three draws do."""

    def power(x: float) -> np.ndarray:
        return pairs_of(ids[kept(ids, threshold, draws, chance=lambda ratio: ratio**x)], window)

    found = thinned_wrongly(ids, window, threshold, draws)
    most = np.unique(ids, return_counts=True)[1].max()
    found["counts-for-shares"].append(pairs_of(ids[kept(ids, threshold, draws, total=most)], window))
    return found | {
        "thinning-other-power": [power(x) for x in (0.75, 1 / 3, 0.25, 2.0)],
        "repeated-pairs-once": [once(pairs_of(ids[kept(ids, threshold, draws)], window))],
    }


def text(rng: np.random.Generator, n=24) -> tuple[np.ndarray, float, np.ndarray]:
    """Return a text of few words, a threshold that thins most of them, and draws near enough to tell.

    One of the words is 0.
    """
    while True:
        words = rng.permutation(40)[:6] + 10
        words[rng.integers(4)] = 0
        ids = rng.permutation(np.repeat(words, (9, 6, 4, 3, 1, 1)))
        threshold, draws = float(rng.uniform(0.05, 0.12)), rng.random(n)
        stays, wrong = kept(ids, threshold, draws), thinned_wrongly(ids, 2, threshold, draws)
        forms = [pairs_of(ids[stays], 2), *(form for some in wrong.values() for form in some)]
        different = {form.tobytes() for form in forms}
        if 6 < stays.sum() < n - 6 and len(different) == len(forms):
            return ids, threshold, draws


def exact(rng: np.random.Generator) -> tuple[np.ndarray, float, np.ndarray]:
    """Return a text, a threshold, and draws, some at the ends or at a probability: 1/2, 1 or above.

    All of them are sums of few powers of two, so that no formula rounds them.
    """
    ids = np.repeat(rng.permutation(40)[:8] + 10, (8, 2, 1, 1, 1, 1, 1, 1))
    draws = rng.random(16)
    draws[:10] = 0, 0, 0.5, 0.5, 0.5, 0.5 - 2.0**-46, 0.25, 0.75, 1 - 2.0**-46, 0
    order = rng.permutation(16)
    return ids[order], 1 / 8, draws[order]


def none_left(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless a text of which nothing stays, or one word, has no pairs."""
    ids, draws = np.full(6, rng.integers(10, 50)), rng.uniform(0.5, 1, 6)
    lone = np.where(np.arange(6) == rng.integers(6), 0.0, draws)
    for chances in (draws, lone):
        with blame("none-left"):
            got = asked(student, ids, 2, 0.1, chances, neutral=THINNED)
        if got.shape != (0, 2):
            raise Wrong("none-left")


@check(points=2)
def thinned(student: Student, rng: np.random.Generator):
    """Texts that lose words, of which some stay in one place and go in another; draws at a probability."""
    diagnosis, sizes = Diagnosis(THINNED), []
    for window in (1, 2, 3):
        ids, threshold, draws = text(rng)
        right = pairs_of(ids[kept(ids, threshold, draws)], window)
        got = asked(student, ids, window, threshold, draws, neutral=THINNED)
        sizes.append((len(got), len(right)))
        diagnosis.see(got, right, 0.0, also_thinned_wrongly, ids, window, threshold, draws)
    if all(right for right, _ in diagnosis.draws):
        none_left(student, rng)
        ids, threshold, draws = exact(rng)
        got = asked(student, ids, 2, threshold, draws, neutral=THINNED)
        if not np.array_equal(got, pairs_of(ids[kept(ids, threshold, draws)], 2)):
            at_most = pairs_of(ids[kept(ids, threshold, draws, stays=np.less_equal)], 2)
            raise Wrong("equal-draw-stays" if np.array_equal(got, at_most) else None, THINNED)
        return
    ids = rng.permutation(12) + 10
    if not np.array_equal(asked(student, ids, 2, neutral=THINNED), ids[windows(12, 2)]):
        raise Unexplained("The pairs of a text that is not thinned are wrong: mend those first.")
    how_many(diagnosis, sizes)
    diagnosis.conclude()


@check(points=0.5)
def cost(student: Student, rng: np.random.Generator):
    """Memory, at two lengths of a text that is thinned by a threshold at which all stays."""
    require(
        NAME, lambda: student.call(NAME, np.array([4, 6, 5]), 1), np.array([[4, 6], [6, 4], [6, 5], [5, 6]])
    )
    n, m = 150, 900
    short, long = (
        student.observe(NAME, rng.integers(0, 30, k), 1, 1.0, rng.random(k), watch=("cost",)).peak_bytes
        for k in (n, m)
    )
    if long - short > 0.8 * (m**2 - n**2):  # a truth value for each pair of places has a byte
        raise Wrong("grid-of-places")


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    ids = rng.permutation(20)[: 0 if empty else 7]
    given = {"ids": ids, "window": 2, "threshold": 1.0 if empty else None, "draws": rng.random(len(ids))}
    return Legal(given, ids[windows(len(ids), 2)])


def thinning(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    ids, threshold, draws = text(rng)
    given = {"ids": ids, "window": 2, "threshold": threshold, "draws": draws}
    return Legal(given, pairs_of(ids[kept(ids, threshold, draws)], 2))


contract = house_rules("new", "unchanged", "empty", legal=legal, more=thinning, points=0.5)
