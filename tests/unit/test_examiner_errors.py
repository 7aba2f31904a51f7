"""A value that a check's own code cannot look at costs that check, and nothing else of the submission."""

import json
from dataclasses import replace

import numpy as np
import pytest

from autograder.checks import checking, loading
from autograder.checks.checking import Suite, Unexplained
from autograder.checks.student import Local, Student
from autograder.cli import main
from autograder.execution import examine
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.grading import cache
from autograder.results import Graded, Stopped
from autograder.selftest import demo_class
from autograder.topics import exercise_path

# student -> (topic, function, what the right answer is turned into). `RIGHT` calls the right one.
HONEST = {
    "ids-from-one": ("word2vec", "nearest", "return RIGHT + 1"),
    "ends-in-nan": (
        "word2vec",
        "train_sgns",
        "E_in, E_out = RIGHT\n    return E_in * np.nan, E_out * np.nan",
    ),
    "flattened": ("geometry", "remove_top_directions", "got = RIGHT\n    return got.ravel()"),
    "reshapes": ("frequency", "adagrad_rows", "RIGHT\n    args[1].shape = -1"),
    "too-large": ("memory", "roofline_seconds", "return 10**309"),
}
OWN_EXAMPLE = "\n\ndef example(*args, **options):\n    return None\n"


def turned(topic, function, body):
    """The right answers of a topic, one of them turned into something else."""
    answers = demo_class.right_answers(topic)
    call = f"_right_{function}(*args, **options)"
    body = f"def {function}(*args, **options):\n    {body}\n".replace("RIGHT", call)
    return answers | {function: f"{answers[function]}\n_right_{function} = {function}\n\n\n{body}"}


def hand_in(course, student, topic, answers):
    notebook = json.loads(exercise_path(topic).read_text("utf-8"))
    folder = course / "submitted" / student / topic
    folder.mkdir(parents=True)
    (folder / f"{topic}.ipynb").write_text(json.dumps(demo_class.fill(notebook, answers)), "utf-8")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class, graded by command: (course, exit code, verdicts by student)."""
    course = tmp_path_factory.mktemp("course")
    for student, (topic, function, body) in HONEST.items():
        hand_in(course, student, topic, turned(topic, function, body))
    answers = demo_class.right_answers("memory")
    hand_in(course, "own-example", "memory", {f: source + OWN_EXAMPLE for f, source in answers.items()})
    topics = sorted({topic for topic, _, _ in HONEST.values()})
    code = main(["grade", *topics, "--course", str(course), "--time-limit", "10", "--unsafe"])
    found = {}
    for line in (course / "verdicts.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["student"], []).append(row)
    return course, code, found


@pytest.mark.parametrize("student", HONEST)
def test_a_plausible_wrong_answer_costs_its_own_function(graded, student):
    _, code, verdicts = graded
    topic, function, _ = HONEST[student]
    lost = [v["check"] for v in verdicts[student] if v["verdict"] != "right"]
    assert code == 0 and len(verdicts[student]) == len(loading.suite(topic).checks)
    assert lost and {check.split(".")[0] for check in lost} == {function}


def test_a_helper_with_the_name_of_a_given_one_costs_nothing(graded):
    assert {v["verdict"] for v in graded[2]["own-example"]} == {"right"}


@pytest.mark.parametrize("name", ["np", "torch", "copy"])
def test_a_check_asks_for_modules_whatever_a_notebook_calls_by_their_names(name):
    student = Local({name: "something else"})
    assert student.get(student.call("np.dtype", "float32"), "name") == "float32"
    assert student.call("copy.copy", 3) == 3 and student.call("torch.is_tensor", 3) is False


# -- the frame, with checks made to raise -----------------------------------------------------

SUITE = Suite({}, "t")


@SUITE.check("first", "looks", 2)
def _(student, rng):
    [1, 2, 3][student.call("first")]


@SUITE.check("first", "calls back", 1)
def _(student, rng):
    if student.call("second", student.function("f", lambda x: np.ones(2) @ x.values)) != "told":
        raise Unexplained("no")


@SUITE.check("second", "values", 3)
def _(student, rng):
    if student.call("second", student.function("f", lambda x: object())) != 5:
        raise Unexplained("no")


SOURCE = """
def first():
    return 7

def second(f):
    try:
        f("text")
    except RuntimeError:
        return "told"
    return 5
