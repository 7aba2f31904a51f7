"""`python -m autograder answers`: the bank run on both kinds of student, and its table."""

import argparse
import contextlib
import io
import os
import sys
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tqdm import tqdm

from autograder import status
from autograder.checks import loading
from autograder.execution.forkserver import ForkServer
from autograder.selftest import bank, completeness
from autograder.topics import UnknownName, known, near, topics as all_topics

KINDS = ("in process", "across a pipe")
SEEDS = 20
FEW = range(2)  # the seeds of `make test`


class Mismatch(NamedTuple):
    answer: str
    kind: str
    seed: int
    problem: str


def run_bank(
    topic: str, seeds=range(SEEDS), kinds=KINDS, jobs: int = 0, answers: list[bank.BankAnswer] | None = None
) -> list[Mismatch]:
    """Run every answer of a topic on every kind of student with every seed; return the mismatches."""
    setup, found = bank.setup_source(topic), []
    everything = bank.answers(topic) if answers is None else answers
    bar = tqdm(total=len(everything) * len(kinds), desc=topic, unit="answer", disable=None)
    if "in process" in kinds:
        for answer in everything:
            found += _compare(answer, "in process", seeds, bank.run_in_process(answer, setup, seeds))
            bar.update()
    if "across a pipe" in kinds:
        with ForkServer() as fork_server, ThreadPoolExecutor(jobs or os.cpu_count()) as pool:

            def one(answer):
                return _compare(
                    answer, "across a pipe", seeds, bank.run_piped(answer, setup, seeds, fork_server)
                )

            for mismatches in pool.map(one, everything):
                found += mismatches
                bar.update()
    bar.close()
    return found


def few(topic: str) -> list[bank.BankAnswer]:
    """Return a right answer to each function, and for each check a wrong answer that it must catch."""
    found = {(a.function, a.header.get("check", "")): a for a in reversed(bank.answers(topic))}
    return list(reversed(found.values()))


def run_others(topic: str, seeds=range(SEEDS), others: list[bank.BankAnswer] | None = None) -> list[Mismatch]:
    """Return the mismatches: stubs that earn a point, spoiled references that pass or show a misconception.

    In process alone: both kinds of student give the checks the same values.
    """
    setup, found = bank.setup_source(topic), []
    for answer in _others(topic) if others is None else others:
        found += _compare(answer, "in process", seeds, bank.run_in_process(answer, setup, seeds))
    return found


def _others(topic: str) -> list[bank.BankAnswer]:
    return [*bank.stubs(topic), *bank.spoiled(topic)]


def _compare(answer, kind, seeds, runs) -> list[Mismatch]:
    return [
        Mismatch(answer.name, kind, seed, problem)
        for seed, results in zip(seeds, runs)
        for problem in bank.problems(answer, results)
    ]


class Coverage(NamedTuple):
    """How many answers of each kind a function has, and how many misconceptions its wrong answers show."""

    function: str
    wrong: int
    right: int
    spoiled: int
    stubs: int
    misconceptions: int


