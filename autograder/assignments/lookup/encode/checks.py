"""Checks of `encode`: the order of byte-pair joins, overlaps, any text, and how the work grows."""

import heapq
import itertools
import re
import unicodedata

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.shared import numbers, require
from autograder.checks.student import Student

NAME = "encode"
WRONG = "`encode` gives other ids."
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


def stale_turns(ids: list[int], joins: Joins, half: bool = False) -> list[int]:
    """Take turns by a queue of places, and at each join whatever fits there when its turn comes.

    With `half` a turn looks whether the piece on the right is the one it waited for, and not at the other.
    """
    ids, after = list(ids), list(range(1, len(ids) + 1))
    gone: set[int] = set()
    turns: list[tuple[int, int, int]] = []

    def wait(k: int) -> None:
        if after[k] < len(ids) and (ids[k], ids[after[k]]) in joins:
            heapq.heappush(turns, (joins[ids[k], ids[after[k]]], k, ids[after[k]]))

    for k in range(len(ids) - 1):
        wait(k)
    while turns:
        new, k, right = heapq.heappop(turns)
        if k in gone or after[k] >= len(ids):
            continue
        if ids[after[k]] != right if half else (ids[k], ids[after[k]]) not in joins:
            continue
        ids[k] = new if half else joins[ids[k], ids[after[k]]]
        gone.add(after[k])
        after[k] = after[after[k]]
        for j in (*[j for j in range(k - 1, -1, -1) if j not in gone][:1], k):
            wait(j)
    return [i for k, i in enumerate(ids) if k not in gone]


def predicted(text: str, joins: Joins) -> dict:
    """Return what each mistake gives, as arrays; a list holds several forms of it."""
    ids = list(text.encode())
    latin = [ord(c) for c in text]
    words = re.findall(r" ?\S+|\s", text), re.findall(r"\S+|\s", text), re.findall(r"\S+|\s+", text)
    cleaned = [text.strip(), text.lower(), " ".join(text.split()), text.replace("\r\n", "\n")]
    cleaned += [unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC")]
    forms = {
        "letters-for-bytes": [
            [*latin],
            encoded(latin, joins),
            *(encoded(text.encode("ascii", how), joins) for how in ("ignore", "replace")),
            encoded(text.encode("latin-1", "replace"), joins),
        ],
        "words-apart": [  # the chapter's recipe takes the order of the dict, too
            [i for word in cut for i in encoded(word, joins, order)]
            for order in (None, list(joins))
            for cut in words
        ],
        "text-cleaned": [encoded(clean, joins) for clean in cleaned],
        "reading-order": [reading_order(ids, joins), growing(ids, joins)],
        "longest-piece": [longest_piece(ids, joins)],
        "learned-last-first": [
            reading_order(ids, joins, last=True),
            encoded(text, joins, sorted(joins, key=joins.__getitem__, reverse=True)),
        ],
        "order-of-dict": [encoded(text, joins, list(joins))],
        "pieces-not-joined": [once(ids, joins)],
        "from-the-right": [from_the_right(ids, joins)],
        "joined-twice": [joined_twice(ids, joins)],
        "stale-turn": [stale_turns(ids, joins), stale_turns(ids, joins, half=True)],
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


def see(diagnosis: Diagnosis, student: Student, text: str, joins: Joins) -> None:
    diagnosis.see(ask(student, text, joins), as_array(encoded(text, joins)), 0, predicted, text, joins)


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
    diagnosis = Diagnosis(WRONG)
    for shuffled in (False, False, True):
        text = drawn_text(rng, "abcd ", 160)
        joins = learned(rng, text, 24, shuffled)
        see(diagnosis, student, text, joins)
        see(diagnosis, student, drawn_text(rng, "abcd ", 120), joins)
    diagnosis.conclude()


@check(points=1)
def overlaps(student: Student, rng: np.random.Generator) -> None:
    """Runs of one letter, in which pairs share a byte: of even and odd length, and of joined pieces."""
    diagnosis = Diagnosis(WRONG)
    a, b = (int(i) for i in rng.permutation(np.arange(97, 123))[:2])
    joins = {(a, a): 256, (a, b): 257, (256, 256): 258, (b, 256): 259}
    # In aaaaa the join that fits once two pairs are made is not the one that fitted before.
    stale = {(a, a): 256, (256, a): 257, (256, 256): 258}
    for runs in ((3, 1, 2), (4, 2, 7), (5, 1, 9), (6, 3, 11), (1, 1, 13)):
        text = "".join(chr(b).join(chr(a) * n for n in rng.permutation(runs)))
        see(diagnosis, student, text, joins)
        see(diagnosis, student, text, {(a, a): 256})
        see(diagnosis, student, text, stale)
    c = next(i for i in range(97, 123) if i not in (a, b))
    see(diagnosis, student, "".join(map(chr, (a, b, c, b))), {(b, c): 256, (a, 256): 257, (a, b): 258})
    diagnosis.conclude()


@check(points=1)
def any_text(student: Student, rng: np.random.Generator) -> None:
    """Letters of several bytes, spaces of all kinds, and texts in which there is nothing to join."""
    require_small(student)
    diagnosis = Diagnosis(WRONG)
    joins = {(32, 32): 256, (195, 177): 257, (10, 32): 258, (97, 257): 259, (13, 10): 260, (97, 98): 261}
    for alphabet in ("aAñ é", "a\r\n\t b", "añ日本🙂\x00", " a  \n"):
        text = "  ñ" + drawn_text(rng, alphabet, 30) + "aA\0ñ\r\n n\u0303\0"
        # The last letter is an n of two parts. NumPy's texts end before a \0, so none is drawn.
        see(diagnosis, student, text, joins)
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
