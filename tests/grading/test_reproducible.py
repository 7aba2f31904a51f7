"""What a notebook prints is the same in a regrade: draws without a seed, order of sets, endless recursion."""

import re

import pytest

from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer

DRAWS = """\
import random, numpy, torch
print(random.random(), numpy.random.rand(), torch.rand(1).item(), list({"a", "b", "c", "d", "e"}))
"""
ENDLESS = "def down(n):\n    return down(n + 1)\n\ndown(0)"


@pytest.fixture
def printed():
    """Run cells as a submission, in a grader of their own, and return what they print."""

    def run(*cells):
        with ForkServer(None) as fork_server, fork_server.submission(Limits(seconds=60)) as submission:
            return [submission.run_cell(cell).text for cell in cells]

    return run


def test_draws_without_a_seed_and_sets_are_the_same_in_every_run(printed):
    first, second = printed(DRAWS, DRAWS), printed(DRAWS, DRAWS)
    assert first == second
    assert first[0] != first[1]  # it goes on drawing


def test_the_traceback_of_an_endless_recursion_is_short(printed):
    (text,) = printed(ENDLESS)
    assert "RecursionError" in text and "down(0)" in text
    assert int(re.search(r"skipping similar frames: down at line 2 \((\d+) times\)", text)[1]) < 30
