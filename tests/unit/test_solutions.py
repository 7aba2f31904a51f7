"""`solutions/<topic>.py`: what is refused, and the source notebook made of what is not."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import scratch

from autograder import topics
from autograder.release import solutions


def write(folder, text):
    path = Path(folder, "two_words.py")
    path.write_text(text, "utf-8")
    return path


def test_source_notebook_is_the_same_bytes_in_every_process(tmp_path):
    path = write(tmp_path, scratch.SOURCE)
    code = (
        "import sys; from autograder.release.release import source_notebook as f; "
        "sys.stdout.write(f(sys.argv[1]))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code, str(path)],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(topics.ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert texts == {solutions.source_notebook(path)}


def test_cell_ids_come_from_grade_ids_and_else_from_the_cell(tmp_path):
    twice = "# %% [markdown]\n# The same words.\n\n"
    made = json.loads(solutions.source_notebook(write(tmp_path, scratch.SOURCE + "\n" + twice * 2)))
    named = {
        c["metadata"]["nbgrader"]["grade_id"]: c["id"] for c in made["cells"] if "nbgrader" in c["metadata"]
    }
    assert len(named) == 6 and all(name == cell_id for name, cell_id in named.items())
    ids = [c["id"] for c in made["cells"]]
    assert len(set(ids)) == len(ids)
    before = json.loads(solutions.source_notebook(write(tmp_path, scratch.SOURCE)))
    assert before["cells"][0]["id"] == ids[0], "a cell's id does not depend on the cells after it"


def test_source_notebook_keeps_only_the_metadata_it_needs(tmp_path):
    text = scratch.SOURCE.replace("# %% [markdown]", '# %% [markdown] tags=["intro"] other=1', 1)
    made = json.loads(solutions.source_notebook(write(tmp_path, text)))
    assert set(made["metadata"]) == {"kernelspec", "language_info"}
    assert made["metadata"]["kernelspec"]["name"] == "python3"
    assert made["cells"][0]["metadata"] == {"tags": ["intro"]}
    assert all(not c.get("outputs") for c in made["cells"])


# A slip, the line it is made in (text found -> text written), and what the error says.
LOCKED = '"grade_id": "try-double", "locked": true'
SLIPS = {
    "duplicate grade_id": (
        '"grade_id": "biggest"',
        '"grade_id": "double"',
        "already that of the cell in line 20",
    ),
    "bad grade_id": ('"grade_id": "setup"', '"grade_id": "set up"', "grade_id is 'set up'"),
    "grade_id is a list": ('"grade_id": "setup"', '"grade_id": ["setup"]', "grade_id is ['setup']"),
    "no points": ('"points": 3, ', "", "points is None"),
    "zero points": ('"points": 3, ', '"points": 0, ', "points is 0"),
    "points as text": ('"points": 3, ', '"points": "3", ', "points is '3'"),
    "points on a visible test": (LOCKED, LOCKED + ', "points": 1', "a cell that is not graded"),
    "unlocked test": (LOCKED, LOCKED.replace("true", "false"), "neither graded, solution, task nor locked"),
    "unlocked hidden cell": (
        '"check-double", "locked": true',
        '"check-double", "locked": false',
        "locked is false",
    ),
    "locked solution": ('"double", "locked": false', '"double", "locked": true', "locked is true"),
    "no END SOLUTION": ("    ### END SOLUTION\n", "", "`BEGIN SOLUTION` without `END SOLUTION`"),
    "no BEGIN SOLUTION": ("    ### BEGIN SOLUTION\n", "", "`END SOLUTION` without `BEGIN SOLUTION`"),
    "nested BEGIN SOLUTION": (
        "    ### BEGIN SOLUTION\n",
        "    ### BEGIN SOLUTION\n    ### BEGIN SOLUTION\n",
        "inside another",
    ),
    "no END HIDDEN TESTS": ("### END HIDDEN TESTS\n", "", "`BEGIN HIDDEN TESTS` without"),
    "hidden tests in a visible cell": (
        "assert double(2) == 4",
        "### BEGIN HIDDEN TESTS\n1\n### END HIDDEN TESTS",
        "is not a graded cell",
    ),
    "solution in a locked cell": (
        "import math",
        "### BEGIN SOLUTION\nimport math\n### END SOLUTION",
        "is not a solution cell",
    ),
    "nothing hidden": ("### BEGIN HIDDEN TESTS\n1.25", "1.25", "`END HIDDEN TESTS` without"),
    "empty locked cell": (
        "# Hidden tests: other numbers, and what is not a number.\n",
        "",
        "no comment line outside",
    ),
    "indented cell marker": (
        "    return x + x",
        "    # %% here\n    return x + x",
        "write `# %%` in column 0",
    ),
    "cell marker within a function": ("    return x + x", "# %%\n    return x + x", "unexpected indent"),
    "cell marker within a string": ('"""Twice x.', '"""Twice x.\n# %%\n', "within a string"),
    "syntax error": ("import math", "import math as", "line 18: "),
    "text in a shared cell": ('"grade_id": "setup"', '"grade_id": "start"', "leave it empty"),
    "a summary that is not graded": (
        '"grade_id": "setup"',
        '"grade_id": "summary"',
        "expected a graded cell of 0 points",
    ),
    "old schema": (
        '"setup", "locked": true, "schema_version": 3',
        '"setup", "locked": true, "schema_version": 2',
        "schema_version is 2",
    ),
    "flag is no boolean": (
        '"grade": false, "grade_id": "setup"',
        '"grade": 0, "grade_id": "setup"',
        "'grade' is 0",
    ),
    "metadata is no JSON": (
        'nbgrader={"grade": false, "grade_id": "setup"',
        'nbgrader={grade, "grade_id": "setup"',
        "cannot be read",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_solutions_file_is_named_with_file_line_and_cell(tmp_path, slip):
    before, after, says = SLIPS[slip]
    assert before in scratch.SOURCE
    path = write(tmp_path, scratch.SOURCE.replace(before, after, 1))
    with pytest.raises(solutions.SourceError) as caught:
        solutions.source_notebook(path)
    first = next(line for line in str(caught.value).split("\n") if says in line)
    where = first.removeprefix(f"{path}:")
    assert where != first and where.split(":")[0].isdigit() and "cell" in where


def test_a_solution_cell_without_markers_is_refused(tmp_path):
    lines = [line for line in scratch.SOURCE.split("\n") if "SOLUTION" not in line]
    with pytest.raises(solutions.SourceError, match="(?s)cell 'double': no `### BEGIN.*cell 'biggest': no"):
        solutions.source_notebook(write(tmp_path, "\n".join(lines)))


def test_a_graded_cell_without_hidden_tests_is_refused(tmp_path):
    lines = [line for line in scratch.SOURCE.split("\n") if "HIDDEN" not in line]
    with pytest.raises(solutions.SourceError, match="cell 'check-double': no `### BEGIN HIDDEN"):
        solutions.source_notebook(write(tmp_path, "\n".join(lines)))


def test_all_slips_of_a_file_are_told_at_once(tmp_path):
    text = scratch.SOURCE.replace('"points": 3, ', "").replace('"grade_id": "setup"', '"grade_id": ""')
    with pytest.raises(solutions.SourceError) as caught:
        solutions.source_notebook(write(tmp_path, text))
    assert "points is None" in str(caught.value) and "grade_id is ''" in str(caught.value)


# A slip in the cell of hidden tests of a topic that has checks; what the error says, and of which cell.
HIDDEN = (
    '"grade_id": "check-encode", "locked": true, "schema_version": 3, "solution": false, "task": false}\n'
)
CELL_SLIPS = {
    "points in a solutions file": (
        HIDDEN,
        HIDDEN.replace('"schema_version"', '"points": 6, "schema_version"'),
        r"cell 'check-encode': points in a cell of hidden tests; each `@check` states",
    ),
    "text in a cell that is filled in": (
        HIDDEN,
        f"{HIDDEN}# Hidden tests.\n",
        "cell 'check-encode': text in a cell of hidden tests; leave it empty",
    ),
    "a cell without checks": (
        HIDDEN,
        HIDDEN.replace("encode", "decode"),
        "cell 'check-decode': no checks for this cell; there are checks for check-encode, check-lookup",
    ),
    "checks without a cell": (
        HIDDEN,
        HIDDEN.replace("encode", "decode"),
        "lookup.py: no cell 'check-encode' for hidden tests; there are checks for it",
    ),
}


@pytest.mark.parametrize("slip", CELL_SLIPS)
def test_a_slip_in_a_cell_of_hidden_tests_is_named(tmp_path, slip):
    before, after, says = CELL_SLIPS[slip]
    text = topics.solution_path("lookup").read_text("utf-8")
    assert text.count(before) == 1
    path = tmp_path / "lookup.py"
    path.write_text(text.replace(before, after), "utf-8")
    with pytest.raises(solutions.SourceError, match=re.escape(says)):
        solutions.source_notebook(path)


def test_written_answers_and_tasks_are_accepted(tmp_path):
    text = (
        scratch.SOURCE
        + """
