"""Checks of `depends_on_distance_alone`: right scores are accepted, and each kind of wrong one is caught.

Each check gives the point of one kind of wrong score. An answer that accepts several is told of the first
in KINDS: who overlooks a plain one accepts the others for the same reason.
"""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Wrong, check
from autograder.checks.shared import in_dtype
from autograder.checks.student import Student, StudentError
from autograder.checks.verdicts import verdicts
from autograder.sandboxed import protocol

NAME = "depends_on_distance_alone"
CALLS, PLACES, D, MOST = 6, 4096, 8, 1000
OTHERS = ("embed_input", "learned_positions_backward", "sinusoidal_table", "apply_rope", "alibi_bias")
Score = Callable[..., np.ndarray]  # (q, k, query positions, key positions) -> (n, m)
Kind = Callable[[np.random.Generator], list[Score]]


def numbers(value) -> np.ndarray:
    return value.values if isinstance(value, protocol.Array) else np.asarray(value)


def asked(score: Score) -> Score:
    """Return a score that looks at its arguments, which a student's code chooses, before it computes."""

    def careful(q, k, query_positions, key_positions):
        q, k = numbers(q).astype(np.float64), numbers(k).astype(np.float64)
        at, there = numbers(query_positions), numbers(key_positions)
        for x, where in ((q, at), (k, there)):
            if x.shape != (len(where), D) or where.ndim != 1 or len(where) > MOST:
                raise ValueError("vectors and positions do not fit")
            if where.dtype.kind not in "iu" and np.any(where != np.floor(where)):
                raise ValueError("positions are whole numbers")
            if len(where) and not 0 <= where.min() <= where.max() < PLACES:
                raise ValueError("positions are from 0 to 4095")
        return score(q, k, at.astype(np.int64), there.astype(np.int64))

    return careful


# -- scores ------------------------------------------------------------------------------------------


def rates(rng: np.random.Generator) -> np.ndarray:
    """Return the rates of the pairs for some base, (d/2,)."""
    return rng.uniform(50, 10000) ** -(np.arange(0, D, 2) / D)


