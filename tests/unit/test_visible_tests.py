"""A right answer passes the visible tests: each one of the bank, in its notebook."""

import pytest
import sample_course

from autograder import topics
from autograder.selftest import bank, completeness


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("topic", topics.topics())
def test_every_right_answer_passes_the_visible_tests(topic, long_form):
    right = [answer for answer in bank.answers(topic) if answer.right]
    chosen = right if long_form else right[::4]
    assert [line for answer in chosen for line in completeness.visible(answer)] == []


def test_a_right_answer_that_they_contradict_is_named(tmp_path):
    root = sample_course.make(tmp_path / "course")
    solution = topics.solution_path(sample_course.TOPIC, root)
    solution.write_text(solution.read_text("utf-8").replace("== [2.0, 4.0]", "== [2.0, 5.0]"), "utf-8")
    right = next(answer for answer in bank.answers(sample_course.TOPIC, root) if answer.right)
    (said,) = completeness.visible(right, root)
    assert (
        said.startswith(f"{right.name}: visible tests: a visible test fails: ") and "AssertionError" in said
    )


def test_no_notebook_reads_the_clock_of_processor_time():
    """It stands still for milliseconds in the sandbox, under a limit of that time, and on Windows."""
    found = [t for t in topics.topics() if "process_time" in topics.solution_path(t).read_text("utf-8")]
    assert found == []
