"""Threads and pools that a cell has made, used by a function that is checked in a fork."""

import pytest

from autograder.checks.checking import Suite, Unexplained
from autograder.execution import examine
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script

SUITE = Suite({}, "t")
for _name in ("pooled", "plain"):
    for _number in (1, 2, 3):

        @SUITE.check(_name, f"values {_number}", 1)
        def _(student, rng, name=_name, number=_number):
            if student.call(name, number) != number + 41:
                raise Unexplained(f"`{name}` is wrong.")


POOLS = {
    "concurrent.futures": "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
    "list(pool.map(abs, [1, 2]))",
    "multiprocessing.pool": "from multiprocessing.pool import ThreadPool\npool = ThreadPool(2)\n"
    "pool.map(abs, [1, 2])",
}
# A thread that serves a queue is nobody's to start again.
SERVED = """
import queue, threading
asked, answered = queue.Queue(), queue.Queue()
def serve():
    while True:
        answered.put(asked.get() + 41)
threading.Thread(target=serve, daemon=True).start()
"""
PLAIN = "def plain(x):\n    return x + 41"


def graded(made, pooled, seconds=20.0):
    steps = [
        CodeStep(made, "added"),
        CodeStep(pooled, "solution", "pooled"),
        CheckStep("pooled"),
        CodeStep(PLAIN, "solution", "plain"),
        CheckStep("plain"),
    ]
    with ForkServer(None) as fork_server:
        return examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(seconds)).results


@pytest.mark.parametrize("kind", POOLS)
def test_a_pool_of_an_earlier_cell_works_in_a_check(kind):
    found = graded(
        POOLS[kind], "def pooled(x):\n    return pool.map(lambda y: y + 41, [x]).__iter__().__next__()"
    )
    assert [result.verdict for result in found] == ["right"] * 6


def test_a_thread_that_is_lost_costs_the_time_of_one_check_and_the_message_says_why():
    found = graded(SERVED, "def pooled(x):\n    asked.put(x)\n    return answered.get()", seconds=5.0)
    assert [result.verdict for result in found] == ["time"] * 3 + ["right"] * 3
    first, *others = found[:3]
    assert "has left threads running" in first.message and "inside the function" in first.message
    assert sum(result.seconds for result in others) < first.seconds
