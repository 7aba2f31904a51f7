"""Generated values in the place of each reply that a check gets, and what the check makes of them.

A check runs in this interpreter with a right answer of the bank, but one reply of the student's
process (or one call of an examiner's function) is changed on its way. Everything is drawn from a
seed. Run this file to try a topic much harder than the tests do:

    python tests/anything.py lookup     # every value for every reply: a table of the places that raise
    python tests/anything.py lookup one_hot --values 20 --seed 3 --show
"""

import argparse
import contextlib
import itertools
import os
import re
import signal
import sys
import time
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generated_values import changes, replies  # noqa: E402

from autograder.checks import checking, loading
from autograder.checks.student import Answer, Local, _cross  # noqa: E402
from autograder.sandboxed import protocol  # noqa: E402
from autograder.sandboxed.agent import _address_space  # noqa: E402
from autograder.selftest import bank
from autograder.topics import known  # noqa: E402

_FIELDS = "|".join(Answer._fields)
_PLACE = re.compile(rf"(?:raises|(?:(?:value|{_FIELDS}|each item|item (?:\d+|'\w*')): )*)")
SECONDS = 20  # that a check may take for one value
ROOM = 6 << 30  # bytes that it may take beyond what the process has


class Hung(BaseException):
    """A check that does not come to an end."""


class Changed(Local):
    """A right answer, one of whose messages is changed on its way to the check.

    `change` is None to count the messages, or (number, how, for good): `how` maps the right reply, or
    the arguments of a call back, to another; `for good` says that later replies to the same request
    are what this one became.
    """

    def __init__(self, namespace, change=None):
        super().__init__(namespace)
        self.seen, self.change, self.later = [], change, {}

    def exchange(self, request):
        reply = super().exchange(request)
        if request["op"] in ("exists", "probe", "set_parameter"):
            return reply
        key = (request["op"], request.get("name"))
        number = self._number(f"{request['op']} {request.get('name') or ''}".strip(), reply)
        if self.change and self.change[0] == number:
            reply = self.change[1](reply)
            if self.change[2]:
                self.later[key] = reply
            return _cross(reply)
        later = self.later.get(key)
        return reply if later is None or not isinstance(reply, dict) else self._again(reply, later)

    def _again(self, reply, later):
        """A later reply: with the same value, and the observations that this request asks for."""
        return _cross(later if isinstance(later, protocol.Failure) else reply | {"value": later.get("value")})

    def _called_back(self, name, args):
        number = self._number(f"call back {name}", args)
        if self.change and self.change[0] == number:
            args = _cross(self.change[1](args))
        return super()._called_back(name, args)

    def _number(self, what, message) -> int:
        self.seen.append((what, message))
        return len(self.seen) - 1


@dataclass
class Trial:
    """One changed message: where it stood, what it became, and what the check's own code raised."""

    check: str
    number: int
    asked: str
    value: str
    error: str  # empty if the check gave a verdict of its own

    def __str__(self) -> str:
        return f"{self.check}, reply {self.number} ({self.asked}), {self.value}: {self.error}"

    @property
    def place(self) -> str:
        """The place and the exception's type."""
        return " ".join(self.error.split(": ")[1:3])


