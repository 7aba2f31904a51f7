"""Checks of `sample`: what it asks with, what it draws, when it ends.

The functions that stand for a model make a text certain, or have logits that are the same everywhere. So a
text is judged by what seed and logits allow, and never by one stream of random numbers.
"""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check
from autograder.checks.shared import numbers
from autograder.checks.student import Student
from autograder.sandboxed import protocol

from ..asking import helper_first, numbers_of
from ..next_probabilities.checks import judge as judge_next, right as right_next

NAME, HELPER = "sample", "next_probabilities"
V = 97  # a prime: sums modulo V rarely meet by chance


def successor(ids) -> int:
    """Return the one id that may follow: it depends on every id, its place and their number."""
    whole = numbers(ids)
    if whole is None or whole.ndim != 1 or not whole.size or (whole != np.round(whole)).any():
        raise ValueError("ids that are no list")
    read = whole.astype(int) + 1
    return int((read * (np.arange(len(read)) + 3) ** 2).sum() * 31 + len(read) * 7) % V


def certain(ids) -> np.ndarray:
    return np.where(np.arange(V) == successor(ids), 0.0, -np.inf)


def text(
    began: list[int], count: int, read: Callable[[list[int]], list[int]], stop: int | None = None
) -> list:
    """Return what follows if `read` says which ids of the text are given to the model."""
    found = list(began)
    for _ in range(count):
        found.append(successor(read(found)))
        if found[-1] == stop:
            break
    return found[len(began) :]


def is_right(student: Student, *asked: tuple) -> Callable[[], bool]:
    """Return a function that says whether the student's `next_probabilities` is right in these calls."""

    def right() -> bool:
        diagnosis = Diagnosis("")
        for logits, temperature, top_p in asked:
            judge_next(student, diagnosis, logits, temperature, top_p)
        return all(fine for fine, _ in diagnosis.draws)

    return right


def models(
    student: Student, logits_of: Callable, counts: list[int], name: str = "logits_of"
) -> list[protocol.Callback]:
    """Return the function once for each text: all are made before the first is called (see `callbacks`)."""
    return [student.function(f"{name} {n}", logits_of, count) for n, count in enumerate(counts)]


def write(student: Student, model: protocol.Callback, *args, **options) -> list[int]:
    return numbers_of(student.call(NAME, model, *args, **options), "What was written is no list of ids.")


@check(points=1)
def asks(student: Student, rng: np.random.Generator) -> None:
    """The model is given the last ids, at most `window`, as the text grows."""
    one = np.where(np.arange(V) == 5, 0.0, -np.inf)
    diagnosis = Diagnosis("The ids that were written do not follow from what `logits_of` is to be given.")
    with helper_first(student, NAME, HELPER, is_right(student, (one, 1.0, 1.0))):
        cases = ((2, 9, 4), (7, 6, 3), (1, 5, 1), (3, 4, 20), (19, 3, 16))
        made = models(student, certain, [count for _, count, _ in cases])
        for model, (length, count, window) in zip(made, cases, strict=True):
            began = [int(i) for i in rng.integers(0, V, length)]
            options = {} if window == 16 else {"window": window}  # 16 is the default

            def following(read, began=began, count=count):
                return np.array(text(began, count, read))

            got = write(student, model, began, count, int(rng.integers(1000)), **options)
            want = following(lambda ids, n=window: ids[-n:])
            diagnosis.see(
                np.array(got),
                want,
                **{
                    "window-ignored": following(lambda ids: ids),
                    "first-ids-read": following(lambda ids, n=window: ids[:n]),
                    "only-last-id": following(lambda ids: ids[-1:]),
                    "text-not-extended": following(lambda ids, n=window, b=began: b[-n:]),
                    "one-id-off": [
                        following(lambda ids, n=max(window + more, 1): ids[-n:]) for more in (1, -1)
                    ],
                    "beginning-returned": np.array(began + want.tolist()),
                },
            )
        diagnosis.conclude()


