"""One table says what a course folder holds, and what is named elsewhere is what it says."""

import json
import re

import pytest
import sample_course

from autograder.grading import contents, grade
from autograder.topics import ROOT

pytestmark = pytest.mark.usefixtures("quick")

EXPORTER = """
c = get_config()
import sys
sys.path.insert(0, {folder!r})
c.Exports.plugin_classes = ["sample_points.PointsExport"]
c.PointsExport.to = {to!r}
"""
PLUGIN = '''
from nbgrader.plugins import ExportPlugin

class PointsExport(ExportPlugin):
    """The score of each student, a line each."""

    def export(self, gradebook):
        with open(self.to, "w") as file:
            for submission in gradebook.assignments[0].submissions:
                print(submission.student_id, submission.score, file=file)
'''


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    return sample_course.make(tmp_path_factory.mktemp("content") / "course")


def graded(content, course):
    return grade.grade(course, [sample_course.TOPIC], bounds=None, say=None, jobs=1, root=content)


def pattern(path: str) -> str:
    return re.escape(path).replace("STUDENT", "[^/]+").replace("TOPIC", "[^/]+") + "(/.*)?"


def test_a_graded_course_holds_what_the_table_says_and_nothing_else(content, tmp_path):
    course = sample_course.hand_in(content, tmp_path, {"ada": sample_course.right_answer()})
    graded(content, course)
    found = {path.relative_to(course).as_posix() for path in course.rglob("*") if path.is_file()}
    unknown = {
        name for name in found if not any(re.fullmatch(pattern(e.path), name) for e in contents.ENTRIES)
    }
    assert unknown == set()
    empty = {f"{contents.OWN}/{name}" for name in ("content", "gradebooks", "left-out", "scratch")}
    absent = {
        e.path for e in contents.ENTRIES if not any(re.fullmatch(pattern(e.path), name) for name in found)
    }
    assert absent <= empty, "where there is nothing to keep"


def test_what_is_ignored_by_git_and_told_in_the_guide_is_that_of_the_table():
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    guide = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    for entry in contents.ENTRIES:
        first = entry.path.partition("/")[0]
        assert first in ignored or f"{first}/" in ignored, entry
        if entry.kind in ("kept", "export", "page"):
            assert f"| `DIR/{entry.path}` | " in guide, entry


def test_an_exporter_of_the_course_is_run_and_what_it_wrote_comes_back_when_it_is_lost(content, tmp_path):
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "sample_points.py").write_text(PLUGIN)
    course = tmp_path / "course"
    sample_course.hand_in(content, course, {"ada": sample_course.right_answer()})
    config = course / "nbgrader_config.py"
    config.write_text(EXPORTER.format(folder=str(tmp_path / "plugins"), to="points.txt"))
    graded(content, course)
    assert (course / "points.txt").read_text() == f"ada {sample_course.POINTS}\n"
    (course / "points.txt").unlink()
    assert graded(content, course).unchanged == 1
    assert (course / "points.txt").read_text() == f"ada {sample_course.POINTS}\n"
    config.write_text(EXPORTER.format(folder="", to="marks.txt"))
    graded(content, course)
    assert (course / "marks.txt").is_file(), "the settings name another file"


CSV = "c.Exports.plugin_classes = ['nbgrader.plugins.CsvExportPlugin']\n"
NAME = "expected the name of a file"


@pytest.mark.parametrize(
    "lines, says",
    [
        ("c.Exports.plugin_classes = ['nowhere.Export']", "'nowhere.Export': No module named 'nowhere'"),
        (CSV, f"c.CsvExportPlugin.to: found '', {NAME}"),
        (f"{CSV}c.CsvExportPlugin.to = '../x.csv'", f"c.CsvExportPlugin.to: found '../x.csv', {NAME}"),
    ],
)
def test_an_exporter_that_cannot_be_run_is_named(content, tmp_path, lines, says):
    course = sample_course.hand_in(content, tmp_path, {"ada": sample_course.right_answer()})
    (course / "nbgrader_config.py").write_text(f"c = get_config()\n{lines}\n")
    with pytest.raises(grade.CourseError, match=re.escape(says)):
        graded(content, course)
    row = json.loads((course / contents.VERDICTS).read_text("utf-8").splitlines()[0])
    assert row["verdict"] == "right", "what was graded is kept"
    assert not list(course.glob(f"{contents.OWN}/scratch/*"))