"""


def examined(source):
    with ForkServer(None) as fork_server:
        steps = [
            CodeStep(source, "solution", "first"),
            CheckStep("first"),
            CheckStep("second"),
            CheckStep("first"),
        ]
        return examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))


def test_the_student_is_told_in_plain_words_and_the_instructor_the_place():
    looks, calls_back, values, again, _ = examined(SOURCE).results
    assert (looks.verdict, looks.points, looks.misconception) == ("wrong", 0, None)
    assert looks.message.startswith("This check could not look at what `first` gave back")
    line = SUITE.checks[0].body.__code__.co_firstlineno + 2
    assert looks.examiner_error == (
        f"first.looks: tests/unit/test_examiner_errors.py:{line}: IndexError: list index out of range"
    )
    assert (calls_back.verdict, calls_back.examiner_error) == ("right", "")
    # A call back that gives what cannot be sent leaves the process waiting: the next check has a fresh one.
    assert (
        values.verdict == "wrong" and "TypeError: values of type object do not cross" in values.examiner_error
    )
    assert again.examiner_error == looks.examiner_error


@pytest.mark.parametrize(
    "error",
    [
        IndexError("i"),
        OverflowError(),
        MemoryError(),
        RecursionError(),
        np.linalg.LinAlgError("x"),
        AssertionError(),
    ],
)
def test_whatever_a_check_raises_is_wrong_and_no_more(error):
    def body(student, rng):
        raise error

    result = checking.run(checking.Check("first", "x", 1.0, body, False, SUITE), Local({"first": 1}), 1)
    assert (result.verdict, result.points) == ("wrong", 0)
    assert type(error).__name__ in result.examiner_error


def test_a_mistake_that_the_assignment_does_not_have_is_named_to_the_instructor():
    def body(student, rng):
        raise checking.Wrong("one-shrt")

    result = checking.run(checking.Check("first", "x", 1.0, body, False, SUITE), Local({"first": 1}), 1)
    assert (result.verdict, result.points, result.misconception) == ("wrong", 0, None)
    assert "test_examiner_errors.py" in result.examiner_error
    assert "'one-shrt', no key of MISTAKES" in result.examiner_error and "one-shrt" not in result.message


@pytest.mark.parametrize("error", [Stopped("time"), BrokenPipeError(), KeyboardInterrupt()])
def test_errors_of_the_transport_are_no_verdict(error):
    class Broken(Student):
        def exchange(self, request):
            raise error

    with pytest.raises(type(error)):
        checking.run(SUITE.checks[0], Broken(), 1)


def test_a_line_is_kept_and_written_and_stays_off_the_students_page(tmp_path):
    from autograder.grading import feedback, gradebook

    results = examined(SOURCE).results[:3]
    outcome = Graded("ada", "lookup", results)
    basis = cache.CacheKey("a", "b", {})
    assert cache.ResultCache(tmp_path).keep(basis, outcome).graded().results == results
    rows = [
        json.loads(line) for line in gradebook.write_verdicts(tmp_path, [outcome]).read_text().splitlines()
    ]
    assert [("examiner_error" in row) for row in rows] == [True, False, True]
    page = feedback.render(outcome)
    assert "could not look at" in page and "IndexError" not in page and "test_examiner_errors" not in page


def test_grading_tells_at_its_end_what_could_not_be_looked_at(tmp_path, capsys, monkeypatch):
    def body(student, rng):
        [1, 2, 3][int(student.call("table_bytes", 7, 1, "int8"))]

    suite = loading.suite("memory")
    checks = [*suite.checks[:3], replace(suite.checks[3], body=body), *suite.checks[4:]]
    monkeypatch.setattr(suite, "checks", checks)
    hand_in(tmp_path, "ada", "memory", demo_class.right_answers("memory"))
    assert main(["grade", "memory", "--course", str(tmp_path), "--unsafe"]) == 1
    said = capsys.readouterr().err
    assert "1 check could not look at" in said and "is itself at fault" in said
    assert (
        f"ada, memory: {checks[3].id}: tests/unit/test_examiner_errors.py:" in said and "IndexError" in said
    )
    rows = [json.loads(line) for line in (tmp_path / "verdicts.jsonl").read_text("utf-8").splitlines()]
    assert [row["check"] for row in rows if row["verdict"] != "right"] == [checks[3].id]
    page = (tmp_path / "feedback" / "ada" / "memory" / "memory.html").read_text("utf-8")
    assert "could not look at" in page and "IndexError" not in page
