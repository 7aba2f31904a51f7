"""nbgrader's exchange, all the way: handed out, handed in, graded here, and each page to its own student."""

import json
import re

import pytest
from test_nbgrader_stock import course_of, nbgrader_here as nbgrader

from autograder.cli import main
from autograder.selftest import demo_class
from autograder.topics import ROOT, exercise_path

TOPIC = "lookup"


def settings(exchange):
    """The lines that the instructor guide gives, for this exchange."""
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    (found,) = [b for b in re.findall(r"```python\n(.*?)```", page, re.S) if "c.Exchange.root" in b]
    return found.replace("/path/to/the/exchange", str(exchange))


def pages(home):
    return [path.read_text("utf-8") for path in (home / TOPIC / "feedback").rglob("*.html")]


def test_each_student_fetches_the_page_of_this_grader(tmp_path, capsys):
    """A teacher and two students, with the settings of the guide; a submission's secret finds its page."""
    shared, ada, ben = (tmp_path / name for name in ("exchange", "ada/work", "ben/work"))
    shared.mkdir()
    shared.chmod(0o777)
    course = course_of(ROOT, tmp_path / "teacher" / "course")
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as config:
        # Who submits is one account here, and each has one on a real machine.
        config.write(f"{settings(shared)}c.ExchangeCollect.check_owner = False\n")
    nbgrader(course, "generate_assignment", TOPIC)
    nbgrader(course, "release_assignment", TOPIC)
    for home in (ada, ben):
        home.mkdir(parents=True)
        own = f'c.CourseDirectory.student_id = "{home.parent.name}"\n'
        (home / "nbgrader_config.py").write_text(settings(shared) + own, "utf-8")
        nbgrader(home, "fetch_assignment", TOPIC)
        assert (home / TOPIC / f"{TOPIC}.ipynb").read_bytes() == exercise_path(TOPIC).read_bytes()
    notebook = ada / TOPIC / f"{TOPIC}.ipynb"
    solved = demo_class.fill(json.loads(notebook.read_text("utf-8")), demo_class.right_answers(TOPIC))
    notebook.write_text(json.dumps(solved), "utf-8")
    for home in (ada, ben):
        nbgrader(home, "submit", TOPIC)
    nbgrader(course, "collect", TOPIC)
    assert main(["grade", "--course", str(course), "--unsafe", TOPIC]) == 0
    nbgrader(course, "release_feedback", TOPIC)
    for home in (ada, ben):
        nbgrader(home, "fetch_feedback", TOPIC)
        ours = course / "feedback" / home.parent.name / TOPIC / f"{TOPIC}.html"
        assert pages(home) == [ours.read_text("utf-8")]
    assert pages(ada) != pages(ben)

    # Handed in once more, the same notebook has another secret: it is recorded, and not graded again.
    nbgrader(ben, "submit", TOPIC)
    nbgrader(course, "collect", "--update", TOPIC)
    assert main(["grade", "--course", str(course), "--unsafe", TOPIC]) == 0
    assert "0 submissions graded, 1 recorded from an earlier run, 1 unchanged" in capsys.readouterr().out
    # Work that came another way has no secret; the option that the guide names leaves it out.
    (course / "feedback" / "ada" / TOPIC / "submission_secret.txt").unlink()
    with pytest.raises(FileNotFoundError, match="submission_secret"):
        nbgrader(course, "release_feedback", TOPIC)
    nbgrader(course, "release_feedback", TOPIC, "--CourseDirectory.student_id_exclude=ada")
    nbgrader(ben, "fetch_feedback", TOPIC)
    assert len(pages(ben)) == 2
