"""Every promise of the notebooks has a check, and an answer in the bank that breaks it."""

import os
import subprocess
import sys

import pytest
import sample_course

from autograder import topics
from autograder.selftest import bank, clauses

TOPICS = topics.topics()


def test_every_promise_has_a_check_and_an_answer_that_breaks_it():
    found = [f"{topic}: {gap}" for topic in TOPICS for gap in clauses.gaps(topic, bank.broken(topic))]
    assert found == []


@pytest.fixture
def course(tmp_path):
    return sample_course.make(tmp_path / "course")


def write(course, *lines):
    path = course / sample_course.FOLDER / sample_course.FUNCTION / topics.PROMISES
    path.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("means | values", "promises.txt:2: 'means | values'; expected: id | checks | words"),
        ("means | | The mean", "promises.txt:2: a clause has checks"),
        ("- | values | The mean", "promises.txt:2: .*'-' has none"),
    ],
)
def test_a_line_out_of_order_is_named(course, line, complaint):
    write(course, "# promises", line)
    with pytest.raises(ValueError, match=complaint):
        clauses.written(sample_course.TOPIC, course)


def gaps(course, *lines, broken=()):
    write(course, *lines)
    answers = {f"moving_average/{name}": ["wrong-x"] for name in broken}
    return list(clauses.gaps(sample_course.TOPIC, answers, course))


def test_what_is_missing_is_named(course):
    mean = "mean | values | The mean of each window"
    assert "moving_average/mean: no answer of the bank breaks it" in gaps(course, mean)
    assert not any("moving_average/mean" in gap for gap in gaps(course, mean, broken=["mean"]))
    assert "moving_average/mean: wrong-x breaks it, and there is no such clause" in gaps(
        course, "- | | The mean", broken=["mean"]
    )
    unknown = gaps(course, "mean | size | The mean of each window", broken=["mean"])
    assert "moving_average/mean: there is no check 'size', but values, in-place, errors" in unknown
    assert "moving_average/mean: the notebook does not say 'The median'" in gaps(
        course, "mean | values | The median"
    )
    assert "moving_average/mean: stands there twice" in gaps(course, mean, mean, broken=["mean"])


def test_a_sentence_that_no_clause_quotes_is_named(course):
    found = gaps(course, "mean | values | The mean of each window", broken=["mean"])
    assert "moving_average: no clause quotes 'ValueError unless 1 <= width <= n.'" in found
    assert not any("The mean of each window" in gap for gap in found)
    assert any(gap.startswith("rules: no clause quotes ") for gap in found)


def test_an_answer_whose_check_does_not_look_at_its_clause_is_named(course):
    lines = "mean | errors | The mean of each window", "inside | values | Returns a float64 array"
    write(course, *lines)
    found = list(clauses.gaps(sample_course.TOPIC, bank.broken(sample_course.TOPIC, course), course))
    assert not any("wrong-padded: values does not" in gap for gap in found)
    write(course, "means | errors | The mean of each window")
    found = list(clauses.gaps(sample_course.TOPIC, bank.broken(sample_course.TOPIC, course), course))
    assert "moving_average/wrong-sum: its check values does not look at the clause means" in found


def test_the_command_lists_clauses_and_exits_1_where_one_is_missing(course):
    def said(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "autograder", "clauses", *arguments],
            cwd=topics.CODE,
            env=os.environ | {"AUTOGRADER_CONTENT": str(course)},
            capture_output=True,
            text=True,
        )

    whole = said()
    assert whole.returncode == 0 and "moving_average/means | values | wrong-sum | The mean" in whole.stdout
    write(course, "means | values | The mean of each window")
    assert said().returncode == 1 and "moving_average: no clause quotes" in said("--gaps").stdout
    refused = said("moving")
    assert refused.returncode == 2 and "no topic 'moving'; the topics are: moving-average" in refused.stderr
