"""A failure of the grader's side is told as such and costs no point; a rerun grades what it has cost."""

import contextlib
import json
import os
import socket
import subprocess
import time

import ordinary
import pytest

from autograder import cli
from autograder.checks import loading
from autograder.execution import bwrap
from autograder.execution.channel import Channel, Limits, Lost
from autograder.execution.forkserver import ForkServer, SandboxEnded
from autograder.grading import grade
from autograder.results import CheckResult, Graded, Lacking, Stopped
from autograder.sandboxed import forkserver, jail
from autograder.selftest import demo_class
from autograder.selftest.attacks import harness

TOPIC = "lookup"
FULL = sum(check.points for check in loading.suite(TOPIC).checks)


@pytest.fixture
def course(tmp_path):
    notebook = demo_class.fill(harness.handed_out(), demo_class.right_answers(TOPIC))
    for student in ("ada", "ben"):
        folder = tmp_path / "submitted" / student / TOPIC
        folder.mkdir(parents=True)
        (folder / f"{TOPIC}.ipynb").write_text(json.dumps(notebook), "utf-8")
    return tmp_path


def points(course):
    found = {}
    for line in (course / "verdicts.jsonl").read_text("utf-8").splitlines():
        verdict = json.loads(line)
        found[verdict["student"]] = found.get(verdict["student"], 0) + verdict["points"]
    return found


def run(course):
    return grade.grade(course, [TOPIC], jobs=2, limits=Limits(seconds=5), bounds=None, say=None)


def failing(monkeypatch, error, times):
    """Let everybody have full marks, but the examination of ben end with the error, so often.

    Returns for whom it was asked.
    """
    asked = []
    checks = loading.suite(TOPIC).checks
    right = [CheckResult(TOPIC, c.id, c.cell, c.points, c.points, "right", "") for c in checks]

    def instead(script, *how):
        asked.append(script.student)
        if script.student == "ben" and asked.count("ben") <= times:
            raise error
        return Graded(script.student, script.topic, right)

    monkeypatch.setattr(grade, "examine", instead)
    return asked


def test_a_submission_that_lacked_a_process_is_graded_again_when_its_neighbours_have_gone(
    course, quick, monkeypatch
):
    asked = failing(monkeypatch, Lacking(), times=1)
    tally = run(course)
    assert (tally.examined, tally.failures) == (2, 0)
    assert points(course) == {"ada": FULL, "ben": FULL}
    assert asked.count("ben") == 2 and asked[-1] == "ben"


def test_one_that_lacks_it_again_is_named_and_not_recorded_and_a_rerun_grades_it(
    course, quick, monkeypatch, capsys
):
    failing(monkeypatch, Lacking(), times=2)
    tally = run(course)
    said = capsys.readouterr().err
    assert tally.failures == 1 and points(course) == {"ada": FULL}
    assert said.startswith("'ben', lookup: the grader failed: the machine refused a process")
    assert "ulimit -u" in said and "Traceback" not in said
    assert run(course).examined == 1 and points(course)["ben"] == FULL


def test_what_a_student_wrote_reaches_the_terminal_without_its_codes_and_in_no_line_of_the_graders(
    course, quick, monkeypatch, capsys
):
    failing(
        monkeypatch, ValueError("\x1b[2J\x07\x9b1A\r\n[3/3] ben lookup: 37/37 points, 29 right\n"), times=9
    )
    assert run(course).failures == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "'ben', lookup: the grader failed" and all(x.startswith("  | ") for x in lines[1:])
    assert not set("\x1b\x07\x9b\r") & set("".join(lines))


# -- the sandbox that ends ------------------------------------------------------------------------


def needs_sandbox():
    if absent := bwrap.missing():
        pytest.skip(f"the sandbox's end is NOT tested: {'; '.join(absent)}")


