"""What the benchmark prints: a submission's work beside a fixed loop, and the commit that was measured."""

import json
import re
import statistics

import pytest

from autograder.grading.grade import Tally
from autograder.selftest import bank, bench
from autograder.topics import topics

STAGES = {"starting": 4.0, "cells": 1.0, "checks": 2.0, "finishing": 0.1}
OURS = {"seconds": 8.0, "grading": 7.0, "stages": STAGES, "memory": 4e8, "again": 0.4}
ROWS = {
    "stock": [80.0],
    "ours": [OURS],
    "alone": [OURS],
    "students": 2,
    "topics": ["lookup"],
    "large": 5,
    "cores": 2,
    "date": "2031-02-03",
    "commit": "commit abc1234",
    "same scores": True,
    "small": OURS,
    "big": OURS,
    "work": {
        "each": {"lookup": 0.15, "memory": 0.6},
        "limits": {"lookup": {"stock": 3.0, "ours": 0.2, "own": 0.15}},
        "loop": 0.3,
    },
}


def test_the_table_names_the_commit_and_what_each_topic_costs(tmp_path):
    lines = bench.table(ROWS)
    assert lines[0].endswith(
        "; 2031-02-03, commit abc1234. The last cell of a notebook builds nothing on either side."
    )
    at = lines.index("| lookup | 150 ms | 0.50 |")
    assert lines[at + 1] == "| memory | 600 ms | 2.00 |"
    assert "a fixed loop in the same run (300 ms)" in lines[at - 4]
    # On two cores a grader that did nothing but the submission's own 0.15 s would take 0.075 s.
    assert bench.table(ROWS)[-1] == "| lookup | 3.00 | 0.20 | 0.15 | 15.0 | 40.0 |"
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{bench.MARKS[0]}\nold\n{bench.MARKS[1]}\nafter\n", "utf-8")
    bench.into_readme(lines, readme)
    assert readme.read_text("utf-8") == "\n".join(
        ["before", bench.MARKS[0], *lines, bench.MARKS[1], "after", ""]
    )


def test_the_work_of_each_topic_is_measured_beside_the_loop(monkeypatch):
    """Of right submissions alone, one at a time; the loop is timed between the topics."""
    seen, loops = {}, iter([0.5, 0.1, 0.3])

    def ours(course, names, jobs=0):
        (topic,) = names
        stages = {"starting": 2.0, "finishing": 0.5, "cells": 0.3, "checks": 0.6}
        if not jobs:
            return {"grading": 2.8, "stages": stages}
        seen[topic] = [p.read_text("utf-8") for p in sorted(course.glob(f"submitted/*/{topic}/*.ipynb"))]
        assert jobs == 1
        return {"work": 0.6 * len(seen[topic]), "stages": stages}

    monkeypatch.setattr(bench, "ours", ours)
    monkeypatch.setattr(bench, "loop", lambda: next(loops))
    monkeypatch.setattr(bench, "stock", lambda course, names: 9.0)
    found = bench.work(["lookup", "scatter-add"], lambda line: None)
    assert found["each"] == {"lookup": 0.6, "scatter-add": 0.6}
    assert found["loop"] == statistics.median([0.5, 0.1, 0.3])
    assert bench.WORK_STUDENTS == 3
    assert found["limits"]["lookup"] == pytest.approx({"stock": 3.0, "ours": 0.1, "own": 0.3})
    wrong = [json.dumps(a.source)[1:-1] for a in bank.answers("lookup") if not a.right]
    assert len(seen["lookup"]) == bench.WORK_STUDENTS
    assert not any(source in json.dumps(json.loads(text)) for text in seen["lookup"] for source in wrong)


def test_work_is_counted_from_the_moment_at_which_submissions_can_run(tmp_path, monkeypatch, capsys):
    spent = iter([10.0, 10.5, 11.25])

    def grade(course, names, jobs, bounds, say):
        for line in ("memory of a submission: bounded", "[1/2] a", "[2/2] b") if say else ():
            say(line)
        return Tally(examined=2)

    monkeypatch.setattr(bench, "grade", grade)
    monkeypatch.setattr(bench, "fences", lambda unsafe: None)
    monkeypatch.setattr(bench, "_spent", lambda: next(spent))
    bench._one(tmp_path, 1, ["lookup"])
    assert json.loads(capsys.readouterr().out)["work"] == 1.25
    bench._one(tmp_path, 2, ["lookup"])
    assert json.loads(capsys.readouterr().out)["work"] is None


def test_all_topics_are_measured_and_the_commit_is_known(monkeypatch):
    monkeypatch.setattr(bench, "write_class", lambda course, *how: course.mkdir())
    monkeypatch.setattr(bench, "stock", lambda *how: 1.0)
    monkeypatch.setattr(bench, "ours", lambda *how, **more: dict(OURS))
    monkeypatch.setattr(bench, "scores", lambda course: {})
    monkeypatch.setattr(bench, "work", lambda names, say: {"each": dict.fromkeys(names, 1.0), "loop": 1.0})
    rows = bench.measure(1, 1, 1, ["lookup"], lambda line: None)
    assert list(rows["work"]["each"]) == topics()
    assert re.fullmatch(r"no commit|commit [0-9a-f]{7,}(, with changes)?", rows["commit"])
    assert bench._spent() > 0
