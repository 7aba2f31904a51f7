"""`python -m autograder answers`: the bank on both kinds of student, and its table."""

import argparse
import difflib
import os
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tqdm import tqdm

from autograder.checks.framework import checking
from autograder.execution.forkserver import ForkServer
from autograder.selftest import bank
from autograder.topics import known, topics as all_topics

KINDS = ("in process", "across a pipe")
SEEDS = 20


class Mismatch(NamedTuple):
    answer: str
    kind: str
    seed: int
    problem: str


def run_bank(topic: str, seeds=range(SEEDS), kinds=KINDS, jobs: int = 0) -> list[Mismatch]:
    """Every answer of a topic on every kind of student with every seed; what went otherwise."""
    setup, found = bank.setup_source(topic), []
    everything = bank.answers(topic)
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


def run_stubs(topic: str, seeds=range(SEEDS)) -> list[Mismatch]:
    """The points that a topic's stubs earn, with every seed; there should be none.

    In process alone: both kinds of student hand the checks the same values.
    """
    setup, found = bank.setup_source(topic), []
    for stub in bank.stubs(topic):
        found += _compare(stub, "in process", seeds, bank.run_in_process(stub, setup, seeds))
    return found


def _compare(answer, kind, seeds, runs) -> list[Mismatch]:
    return [
        Mismatch(answer.name, kind, seed, problem)
        for seed, results in zip(seeds, runs)
        for problem in bank.problems(answer, results)
    ]


def coverage(topic: str) -> list[tuple[str, int, int, int, int]]:
    """(function, wrong answers, right answers, stubs, misconceptions caught) for every function."""
    everything, stubs = bank.answers(topic), Counter(stub.function for stub in bank.stubs(topic))
    rows = []
    for function in checking.suite(topic).functions():
        mine = [a for a in everything if a.function == function]
        wrong = [a for a in mine if not a.right]
        told = {a.header["misconception"] for a in wrong}
        rows.append((function, len(wrong), len(mine) - len(wrong), stubs[function], len(told)))
    return rows


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser("answers", help="test the hidden tests on right and wrong answers")
    parser.add_argument("topic", nargs="*", help="only these topics (all by default)")
    parser.add_argument("--show", metavar="NAME", help="print an answer, such as lookup/one_hot/wrong-axis")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="draws of each check (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=0, help="answers at once (default: one a core)")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the table and every mismatch; exit 1 if there is one."""
    try:
        if args.show:
            print(_whole(args.show), end="")
            return 0
        topics = [known(t) for t in args.topic] or all_topics()
        failed = [m for topic in topics for m in _report(topic, args)]
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if failed else 0


def _whole(name: str) -> str:
    """The source of an answer or a stub, below its header. ValueError for a name that there is not."""
    topic = known(name.partition("/")[0])
    found = {answer.name: answer.source for answer in [*bank.answers(topic), *bank.stubs(topic)]}
    if name not in found:
        near = difflib.get_close_matches(name, found, 1)
        raise ValueError(f"{name}: no such answer" + (f"; did you mean {near[0]}?" if near else ""))
    return found[name]


def _report(topic: str, args) -> list[Mismatch]:
    start = time.perf_counter()
    mismatches = run_bank(topic, range(args.seeds), jobs=args.jobs) + run_stubs(topic, range(args.seeds))
    bad = Counter(m.answer.split("/")[1] for m in mismatches)
    print(f"\n{topic}: {args.seeds} seeds, {' and '.join(KINDS)}, {time.perf_counter() - start:.1f} s")
    print(
        f"  {'function':32} {'wrong':>6} {'right':>6} {'stubs':>6} {'misconceptions':>15} {'mismatches':>11}"
    )
    rows = coverage(topic)
    for function, wrong, right, stubs, told in rows:
        print(f"  {function:32} {wrong:6} {right:6} {stubs:6} {told:15} {bad[function]:11}")
    total = [sum(column) for column in list(zip(*rows))[1:]]
    print(f"  {'all':32} {total[0]:6} {total[1]:6} {total[2]:6} {total[3]:15} {len(mismatches):11}")
    for (answer, kind, problem), seeds in _grouped(mismatches).items():
        print(f"  {answer}: {kind}, seeds {', '.join(map(str, seeds))}: {problem}")
    return mismatches


def _grouped(mismatches) -> dict:
    grouped: dict = {}
    for m in mismatches:
        grouped.setdefault((m.answer, m.kind, m.problem), []).append(m.seed)
    return grouped
