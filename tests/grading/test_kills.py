"""A grader killed while it records, or whose disk is full: at each write, fsync, rename and deletion.

It is run again, with room on the disk, and all that it leaves compared with what an undisturbed run leaves.

`python tests/grading/test_kills.py SCENARIO FOLDER EVERY` is the process that does it: it loads nbgrader
once, and forks.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
import scratch
import stepped
from sample import few
from test_gradebook import TOPIC as SMALL, graded
from test_nbgrader_stock import course_of
from test_regrade import hand_in

from autograder.grading import course as courses, grade, gradebook
from autograder.grading.contents import OWN
from autograder.release import release
from autograder.selftest import bench, compare
from autograder.topics import ROOT, exercise_path

TOPIC, SCRATCH = "lookup", f"{OWN}/scratch"
LATE = 'c.LateSubmissionPlugin.penalty_method = "zero"\n'
# Kills in earnest beside the states that one would leave: (call, which one of them).
FULL_EVERY = {"fresh": 97, "again": 11, "topic": 23}  # changes, between those from which on the disk is full
IN_EARNEST = [("fdatasync", 2), ("pwrite64", 5), ("unlink", 2), ("rename", 3), ("fsync", 1)]


def run_grade(course):
    return grade.grade(course, [TOPIC], bounds=None, say=None, jobs=2)


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Courses in which nothing is left to examine, and a good deal to record."""
    if platform.machine() not in ("x86_64", "aarch64"):
        pytest.skip(
            f"kills are NOT tested on {platform.machine()}: the numbers of its system calls are not known"
        )
    folder = tmp_path_factory.mktemp("kills")
    first = hand_in(folder / "first", ("ada", "ben"), TOPIC)
    run_grade(first)
    again = folder / "again"
    shutil.copytree(first, again)
    _change(again)
    after = shutil.copytree(again, folder / "after")
    run_grade(after)
    shutil.rmtree(again / OWN / "results")
    shutil.copytree(after / OWN / "results", again / OWN / "results")
    fresh = folder / "fresh"
    for kept in ("submitted", f"{OWN}/results"):
        shutil.copytree(first / kept, fresh / kept)
    shutil.copy(first / OWN / "seed", fresh / OWN)
    return {"fresh": fresh, "again": again, "topic": _with_a_small_topic(folder)}


def _change(course):
    """Ben hands in again; cyd comes, and is late; a person has given ada a grade."""
    from nbgrader.api import Gradebook

    (course / "nbgrader_config.py").write_text(bench.CONFIG + LATE)
    notebook = json.loads(exercise_path(TOPIC).read_text("utf-8"))
    (course / "submitted" / "ben" / TOPIC / f"{TOPIC}.ipynb").write_text(json.dumps(notebook))
    hand_in(course, ("cyd",), TOPIC)
    (course / "submitted" / "cyd" / TOPIC / "timestamp.txt").write_text("2031-02-03 04:05:06 UTC")
    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as book:
        book.update_or_create_assignment(TOPIC, duedate="2031-02-01 00:00:00 UTC")
        grade = book.assignments[0].submissions[0].notebooks[0].grades[0]
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        book.db.commit()


def _with_a_small_topic(folder):
    """A course whose gradebook holds a submission of one assignment, before another is added."""
    root = scratch.make(folder / "repository", {SMALL: scratch.SOURCE, "other": scratch.SOURCE})
    release.release(root=root)
    course = course_of(root, folder / "topic")
    with gradebook.Gradebook(course, root) as book:
        book.add_topic(SMALL)
        book.record(graded("ada"))
    return course


def add_topic(course):
    root = course.parent / "repository"
    with gradebook.reporting_disk_errors(course), gradebook.Gradebook(course, root) as book:
        book.add_topic("other")


WORK = {"fresh": run_grade, "again": run_grade, "topic": add_topic}