@dataclass
class Prepared:
    """A function of a topic with the plainest right answer of the bank."""

    topic: str
    function: str
    namespace: dict = field(default_factory=lambda: {"__name__": "__main__"})

    def __post_init__(self):
        mine = [a for a in bank.answers(self.topic) if a.right and a.function == self.function]
        answer = min(mine, key=lambda a: (len(a.source), a.name))
        with quiet():
            exec(compile(bank.setup_source(self.topic), "setup", "exec"), self.namespace)
            exec(compile(answer.source, answer.name, "exec"), self.namespace)

    def trials(
        self, check: checking.Check, values: int | None, seed: int, most: int | None
    ) -> Iterator[Trial]:
        """`values` changes (all for None) of up to `most` messages (all for None) of one check."""
        rng = np.random.default_rng([seed, zlib.crc32(f"{self.topic}/{check.id}".encode())])
        counting = Changed(self.namespace)
        result = self.run(check, counting, seed)
        assert result.verdict == "right", f"{check.id}: {result}"
        for number in _chosen(len(counting.seen), most, rng):
            asked, real = counting.seen[number]
            back = asked.startswith("call back")
            found = list(changes(real) if back else replies(real))
            if back:  # the grammar of a call back is a list of arguments
                found = [(name, value) for name, value in found if isinstance(value, list)]
            for name, value in found if values is None else _drawn(found, values, rng):
                good = not back and bool(rng.integers(2))
                trial = Changed(self.namespace, (number, lambda _, value=value: value, good))
                error = self.error(check, trial, seed)
                yield Trial(check.id, number, asked, name + (", from here on" if good else ""), error)

    def run(self, check, student, seed):
        before = torch.get_default_dtype()  # a check that a changed reply ends may leave another one
        try:
            with quiet(), deadline():
                return checking.run(check, student, seed)
        finally:
            torch.set_default_dtype(before)

    def error(self, check, student, seed) -> str:
        try:
            return self.run(check, student, seed).examiner_error
        except Hung:
            return f"{check.id}: autograder/checks: Hung: no end within {SECONDS} s"
        except Exception as error:  # noqa: BLE001 - what not even the frame takes for a verdict
            return f"{check.id}: not caught by the frame: {type(error).__name__}: {error}"


def _chosen(count: int, most: int | None, rng) -> list[int]:
    """All numbers below `count`, or the first and last few and some between them."""
    if most is None or count <= most:
        return list(range(count))
    ends = most // 3
    between = rng.permutation(np.arange(ends, count - ends))[: most - 2 * ends]
    return [*range(ends), *sorted(int(n) for n in between), *range(count - ends, count)]


def _drawn(found: list[tuple[str, object]], count: int, rng) -> Iterator[tuple[str, object]]:
    """`count` of the changes, each place in the message (its value, an item, an observation) in turn."""
    places: dict[str, list] = {}
    for change in found:
        places.setdefault(_PLACE.match(change[0])[0], []).append(change)
    drawn = [[changes[n] for n in rng.permutation(len(changes))] for changes in places.values()]
    turns = [drawn[n] for n in rng.permutation(len(drawn))]
    in_turn = (turn[n] for n in range(max(map(len, turns))) for turn in turns if n < len(turn))
    yield from itertools.islice(in_turn, count)


@contextlib.contextmanager
def quiet():
    """What a student's code prints is not looked at; what NumPy remarks neither."""
    with open(os.devnull, "w") as nowhere, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            yield


@contextlib.contextmanager
def deadline():
    """`Hung` after `SECONDS`."""

    def stop(*_):
        raise Hung

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def failures(
    topic: str,
    function: str,
    values: int | None,
    seed: int = 0,
    most: int | None = 12,
    told: Callable = lambda *_: None,
) -> list[Trial]:
    """The changed replies at which a check of the function raised something that is no verdict."""
    prepared, found = Prepared(topic, function), []
    with _address_space(ROOM, None):
        for check in loading.suite(topic).of(function):
            start, count = time.perf_counter(), 0
            for trial in prepared.trials(check, values, seed, most):
                count += 1
                if trial.error:
                    found.append(trial)
            told(check.id, count, time.perf_counter() - start)
    return found


def table(trials: list[Trial]) -> str:
    """Each place that raised, how often, and one example."""
    counts = Counter(t.place for t in trials)
    example = {t.place: t for t in reversed(trials)}
    lines = [f"{count:6}  {place}\n        {example[place]}" for place, count in sorted(counts.items())]
    return "\n".join(lines) if lines else "        no place"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("topic")
    parser.add_argument("function", nargs="*", help="only these (all by default)")
    parser.add_argument("--values", type=int, help="changes of each reply (default: all that there are)")
    parser.add_argument("--replies", type=int, default=12, help="replies of a check (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="every change that made a check raise")
    args = parser.parse_args()
    topic, found = known(args.topic), []
    for function in args.function or loading.suite(topic).functions():
        told = lambda name, count, s: print(f"  {name}: {count} values, {s:.1f} s", file=sys.stderr)  # noqa: E731
        found += failures(topic, function, args.values, args.seed, args.replies, told)
    print(f"{topic}: {len({t.place for t in found})} places, {len(found)} values")
    print(table(found))
    if args.show:
        print(*found, sep="\n")


if __name__ == "__main__":
    main()
