"""The calls that a student is shown where a check fails."""

import pytest

from autograder import messages as said, topics
from autograder.checks import examples, loading
from autograder.checks.student import Local
from autograder.execution import examine, submission
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.selftest import bank, completeness

TOPICS = [topic for topic in topics.topics() if loading.suite(topic).examples]


def student(topic, source) -> Local:
    """Code in a namespace of this process, beside what the notebook gives."""
    suite = loading.suite(topic)
    return completeness.student(bank.BankAnswer(suite, "", "", source, {}))


# -- how they are written -----------------------------------------------------------------------


WRITTEN = """
E = np.array([[1.0], [4.0]])
W = np.eye(2)
lookup(E, np.array([1])) -> [[4.0]]
    values, shapes: the id is replaced by its row
lookup(E, np.array([2])) raises IndexError
    errors: the last row is row 1
sgd_rows(E, np.array([0]), np.array([[2.0]]), lr=0.5); E -> [[0.0], [4.0]]
    step: half of the gradient is subtracted
"""


def test_lines_become_examples_with_what_they_need():
    right, refused, step = examples.parse(WRITTEN, "lookup")
    assert {e.let for e in (right, refused, step)} == {"E = np.array([[1.0], [4.0]])"}, "W is not needed"
    assert (right.gives, refused.raises, step.after) == ("[[4.0]]", "IndexError", "E")
    assert right.is_for("shapes") and not right.is_for("errors")


@pytest.mark.parametrize(
    "text", ["f(1) -> 2", "f(1) = 2\n    values: no", "f(1) -> 2\n    no reason", "f(1)\n    a: b"]
)
def test_a_line_that_is_no_example_is_named(text):
    with pytest.raises(ValueError, match=r"'f\(1\).*' is no example"):
        examples.parse(text, "f")


CASES = {
    "lookup(E, np.array([1]))": (
        "def lookup(E, ids):\n    return E[ids - 1]",
        "returns `[[1.0]]`; it should be `[[4.0]]`: the id is replaced by its row.",
    ),
    "lookup(E, np.array([2]))": (
        "def lookup(E, ids):\n    return E[ids % 2]",
        "returns `[[1.0]]`; it should raise IndexError: the last row is row 1.",
    ),
    "sgd_rows(E, np.array([0]), np.array([[2.0]]), lr=0.5)": (
        "def sgd_rows(E, rows, values, lr):\n    E = E.copy()\n    E[rows] -= lr * values",
        "leaves `E` as `[[1.0], [4.0]]`; it should leave `E` as `[[0.0], [4.0]]`: "
        "half of the gradient is subtracted.",
    ),
}


@pytest.mark.parametrize("call", CASES)
def test_what_code_does_is_told_beside_what_holds(call):
    source, says = CASES[call]
    (example,) = (e for e in examples.parse(WRITTEN, call.partition("(")[0]) if e.call == call)
    assert example.contradicted(student("lookup", source)) == (
        f"For example, with `E = np.array([[1.0], [4.0]])`, `{call}` {says}"
    )


def test_code_that_refuses_a_legal_call_is_told_which():
    example, *_ = examples.parse(WRITTEN, "lookup")
    told = example.contradicted(student("lookup", "def lookup(E, ids):\n    raise ValueError(ids)"))
    assert "raises ValueError; it should be `[[4.0]]`" in told


def test_a_module_is_made_and_called():
    (example,) = examples.parse("Twice(2)(torch.tensor([1.5])) -> [3.0]\n    values: it doubles", "Twice")
    source = "class Twice:\n    def __init__(self, n): self.n = n\n    def __call__(self, x): return {} * x"
    assert example.contradicted(student("lookup", source.format("self.n"))) == ""
    assert "returns `[1.5]`" in example.contradicted(student("lookup", source.format("1")))


def test_an_example_shows_the_assignments_that_it_needs():
    text = """
x = np.ones(2)
twice = Twice(2)
made = twice(x); made is x -> False
    values: the result is new

f(x) -> 1
    values: this is of f
"""
    example, other = examples.parse(text, "Twice")
    let = "x = np.ones(2); twice = Twice(2); made = twice(x)"
    assert (example.let, other.let) == (let, "x = np.ones(2)"), "an assignment comes with those that it needs"
    source = "class Twice:\n    def __init__(self, n): self.n = n\n    def __call__(self, x): return {}"
    assert example.contradicted(student("lookup", source.format("self.n * x"))) == ""
    assert example.contradicted(student("lookup", source.format("x"))) == (
        f"For example, with `{let}`, `made is x` is `True`; it should be `False`: the result is new."
    )


def test_what_is_evaluated_is_not_seen_by_the_next_example():
    text = "x = [1]\n" + 2 * "x.append(f(2)); len(x) -> 2\n    values: one was added\n"
    mine = student("lookup", "def f(n):\n    return n")
    assert [example.contradicted(mine) for example in examples.parse(text, "f")] == ["", ""]
    assert not mine.exists("x")


