"""From a submitted notebook to steps: whatever is in it, the right cells run in the right order."""

import copy
import json

import pytest
from hypothesis import given, settings, strategies as st

from autograder import messages
from autograder.checks.checking import Suite
from autograder.execution.steps import CheckStep, CodeStep
from autograder.grading.intake import rebuild
from autograder.release.release import STUB

SUITE = Suite({}, "t")


def cell(source, grade_id="", kind="code", **flags):
    metadata = (
        {"nbgrader": {"grade_id": grade_id, "grade": False, "solution": False, **flags}} if grade_id else {}
    )
    return {"cell_type": kind, "source": source, "metadata": metadata}


SOURCE = {
    "cells": [
        cell("# Title", kind="markdown"),
        cell(["import ", "math"], "setup"),
        cell("def f(): return 1", "f", solution=True),
        cell("assert f()", "try-f"),
        cell("check('t', 'f')", "check-f", grade=True),
        cell("def g(): return 2", "g", solution=True),
        cell("check('t', 'g')", "check-g", grade=True),
    ]
}


def handed_in(tmp_path, notebook, name="t.ipynb"):
    text = notebook if isinstance(notebook, (str, bytes)) else json.dumps(notebook)
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return rebuild(SOURCE, tmp_path, "s", SUITE)


def shown(script):
    return [s.function if isinstance(s, CheckStep) else s.source for s in script.steps]


@pytest.fixture
def student():
    notebook = copy.deepcopy(SOURCE)
    notebook["cells"][2]["source"] = "mine f"
    notebook["cells"][5]["source"] = ["mine ", "g"]
    return notebook


FAITHFUL = ["import math", "mine f", "assert f()", "f", "mine g", "g"]


def test_a_faithful_notebook_runs_as_it_stands(tmp_path, student):
    script = handed_in(tmp_path, student)
    assert shown(script) == FAITHFUL and script.notes == []


def test_changed_locked_cells_are_the_original_ones(tmp_path, student):
    student["cells"][1]["source"] = "import evil"
    student["cells"][4]["source"] = "99.0"
    script = handed_in(tmp_path, student)
    assert shown(script) == FAITHFUL
    assert script.notes == ["The locked cell `setup` was changed; the original was used."]


def test_a_notebook_of_an_earlier_edition_is_named_in_one_note(tmp_path, student):
    student["cells"][1]["source"] = "import cmath"
    old = [
        cell("def h(): return 3", "h", solution=True),
        cell("h()", "try-h"),
        cell("# tests", "check-h", grade=True),
    ]
    student["cells"][2:2] = old
    script = handed_in(tmp_path, student)
    assert [name for name in shown(script) if name in ("f", "g")] == ["f", "g"]
    (note,) = script.notes
    assert "earlier edition" in note and "`h`" in note


def test_added_and_split_cells_run_where_they_stand(tmp_path, student):
    student["cells"].insert(2, cell("helper"))
    student["cells"].insert(4, cell("second half", "f"))
    script = handed_in(tmp_path, student)
    assert shown(script) == ["import math", "helper", "mine f", "second half", *FAITHFUL[2:]]
    assert script.steps[1] == CodeStep("helper", "added")
    assert "`f` appears twice" in script.notes[0]


def test_deleted_locked_cells_come_back_each_in_its_place(tmp_path, student):
    student["cells"] = [student["cells"][2], student["cells"][5]]
    script = handed_in(tmp_path, student)
    assert shown(script) == FAITHFUL
    assert len(script.notes) == 4


def test_renamed_cells_still_run_before_the_checks(tmp_path, student):
    mine = [student["cells"][2], student["cells"][5]]
    for n, c in enumerate(mine):
        c["metadata"]["nbgrader"]["grade_id"] = f"renamed-{n}"
    student["cells"] = mine
    got = shown(handed_in(tmp_path, student))
    assert got.index("import math") < got.index("mine f") < got.index("f")
    assert got.index("mine g") < got.index("g")


def test_a_check_moved_above_its_solution_runs_after_it(tmp_path, student):
    student["cells"].insert(1, student["cells"].pop(4))
    got = shown(handed_in(tmp_path, student))
    assert got.index("mine f") < got.index("f")


def test_a_duplicated_check_is_asked_once(tmp_path, student):
    student["cells"].append(copy.deepcopy(student["cells"][4]))
    script = handed_in(tmp_path, student)
    assert shown(script).count("f") == 1 and "appears twice" in script.notes[0]


def test_a_solution_turned_into_text_is_named(tmp_path, student):
    student["cells"][2]["cell_type"] = "markdown"
    script = handed_in(tmp_path, student)
    assert "not a code cell any more" in script.notes[0]
    assert shown(script).count("f") == 1


def unnamed(notebook, *kept):
    """The notebook as an editor leaves it that removes the metadata of cells, but of some."""
    for c in notebook["cells"]:
        if c["metadata"].get("nbgrader", {}).get("grade_id") not in kept:
            c["metadata"] = {}
    return notebook


def test_cells_without_their_names_are_known_by_what_they_hold(tmp_path, student):
    student["cells"][2]["source"] = "import x\n\ndef f(): return 5"
    student["cells"][5]["source"] = "class  g:\n    pass"
    student["cells"].insert(3, cell("def helper(): pass"))
    script = handed_in(tmp_path, unnamed(student))
    mine = [student["cells"][n]["source"] for n in (2, 6)]
    assert shown(script) == ["import math", mine[0], "def helper(): pass", "assert f()", "f", mine[1], "g"]
    assert [s.grade_id for s in script.steps if isinstance(s, CodeStep)] == ["setup", "f", "", "try-f", "g"]
    assert script.notes == [messages.NAMES_LOST] and script.absent == {}


