"""Checks of `encode`: the order of byte-pair joins, overlaps, any text, and how the work grows."""

import heapq
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.shared import numbers, require
from autograder.checks.student import Student

NAME = "encode"
UNKNOWN = (
    "`encode` returns ids that are neither bytes nor pieces of these joins, perhaps of an earlier call's."
)
NOT_THE_TEXT = (
    "The pieces that `encode` returns do not spell the text: bytes of it are missing, or others came."
)
UNFINISHED = "In the result of `encode` neighbours stand side by side that still fit a join."
ANOTHER_CUT = (
    "The pieces that `encode` returns spell the text, and no join fits any more, but they are other pieces: "
    "joins were made in another order, or at other places where two overlap."
)
NO_LIST = "`encode` should return the ids, in a list or an array of one axis."

Joins = dict[tuple[int, int], int]
FIRST = 256


def joined(ids: list[int], pair: tuple[int, int], new: int) -> list[int]:
    """Return the ids with the pair joined wherever it stands, from the left."""
    out: list[int] = []
    for i in ids:
        if out and (out[-1], i) == pair:
            out[-1] = new
        else:
            out.append(i)
    return out


def encoded(
    text: str | bytes | list[int], joins: Joins, order: list[tuple[int, int]] | None = None
) -> list[int]:
    """Return the right ids; or those of joins applied in another order, each once through the text."""
    ids = list(text.encode() if isinstance(text, str) else text)
    for pair in sorted(joins, key=joins.__getitem__) if order is None else order:
        ids = joined(ids, pair, joins[pair])
    return ids


# -- what mistakes lead to ------------------------------------------------------------------------


def reading_order(ids: list[int], joins: Joins, last: bool = False) -> list[int]:
    """Join the first pair that fits in the order of reading, or the one learned last, until none fits."""
    ids = list(ids)
    while places := [k for k, pair in enumerate(zip(ids, ids[1:])) if pair in joins]:
        k = max(places, key=lambda k: joins[ids[k], ids[k + 1]]) if last else places[0]
        ids[k : k + 2] = [joins[ids[k], ids[k + 1]]]
    return ids


def growing(ids: list[int], joins: Joins) -> list[int]:
    """Join each id to the piece before it, if the two fit, in one reading."""
    out: list[int] = []
    for i in ids:
        if out and (out[-1], i) in joins:
            out[-1] = joins[out[-1], i]
        else:
            out.append(i)
    return out


def passes(ids: list[int], joins: Joins, stay: bool) -> list[int]:
    """Read from left to right, again and again, and make each join that fits; after one, `stay` or go on."""
    ids, before = list(ids), 0
    while len(ids) != before:
        before, k = len(ids), 0
        while k < len(ids) - 1:
            pair = ids[k], ids[k + 1]
            if pair in joins:
                ids[k : k + 2] = [joins[pair]]
            k += not (stay and pair in joins)
    return ids


def longest_piece(ids: list[int], joins: Joins) -> list[int]:
    """Take the longest piece of the vocabulary that the rest of the text begins with."""
    spelled: dict[int, tuple[int, ...]] = {i: (i,) for i in range(FIRST)}
    for (a, b), new in sorted(joins.items(), key=lambda item: item[1]):
        spelled[new] = spelled[a] + spelled[b]
    found = {piece: i for i, piece in reversed(spelled.items())}
    longest, out, k = max(map(len, found)), [], 0
    while k < len(ids):
        size = next(n for n in range(longest, 0, -1) if tuple(ids[k : k + n]) in found)
        out.append(found[tuple(ids[k : k + size])])
        k += size
    return out


def from_the_right(ids: list[int], joins: Joins) -> list[int]:
    for pair in sorted(joins, key=joins.__getitem__):
        ids = joined(ids[::-1], pair[::-1], joins[pair])[::-1]
    return ids


def joined_twice(ids: list[int], joins: Joins) -> list[int]:
    """Replace each occurrence of a pair, also where two of them share an id."""
    for pair in sorted(joins, key=joins.__getitem__):
        at = [k for k, found in enumerate(zip(ids, ids[1:])) if found == pair]
        gone = set(at) | {k + 1 for k in at}
        ids = [joins[pair] if k in at else i for k, i in enumerate(ids) if k in at or k not in gone]
    return ids


def once(ids: list[int], joins: Joins) -> list[int]:
    """Join bytes, and no pieces that were joined before."""
    return encoded(ids, {pair: new for pair, new in joins.items() if max(pair) < FIRST})


def first_places(ids: list[int], joins: Joins) -> list[int]:
    """Make each join in one place alone, the first where it fits."""
    for pair in sorted(joins, key=joins.__getitem__):
        if pair in (pairs := list(zip(ids, ids[1:]))):
            k = pairs.index(pair)
            ids = [*ids[:k], joins[pair], *ids[k + 2 :]]
    return ids


