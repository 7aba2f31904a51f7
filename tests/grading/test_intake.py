"""From a submitted notebook to steps: whatever is in it, the right cells run in the right order."""

import copy
import json

import pytest
from hypothesis import given, settings, strategies as st

from autograder.execution.steps import CheckStep, CodeStep
from autograder.grading.intake import rebuild


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
    return rebuild(SOURCE, tmp_path, "s", "t")


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


def test_a_missing_notebook_and_one_of_another_name(tmp_path, student):
    assert "no notebook t.ipynb" in rebuild(SOURCE, tmp_path, "s", "t").invalid
    script = handed_in(tmp_path, student, "t (1).ipynb")
    assert shown(script) == FAITHFUL and "t (1).ipynb" in script.notes[0]


def test_a_link_is_not_followed(tmp_path, student):
    (tmp_path / "elsewhere.ipynb").write_text(json.dumps(student))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "t.ipynb").symlink_to(tmp_path / "elsewhere.ipynb")
    assert "symbolic link" in rebuild(SOURCE, folder, "s", "t").invalid


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
    script = rebuild(SOURCE, folder, "s", "t")
    assert sorted(s.function for s in script.steps if isinstance(s, CheckStep)) == ["f", "g"]