def test_an_exception_is_to_name_what_is_asked():
    (example,) = examples.parse("f(777) raises IndexError naming 777\n    errors: 777 is no id", "f")
    for says, told in [
        ("f'no id {n}'", ""),
        (
            "'no such id'",
            "For example, `f(777)` says `'no such id'`; it should raise IndexError and name `777`: "
            "777 is no id.",
        ),
    ]:
        mine = student("lookup", f"def f(n):\n    raise IndexError({says})")
        assert example.contradicted(mine) == told


@pytest.mark.parametrize(
    "call, gives, wrong",
    [
        ("f(np.float32).dtype", "np.float32", "np.float64"),
        ("f(torch.float16).dtype", "torch.float16", "torch.bfloat16"),
        ("type(f(float))", "float", "np.float64"),
    ],
)
def test_types_and_dtypes_are_told_by_their_names(call, gives, wrong):
    (example,) = examples.parse(f"{call} -> {gives}\n    dtypes: as it was", "f")
    source = "def f(d):\n    return (np.ones if str(d)[:5] != 'torch' else torch.ones)(2, dtype={})"
    if "type" in call[:4]:
        source = "def f(d):\n    return {}(1.0)"
    assert example.contradicted(student("lookup", source.format("d" if "f" in call[:1] else gives))) == ""
    told = example.contradicted(student("lookup", source.format(wrong)))
    assert f"is `{wrong.split('.')[-1]}`; it should be `{gives}`" in told


def test_one_item_of_a_tuple_and_large_integers_and_infinities_are_compared():
    text = "f({0}){1} -> {2}\n    values: so it is"
    for call, at, gives, returns, right in [
        ("1", "[1]", "[2.0]", "7, np.array([2.0])", True),
        ("1", "[1]", "[2.0]", "7, np.array([2.1])", False),
        ("1", "[1]", "[2.0]", "(7,)", False),
        ("1", "", str(2**70), "2**70", True),
        ("1", "", str(2**70), "2**70 + 1", False),
        ("1", "", "np.array([-np.inf, 0.5])", "np.array([-np.inf, 0.5])", True),
        ("1", "", "np.array([-np.inf, 0.5])", "np.array([-np.inf, 0.6])", False),
    ]:
        (example,) = examples.parse(text.format(call, at, gives), "f")
        said = example.contradicted(student("lookup", f"def f(x):\n    return {returns}"))
        assert (said == "") is right, returns


def test_bfloat16_arrives_as_such():
    (example,) = examples.parse("f(torch.tensor([1.5], dtype=torch.bfloat16)) -> 1\n    values: yes", "f")
    source = "def f(x):\n    return int(x.dtype == torch.bfloat16)"
    assert example.contradicted(student("lookup", source)) == ""


# -- those of the topics ------------------------------------------------------------------------


@pytest.mark.parametrize("topic", TOPICS)
def test_they_hold_of_every_right_answer(topic):
    right = [answer for answer in bank.answers(topic) if answer.right]
    assert [line for answer in right for line in completeness.refused(answer)] == []


# -- in a submission ----------------------------------------------------------------------------

KEEPS = """
SEEN = []
def lookup(E, ids):
    SEEN.append(E.sum())
    return E[ids] + 0 * SEEN[0] if len(SEEN) > 5 else E[ids - 1] + SEEN[0]
"""


@pytest.fixture(scope="module")
def fork_server():
    with ForkServer(None) as started:
        yield started


def messages(fork_server, source, only=None):
    steps = [
        CodeStep("import numpy as np", "given"),
        CodeStep(source, "solution", "lookup"),
        CheckStep("lookup"),
    ]
    graded = examine.examine(Script("ada", loading.suite("lookup"), steps), fork_server, 1, Limits(5), only)
    return {r.check: r.message for r in graded.results}


def test_a_failed_check_comes_with_an_example(fork_server):
    found = messages(fork_server, "def lookup(E, ids):\n    return E[ids - 1]")
    assert "For example, with `E = np.array([[10.0" in found["lookup.values"]
    assert "returns `[[20.0, 21.0], [30.0, 31.0]]`; it should be" in found["lookup.values"]
    right = messages(fork_server, "def lookup(E, ids):\n    return E[ids]", only=["lookup.values"])
    assert right == {"lookup.values": ""}


def test_a_function_whose_cell_failed_is_told_of_that_alone(fork_server):
    found = messages(
        fork_server, "raise ImportError('no such thing')\ndef lookup(E, ids):\n    return E[ids]"
    )
    assert "ImportError" in found["lookup.values"] and "For example" not in found["lookup.values"]