def by_rank(ids: list[int], joins: Joins, rank: Callable) -> list[int]:
    """Join the pair of the lowest `rank(pair, number of its places)` everywhere, until none fits."""
    while counted := Counter(pair for pair in zip(ids, ids[1:]) if pair in joins):
        pair = min(counted, key=lambda pair: rank(pair, counted[pair]))
        ids = joined(ids, pair, joins[pair])
    return ids


# What a turn looks at before it joins: its two ids then, the two that stand there, and the join that waited.
LOOKS: dict[str, Callable[[tuple, tuple, Joins], int | None]] = {
    "both": lambda then, now, joins: joins[then] if then == now else None,
    "fits": lambda then, now, joins: joins.get(now),
    "right": lambda then, now, joins: joins[then] if then[1] == now[1] else None,
    "left": lambda then, now, joins: joins[then] if then[0] == now[0] else None,
    "places": lambda then, now, joins: joins[then],
    "nothing": lambda then, now, joins: joins[then],
}


def turns(ids: list[int], joins: Joins, look: str, sides: str = "left right") -> list[int]:
    """Take turns by a queue of places: one looks at the pieces as `look` says, then at pairs on `sides`."""
    ids, after = list(ids), list(range(1, len(ids) + 1))
    gone: set[int] = set()
    waiting: list[tuple] = []

    def wait(k: int) -> None:
        if after[k] < len(ids) and (pair := (ids[k], ids[after[k]])) in joins:
            heapq.heappush(waiting, (joins[pair], k, pair, after[k]))

    for k in range(len(ids) - 1):
        wait(k)
    while waiting:
        _, k, then, other = heapq.heappop(waiting)
        if k in gone or after[k] >= len(ids) or look == "places" and other in gone:
            continue
        new = LOOKS[look](then, (ids[k], ids[after[k]]), joins)
        if new is None:
            continue
        ids[k] = new
        gone.add(after[k])
        after[k] = after[after[k]]
        if "left" in sides:
            for j in [j for j in range(k - 1, -1, -1) if j not in gone][:1]:
                wait(j)
        if "right" in sides:
            wait(k)
    return [i for k, i in enumerate(ids) if k not in gone]


CUTS = (  # of a text into words, or into lines
    *(r" ?\S+|\s", r"\S+|\s", r"\S+|\s+", r"\S+\s*|\s+", r"\S+\s?|\s", r"\s*\S+|\s+", r"\s?\S+|\s"),
    *(r" ?[^ ]+| +", r"[^ ]+| +", r"[^ ]+| ", r" *[^ ]+| +", r"[^ ]+ *| +", r"[^ ]+ ?| "),
    *(r" ?\w+|\W", r"\w+|\W", r"\w+|\W+", r" ?\w+| ?[^\w\s]+|\s+", r"[^\n]*\n|[^\n]+"),
)


