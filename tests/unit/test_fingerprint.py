"""A check's fingerprint changes with what the check reaches, and with nothing else."""

import shutil
import subprocess
import sys
import types

import pytest

from autograder import topics
from autograder.checks import checking, loading
from autograder.grading import fingerprint

SOURCE = '''
import numpy as np
from autograder.checks import checking
from autograder.checks.checking import Misconception, Suite, Wrong

LIMIT = 3
TABLE = np.arange(4)
SUITE = Suite({
    name: Misconception(*texts, "lookup-the-identity")
    for name, texts in {"lost": ("loses", "It loses."), "other": ("b", "B.")}.items()
})

def helper(x):
    """Doubles."""
    return 2 * x

def unused(x):
    return x

class Draw:
    scale = 1

    def of(self, x):
        return inner(x) * self.scale

def inner(x):
    return [x + LIMIT for _ in range(3)]

@SUITE.check("f", "values", 1)
def _(student, rng):
    if student.call("f", helper(1)) != Draw().of(2):
        raise Wrong("lost")

@SUITE.check("g", "values", 1)
def _(student, rng):
    got = [student.call("g", x) for x in TABLE]  # a comment
    if not checking.close(got, TABLE, 0):
        raise Wrong(None)
'''


def prints(monkeypatch, old="", new=""):
    """The fingerprints of both checks, with `old` replaced by `new` in the source."""
    assert old in SOURCE
    module = types.ModuleType("autograder.checks.tried")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(SOURCE.replace(old, new), "tried.py", "exec"), vars(module))
    monkeypatch.setattr(checking, "suite", lambda topic: module.SUITE)
    return [fingerprint.of_check("tried", c) for c in module.SUITE.checks]


@pytest.mark.parametrize(
    "old, new",
    [
        ("2 * x", "3 * x"),  # a function that it calls
        ("LIMIT = 3", "LIMIT = 4"),  # a constant read within a comprehension of a function of a method
        ("inner(x) *", "inner(x) +"),  # a method of a class that it makes
        ("scale = 1", "scale = 2"),  # an attribute of it
        ("helper(1)", "helper(7)"),  # the check itself
        ("It loses.", "It loses most."),  # what a student is told
    ],
)
def test_a_change_within_reach_changes_that_check_alone(monkeypatch, old, new):
    before, after = prints(monkeypatch), prints(monkeypatch, old, new)
    assert after[0] != before[0] and after[1] == before[1]


def test_data_counts(monkeypatch):
    before, after = prints(monkeypatch), prints(monkeypatch, "np.arange(4)", "np.arange(5)")
    assert after[0] == before[0] and after[1] != before[1]


@pytest.mark.parametrize(
    "old, new",
    [
        ("  # a comment", ""),
        ("return x\n", "return -x\n"),  # of a function that no check reaches
        ("\n\nclass", "\n\n\n\nclass"),
        ("B.", "C."),  # a mistake that no check names
    ],
)
def test_what_is_out_of_reach_does_not_count(monkeypatch, old, new):
    assert prints(monkeypatch, old, new) == prints(monkeypatch)


def test_a_helper_of_the_frame_counts_where_it_is_used(monkeypatch):
    before = prints(monkeypatch)
    close = checking.close
    monkeypatch.setattr(checking, "close", lambda got, want, tolerance: close(got, want, 2 * tolerance))
    monkeypatch.setattr(checking.close, "__module__", checking.__name__)
    after = prints(monkeypatch)
    assert after[0] == before[0] and after[1] != before[1]


@pytest.mark.parametrize("topic", topics.topics())
def test_every_mistake_of_a_catalogue_is_within_reach_of_a_check(topic):
    """Else a change of its words would not reach the students."""
    suite = loading.suite(topic)
    assert set(suite.misconceptions) <= set().union(*(fingerprint.named(c) for c in suite.checks))


@pytest.mark.parametrize(
    "name, counts",
    [
        ("grading/grade.py", True),
        ("grading/feedback.html.j2", True),
        ("release/solutions.py", True),
        ("execution/memory_limit.py", True),
        ("sandboxed/standin_rules.py", True),
        ("checks/shared.py", True),
        ("results.py", True),
        ("checks/lookup/one_hot.py", False),  # it counts for the checks that reach it
        ("selftest/demo.py", False),
        ("gpu/measure.py", False),
    ],
)
def test_an_edit_counts_for_every_result_wherever_one_depends_on_it(tmp_path, name, counts):
    package = tmp_path / "autograder"
    shutil.copytree(
        fingerprint.ROOT, package, ignore=shutil.ignore_patterns("__pycache__", "answers", "cases")
    )
    before = fingerprint._files(package)
    with open(package / name, "a") as file:
        file.write("\n")
    assert (fingerprint._files(package) != before) == counts


def test_where_the_grader_lies_counts_for_no_result(tmp_path):
    shutil.copytree(fingerprint.ROOT, tmp_path / "autograder", ignore=shutil.ignore_patterns("__pycache__"))
    code = "from autograder.grading import fingerprint; print(fingerprint.ROOT, fingerprint.engine())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "autograder"), fingerprint.engine()]


def test_only_what_tries_the_grader_and_the_checks_of_topics_are_left_out():
    left_out = {
        path.relative_to(fingerprint.ROOT).parts[0]
        for path in [*fingerprint.ROOT.rglob("*.py"), *fingerprint.ROOT.rglob("*.j2")]
        if not fingerprint.counts(path.relative_to(fingerprint.ROOT))
    }
    assert left_out == {"checks", "conformance", "gpu", "selftest"}