@pytest.mark.parametrize("scenario", few(list(WORK), 3))
def test_a_kill_or_a_full_disk_at_any_moment_of_recording_is_made_good_by_the_next_run(
    places, scenario, tmp_path, long_form
):
    """The short form takes each sixtieth state that a kill would leave, and each sixtieth full disk."""
    shutil.copytree(places[scenario], tmp_path / "start")
    if (repository := places[scenario].parent / "repository").exists():
        (tmp_path / "repository").symlink_to(repository)
    every = 1 if long_form else 60
    command = [sys.executable, __file__, scenario, str(tmp_path), str(every)]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": paths})
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["problems"] == []
    # A commit changes the folder seven times or more: its journal made, named, synced and deleted, its
    # pages and their sync.
    assert found["commits"] >= 6
    assert found["states"] >= 7 * found["commits"] + found["renames"]
    assert {"fdatasync", "pwrite64", "unlink", "openat"} <= set(found["calls"])
    assert found["full"] >= (3 if long_form else 1)
    assert scenario == "topic" or {"write", "fsync", "rename"} <= set(found["calls"])


# -- the process that forks ----------------------------------------------------------------------


def main(scenario: str, folder: Path, every: int) -> int:
    import nbgrader.api
    import nbgrader.converters
    import nbgrader.preprocessors  # noqa: F401 - loaded once, for every fork

    # nbgrader asks a program for this, for each gradebook that it makes; it takes a second.
    with release.environment_on_path():
        version = nbgrader.api.get_alembic_version()
    nbgrader.api.get_alembic_version = lambda: version
    start, work = stepped.content(folder / "start"), WORK[scenario]

    def fresh(name, content=start):
        shutil.rmtree(folder / name, ignore_errors=True)
        stepped.put_down(content, folder / name)
        return folder / name

    course = fresh("course")
    states = stepped.states(lambda: work(course), course, SCRATCH)
    expected = compare.contents(course)
    assert forked(work, course) == "" and list(compare.differences(expected, compare.contents(course))) == []
    problems: list[str] = []
    calls: dict[str, int] = {}
    commits = renames = 0
    for number, (stops, content) in enumerate(states):
        for stop in stops:
            calls[stop.call] = calls.get(stop.call, 0) + 1
            commits += stop.call == "unlink" and stop.paths == (f"{course}/gradebook.db-journal",)
            renames += stop.call == "rename" and SCRATCH not in stop.paths[0]
        if number % every == 0:
            lines = resumed(work, fresh("resumed", content), expected)
            problems += [f"before {stops[0]}: {line}" for line in lines]
    for call, at in IN_EARNEST[: None if every == 1 else 2]:
        if calls.get(call, 0) >= at:
            course = fresh("killed")
            killed = stepped.killed(lambda: work(course), course, call, at)
            lines = resumed(work, course, expected) if killed else ["there was none"]
            problems += [f"killed at {call} {at}: {line}" for line in lines]
    full = 0
    for at in range(1, 10_000, every * FULL_EVERY[scenario]):
        course = fresh("full")
        if (said := fill_up(work, course, at)) is None:
            break
        full += said != ""  # nothing, where nothing more had to be written
        if said and not (said.startswith("CourseError: ") and said.count("\n") == 1):
            problems.append(f"full at change {at}: {said}")
        problems += [f"full at change {at}: {line}" for line in resumed(work, course, expected)]
    found = {"states": len(states), "commits": commits, "renames": renames, "calls": calls, "full": full}
    print(json.dumps(found | {"problems": problems[:20]}))
    return 0


def resumed(work, course: Path, expected: dict) -> list[str]:
    error = forked(work, course)
    return [error] if error else list(compare.differences(expected, compare.contents(course)))


def forked(work, course: Path) -> str:
    """Do the work in a child; what it says, and its error, if it has one."""
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        attempted(work, course, write_end)
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as file:
        said = file.read().decode()
    os.wait()
    return said


def attempted(work, course: Path, told: int) -> None:
    """Do the work in this process, for which that is all; what it says goes to the descriptor `told`."""
    os.dup2(told, 1)
    os.dup2(told, 2)
    os.close(told)
    try:
        work(course)
    except courses.CourseError as error:
        os.write(2, f"CourseError: {error}\n".encode())
    except BaseException:  # noqa: BLE001 - a child tells whatever ends it
        os.write(2, traceback.format_exc().encode()[-1500:])


def fill_up(work, course: Path, at: int) -> str | None:
    """What the work says where the disk fills up at its `at`-th change; None if it makes fewer."""
    read_end, write_end = os.pipe()
    there = stepped.filled_up(lambda: attempted(work, course, write_end), course, at)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as file:
        said = file.read().decode()
    return said if there else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]).resolve(), int(sys.argv[3])))
