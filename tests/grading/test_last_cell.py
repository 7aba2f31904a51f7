"""The last cell of a notebook builds something at home, and nothing while a notebook is graded."""

import contextlib
import io
import json

import pytest
import sample_course

from autograder.grading import grade
from autograder.topics import exercise_path

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    return sample_course.add_last_cell(sample_course.make(tmp_path_factory.mktemp("content") / "course"))


def run_at_home(notebook, monkeypatch) -> tuple[str, str]:
    """What the cells of a notebook print, outside of any grader: to standard output and standard error."""
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    out, err = io.StringIO(), io.StringIO()
    names: dict[str, object] = {}
    monkeypatch.setattr("sys.stderr", err)
    with contextlib.redirect_stdout(out):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
    return out.getvalue(), err.getvalue()


def test_it_builds_at_home_and_not_while_graded(content, tmp_path, monkeypatch):
    course = sample_course.hand_in(content, tmp_path, {"ada": sample_course.right_answer()})
    (handed_in,) = course.rglob("submitted/ada/*/*.ipynb")
    assert "built of [2.]" in run_at_home(json.loads(handed_in.read_text("utf-8")), monkeypatch)[0]
    grade.grade(course, [sample_course.TOPIC], bounds=None, say=None, jobs=1, root=content)
    (page,) = course.rglob("feedback/ada/*/*.html")
    text = page.read_text("utf-8")
    assert "the visible tests pass" in text and "built of [" not in text
    (verdicts,) = course.rglob("verdicts.jsonl")
    assert all(json.loads(line)["verdict"] == "right" for line in verdicts.read_text("utf-8").splitlines())


def test_where_a_function_is_not_written_it_says_which_in_a_line(content, tmp_path, monkeypatch):
    sample_course.hand_in(content, tmp_path, {})
    untouched = json.loads(exercise_path(sample_course.TOPIC, content).read_text("utf-8"))
    out, err = run_at_home(untouched, monkeypatch)
    assert "built" not in out
    assert "this cell needs moving_average, which is not written yet" in err.splitlines()
