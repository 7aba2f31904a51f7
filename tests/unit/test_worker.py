"""What is sent to a worker of a cluster holds the checks and no answer, and makes the same suite there."""

import io
import pickle
import zipfile

import pytest
import sample_course

from autograder import topics
from autograder.checks import loading
from autograder.execution import warm, worker
from autograder.execution.channel import Limits
from autograder.execution.forkserver import SandboxEnded
from autograder.execution.steps import Script
from autograder.results import Graded, Lacking

every_topic = pytest.mark.parametrize("topic", topics.topics())


@every_topic
def test_no_answer_and_no_solution_is_sent(topic):
    packed = worker.pack(loading.suite(topic))
    with zipfile.ZipFile(io.BytesIO(packed.files)) as archive:
        names = archive.namelist()
        solution = archive.read(f"solutions/{topics.module_name(topic)}.py").decode()
    assert not [name for name in names if name.endswith(topics.ANSWERS) or "__pycache__" in name]
    assert all(line.startswith('# "grade_id": "check-') for line in solution.splitlines())


@every_topic
def test_the_suite_is_the_same_there_though_the_book_is_not(topic):
    mine = loading.suite(topic)
    there = worker._suite(pickle.loads(pickle.dumps(worker.pack(mine))))
    checks = [[(c.id, c.points, c.accelerator) for c in suite.checks] for suite in (mine, there)]
    assert checks[0] == checks[1] and mine.examples == there.examples
    assert mine.checks[0].body is not there.checks[0].body
    told = [{key: m.message("") for key, m in suite.misconceptions.items()} for suite in (mine, there)]
    assert told[0] == told[1] and set(mine.misconceptions) == set(there.misconceptions)


def test_equal_checks_are_packed_equally_and_unpacked_once(tmp_path):
    packed = []
    for name in ("one", "other"):
        root = sample_course.make(tmp_path / name)
        packed.append(worker.pack(loading.suite(sample_course.TOPIC, root), root))
    assert packed[0] == packed[1]
    assert worker._suite(packed[0]) is worker._suite(packed[1])


class Warm:
    """In place of a fork server."""

    started = 0

    def __init__(self, bounds, device, many):
        assert many  # a worker gets one submission after the other
        Warm.started += 1

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def wait(self):
        pass


@pytest.mark.parametrize(
    "errors, outcome, started",
    [
        ([], "", 1),
        ([SandboxEnded("ended", "")], "", 2),
        ([SandboxEnded("ended", "")] * 2, "sandbox", 2),
        ([Lacking()], "lacking", 1),
        ([ZeroDivisionError("of the grader")], "grader", 1),
    ],
    ids=["nothing", "ended", "ended again", "lacking", "error"],
)
def test_a_sandbox_that_has_ended_is_started_anew_once(errors, outcome, started, monkeypatch):
    left, suite = list(errors), loading.suite("lookup")

    def examine(script, *how):
        if left:
            raise left.pop(0)
        return Graded(script.student, script.topic, [])

    monkeypatch.setattr(warm, "ForkServer", Warm)
    monkeypatch.setattr(worker, "examine", examine)
    monkeypatch.setattr(worker, "_servers", warm.WarmServers())
    monkeypatch.setattr(Warm, "started", 0)
    work = worker.Work(worker.bare(Script("ada", suite)), worker.pack(suite), 1, Limits(), None)
    found = worker.examined(work)
    assert found.how == outcome if outcome else found == Graded("ada", "lookup", [])
    assert Warm.started == started and left == []
    if outcome == "grader":
        assert "ZeroDivisionError: of the grader" in found.said
