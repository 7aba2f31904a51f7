"""The cells that all notebooks share: versions, how visible tests report, and the summary."""

import json
import re
import runpy

import pytest

from autograder import topics
from autograder.release import release, solutions

START = release.Path(solutions.__file__).with_name("given") / "start.py"


@pytest.fixture
def start(capsys):
    """What the first cell of a notebook defines; what it printed is not in the way."""
    defined = runpy.run_path(str(START))
    capsys.readouterr()
    return defined


def unwritten():
    """A function as it is handed out."""
    exec(f"def lookup():\n    {release.STUB.splitlines()[1]}", namespace := {})
    return namespace["lookup"]


def test_tests_that_pass_say_so_on_standard_output(start, capsys):
    with start["visible_tests"]("lookup"):
        pass
    said = capsys.readouterr()
    assert (said.out, said.err) == ("lookup: the visible tests pass\n", "")


def test_a_test_that_fails_reports_on_standard_error_and_the_notebook_goes_on(start, capsys):
    def student():
        return [][3]

    for failing in (lambda: pytest.fail("expected 4 rows, found 3"), student):
        with start["visible_tests"]("lookup"):
            try:
                failing()
            except BaseException as error:  # pytest's own is no Exception
                raise AssertionError(error) from error
        said = capsys.readouterr()
        assert said.out == "" and said.err.endswith("\nlookup: a visible test fails\n")
        assert failing.__name__ in said.err, "the lines of the student's code are shown"
        assert "visible_tests" not in re.sub(r"with start.*", "", said.err), "those of the helper are not"


def test_a_name_that_tests_use_too_keeps_the_students_value(start, capsys):
    """A helper of the student's may have the name of a variable in a visible test."""
    notebook = start["put_back"].__globals__

    def run(cell):
        exec(cell, notebook)

    run("helper = print\nwith visible_tests('lookup'):\n    helper = 1\n    own = 2")
    assert notebook["helper"] is print and notebook["own"] == 2, "what tests make can be looked at"
    run("with visible_tests('lookup'):\n    helper, own = 1, 3\n    assert False")
    assert notebook["helper"] is print and notebook["own"] == 3, "also if they run again, and fail"
    run("own = print\nwith visible_tests('lookup'):\n    own = 4")
    assert notebook["own"] is print, "it is the student's by now"


def test_what_is_not_written_is_told_and_not_taken_for_wrong(start, capsys):
    with start["visible_tests"]("lookup"):
        unwritten()()
    with start["visible_tests"]("together"):
        unwritten()()
    assert capsys.readouterr().out.splitlines() == [
        "lookup: not written yet",
        "together: needs lookup, which is not written yet",
    ]


def test_a_class_as_it_is_handed_out_is_not_written(start, capsys):
    stub = release.STUB.splitlines()[1]
    exec(f"class TinyLM:\n    def forward(self):\n        {stub}", namespace := {})
    with start["visible_tests"]("TinyLM"):
        namespace["TinyLM"]().forward()
    assert capsys.readouterr().out == "TinyLM: not written yet\n"


def test_a_library_that_has_not_implemented_something_is_a_failure(start, capsys):
    with start["visible_tests"]("lookup"):
        raise NotImplementedError('"addmm_impl_cpu_" not implemented for "Bool"')
    said = capsys.readouterr()
    assert said.out == "" and 'for "Bool"' in said.err


def test_the_summary_tells_of_every_function_and_all_but_success_on_standard_error(start, capsys):
    with start["visible_tests"]("one"):
        pass
    with start["visible_tests"]("two"):
        assert 2 * 2 == 5
    capsys.readouterr()
    start["summary"]("one", "two", "three")
    said = capsys.readouterr()
    assert said.out == "one: the visible tests pass\n"
    assert said.err == "two: a visible test fails\nthree: the visible tests have not run\n"


def test_an_interrupted_test_does_not_count_as_one_that_passed(start, capsys):
    with start["visible_tests"]("lookup"):
        pass
    with pytest.raises(KeyboardInterrupt), start["visible_tests"]("lookup"):
        raise KeyboardInterrupt
    start["summary"]("lookup")
    assert capsys.readouterr().err == "lookup: the visible tests did not run to their end\n"


@pytest.mark.parametrize(
    ("name", "number", "old"),
    [
        ("PyTorch", "2.2.2", True),
        ("PyTorch", "2.13.0+cpu", False),
        ("PyTorch", "2.4.0a0+git1", False),
        ("PyTorch", "1.13.1", True),
        ("NumPy", "1.9.3", True),
        ("NumPy", "2.0.0rc1", False),
        ("Python", "3.11.0", False),
        ("Python", "3.9.18", True),
    ],
)
def test_versions_are_compared_as_numbers(start, name, number, old):
    assert start["too_old"](name, number) is old


def test_the_first_cell_names_what_is_too_old(monkeypatch, capsys):
    monkeypatch.setattr("importlib.metadata.version", {"numpy": "1.21.0", "torch": "2.6.0"}.__getitem__)
    runpy.run_path(str(START))
    said = capsys.readouterr()
    assert "NumPy 1.21.0" in said.out
    assert said.err == "NumPy 1.21.0 is too old: 1.26 or newer is needed\n"


@pytest.mark.parametrize("topic", topics.topics())
def test_every_notebook_begins_and_ends_with_the_shared_cells(topic):
    cells = json.loads(topics.exercise_path(topic).read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert "".join(code[0]["source"]) == START.read_text("utf-8").strip()
    last, tried = code[-1], [cell["id"][4:] for cell in code if cell["id"].startswith("try-")]
    names = re.search(r"summary\((.*)\)", "".join(last["source"]))[1]
    assert json.loads(f"[{names}]") == tried
    assert last["metadata"]["nbgrader"]["grade"] and last["metadata"]["nbgrader"]["points"] == 0


def test_the_readme_names_the_oldest_versions(start):
    text = " ".join((topics.ROOT / "README.md").read_text("utf-8").split())
    for name, number in start["OLDEST"].items():
        assert f"{name} {number}" in text


@pytest.mark.parametrize("topic", topics.topics())
def test_every_notebook_says_what_its_grader_has(start, topic):
    first = json.loads(topics.exercise_path(topic).read_text("utf-8"))["cells"][0]
    said = "".join(first["source"])
    assert (
        f"Python {start['OLDEST']['Python']} or newer, NumPy and PyTorch. No other package is there" in said
    )