def predicted(text: str, joins: Joins) -> dict:
    """Return what each mistake gives, as arrays; a list holds several forms of it."""
    ids = list(text.encode())
    latin = [ord(c) for c in text]
    either = [b for c in text for b in ([ord(c)] if ord(c) < FIRST else c.encode())]
    words = [re.findall(cut, text) for cut in CUTS]
    at = {pair: place for place, pair in enumerate(joins)}
    cleaned = [text.strip(), text.lower(), " ".join(text.split()), text.replace("\r\n", "\n")]
    cleaned += [text.rstrip(), text.lstrip(), text.casefold(), text.strip("\n"), text.replace("\0", "")]
    cleaned += [re.sub(" +", " ", text), "\n".join(text.splitlines()), " ".join(text.splitlines())]
    cleaned += [unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC")]
    forms = {
        "letters-for-bytes": [
            [*latin],
            encoded(latin, joins),
            *(encoded(text.encode("ascii", how), joins) for how in ("ignore", "replace")),
            encoded(either, joins),
            *(encoded(text.encode("latin-1", how), joins) for how in ("ignore", "replace")),
            *(encoded(text.encode(other), joins) for other in ("utf-16", "utf-16-le", "utf-32", "utf-32-le")),
        ],
        "words-apart": [  # the chapter's recipe takes the order of the dict, too
            [i for word in cut for i in encoded(word, joins, order)]
            for cut in words
            for order in (None, list(joins))[: len(cut)]
        ],
        "text-cleaned": [encoded(clean, joins) for clean in cleaned],
        "reading-order": [
            reading_order(ids, joins),
            growing(ids, joins),
            *(passes(ids, joins, stay) for stay in (True, False)),
        ],
        "longest-piece": [longest_piece(ids, joins)],
        "learned-last-first": [
            reading_order(ids, joins, last=True),
            encoded(text, joins, sorted(joins, key=joins.__getitem__, reverse=True)),
        ],
        "order-of-dict": [encoded(text, joins, list(joins)), by_rank(ids, joins, lambda pair, _: at[pair])],
        "frequent-first": [
            by_rank(ids, joins, lambda pair, count: (-count, joins[pair])),
            by_rank(ids, joins, lambda _, count: -count),
        ],
        "smallest-pair": [by_rank(ids, joins, lambda pair, _: pair), encoded(text, joins, sorted(joins))],
        "one-place": [first_places(ids, joins)],
        "pieces-not-joined": [once(ids, joins)],
        "left-pair-missed": [turns(ids, joins, "both", "right")],
        "right-pair-missed": [turns(ids, joins, "both", "left")],
        "from-the-right": [from_the_right(ids, joins)],
        "joined-twice": [joined_twice(ids, joins)],
        "stale-turn": [turns(ids, joins, look) for look in LOOKS if look != "both"],
    }
    return {mistake: [as_array(form) for form in found] for mistake, found in forms.items()}


def as_array(ids) -> np.ndarray:
    return np.asarray(ids, np.float64).reshape(-1)


# -- drawing --------------------------------------------------------------------------------------


def drawn_text(rng: np.random.Generator, alphabet: str, size: int) -> str:
    return "".join(rng.choice(list(alphabet), size))


def learned(rng: np.random.Generator, text: str, steps: int, shuffled: bool = False) -> Joins:
    """Learn joins of pairs drawn from those that occur in the text, some of them frequent."""
    ids, joins = list(text.encode()), {}
    for new in range(FIRST, FIRST + steps):
        pairs = [pair for pair in zip(ids, ids[1:]) if pair not in joins]
        if not pairs:
            break
        pair = pairs[rng.integers(len(pairs))]
        joins[pair] = new
        ids = joined(ids, pair, new)
    if not shuffled:
        return joins
    return dict(sorted(joins.items(), key=lambda _: rng.random()))


def ask(student: Student, text: str, joins: Joins) -> np.ndarray:
    """Return the ids of an answer. Pairs of ids cross as source: a message has dicts of names alone."""
    value = student.evaluate(f"text, joins = {text!r}, {joins!r}", f"{NAME}(text, joins)")
    got = numbers(value)
    if got is None or got.ndim != 1:
        raise Unexplained(NO_LIST)
    return got


class Cuts(Diagnosis):
    """Compares ids. Where no mistake explains them, it says what can be seen of the pieces."""

    def __init__(self) -> None:
        super().__init__(ANOTHER_CUT)
        self.texts: list[tuple[list[int], Joins, list[int]]] = []  # what was wrong: bytes, joins and ids

    def see_text(self, student: Student, text: str, joins: Joins) -> None:
        got = ask(student, text, joins)
        if not self.see(got, as_array(encoded(text, joins)), 0, predicted, text, joins):
            self.texts.append((list(text.encode()), joins, got.tolist()))

    def conclude(self) -> None:
        try:
            super().conclude()
        except Unexplained:
            raise seen_of_pieces(self.texts) from None


def seen_of_pieces(texts: list[tuple[list[int], Joins, list[int]]]) -> Wrong:
    """Return what holds of some of these wrong answers, each given as bytes, joins and ids."""
    left: list[tuple[int, int]] = []  # the bytes on both sides of a join that still fits
    for text, joins, got in texts:
        spelled = {i: [i] for i in range(FIRST)}
        for (a, b), new in sorted(joins.items(), key=lambda item: item[1]):
            spelled[new] = spelled[a] + spelled[b]
        if any(i not in spelled for i in got):
            return Unexplained(UNKNOWN)
        if [b for i in got for b in spelled[int(i)]] != text:
            return Unexplained(NOT_THE_TEXT)
        left += [(spelled[a][-1], spelled[b][0]) for a, b in zip(got, got[1:]) if (a, b) in joins]
    if len(left) > 4 and all(set(pair) & set(b" \r\n\t") for pair in left):
        return Wrong("words-apart")
    return Unexplained(UNFINISHED if left else ANOTHER_CUT)


def require_small(student: Student) -> None:
    """Raise `Wrong` unless one join in a short text is right."""
    require(NAME, lambda: ask(student, "xaby", {(97, 98): FIRST}), as_array([120, FIRST, 121]))


def require_order(student: Student, rng: np.random.Generator) -> None:
    """Raise `Wrong` unless joins come in the right order, in runs of one letter too."""
    text = drawn_text(rng, "abc ", 60) + "aaa aaaaa caaaac"
    joins = {(97, 97): FIRST} | {pair: new + 1 for pair, new in learned(rng, text, 12).items()}
    joins = {pair: new for pair, new in sorted(joins.items(), key=lambda item: item[1]) if max(pair) < FIRST}
    require(NAME, lambda: ask(student, text, joins), as_array(encoded(text, joins)))


# -- the checks -----------------------------------------------------------------------------------


@check(points=2)
def order(student: Student, rng: np.random.Generator) -> None:
    """The join learned first, of those that fit, also of joined pieces and across a space."""
    diagnosis = Cuts()
    for shuffled in (False, False, True):
        text = drawn_text(rng, "abcd ", 160)
        joins = learned(rng, text, 24, shuffled)
        diagnosis.see_text(student, text, joins)
        diagnosis.see_text(student, drawn_text(rng, "abcd ", 120), joins)
    diagnosis.conclude()


@check(points=1)
def overlaps(student: Student, rng: np.random.Generator) -> None:
    """Runs of one letter, in which pairs share a byte: of even and odd length, and of joined pieces."""
    diagnosis = Cuts()
    a, b = (int(i) for i in rng.permutation(np.arange(97, 123))[:2])
    joins = {(a, a): 256, (a, b): 257, (256, 256): 258, (b, 256): 259}
    # In aaaaa the join that fits once two pairs are made is not the one that fitted before.
    stale = {(a, a): 256, (256, a): 257, (256, 256): 258}
    for runs in ((3, 1, 2), (4, 2, 7), (5, 1, 9), (6, 3, 11), (1, 1, 13)):
        text = "".join(chr(b).join(chr(a) * n for n in rng.permutation(runs)))
        diagnosis.see_text(student, text, joins)
        diagnosis.see_text(student, text, {(a, a): 256})
        diagnosis.see_text(student, text, stale)
    c = next(i for i in range(97, 123) if i not in (a, b))
    diagnosis.see_text(
        student, "".join(map(chr, (a, b, c, b, a, b, a, b))), {(b, c): 256, (a, 256): 257, (a, b): 258}
    )
    diagnosis.conclude()


@check(points=1)
def any_text(student: Student, rng: np.random.Generator) -> None:
    """Letters of several bytes, spaces of all kinds, and texts in which there is nothing to join."""
    require_small(student)
    diagnosis = Cuts()
    joins = {
        (32, 32): 256,
        (195, 177): 257,
        (10, 32): 258,
        (97, 257): 259,
        (13, 10): 260,
        (97, 98): 261,
        (257, 97): 262,
    }
    for alphabet in ("aAñ é", "a\r\n\t b", "añ日本🙂\x00", " a  \n"):
        text = "  ñ" + drawn_text(rng, alphabet, 30) + "aA\0ñ\r\n n\u0303\0"
        # The last letter is an n of two parts. NumPy's texts end before a \0, so none is drawn.
        diagnosis.see_text(student, text, joins)
    diagnosis.conclude()
    for text, known in (("", joins), ("a", joins), ("ba", joins), ("", {}), ("ab", {}), ("é", {})):
        with blame("nothing-to-join"):
            got = ask(student, text, known)
        if got.tolist() != encoded(text, known):
            raise Wrong("nothing-to-join")


def steps(student: Student, text: str, joins: Joins) -> int:
    """Return how many steps a call takes. A dict of more than 1,000 entries stays with the student's code."""
    held = student.evaluate(f"joins = {joins!r}", "joins")
    return student.observe(NAME, text, held, watch=("cost",)).steps


def idle(number: int, start: int) -> Joins:
    """Return joins of bytes that no text of letters has, with ids from `start` on."""
    pairs = itertools.product(range(128, 256), range(128, 256))
    return {pair: start + k for k, pair in enumerate(itertools.islice(pairs, number))}


def tries_every_join(student: Student, rng: np.random.Generator) -> bool:
    """Return whether each join that does not occur costs as much as a reading of the text."""
    text = drawn_text(rng, "abcdefgh", 60)  # short: code that does so is slow
    few, many = (steps(student, text, idle(number, FIRST)) for number in (1_010, 1_110))
    return many - few > 100 * len(text) / 4


@check(points=1)
def idle_joins(student: Student, rng: np.random.Generator) -> None:
    require_order(student, rng)
    if tries_every_join(student, rng):
        raise Wrong("every-join-tried")


@check(points=1)
def long_text(student: Student, rng: np.random.Generator) -> None:
    """Four times the text with four times the joins: sixteen times the steps where each join reads it all."""
    require_order(student, rng)
    if tries_every_join(student, rng):  # of which four times as many are too many too
        raise Wrong("every-join-tried")
    taken = []
    for size in (1, 4):
        text = drawn_text(rng, "abcdefghijklmnopqrst", 220 * size)
        joins = learned(rng, text, 40 * size)
        taken.append(steps(student, text, joins | idle(1_010, FIRST + len(joins))))
    if taken[1] > 8 * taken[0]:
        raise Wrong("text-read-again")
