"""`nbgrader validate` and "Run All", as students use them before they hand in."""

import json

import nbformat
import pytest
from sample import few

from autograder import topics
from autograder.cells import tags
from autograder.release import solutions

TOPICS = topics.topics()


def notebook(topic, answers):
    """The student's notebook with the texts of `answers`, by function, in its solution cells."""
    made = nbformat.read(topics.exercise_path(topic), as_version=nbformat.NO_CONVERT)
    for cell in made.cells:
        if tags(cell).solution:
            cell.source = answers.get(tags(cell).grade_id, cell.source)
    return made


def right(topic):
    cells = solutions.filled(topics.solution_path(topic))
    return {cell.grade_id: cell.node["source"] for cell in cells if tags(cell.node).solution}


def wrong(topic):
    """All right but the first function, which returns nothing."""
    first, *_ = answers = right(topic)
    return answers | {first: f"def {first}(*args, **kwargs):\n    pass"}


def told(topic, answers, folder):
    """What `nbgrader validate` finds in the notebook: an empty text is its "Success"."""
    from nbgrader.validator import Validator

    path = folder / "mine.ipynb"
    nbformat.write(notebook(topic, answers), path)
    result = Validator().validate(str(path))
    assert set(result) <= {"failed"}, "no cell counts as changed"
    return "\n".join(cell["raw_error"] for cell in result.get("failed", ()))


@pytest.mark.parametrize("topic", few(TOPICS, 5))
def test_untouched_and_wrong_notebooks_fail_and_a_right_one_passes(topic, tmp_path):
    functions = list(right(topic))
    untouched = told(topic, {}, tmp_path)
    assert [line for line in untouched.splitlines() if f"{functions[0]}: not written yet" in line]
    assert all(f"{name}: " in untouched for name in functions)
    assert f"{functions[0]}: a visible test fails" in told(topic, wrong(topic), tmp_path)
    assert told(topic, right(topic), tmp_path) == ""


@pytest.mark.parametrize("topic", few(TOPICS, 5))
@pytest.mark.parametrize("answers", [lambda topic: {}, wrong], ids=["untouched", "wrong"])
def test_run_all_reaches_the_last_cell(topic, answers, tmp_path):
    """As `nbconvert --execute` does it: an exception that leaves a cell would end the run."""
    from nbconvert.preprocessors import ExecutePreprocessor

    ran, _ = ExecutePreprocessor(timeout=300).preprocess(notebook(topic, answers(topic)))
    code = [cell for cell in ran.cells if cell.cell_type == "code" and cell.source]
    assert all(cell.execution_count for cell in code)
    said = json.dumps(code[-1].outputs)
    assert "not written yet" in said or "a visible test fails" in said
