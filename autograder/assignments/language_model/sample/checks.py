"""Checks of `sample`: what it asks with, what it draws, when it ends.

The functions that stand for a model make a text certain, or have logits that are the same everywhere. So a
text is judged by what seed and logits allow, and never by one stream of random numbers.
"""

from collections.abc import Callable, Iterable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, check
from autograder.checks.shared import numbers
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..asking import helper_first, numbers_of
from ..next_probabilities.checks import judge as judge_next, right as right_next

NAME, HELPER = "sample", "next_probabilities"
NO_LIST = "the function takes a list of ids"
NO_IDS = "What was written is no list of ids."
EACH = 49  # ids of a text that is long
V = 97  # a prime: sums modulo V rarely meet by chance


def successor(ids) -> int:
    """Return the one id that may follow: it depends on every id, its place and their number."""
    whole = numbers(ids)
    if whole is None or whole.ndim != 1 or not whole.size or (whole != np.round(whole)).any():
        raise ValueError("ids that are no list")
    read = whole.astype(int) + 1
    return int((read * (np.arange(len(read)) + 3) ** 2).sum() * 31 + len(read) * 7) % V


def certain(ids):
    if not isinstance(ids, list):
        return protocol.Failure(("TypeError",), NO_LIST)
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
    student: Student, logits_of: Callable, count: int, name: str = "logits_of"
) -> list[protocol.Callback]:
    """Return the function so many times: all are made before the first is called (see `callbacks`)."""
    return [student.function(f"{name} {n}", logits_of) for n in range(count)]


def write(student: Student, model: protocol.Callback, *args, **options) -> list[int]:
    try:
        value = student.call(NAME, model, *args, **options)
    except StudentError as error:
        if NO_LIST in error.message:
            raise Unexplained("`logits_of` takes a list of ids, and is not given one.") from error
        raise
    return numbers_of(value, NO_IDS)


def write_alike(
    student: Student, logits: np.ndarray, count: int, seeds: Iterable[int], **options: float
) -> list[list[int]]:
    """Return the text of each seed for a model that always gives the same logits.

    It stands in the student's process: nothing about it is hidden, and many draws ask nothing of this one.
    """
    model = f"lambda ids: np.array({logits.tolist()})"
    said = "".join(f", {name}={value!r}" for name, value in options.items())
    texts = student.evaluate(
        f"model = {model}", f"[{NAME}(model, [0, 1], {count}, s{said}) for s in {list(seeds)}]"
    )
    if not isinstance(texts, list):
        raise Unexplained(NO_IDS)
    return [numbers_of(one, NO_IDS) for one in texts]


def once_each(student: Student, written: list[list[int]], name: str = "logits_of") -> None:
    """Raise `Wrong` unless the function of each text was called once for each id."""
    if any(student.calls(f"{name} {n}") != len(ids) for n, ids in enumerate(written)):
        raise Wrong("asked-not-once")


@check(points=1)
def asks(student: Student, rng: np.random.Generator) -> None:
    """The model is given the last ids, at most `window`, as the text grows."""
    one = np.where(np.arange(V) == 5, 0.0, -np.inf)
    diagnosis = Diagnosis("The ids that were written do not follow from what `logits_of` is to be given.")
    firsts, lengths = [], []
    with helper_first(student, NAME, HELPER, is_right(student, (one, 1.0, 1.0))):
        cases = ((2, 9, 4), (7, 6, 3), (1, 5, 1), (3, 4, 20), (19, 3, 16))
        made, written = models(student, certain, len(cases)), []
        repeats = models(student, lambda ids: one, 1, name="repeats")
        for model, (length, count, window) in zip(made, cases, strict=True):
            began = [int(i) for i in rng.integers(0, V, length)]
            options = {} if window == 16 else {"window": window}  # 16 is the default

            def following(read, began=began, count=count):
                return np.array(text(began, count, read))

            got = write(student, model, began, count, int(rng.integers(1000)), **options)
            written.append(got)
            want = following(lambda ids, n=window: ids[-n:])
            firsts.append(got[:1] == want[:1].tolist())
            lengths.append(len(got) - count)
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
                    "window-filled-up": [
                        following(lambda ids, n=window, i=i: ([i] * n + ids)[-n:]) for i in (0, -1)
                    ],
                    "cut-once": following(lambda ids, n=window, b=len(began): ids[max(b - n, 0) :]),
                    "beginning-kept": following(
                        lambda ids, n=window, b=len(began): ids[:b][-n:] + ids[b:][-n:]
                    ),
                    "beginning-returned": np.array(began + want.tolist()),
                },
            )
        if any(lengths) and (min(lengths) == max(lengths) or 0 not in lengths):
            how = "fewer" if min(lengths) < 0 else "more"
            diagnosis.neutral = f"Without `stop` it writes {how} ids than `count`."
        elif not any(firsts):
            diagnosis.neutral = "Already the first id that is written is not the one that is certain."
        elif all(firsts):
            diagnosis.neutral = "The first id that is written is right, and those after it are not."
        diagnosis.conclude()
        once_each(student, written)
        once_each(student, [write(student, repeats[0], [5], 4, 0, window=1)], name="repeats")