@pytest.mark.parametrize("fails", [False, True], ids=["in a second run", "ahead"])
def test_what_an_example_returns_holds_nothing_that_a_check_was_sent(fork_server, monkeypatch, fails):
    """The code adds the first sum that it ever saw, which is the example's own: nothing was asked before."""
    monkeypatch.setattr(examine._Walk, "_fails", lambda self: fails)
    found = messages(fork_server, KEEPS)
    assert "returns `[[143.0, 144.0], [153.0, 154.0]]`" in found["lookup.values"], (
        "123 is the example's own sum"
    )


# A terminal's codes, and a line as one of the grader's own.
FORGED = "\\x1b[2J\\n[7/7] eve lookup: 37/37 points, 29 right"
PATCHED = """
import numpy as np
from autograder.sandboxed import agent, protocol
class Forged(Exception): pass
def refuse(self, request): raise Forged("{forged}")
def lookup(E, ids): return E[ids - 1]
{patch}
"""
PATCHES = {
    "what is asked first": "agent.Agent.do_exists = refuse",
    "every question": "agent.Agent.do_exists = agent.Agent.do_call = agent.Agent.do_evaluate = refuse",
    "a dtype that no array has": "agent.Agent.do_evaluate = lambda self, request: {'value': "
    "protocol.Array(np.zeros((2, 2)), 'torch', 'float64', 'elsewhere')}",
}


@pytest.mark.parametrize("patch", PATCHES)
def test_a_process_that_answers_an_example_with_an_error_keeps_its_verdicts(fork_server, patch):
    source = PATCHED.format(forged=FORGED, patch=PATCHES[patch])
    found = messages(fork_server, source)
    assert found["lookup.values"] and "\x1b" not in "".join(found.values())


def test_an_example_that_fails_on_a_value_is_told_to_the_instructor_and_the_verdict_stands(
    fork_server, monkeypatch
):
    def fails(value):
        raise OverflowError("a value that nobody expected")

    monkeypatch.setattr(examples, "shown", fails)
    steps = [
        CodeStep("import numpy as np\ndef lookup(E, ids): return E[ids - 1]", "solution", "lookup"),
        CheckStep("lookup"),
    ]
    graded = examine.examine(Script("ada", loading.suite("lookup"), steps), fork_server, 1, Limits(5))
    values = next(r for r in graded.results if r.check == "lookup.values")
    assert values.verdict == "wrong" and "For example" not in values.message
    assert (
        "lookup.values, its example: " in values.examiner_error and "OverflowError" in values.examiner_error
    )


@pytest.mark.parametrize(
    "first, shown", [("x = 1", ("1234567\n", None)), ("import os; os._exit(1)", ("", None))]
)
def test_cells_that_cannot_be_run_again_for_the_page_leave_the_verdicts(
    first, shown, fork_server, monkeypatch
):
    """What a cell printed is shown if no check had run in its process by then, as in the quick way."""

    def fails(self, suite, failed):
        raise ValueError("the second run")

    monkeypatch.setattr(submission.SubmissionProcess, "examples", fails)
    steps = [
        CodeStep(first, "added"),
        CodeStep("def lookup(E, ids): return E[ids - 1]", "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep("print(1234567)", "added"),
    ]
    graded = examine.examine(Script("ada", loading.suite("lookup"), steps), fork_server, 1, Limits(5))
    assert {r.verdict for r in graded.results if r.check == "lookup.values"} == {"wrong"}
    assert (graded.cells[-1].text, graded.cells[-1].error) == shown
    assert [bool(r.examiner_error) for r in graded.results].count(True) == 1


def test_where_the_notebook_says_that_something_fails_the_cells_run_once(fork_server, monkeypatch):
    """Else they run once more for the example; what it shows is the same."""
    source = "def lookup(E, ids):\n    return E[ids - 1]"
    monkeypatch.setattr(examine._Walk, "_fails", lambda self: False)
    twice = messages(fork_server, source)
    monkeypatch.undo()
    monkeypatch.setattr(examine._Walk, "once_more", lambda *how: pytest.fail("once more"))
    monkeypatch.setattr(examine._Walk, "_fails", lambda self: True)
    assert messages(fork_server, source) == twice and "For example" in twice["lookup.values"]


@pytest.mark.parametrize("topic", topics.topics())
def test_a_notebook_says_that_a_test_fails_in_the_words_that_the_grader_knows(topic):
    assert said.TEST_FAILS in topics.exercise_path(topic).read_text("utf-8")


@pytest.mark.parametrize("end", ["import os; os._exit(1)", "while True: pass"])
def test_code_that_does_not_come_back_from_an_example_keeps_its_message(fork_server, end):
    source = f"def lookup(E, ids):\n    if E[0, 0] == 10:\n        {end}\n    return E[ids - 1]"
    found = messages(fork_server, source)
    assert found["lookup.values"] and "For example" not in found["lookup.values"]