def coverage(topic: str) -> list[Coverage]:
    """Count what the bank holds for every function of a topic."""
    everything = bank.answers(topic)
    stubs, spoiled = (Counter(a.function for a in kind(topic)) for kind in (bank.stubs, bank.spoiled))
    rows = []
    for function in loading.suite(topic).functions():
        mine = [a for a in everything if a.function == function]
        wrong = [a for a in mine if not a.right]
        told = {a.header["misconception"] for a in wrong}
        right = len(mine) - len(wrong)
        rows.append(Coverage(function, len(wrong), right, spoiled[function], stubs[function], len(told)))
    return rows


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "answers",
        help="test the hidden tests on right and wrong answers",
        epilog=status.EPILOG.format(found=": an answer that is missing, or not judged as its header says"),
    )
    parser.add_argument(
        "topic", nargs="*", help="only these topics, or functions such as lookup/encode (all by default)"
    )
    parser.add_argument("--show", metavar="NAME", help="print an answer, such as lookup/encode/wrong-lower")
    parser.add_argument(
        "--seeds", type=status.whole(1), default=SEEDS, help="draws of each check (default: %(default)s)"
    )
    parser.add_argument(
        "--jobs", type=status.whole(0), default=0, help="answers at once (default: one a core)"
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the table and every mismatch; exit 1 if there is one."""
    try:
        if args.show:
            print(_whole(args.show), end="")
            return 0
        wanted = [chosen(name) for name in args.topic] or [(topic, "") for topic in all_topics()]
        failed = [m for topic, function in wanted for m in _report(topic, function, args)]
    except ValueError as error:  # also a file of the bank that cannot be read
        print(error, file=sys.stderr)
        return status.REFUSED
    return status.FOUND if failed else status.DONE


def chosen(name: str) -> tuple[str, str]:
    """Return a topic, and one of its functions or "" for all. Raise ValueError for an unknown name."""
    topic, _, function = name.partition("/")
    functions = loading.suite(topic).functions()
    if function and function not in functions:
        hint = near(function, functions)
        raise UnknownName(f"{name}: no such function{hint}; those of {topic} are: {', '.join(functions)}")
    return topic, function


def _whole(name: str) -> str:
    """Return the source of any answer, below its header. Raise `UnknownName` for an unknown name."""
    topic = known(name.partition("/")[0])
    found = {answer.name: answer for answer in [*bank.answers(topic), *_others(topic)]}
    if name not in found:
        raise UnknownName(f"{name}: no such answer{near(name, found)}")
    answer = found[name]
    mistake = answer.suite.misconceptions.get(answer.header.get("misconception", ""))
    return (f"# mistake: {mistake.mistake}\n" if mistake else "") + answer.source


def _report(topic: str, function: str, args) -> list[Mismatch | str]:
    start, seeds = time.perf_counter(), range(args.seeds)
    everything, others = (
        [a for a in found if function in ("", a.function)] for found in (bank.answers(topic), _others(topic))
    )
    mismatches = run_bank(topic, seeds, jobs=args.jobs, answers=everything) + run_others(topic, seeds, others)
    bad = Counter(m.answer.split("/")[1] for m in mismatches)
    print(f"\n{topic}: {args.seeds} seeds, {' and '.join(KINDS)}, {time.perf_counter() - start:.1f} s")
    line = "  {:32} {:>6} {:>6} {:>8} {:>6} {:>15} {:>11}"
    print(line.format("function", "wrong", "right", "spoiled", "stubs", "misconceptions", "mismatches"))
    rows = [row for row in coverage(topic) if function in ("", row.function)]
    for row in rows:
        print(line.format(*row, bad[row.function]))
    print(line.format("all", *(sum(column) for column in list(zip(*rows))[1:]), len(mismatches)))
    for (answer, kind, problem), seeds in _grouped(mismatches).items():
        print(f"  {answer}: {kind}, seeds {', '.join(map(str, seeds))}: {problem}")
    lacking = _lacking(topic, everything)
    print(*(f"  {line}" for line in lacking), sep="\n", end="\n" if lacking else "")
    return [*mismatches, *lacking]


def _lacking(topic: str, answers: list[bank.BankAnswer]) -> list[str]:
    """Return what the topic's bank lacks, and what its examples say of these answers that they should not."""
    found = list(completeness.missing(topic))
    nowhere = io.StringIO()  # what an answer prints or warns of is not the bank's
    with warnings.catch_warnings(), contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        warnings.simplefilter("ignore")
        for answer in (answer for answer in answers if answer.right):
            found += [*completeness.refused(answer), *completeness.visible(answer)]
    return found


def _grouped(mismatches) -> dict:
    grouped: dict = {}
    for m in mismatches:
        grouped.setdefault((m.answer, m.kind, m.problem), []).append(m.seed)
    return grouped