# %% [markdown] nbgrader={"grade": true, "grade_id": "why", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# Because.

# %% [markdown] nbgrader={"grade": false, "grade_id": "plot", "locked": true, "points": 0.5, "schema_version": 3, "solution": false, "task": true}
# Draw it.
"""  # noqa: E501
    )
    made = json.loads(solutions.source_notebook(write(tmp_path, text)))
    assert [c["id"] for c in made["cells"][-2:]] == ["why", "plot"]


# -- topics -----------------------------------------------------------------------------------


def test_topics_follow_the_table_of_contents(tmp_path):
    root = scratch.make(tmp_path / "repo", {"b-second": scratch.SOURCE, "a": scratch.SOURCE})
    assert topics.topics(root) == ["b-second", "a"]
    (root / "_toc.yml").write_text(
        "format: jb-book\nroot: book/index\nparts:\n- caption: One\n  chapters:\n"
        "  - file: book/chapters/a.md\n    sections:\n    - file: book/chapters/prose-only\n"
        "  - file: book/chapters/b-second\n- caption: Two\n  chapters:\n  - file: book/reference/a\n",
        "utf-8",
    )
    assert topics.pages(root) == ["a", "prose-only", "b-second"]
    assert topics.topics(root) == ["a", "b-second"]
    assert topics.solution_path("b-second", root) == root / "solutions" / "b_second.py"
    assert topics.exercise_path("b-second", root) == root / "exercises" / "b-second" / "b-second.ipynb"


def test_a_missing_table_of_contents_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="_toc.yml"):
        topics.topics(tmp_path)
