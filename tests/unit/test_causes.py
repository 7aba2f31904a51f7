"""What lies behind an error is said where its text shows it, and nowhere else."""

import sys

import pytest

from autograder import messages
from autograder.checks.checking import Suite, Unexplained
from autograder.execution import causes, examine
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script

SUITE = Suite({}, "t")


@SUITE.check("f", "values", 1)
def _(student, rng):
    assert student.call("f") == 1


@pytest.fixture(scope="module")
def fork_server():
    with ForkServer(None) as n:
        yield n


@pytest.fixture
def graded(fork_server):
    """The outcome of a cell that is that of `f`, in a notebook that names a version of Python."""

    def of(*sources, python="", absent=None):
        steps = [CodeStep(source, "solution" if n == 0 else "added", "f") for n, source in enumerate(sources)]
        script = Script("s", SUITE, [*steps, CheckStep("f")], python=python, absent=absent or {})
        return examine.examine(script, fork_server, seed=1, limits=Limits(5))

    return of


F = "def f(): return 1"
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
NEWER = f"{sys.version_info.major}.{sys.version_info.minor + 3}.1"


@pytest.mark.parametrize(
    "source, cause",
    [
        (f"n = int(input('n? '))\n{F}", messages.NO_KEYBOARD),
        (f"import getpass\nn = getpass.getpass()\n{F}", messages.NO_KEYBOARD),
        (f"exit()\n{F}", messages.NO_EXIT),
        (f"import sys\nsys.exit()\n{F}", messages.NO_EXIT),
        (f"from no_such_package import stats\n{F}", messages.ONLY_THESE_PACKAGES),
        ("def f():\n    import no_such_package\n    return 1", messages.ONLY_THESE_PACKAGES),
        ("def f():\n    return int(input())", messages.NO_KEYBOARD),
    ],
)
def test_a_message_names_what_has_happened(graded, source, cause):
    found = graded(source)
    (result,) = found.results
    assert result.verdict == "error" and result.message.endswith(cause)
    assert all(cell.error.endswith(f"\n{cause}") for cell in found.cells if cell.error)


def test_an_error_that_may_come_of_a_newer_python_names_both_versions(graded):
    for source in ("def f() = 1", "from itertools import such_a_thing", "import math\nmath.such_a_thing"):
        (result,) = graded(source, python=NEWER).results
        assert result.message.endswith(messages.newer_python(NEWER[:-2], HERE))
        for python in ("", "3.8.1", f"{HERE}.99", "x" * 1_000):
            assert "was written with" not in graded(source, python=python).results[0].message
    assert "was written with" not in graded("1 / 0", python=NEWER).results[0].message


@pytest.mark.parametrize(
    "magic", ["%%timeit -n1 -r1", "%%bash", "%%no_such_magic", "\n\n%%writefile -a f.py", "%%html"]
)
def test_a_magic_that_keeps_a_function_from_the_notebook_is_named(graded, magic):
    (result,) = graded(f"{magic}\n{F}").results
    assert (result.verdict, result.message) == ("missing", messages.swallowed("f", magic.split()[0]))


@pytest.mark.parametrize(
    "source", [f"%%time\n{F}", f"%%capture\n{F}", f"{F}\n%timeit -n1 -r1 1", f"x = 5 %2\n{F}"]
)
def test_a_magic_that_defines_the_function_all_the_same_is_none_to_name(graded, source):
    assert graded(source).results[0].verdict == "right"


def test_of_two_cells_of_a_function_the_one_that_failed_is_told(graded):
    (result,) = graded("def f(:\n    pass", "x = 1").results
    assert result.verdict == "error" and "SyntaxError" in result.message


def test_a_note_on_a_missing_cell_is_told_only_where_its_function_is_missing_too(graded):
    absent = {"f": messages.solution_missing("f")}
    assert graded("x = 1", absent=absent).notes == [messages.solution_missing("f")]
    assert graded(F, absent=absent).notes == []
    assert graded("def f(): return 2", absent=absent).notes == []
    assert graded("x = 1", absent={"f": ""}).notes == []


def test_nothing_is_said_of_other_errors():
    for error in (
        "",
        "EOFError: Ran out of input",
        "ValueError: input",
        "NameError: name 'exit_' is not defined",
    ):
        assert causes.behind(error, NEWER) == ""


# -- functions that call a wrong one ----------------------------------------------------------

SOURCES = {
    "a": "def a(x):\n    return x",
    "b": "def b(x):\n    return a(x) + 1",
    "c": "class c:\n    def forward(self, x):\n        return b(x)",
    "d": "def d(x):\n    a = 3\n    return x",
    "broken": "def broken(:",
}


def test_the_function_to_mend_first_is_the_last_of_the_chain():
    assert causes.first_to_mend(SOURCES, ["a", "b", "c"]) == {"b": "a", "c": "a"}
    assert causes.first_to_mend(SOURCES, ["b", "c"]) == {"c": "b"}


def test_a_function_that_is_right_is_not_named():
    assert causes.first_to_mend(SOURCES, ["b"]) == {}
    assert causes.first_to_mend(SOURCES, ["c", "a"]) == {}


def test_own_names_code_that_cannot_be_parsed_and_circles_name_nothing():
    assert causes.first_to_mend(SOURCES, ["d", "a"]) == {}
    assert causes.first_to_mend(SOURCES, ["broken", "a"]) == {}
    circle = {"a": "def a(): return b()", "b": "def b(): return a()"}
    assert causes.first_to_mend(circle, ["a", "b"]) == {}


PAIR = Suite({}, "t")


@PAIR.check("inner", "values", 1)
def _(student, rng):
    if student.call("inner", 2) != 4:
        raise Unexplained("`inner` is wrong.")


@PAIR.check("outer", "values", 1)
def _(student, rng):
    if student.call("outer", 2) != 5:
        raise Unexplained("`outer` is wrong.")


@pytest.mark.parametrize(("inner", "said"), [("x * 2", []), ("x", ["`inner` is wrong.", "`outer` rests on"])])
def test_the_page_says_which_function_to_mend_first(fork_server, inner, said):
    steps = [
        CodeStep(f"def inner(x):\n    return {inner}", "solution", "inner"),
        CheckStep("inner"),
        CodeStep("def outer(x):\n    return inner(x) + 1", "solution", "outer"),
        CheckStep("outer"),
    ]
    graded = examine.examine(Script("ada", PAIR, steps), fork_server, 1, Limits(seconds=10))
    messages_ = [r.message for r in graded.results if r.verdict != "right"]
    assert [m.startswith(wanted) for m, wanted in zip(messages_, said, strict=True)] == [True] * len(said)
