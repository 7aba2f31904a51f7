"""Plain `nbgrader`, as an instructor types it: in the repository and in a course elsewhere."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sample_course
import scratch

from autograder import topics

ROOT = topics.ROOT
TOPICS = topics.topics()
NBGRADER = Path(sys.executable).parent / "nbgrader"


def nbgrader(folder, *arguments):
    """Run a command as from a bare shell: the environment's own folder is not on PATH."""
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [str(NBGRADER), *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"nbgrader {' '.join(arguments)}\n{done.stdout}{done.stderr}"
    return done.stderr


def nbgrader_here(folder, *arguments):
    """The same in this process, which saves two seconds a command."""
    from jupyter_core.application import NoStart
    from nbgrader.apps.nbgraderapp import NbGraderApp

    with pytest.MonkeyPatch.context() as shell:
        shell.chdir(folder)
        shell.setenv("HOME", str(folder.parent))
        shell.delenv("JUPYTER_DATA_DIR", raising=False)
        for name in ("PATH", "PYTHONPATH"):  # the repository's settings change them
            shell.setenv(name, os.environ.get(name, ""))
        shell.setattr(sys, "path", [*sys.path])
        app = NbGraderApp.instance()
        try:
            app.initialize([str(argument) for argument in arguments])
            with pytest.raises(NoStart):  # the end of a subcommand
                app.start()
        finally:
            app.reset()


def clone(folder):
    """What nbgrader needs of this repository, as in a fresh clone: nothing built.

    The chapters are there because the notebooks name their sections by title.
    """
    folder.mkdir(parents=True)
    for name in ("nbgrader_config.py", "_toc.yml"):
        shutil.copy(ROOT / name, folder)
    for name in ("autograder", "solutions", "exercises", "book/chapters", "book/reference"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def course_of(repository, folder):
    """A course folder elsewhere, with the two lines that the settings' docstring gives."""
    folder.mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(
        f'c = get_config()\nload_subconfig("nbgrader_config.py", path="{repository}")\n', "utf-8"
    )
    return folder


def submit(folder, repository, topic):
    """Hand in the reference solution and the untouched notebook."""
    for student, edition in {
        "reference": topics.source_notebook_path(topic, repository),
        "untouched": folder / "exercises" / topic / f"{topic}.ipynb",
    }.items():
        into = folder / "submitted" / student / topic
        into.mkdir(parents=True)
        shutil.copy(edition, into)


def grades(folder):
    with open(folder / "grades.csv", encoding="utf-8", newline="") as file:
        return {
            (row["assignment"], row["student_id"]): (float(row["score"]), float(row["max_score"]))
            for row in csv.DictReader(file)
        }


def walk(folder, repository, names, assignment):
    """Release, hand in, autograde, give feedback and export, all by plain nbgrader.

    `assignment` is what is typed: the one name, or a glob for all of them.
    """
    nbgrader(folder, "generate_assignment", assignment)
    for topic in names:
        submit(folder, repository, topic)
    nbgrader(folder, "autograde", assignment)
    nbgrader(folder, "generate_feedback", assignment)
    nbgrader(folder, "export")
    found = grades(folder)
    assert set(found) == {(t, s) for t in names for s in ("reference", "untouched")}
    for topic in names:
        earned, possible = found[topic, "reference"]
        assert earned == possible > 0
        assert found[topic, "untouched"] == (0, possible)
        for student in ("reference", "untouched"):
            assert (folder / "feedback" / student / topic / f"{topic}.html").is_file()


def errors(folder, student, topic):
    """What the cells of an autograded notebook raised."""
    path = folder / "autograded" / student / topic / f"{topic}.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [o for c in cells for o in c.get("outputs", []) if o["output_type"] == "error"]


def printed(folder, student, topic) -> str:
    path = folder / "autograded" / student / topic / f"{topic}.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "".join(line for c in cells for o in c.get("outputs", []) for line in o.get("text", []))


def test_another_course(tmp_path):
    """Its settings tell the kernel where its hidden tests are."""
    content = sample_course.add_last_cell(sample_course.make(tmp_path / "content"))
    (content / "nbgrader_config.py").write_text(
        f'import os; os.environ["AUTOGRADER_CONTENT"] = "{content}"\n'
        f'c = get_config()\nload_subconfig("nbgrader_config.py", path="{ROOT}")\n'
    )
    walk(content, content, [sample_course.TOPIC], sample_course.TOPIC)
    assert grades(content)[sample_course.TOPIC, "reference"] == (sample_course.POINTS, sample_course.POINTS)
    assert "not written yet" in printed(content, "untouched", sample_course.TOPIC)
    assert "built" not in printed(content, "reference", sample_course.TOPIC), "the last cell is not graded"


@pytest.mark.long
def test_every_topic_from_the_repository(tmp_path):
    """What is generated over `exercises/` is what is committed there."""
    repository = clone(tmp_path / "repository")
    committed = {t: topics.exercise_path(t, ROOT).read_bytes() for t in TOPICS}
    assert TOPICS and not (repository / "_build").exists()
    walk(repository, repository, TOPICS, "*")
    assert {t: topics.exercise_path(t, repository).read_bytes() for t in TOPICS} == committed
    for topic in TOPICS:
        assert errors(repository, "reference", topic) == []
        assert errors(repository, "untouched", topic) == []
        assert "not written yet" in printed(repository, "untouched", topic)


@pytest.mark.long
def test_a_topic_from_a_course_folder_elsewhere(tmp_path):
    """The repository stays as it was: the course has an `exercises/` of its own."""
    topic = TOPICS[0]
    repository = clone(tmp_path / "repository")
    released = repository / "exercises" / topic / f"{topic}.ipynb"
    before = released.read_bytes(), released.stat().st_mtime_ns
    course = course_of(repository, tmp_path / "elsewhere" / "course")
    walk(course, repository, [topic], topic)
    assert (released.read_bytes(), released.stat().st_mtime_ns) == before
    assert (course / "exercises" / topic / f"{topic}.ipynb").read_bytes() == before[0]
    assert not (repository / "gradebook.db").exists() and not (repository / "autograded").exists()


def test_a_broken_solutions_file_is_named_and_nothing_is_released(tmp_path):
    broken = scratch.SOURCE.replace('"points": 3, ', "")
    repository = scratch.make(tmp_path / "repository", {scratch.TOPIC: broken})
    with pytest.raises(AssertionError, match="(?s)two_words.py:32: cell 'check-double': points is None"):
        nbgrader(repository, "generate_assignment", scratch.TOPIC)
    assert not (repository / "exercises").exists()