@check(points=2)
def draws(student: Student, rng: np.random.Generator) -> None:
    """Frequencies over many draws, with temperature and nucleus; seeds."""
    each, length = 50, 12  # one function may be called fifty times
    z, even = (np.log(rng.permutation(p)) for p in ([0.9, 0.07, 0.03], [0.5, 0.3, 0.2]))
    tempered, cut = (even, 0.2, 1.0), (np.log(rng.permutation([0.4, 0.35, 0.25])), 1.0, 0.7)
    level = np.zeros(V)
    with helper_first(
        student, NAME, HELPER, is_right(student, (z, 1.0, 1.0), tempered, cut, (level, 1.0, 1.0))
    ):
        seed = int(rng.integers(1000))
        seeds = (seed, seed, seed + 1, seed + 17)
        made = models(student, lambda ids: level, [length] * len(seeds))
        several = [write(student, model, [0], length, s) for model, s in zip(made, seeds, strict=True)]
        if any(len(one) != length for one in several):
            raise Unexplained("It does not write as many ids as it was asked for.")
        alike = [len(set(one)) == 1 for one in several]
        if all(alike):
            raise Wrong("always-the-best" if len({one[0] for one in several}) == 1 else "seeded-anew")
        if several[0] != several[1]:
            raise Wrong("seed-ignored")
        if several[0] == several[2] or several[0] == several[3]:
            raise Wrong("seed-fixed")
        diagnosis = Diagnosis("Over many draws the ids do not come as often as their probabilities say.")
        # Many draws where a probability is to be told from one nearby, the default from another temperature.
        asked = (((z, 1.0, 1.0), 4), (tempered, 1), (cut, 2))
        given = [
            models(student, lambda ids, z=of[0]: z, [each] * runs, name=f"case {case}")
            for case, (of, runs) in enumerate(asked)
        ]
        for made, ((logits, temperature, top_p), runs) in zip(given, asked, strict=True):
            n = runs * each
            options = {} if temperature == top_p == 1.0 else {"temperature": temperature, "top_p": top_p}
            got = [
                one
                for k, model in enumerate(made)
                for one in write(student, model, [0, 1], each, seed + 3 + k, **options)
            ]
            want = right_next(logits, temperature, top_p)
            often = np.bincount(np.clip(got, 0, 2), minlength=3) / max(len(got), 1)
            best = (want == want.max()) / 1.0
            diagnosis.see(
                often,
                want,
                np.where(want > 0, 5.5 * np.sqrt(want * (1 - want) / n), 0) + 1e-9 + 1e-3 * (want == 1),
                **{
                    "temperature-lost": near(often, right_next(logits, 1.0, top_p), n),
                    "nucleus-lost": near(often, right_next(logits, temperature, 1.0), n),
                    "always-the-best": best,
                },
            )
        diagnosis.conclude()


def near(often: np.ndarray, p: np.ndarray, n: int) -> np.ndarray:
    """Return the frequencies if n draws from p may have them, else p."""
    return often if (np.abs(often - p) <= 5.5 * np.sqrt(p * (1 - p) / n)).all() else p


@check(points=1)
def ends(student: Student, rng: np.random.Generator) -> None:
    """Writing ends after `stop`, or after `count` ids."""

    def full(began: list[int]) -> list[int]:
        return text(began, 8, lambda ids: ids[-16:])

    def beginning() -> list[int]:
        return [int(i) for i in rng.integers(0, V, 3)]

    diagnosis, cases = Diagnosis("It does not end where it is to end."), list[tuple[list[int], int | None]]()
    for place in (2, 0, 5):
        began = beginning()
        cases.append((began, full(began)[place]))
    began = beginning()
    while {began[1], began[2]} & {*full(began)}:
        began = beginning()
    cases += [(began, began[1]), (began, began[2]), (began, None)]
    while 0 not in full(began)[1:6]:
        began = beginning()
    cases.append((began, 0))
    one = np.where(np.arange(V) == 5, 0.0, -np.inf)
    with helper_first(student, NAME, HELPER, is_right(student, (one, 1.0, 1.0))):
        made = models(student, certain, [8] * len(cases))
        for model, (began, stop) in zip(made, cases, strict=True):
            whole = np.array(full(began))
            want = np.array(text(began, 8, lambda ids: ids[-16:], stop))
            got = np.array(write(student, model, began, 8, 1, stop=stop), int)
            diagnosis.see(
                got,
                want,
                **{
                    "stop-ignored": whole,
                    "stop-left-out": want[:-1] if len(want) < 8 else want,
                    "stop-in-beginning": [want[:0], want] if stop in began else want,
                    "zero-does-not-stop": whole if stop == 0 else want,
                },
            )
        diagnosis.conclude()
