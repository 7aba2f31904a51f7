"""Submissions as a learning platform hands them over: one zip file, collected by plain `nbgrader`."""

import csv
import io
import re
import zipfile

from test_nbgrader_stock import ROOT, clone, course_of, nbgrader

from autograder.grading import grade
from autograder.topics import source_notebook_path

TOPIC = "lookup"


def settings() -> str:
    """The lines that the instructor guide gives for the course's nbgrader_config.py."""
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    (found,) = [block for block in re.findall(r"```python\n(.*?)```", page, re.S) if "named_regexp" in block]
    return found


def archive(folder, files):
    """The zip file where `nbgrader zip_collect` looks for it."""
    into = folder / "downloaded" / TOPIC / "archive"
    into.mkdir(parents=True)
    with zipfile.ZipFile(into / "submissions.zip", "w") as file:
        for name, text in files.items():
            file.writestr(name, text)


def test_what_a_platform_zips_is_collected_and_graded(tmp_path):
    repository = clone(tmp_path / "repository")
    course = course_of(repository, tmp_path / "course")
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(settings())
    nbgrader(course, "generate_assignment", TOPIC)  # which also writes the solutions' notebook
    right = source_notebook_path(TOPIC, repository).read_text("utf-8")
    untouched = (course / "exercises" / TOPIC / f"{TOPIC}.ipynb").read_text("utf-8")
    archive(
        course,
        {
            f"ada_{TOPIC}_attempt_2026-11-20-12-00-00_{TOPIC}.ipynb": untouched,
            f"ada_{TOPIC}_attempt_2026-11-20-13-30-00_{TOPIC}.ipynb": right,  # the later one counts
            f"ben_{TOPIC}_attempt_2026-11-21-09-00-00_{TOPIC}.ipynb": untouched,
            f"ben_{TOPIC}_attempt_2026-11-21-09-00-00.txt": "a platform adds such files",
        },
    )
    nbgrader(course, "zip_collect", TOPIC)
    collected = {
        path.relative_to(course / "submitted").as_posix(): path.read_text("utf-8")
        for path in (course / "submitted").rglob("*.ipynb")
    }
    assert collected == {f"ada/{TOPIC}/{TOPIC}.ipynb": right, f"ben/{TOPIC}/{TOPIC}.ipynb": untouched}
    tally = grade.grade(course, [TOPIC], bounds=None, say=None)
    assert (tally.examined, tally.failures) == (2, 0)
    rows = csv.DictReader(io.StringIO((course / "grades.csv").read_text("utf-8")))
    scores = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in rows}
    most = scores["ada"][1]
    assert scores == {"ada": (most, most), "ben": (0, most)} and most > 0