@check(points=2)
def draws(student: Student, rng: np.random.Generator) -> None:
    """Frequencies over many draws, with temperature and nucleus; seeds."""
    length = 12
    group = rng.permutation([0] + [1] * 86 + [2] * 10)  # of each id: half of the probability is that of one
    z = np.log(np.array([0.5, 0.452 / 86, 0.048 / 10])[group])
    # Applied twice, a high temperature levels all; the two best have 0.6, and of these the best one again. A
    # temperature is not 1 beside the nucleus, and hardly another one.
    tempered, cut = (100 * z, 100.0, 1.0), (np.log(rng.permutation([0.5, 0.3, 0.2])), 1.1, 0.6)
    level = np.zeros(V)
    with helper_first(
        student, NAME, HELPER, is_right(student, (z, 1.0, 1.0), tempered, cut, (level, 1.0, 1.0))
    ):
        seed = int(rng.integers(1000))
        several = write_alike(student, level, length, (seed, seed, seed + 1, seed + 17))
        if any(len(one) != length for one in several):
            raise Unexplained("It does not write as many ids as it was asked for.")
        if several[0][1:] == several[2][:-1] != several[0][:-1]:
            raise Wrong("seed-counted-up")
        alike = [len(set(one)) == 1 for one in several]
        if all(alike):
            raise Wrong("always-the-best" if len({one[0] for one in several}) == 1 else "seeded-anew")
        if several[0] != several[1]:
            raise Wrong("seed-ignored")
        if several[0] == several[2] or several[0] == several[3]:
            raise Wrong("seed-fixed")
        diagnosis = Diagnosis("Over many draws the ids do not come as often as their probabilities say.")
        # Many draws tell the defaults from others: a nucleus of 0.95 has none of the group 2.
        asked = (((z, 1.0, 1.0), 6, group), (tempered, 1, group), (cut, 3, np.arange(3)))
        for (logits, temperature, top_p), runs, groups in asked:
            options = {} if temperature == top_p == 1.0 else {"temperature": temperature, "top_p": top_p}
            texts = write_alike(student, logits, EACH, range(seed + 3, seed + 3 + runs), **options)
            got = [one for text in texts for one in text]
            want = right_next(logits, temperature, top_p)

            def fits(p, got=got, groups=groups) -> bool:
                return likely(got, p, groups)

            twice = (right_next(logits, temperature**2, top_p), right_next(np.log(want + 1e-300), 1.0, top_p))
            told = {
                "temperature-lost": fits(right_next(logits, 1.0, top_p)),
                "nucleus-lost": fits(right_next(logits, temperature, 1.0)),
                "settings-exchanged": fits(right_next(logits, top_p, temperature)),
                "always-the-best": fits((want == want.max()) / 1.0),
                "settings-twice": any(map(fits, twice)),
            }
            diagnosis.record(len(got) == runs * EACH and fits(want), lambda told=told: told)
        diagnosis.conclude()


def likely(got: list[int], p: np.ndarray, groups: np.ndarray) -> bool:
    """Return whether draws from p may give these ids, by how often each group of ids comes."""
    n = len(got)
    if not n or not 0 <= min(got) <= max(got) < len(p):
        return False
    often, p = np.bincount(groups[got], minlength=3) / n, np.bincount(groups, p, minlength=3)
    near = np.abs(often - p) <= 5.5 * np.sqrt(np.clip(p * (1 - p), 0, None) / n) + 1e-9
    return bool(near.all() and (often[n * p > 13.5] > 0).all())  # none of them: one time in 700,000


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
    counts = [8] * len(cases) + [0]
    cases.append((began, None))
    one = np.where(np.arange(V) == 5, 0.0, -np.inf)
    with helper_first(student, NAME, HELPER, is_right(student, (one, 1.0, 1.0))):
        made, written = models(student, certain, len(cases)), []
        longer = shorter = others = 0
        for model, count, (began, stop) in zip(made, counts, cases, strict=True):
            whole = np.array(full(began)[:count], int)
            want = np.array(text(began, count, lambda ids: ids[-16:], stop), int)
            written.append(write(student, model, began, count, 1, stop=stop))
            got = np.array(written[-1], int)
            longer += len(got) > len(want)
            shorter += len(got) < len(want)
            others += not np.array_equal(got[: len(want)], want[: len(got)])
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
        if others:
            diagnosis.neutral = "The ids that are written are not those that are certain."
        elif bool(longer) != bool(shorter):
            diagnosis.neutral = f"In some case it ends too {'late' if longer else 'early'}."
        diagnosis.conclude()
        once_each(student, written)