def test_a_sandbox_that_ends_at_once_is_told_with_its_words_and_a_remedy(course, monkeypatch, capsys):
    dies = ["/bin/sh", "-c", "echo '\x1b[1mbwrap: No permissions to create a namespace' >&2; exit 7"]
    monkeypatch.setattr(bwrap, "command", lambda *arguments: dies)
    monkeypatch.setattr(bwrap, "missing", list)
    assert cli.main(["grade", "--course", str(course), TOPIC]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(
        "the sandbox ended with status 7, and said: bwrap: No permissions to create a namespace. "
    )
    assert "Run the command again" in said and "bwrap --ro-bind" in said


def test_a_sandbox_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(bwrap, "command", lambda *arguments: ["/no/such/bwrap"])
    with pytest.raises(SandboxEnded, match="cannot be started, and said: /no/such/bwrap: No such file"):
        ForkServer(jail.Bounds()).__enter__()


def test_a_sandbox_that_is_killed_between_submissions_ends_the_run_and_keeps_what_was_graded(
    course, monkeypatch
):
    needs_sandbox()
    grade_one = grade.grade_one

    def killing(task, source, fork_server, *how):
        if task.student == "ben":
            fork_server.stop()
            fork_server._process.wait()
        return grade_one(task, source, fork_server, *how)

    monkeypatch.setattr(grade, "grade_one", killing)
    with pytest.raises(SandboxEnded, match="was ended by signal 9"):
        grade.grade(course, [TOPIC], jobs=1, limits=Limits(seconds=5), say=None)
    assert points(course)["ada"] == FULL


# -- too few processes --------------------------------------------------------------------------

CLAIMS = """
import os, time
def refuse():
    raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork, time.sleep = refuse, lambda seconds: None
"""


def test_a_step_without_a_process_is_believed_until_it_is_alone(warm):
    """In a submission's own process a student's code may say so as well."""
    with pytest.raises(Lacking), warm.submission(Limits(5)) as submission:
        submission.run_cell(CLAIMS)
        submission.run_cell("print(1)")
    with warm.alone(), warm.submission(Limits(5)) as submission:
        submission.run_cell(CLAIMS)
        assert submission.run_cell("print(1)").stopped == "crash"


@pytest.mark.parametrize(
    "said, raised", [(forkserver.LACKING, Lacking), (b"", Lost), (forkserver.HERE, Stopped)]
)
def test_what_a_process_said_is_heard_though_it_hung_up_before_its_request_was_sent(said, raised):
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    theirs.sendall(said)
    theirs.close()
    output, other = os.pipe()
    with contextlib.closing(Channel(ours, output, Limits(5), time.monotonic() + 5)) as channel:
        os.close(other)
        with pytest.raises(raised) as refused:
            channel.send({"cell": "1"})
        assert refused.type is raised


def test_a_submission_that_never_got_a_process_is_told_apart_from_one_that_crashed(monkeypatch):
    """The warm process is refused every fork, as where an account has no process left."""
    refused = "import os\ndef refuse(): raise BlockingIOError(11, 'no')\nos.fork = refuse\n"
    quick = "import time\ntime.sleep = lambda seconds: None\n"
    start = "from autograder.sandboxed.forkserver import fork_server; import socket, sys\n"
    serve = "fork_server(socket.socket(fileno=int(sys.argv[1])), '', None)"

    def popen(command, **options):
        return subprocess_popen([command[0], "-c", refused + quick + start + serve, command[3]], **options)

    subprocess_popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", popen)
    with ForkServer(None) as fork_server, fork_server.alone():  # this is no word of a student's
        with pytest.raises(Lacking), fork_server.submission(kind=forkserver.QUICK):
            pass


# Run as an ordinary user, whose submissions all have the same user.
TWO = """
from autograder.execution.channel import Channel, Limits, Lost
from autograder.execution.forkserver import ForkServer
from autograder.sandboxed.jail import Bounds
CELL = '''
import os, signal
started = 0
try:
    while started < 25:
        os.fork() or signal.pause()
        started += 1
except OSError:
    pass
print(started)
'''
with ForkServer(Bounds(processes=40)) as fork_server:
    with fork_server.submission(Limits(20)) as ada, fork_server.submission(Limits(20)) as ben:
        for submission in (ada, ben):
            print(submission.run_cell(CELL).text.strip())
        print(ada.run_cell(CELL.replace("25", "60")).text.strip() < "40")
"""


def as_ordinary_user(*arguments):
    needs_sandbox()
    if reason := ordinary.missing():
        pytest.skip(reason)
    return subprocess.run(
        ordinary.command(*arguments), capture_output=True, text=True, stdin=subprocess.DEVNULL
    )


def test_each_submission_of_an_ordinary_user_has_its_own_processes():
    done = as_ordinary_user("-c", TWO)
    assert done.stdout.splitlines() == ["25", "25", "True"], done.stderr


BOMB = """
import os, time
end = time.time() + {seconds}
while time.time() < end:
    try:
        if os.fork() == 0:
            while time.time() < end:
                try:
                    os.fork()
                except OSError:
                    time.sleep(0.001)
            os._exit(0)
    except OSError:
        time.sleep(0.001)
"""


@pytest.mark.long
def test_a_process_bomb_costs_no_neighbour_a_point_ten_times(tmp_path):
    course = tmp_path / "course"
    right = demo_class.fill(harness.handed_out(), demo_class.right_answers(TOPIC))
    bomb = right | {"cells": [demo_class.code(BOMB.format(seconds=12)), *right["cells"]]}
    honest = [f"h{n}" for n in range(12)]
    for student in ("bomb", *honest):
        folder = course / "submitted" / student / TOPIC
        folder.mkdir(parents=True)
        (folder / f"{TOPIC}.ipynb").write_text(json.dumps(bomb if student == "bomb" else right), "utf-8")
    for folder, _, _ in os.walk(tmp_path):
        os.chmod(folder, 0o777)
    for path in tmp_path.parents:  # pytest's own folders are their owner's alone
        if path.owner() == tmp_path.owner() and not path.stat().st_mode & 0o001:
            path.chmod(0o711)
    for _ in range(10):
        done = as_ordinary_user(
            "-m", "autograder", "grade", TOPIC, "--course", str(course), "--jobs", "2", "--again"
        )
        assert done.returncode == 0, done.stderr
        found = points(course)
        assert {student: found.get(student) for student in honest} == dict.fromkeys(honest, FULL)
        assert "bomb" in found