def test_one_cell_without_its_name_is_known_by_what_it_defines_last(tmp_path, student):
    student["cells"][2]["source"] = "def f(): return 5"
    student["cells"].insert(2, cell("def f(): return 1"))
    script = handed_in(tmp_path, unnamed(student, "setup", "try-f", "check-f", "g", "check-g"))
    assert [s.grade_id for s in script.steps if isinstance(s, CodeStep)] == ["setup", "", "f", "try-f", "g"]
    assert script.notes == [messages.recognised("f")] and script.absent == {}


def test_a_name_that_is_there_is_never_given_to_another_cell(tmp_path, student):
    student["cells"][2]["cell_type"] = "markdown"
    student["cells"].append(cell("def f(): return 5\ndef g(): return 6"))
    script = handed_in(tmp_path, student)
    assert script.steps[-1] == CodeStep("def f(): return 5\ndef g(): return 6", "added")


def test_a_function_without_a_cell_has_one_note_for_the_case_that_it_is_nowhere(tmp_path, student):
    text = copy.deepcopy(student)
    text["cells"][2]["cell_type"] = "markdown"
    script = handed_in(tmp_path, text)
    assert script.notes == [messages.not_code("f")] and script.absent == {"f": ""}
    del student["cells"][2]
    script = handed_in(tmp_path, student)
    assert script.notes == [] and script.absent == {"f": messages.solution_missing("f")}


def test_a_stub_below_the_written_cell_is_named_as_what_counts(tmp_path, student):
    stub = cell(f"def f():\n    {STUB.splitlines()[-1]}", "f", solution=True)
    student["cells"].insert(3, stub)
    script = handed_in(tmp_path, student)
    assert script.notes == [messages.solution_undone("f")]
    assert script.steps[2] == CodeStep(stub["source"], "added", "f")
    student["cells"][2:4] = [stub, student["cells"][2]]
    assert handed_in(tmp_path, student).notes == [messages.solution_again("f", 2)]


def test_a_cell_that_is_there_five_times_has_one_note(tmp_path, student):
    student["cells"] += [copy.deepcopy(student["cells"][n]) for n in (2, 1) for _ in range(4)]
    assert handed_in(tmp_path, student).notes == [
        "The locked cell `setup` appears 5 times; once is enough.",
        "The cell `f` appears 5 times; all ran, in order.",
    ]


def test_ends_of_lines_of_another_system_change_no_cell(tmp_path, student):
    for c in student["cells"]:
        c["source"] = "".join(c["source"]).replace("\n", "\r\n") + "\r\n"
    student["cells"][2]["source"] = "if True:\r\n    f = 1"
    source = copy.deepcopy(SOURCE)
    source["cells"][3]["source"] = "assert f()\nassert f()"
    student["cells"][3]["source"] = "assert f()\r\nassert f()"
    (tmp_path / "t.ipynb").write_text(json.dumps(student))
    script = rebuild(source, tmp_path, "s", SUITE)
    assert script.notes == [] and script.steps[1].source == "if True:\n    f = 1"


def test_the_version_that_a_notebook_was_written_with_is_read(tmp_path, student):
    for version, found in [("3.14.1", "3.14.1"), (3.14, ""), (None, "")]:
        student["metadata"] = {"language_info": {"name": "python", "version": version}}
        assert handed_in(tmp_path, student).python == found


def test_another_language_is_named_and_run(tmp_path, student):
    student["metadata"] = {"kernelspec": {"name": "ir", "language": "R"}}
    script = handed_in(tmp_path, student)
    assert "'r'" in script.notes[0] and shown(script) == FAITHFUL


@pytest.mark.parametrize(
    "content, reason",
    [
        ("", "an empty file"),
        ('{"cells": [', "not valid JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        ("[1, 2]", "not a notebook of format 4"),
        ('{"worksheets": []}', "not a notebook of format 4"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_what_is_no_notebook_is_said_in_words(tmp_path, content, reason):
    script = handed_in(tmp_path, content)
    assert reason in script.invalid and script.steps == []


def test_saved_outputs_of_any_size_cost_nothing(tmp_path, student):
    student["cells"][2]["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": ["x" * 79] * 270_000}
    ]
    script = handed_in(tmp_path, student)
    assert (tmp_path / "t.ipynb").stat().st_size > 22_000_000
    assert shown(script) == FAITHFUL and script.notes == [] and not script.invalid


def test_a_missing_notebook_and_one_of_another_name(tmp_path, student):
    assert "no notebook t.ipynb" in rebuild(SOURCE, tmp_path, "s", SUITE).invalid
    script = handed_in(tmp_path, student, "t (1).ipynb")
    assert shown(script) == FAITHFUL and "t (1).ipynb" in script.notes[0]


def test_a_link_is_not_followed(tmp_path, student):
    (tmp_path / "elsewhere.ipynb").write_text(json.dumps(student))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "t.ipynb").symlink_to(tmp_path / "elsewhere.ipynb")
    assert "symbolic link" in rebuild(SOURCE, folder, "s", SUITE).invalid


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda x: (
        st.lists(x, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["cells", "cell_type", "source", "metadata", "nbgrader", "grade_id", "kernelspec", "language"]
            ),
            x,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(st.lists(anything, max_size=6), anything)
def test_no_json_makes_it_raise_and_every_check_is_asked(tmp_path_factory, cells, metadata):
    folder = tmp_path_factory.mktemp("noise")
    (folder / "t.ipynb").write_text(json.dumps({"cells": cells, "metadata": metadata}))
    script = rebuild(SOURCE, folder, "s", SUITE)
    assert sorted(s.function for s in script.steps if isinstance(s, CheckStep)) == ["f", "g"]
