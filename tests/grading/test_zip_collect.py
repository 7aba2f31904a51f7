"""Submissions as a learning platform hands them over: one zip file, collected by plain `nbgrader`."""

import csv
import io
import re
import shutil
import zipfile

import pytest
from test_nbgrader_stock import ROOT, clone, course_of, nbgrader, nbgrader_here

from autograder.grading import grade
from autograder.topics import source_notebook_path

TOPIC = "lookup"


def settings(platform) -> str:
    """The lines that the instructor guide gives for the course's nbgrader_config.py."""
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    (found,) = [block for block in blocks if "named_regexp" in block and block.startswith(f"# {platform}:")]
    return found


def configure(course, platform):
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(settings(platform))


def archive(folder, files, topic=TOPIC):
    """The zip file where `nbgrader zip_collect` looks for it."""
    into = folder / "downloaded" / topic / "archive"
    into.mkdir(parents=True)
    with zipfile.ZipFile(into / "submissions.zip", "w") as file:
        for name, text in files.items():
            file.writestr(name, text)


def collected(course) -> dict[str, str]:
    """The notebooks in submitted/, each with its text."""
    return {
        path.relative_to(course / "submitted").as_posix(): path.read_text("utf-8")
        for path in (course / "submitted").rglob("*.*")
        if path.name != "timestamp.txt"
    }


def test_what_a_platform_zips_is_collected_and_graded(quick, tmp_path):
    repository = clone(tmp_path / "repository")
    course = course_of(repository, tmp_path / "course")
    configure(course, "Names with a time in them")
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
    assert collected(course) == {f"ada/{TOPIC}/{TOPIC}.ipynb": right, f"ben/{TOPIC}/{TOPIC}.ipynb": untouched}
    tally = grade.grade(course, [TOPIC], bounds=None, say=None)
    assert (tally.examined, tally.failures) == (2, 0)
    rows = csv.DictReader(io.StringIO((course / "grades.csv").read_text("utf-8-sig")))
    scores = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in rows}
    most = scores["ada"][1]
    assert scores == {"ada": (most, most), "ben": (0, most)} and most > 0


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """A course that has generated two assignments; the name of one has a hyphen in it."""
    course = course_of(ROOT, tmp_path_factory.mktemp("released") / "course")
    for topic in TOPIC, "scatter-add":
        nbgrader_here(course, "generate_assignment", topic)
    return course


MOODLE = {
    "Ada Lovelace_12345_assignsubmission_file_/lookup.ipynb": "Ada Lovelace",
    "Ben O'Hara-Söderström_12346_assignsubmission_file_/lookup.ipynb": "Ben O'Hara-Söderström",
    "Cyd Two_12347_assignsubmission_file_lookup.ipynb": "Cyd Two",
    "Dan Three_12348_assignsubmission_file/lookup.ipynb": "Dan Three",
    "Eve Four_12349_assignsubmission_onlinetext_/onlinetext.html": None,
    "Eve Four_12349_assignsubmission_file_/lookup (1).ipynb": None,
    "Fay Five_12350_assignsubmission_file_/other.ipynb": None,
}
CANVAS = {
    "lovelaceada_1234_56789_lookup.ipynb": "1234",
    "oharaben_LATE_1235_56790_lookup.ipynb": "1235",
    "twocyd_1236_56791_lookup-1.ipynb": "1236",
    "threedan_LATE_1237_56792_lookup-12.ipynb": "1237",
    "foureve_1238_56793_other.ipynb": None,
    "fivefay_1239_56794_lookup.pdf": None,
}


@pytest.mark.parametrize("topic", [TOPIC, "scatter-add"])
@pytest.mark.parametrize("platform, names", [("Moodle", MOODLE), ("Canvas", CANVAS)])
def test_the_names_of_a_platform_become_students(released, tmp_path, platform, names, topic):
    """Each student's own notebook, and nothing of what the guide says is left out."""
    course = shutil.copytree(released, tmp_path / "course")
    configure(course, platform)
    names = {name.replace(TOPIC, topic): student for name, student in names.items()}
    archive(course, {name: f"notebook of {name}" for name in names}, topic)
    nbgrader_here(course, "zip_collect", topic)
    assert collected(course) == {
        f"{student}/{topic}/{topic}.ipynb": f"notebook of {name}"
        for name, student in names.items()
        if student
    }


def test_pages_go_back_to_moodle_in_the_folders_that_it_gave(tmp_path, monkeypatch):
    """With the guide's lines. Moodle's importer wants NAME_NUMBER_assignsubmission_file_/ before a file."""
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    (lines,) = [code for code in re.findall(r"```python\n(.*?)```", page, re.S) if "# feedback.zip" in code]
    archive(tmp_path, dict.fromkeys(MOODLE, ""))
    for student in ("Ada Lovelace", "Ben O'Hara-Söderström", "Cyd Two", "Dan Three"):
        folder = tmp_path / "feedback" / student / TOPIC
        folder.mkdir(parents=True)
        (folder / f"{TOPIC}.html").write_text(f"page of {student}", "utf-8")
    monkeypatch.chdir(tmp_path)
    exec(lines, {})
    with zipfile.ZipFile("feedback.zip") as pages:
        assert {name: pages.read(name).decode() for name in pages.namelist()} == {
            f"{student}_{number}_assignsubmission_file_/{TOPIC}.html": f"page of {student}"
            for student, number in [
                ("Ada Lovelace", 12345),
                ("Ben O'Hara-Söderström", 12346),
                ("Cyd Two", 12347),
                ("Dan Three", 12348),
            ]
        }


def test_two_students_of_one_name_in_moodle(released, tmp_path):
    """Nothing is collected until the guide's other pattern tells them apart."""
    course = shutil.copytree(released, tmp_path / "course")
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    one, other = r"(?P<student_id>[^/_]+)_\d+", r"(?P<student_id>[^/_]+_\d+)"
    assert f"`{other}` for `{one}`" in page and settings("Moodle").count(one) == 1
    archive(course, {f"Ada Lovelace_{n}_assignsubmission_file_/lookup.ipynb": f"of {n}" for n in (1, 2)})
    configure(course, "Moodle")
    with pytest.raises(SystemExit) as end:
        nbgrader_here(course, "zip_collect", TOPIC)
    assert end.value.code == 1 and not (course / "submitted").exists()
    config = course / "nbgrader_config.py"
    config.write_text(config.read_text("utf-8").replace(one, other), "utf-8")
    nbgrader_here(course, "zip_collect", "--force", TOPIC)
    assert collected(course) == {f"Ada Lovelace_{n}/{TOPIC}/{TOPIC}.ipynb": f"of {n}" for n in (1, 2)}