def turn(x, angles, layout: str) -> np.ndarray:
    """Turn the pairs of x (n, d) by angles (n, d/2)."""
    a, b = (x[:, 0::2], x[:, 1::2]) if layout == "adjacent" else (x[:, : D // 2], x[:, D // 2 :])
    return np.concatenate(
        [a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], 1
    )


def turning(
    rng: np.random.Generator, of_query: Callable, of_key: Callable, layout: str = "adjacent"
) -> Score:
    """Return the score of a query and a key that are turned by what two functions make of their positions."""
    speed = rates(rng)

    def score(q, k, at, there):
        turned = (
            turn(q, np.outer(of_query(at), speed), layout),
            turn(k, np.outer(of_key(there), speed), layout),
        )
        return turned[0] @ turned[1].T

    return score


def adding(rows_of_query: np.ndarray, rows_of_key: np.ndarray) -> Score:
    """Return the score of a query and a key to which rows of tables are added."""
    return lambda q, k, at, there: (q + rows_of_query[at]) @ (k + rows_of_key[there]).T


def biased(bias: Callable) -> Score:
    """Return the score with `bias(query positions as a column, key positions)` added."""
    return lambda q, k, at, there: q @ k.T / np.sqrt(D) + bias(at[:, None], there)


def same(at) -> np.ndarray:
    return at


def rotations(rng: np.random.Generator) -> list[Score]:
    return [turning(rng, same, same, str(rng.choice(["adjacent", "halves"])))]


def quarter_turns(rng: np.random.Generator) -> list[Score]:
    """Return a score by rotations that tells before from after, and has no rounding errors."""

    def quarters(x, at):
        a, b = x[:, : D // 2], x[:, D // 2 :]
        cos, sin = np.array([[1, 0, -1, 0], [0, 1, 0, -1]])[:, at % 4, None]
        return a * cos - b * sin, a * sin + b * cos

    def score(q, k, at, there):
        (a, b), (c, d) = quarters(q, at), quarters(k, there)
        turned = sum(np.outer(a[:, r], c[:, r]) + np.outer(b[:, r], d[:, r]) for r in range(D // 2))
        return turned + np.where(at[:, None] < there, 0.75, 0.0)

    return [score]


def linear(rng: np.random.Generator) -> list[Score]:
    slope = 2.0 ** -rng.integers(1, 8)
    return [biased(lambda i, j: -slope * np.abs(i - j))]


def directed(rng: np.random.Generator) -> list[Score]:
    return [biased(lambda i, j: np.where(i < j, 0.75, 0.0))]


def plain(rng: np.random.Generator) -> list[Score]:
    return [biased(lambda i, j: 0.0)]


def clipped(rng: np.random.Generator) -> list[Score]:
    """Return a score with a table of biases, read at the distance up to 16."""
    table = rng.normal(size=33)
    return [biased(lambda i, j: table[np.clip(i - j, -16, 16) + 16])]


def near_alone(rng: np.random.Generator) -> list[Score]:
    """Return a score of which only the nearest 64 keys keep theirs."""
    return [biased(lambda i, j: np.where(np.abs(i - j) < 64, 0.0, -20.0))]


def even_distances(rng: np.random.Generator) -> list[Score]:
    return [biased(lambda i, j: np.where((i - j) % 2 == 0, 1.0, 0.0))]


def rounded_distances(rng: np.random.Generator) -> list[Score]:
    return [biased(lambda i, j: -in_dtype(np.abs(i - j), "bfloat16") / 64)]


def added(rng: np.random.Generator) -> list[Score]:
    """Return scores with rows added: of a table, of sines and cosines, of a table to the keys alone."""
    P = rng.normal(size=(PLACES, D))
    angles = np.arange(PLACES)[:, None] * rates(rng)
    waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    return [adding(P, P), adding(waves, waves), adding(0 * P, P)]


def turned(rng: np.random.Generator) -> list[Score]:
    """Return scores with one side turned, and with both turned, in opposite ways."""
    one = [(same, np.zeros_like), (np.zeros_like, same)]
    return [turning(rng, *one[rng.integers(2)]), turning(rng, same, np.negative, "halves")]


def changed(rng: np.random.Generator) -> list[Score]:
    """Return scores that are others from some position on, or for the first one, or for the first sixteen."""
    start = int(rng.integers(1300, 1700))
    first = np.abs(np.subtract.outer(np.arange(16), np.arange(16)))

    def table(i, j):
        return np.where((i < 16) & (j < 16), first[i % 16, j % 16], (5 * i + 3 * j) % 16) / 8

    return [
        biased(lambda i, j: np.where((i >= start) & (j > i), -np.abs(i - j) / 16, 0.0)),
        biased(lambda i, j: np.where(j == 0, 2.0, 0.0) + 0 * i),
        biased(table),
    ]


def rounded(rng: np.random.Generator) -> list[Score]:
    """Return rotations by positions in half precision: exact up to 256 in bfloat16, up to 2048 in float16."""
    return [
        turning(rng, round_to, round_to, layout)
        for round_to, layout in (
            (lambda at: in_dtype(at, "bfloat16"), "halves"),
            (lambda at: in_dtype(at, "float16"), "adjacent"),
        )
    ]


def rhythmic(rng: np.random.Generator) -> list[Score]:
    """Return scores that favour even positions, and pairs within one block of 64 positions."""
    return [
        biased(lambda i, j: np.where(j % 2 == 0, 1.0, 0.0) + 0 * i),
        biased(lambda i, j: np.where(i // 64 == j // 64, 1.0, 0.0)),
    ]


def hidden(rng: np.random.Generator) -> list[Score]:
    """Return scores in which positions count unless query and key, or all their numbers, are equal."""
    speed = rates(rng)[1]

    def twisted(q, k, at, there):
        a, b = q[:, 0::2], q[:, 1::2]
        cross = a @ k[:, 1::2].T - b @ k[:, 0::2].T  # zero for a key that is the query
        return q @ k.T + cross * np.cos(speed * (at[:, None] + there))

    centred = turning(rng, same, np.negative)

    def uneven(q, k, at, there):
        q, k = (x - x.mean(axis=1, keepdims=True) for x in (q, k))
        return centred(q, k, at, there)

    return [twisted, uneven]


def faint(rng: np.random.Generator) -> list[Score]:
    """Return a score in which the place of the key counts a little."""
    table = rng.choice([-0.0075, 0.0075], PLACES)
    return [biased(lambda i, j: table[j] + 0 * i)]


KINDS: dict[str, Kind] = {  # the key of the mistake that accepts it; the plainest first
    "accepts-added": added,
    "accepts-turned": turned,
    "accepts-changed": changed,
    "accepts-rounded": rounded,
    "accepts-rhythm": rhythmic,
    "accepts-hidden": hidden,
    "accepts-faint": faint,
}


# -- asking ------------------------------------------------------------------------------------------


class Suspects:
    """Scores that are handed to the student's function, by the name of their kind."""

    def __init__(self, student: Student, rng: np.random.Generator, kinds: dict[str, Kind]):
        self.student, self.rng, self.kinds = student, rng, kinds
        self.said: dict[str, list[bool]] = {}  # each is made, and asked about, once

    def ask(self, *names: str) -> None:
        """Ask about the scores of these names together."""
        new = [name for name in names if name not in self.said]
        made = {
            f"{name} {n}": asked(score) for name in new for n, score in enumerate(self.kinds[name](self.rng))
        }
        answers = verdicts(self.student, NAME, made, self.rng, calls=CALLS, without=OTHERS) if made else {}
        self.said |= {name: [] for name in new}
        for key, said in answers.items():
            if isinstance(said, StudentError):
                raise said
            self.said[key.rpartition(" ")[0]].append(said)

    def accepted(self, name: str) -> list[bool]:
        """Return for each score of that name whether the student's function accepts it."""
        self.ask(name)
        return self.said[name]


def catches(student: Student, rng: np.random.Generator, mistake: str, *right: Kind, also: str = "") -> None:
    """Require that right scores are accepted, rotations among them, and wrong ones of one kind are not.

    `also` names one more kind of wrong ones.
    """
    wanted = [mistake, *([also] if also else [])]
    plainer, rhythm = list(KINDS)[: list(KINDS).index(wanted[-1])], "accepts-rhythm"
    accepted: dict[str, Kind] = {"rotations": rotations, **{kind.__name__: kind for kind in right}}
    others: dict[str, Kind] = {
        "plain": plain,
        "linear": linear,
        "quarter-turns": quarter_turns,
        "directed": directed,
    }
    kinds = accepted | others | {name: KINDS[name] for name in [*plainer, wanted[-1], rhythm]}
    suspects = Suspects(student, rng, kinds)
    suspects.ask(*accepted, *wanted)
    if not all(said for name in accepted for said in suspects.accepted(name)):
        raise Wrong(refusal(suspects))
    if any(said for name in wanted for said in suspects.accepted(name)):
        first = next((name for name in plainer if any(suspects.accepted(name))), wanted[-1])
        # One that sees no rhythm at all also accepts a table that comes again and again from some start on.
        raise Wrong(rhythm if first == "accepts-changed" and all(suspects.accepted(rhythm)) else first)


def refusal(suspects: Suspects) -> str:
    """Return the mistake of an answer that refuses a right score."""
    if not all([*suspects.accepted("plain"), *suspects.accepted("linear")]):
        return "refuses-right"
    if all(suspects.accepted("quarter-turns")):
        return "refuses-rounding"
    return "refuses-right" if all(suspects.accepted("directed")) else "refuses-direction"


@check(points=1)
def rows_added(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "accepts-added", clipped, plain, also="accepts-faint")


@check(points=1)
def one_side(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "accepts-turned", directed)


@check(points=1)
def some_start(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "accepts-changed", near_alone, linear)


@check(points=1)
def rounding(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "accepts-rounded", rounded_distances)


@check(points=1)
def rhythm(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "accepts-rhythm", even_distances)


@check(points=1)
def vectors(student: Student, rng: np.random.Generator) -> None:
    catches(student, rng, "accepts-hidden", clipped)
