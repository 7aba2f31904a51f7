"""A class graded by a Dask cluster of processes: as on one machine, whichever of them is killed."""

import contextlib
import errno
import functools
import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import sample_course
from sample_course import TOPIC

from autograder import cli, status
from autograder.execution import bwrap, worker
from autograder.execution.channel import Limits
from autograder.grading import cluster as clusters, fingerprint, grade, incoming
from autograder.grading.course import CourseError
from autograder.results import Lacking
from autograder.selftest import compare, demo_class
from autograder.topics import ROOT, VARIABLE, exercise_path

if absent := bwrap.missing():
    pytest.skip(f"grading on a cluster is NOT tested: {'; '.join(absent)}", allow_module_level=True)

PATIENCE = 60  # seconds for a process to do what it should


def until(condition) -> None:
    """Return once the condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _whole(place: Path) -> bool:
    return place.is_file() and place.read_text("utf-8").rstrip().endswith("}")


class Processes:
    """A scheduler and workers of one thread each, which have the grader and no course: a context manager.

    `grader` is the folder from which they import it.
    """

    def __init__(self, folder: Path, workers: list[list[str]], grader: Path = ROOT, **variables: object):
        self._folder, self._workers = folder, workers
        nothing = folder / "nothing"
        nothing.mkdir(parents=True)
        path = os.pathsep.join([str(grader), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
        told = {name: str(value) for name, value in variables.items()}
        self._environment = {**os.environ, "PYTHONPATH": path.rstrip(":"), VARIABLE: str(nothing), **told}
        self._processes: list[subprocess.Popen] = []

    def __enter__(self) -> "Processes":
        place = self._folder / "scheduler.json"
        local = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
        self.scheduler = self._start("scheduler", *local, "--port", "0", "--scheduler-file", str(place))
        until(lambda: self.scheduler.poll() is not None or _whole(place))
        assert self.scheduler.poll() is None, (self._folder / "log").read_text("utf-8")
        self.address = json.loads(place.read_text("utf-8"))["address"]
        for number, options in enumerate(self._workers):
            own = ["--nthreads", "1", "--name", str(number), "--local-directory", str(self._folder)]
            self._start("worker", self.address, *local, *own, *options)
        return self

    def _start(self, *command: str) -> subprocess.Popen:
        with open(self._folder / "log", "ab") as log:
            line = [sys.executable, "-m", "dask", *command]
            process = subprocess.Popen(
                line, cwd=self._folder, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        self._processes.append(process)
        return process

    def __exit__(self, *exc) -> None:
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> Path:
    return sample_course.make(tmp_path_factory.mktemp("content") / "course")


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """Two workers with the grader's own wheel, which holds no assignment."""
    made, unpacked = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("wheel")
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*wheel, "--wheel-dir", made, ROOT / "autograder" / "release" / "grader"], check=True)
    (packed,) = made.iterdir()
    shutil.unpack_archive(packed, unpacked, "zip")
    assert not (unpacked / "autograder" / "assignments").exists()
    with Processes(tmp_path_factory.mktemp("two"), [[], []], unpacked) as processes:
        yield processes


def answers(address: str) -> dict[str, str]:
    """A class that leads to every kind of outcome; one of them looks for a way to the cluster."""
    right, (host, port) = sample_course.right_answer(), address.removeprefix("tcp://").split(":")
    spy = f"""
import os, re, socket
try:
    socket.create_connection(({host!r}, {port}), 2)
    print("reached the scheduler")
except OSError as error:
    print(error.strerror)
names = [os.readlink(f"/proc/self/fd/{{fd}}") for fd in range(64) if os.path.lexists(f"/proc/self/fd/{{fd}}")]
print(*sorted(re.sub("[0-9]+", "", name) for name in names))
print(*sorted(name for name in os.environ))
"""
    return {
        "right": right,
        "adds-up": right.replace(".mean(axis=1)", ".sum(axis=1)"),
        "raises": "def moving_average(x, width):\n    return x[99]\n",
        "of-no-axes": "def moving_average(x, width):\n    return np.array(1.0)\n",
        "spy": spy + right,
        "ends": "import os\nos._exit(1)\n",
    }


def hand_in(content: Path, course: Path, work: dict[str, str]) -> Path:
    """A course whose draws are those of every other one here."""
    sample_course.hand_in(content, course, work)
    (course / ".autograder").mkdir(mode=0o700)
    (course / ".autograder" / "seed").write_text("20310203\n", "utf-8")
    broken = course / "submitted" / "broken" / TOPIC
    broken.mkdir(parents=True)
    (broken / f"{TOPIC}.ipynb").write_text("{", "utf-8")
    return course


def graded(content: Path, course: Path, address: str = "", **how) -> grade.Tally:
    with clusters.connected(address) if address else contextlib.nullcontext() as cluster:
        options = {"jobs": 2, "limits": Limits(seconds=10), "say": None, "cluster": cluster, **how}
        return grade.grade(course, [TOPIC], root=content, **options)


@pytest.fixture(scope="module")
def local(content, two, tmp_path_factory) -> Path:
    """The class, graded on this machine."""
    work = answers(two.address)
    course = hand_in(content, tmp_path_factory.mktemp("local") / "course", work)
    tally = graded(content, course)
    assert (tally.examined, tally.failures) == (len(work) + 1, 0)
    return course


def differences(one: Path, other: Path) -> list[str]:
    return list(compare.differences(compare.contents(one), compare.contents(other)))


@pytest.fixture(scope="module")
def far(content, two, tmp_path_factory) -> tuple[Path, grade.Tally]:
    """The same class, graded by two workers."""
    course = hand_in(content, tmp_path_factory.mktemp("far") / "course", answers(two.address))
    return course, graded(content, course, two.address)


def test_all_that_is_recorded_is_what_one_machine_records(content, local, far):
    course, tally = far
    assert (tally.examined, tally.failures) == (len(answers("x:1")) + 1, 0)
    assert differences(local, course) == []
    (told,) = tally.examiner_errors
    assert f"of-no-axes, {TOPIC}: moving_average.in-place: {sample_course.FOLDER}/" in told
    assert graded(content, course).examined == 0  # nothing is left for a run on this machine


def test_student_code_on_a_worker_reaches_no_scheduler(far, two):
    host, port = two.address.removeprefix("tcp://").split(":")
    socket.create_connection((host, int(port)), PATIENCE).close()  # from here it can be reached
    kept = (far[0] / ".autograder" / "results" / "spy" / f"{TOPIC}.json").read_text("utf-8")
    cells = json.loads(kept.split("\n")[1])["cells"]
    (printed,) = [cell["text"] for cell in cells if cell["grade_id"] == sample_course.FUNCTION]
    error, opened, variables = printed.splitlines()
    assert error == os.strerror(errno.ENETUNREACH)
    assert "PATH" in variables and "DASK" not in variables
    assert len(opened.split()) < 12


def test_only_checks_that_have_changed_are_sent_again(content, far, two, tmp_path, monkeypatch):
    course = shutil.copytree(far[0], tmp_path / "course")
    read = grade.assignments

    def changed(*how):
        (known,) = read(*how).values()
        return {TOPIC: replace(known, checks=known.checks | {"moving_average.errors": "changed"})}

    monkeypatch.setattr(grade, "assignments", changed)
    said: list[str] = []
    assert graded(content, course, two.address, say=said.append).examined == len(answers("x:1")) + 1
    (line,) = [line for line in said if f"right {TOPIC}:" in line]
    assert f"{sample_course.POINTS}/{sample_course.POINTS} points" in line
    assert line.endswith("(1 of its checks again)")


def test_work_that_comes_in_goes_to_the_workers(content, two, tmp_path, monkeypatch):
    work, course = dict(list(answers(two.address).items())[:2]), tmp_path / "course"
    at_once = hand_in(content, tmp_path / "at-once", work)
    shutil.rmtree(at_once / "submitted" / "broken")
    shutil.copytree(at_once, course, ignore=lambda folder, names: list(work))
    graded(content, at_once)
    monkeypatch.setattr(incoming, "POLL", 0.0)
    monkeypatch.delattr(grade, "examine")  # nobody examines at the desk
    with clusters.connected(two.address) as cluster:
        run = functools.partial(grade.grade, course, root=content, limits=Limits(seconds=10), cluster=cluster)
        rounds = incoming.watch(course, [TOPIC], None, run, say=lambda line: None)
        for student in work:
            shutil.copytree(at_once / "submitted" / student, course / "submitted" / student)
            assert next(rounds) == [(student, TOPIC)]
        rounds.close()
    assert differences(at_once, course) == []


def test_a_worker_that_is_killed_at_work_costs_a_retry_and_no_grade(content, local, two, tmp_path):
    mark = tmp_path / "mark"
    preloaded = ["--preload", "dying"]
    with Processes(tmp_path / "cluster", [preloaded, preloaded], DIES_ONCE=mark) as processes:
        course = hand_in(content, tmp_path / "course", answers(two.address))
        tally = graded(content, course, processes.address)
    assert mark.exists() and (tally.examined, tally.failures) == (len(answers("x:1")) + 1, 0)
    assert differences(local, course) == []


def test_a_submission_that_no_worker_survives_is_named_and_a_rerun_grades_it(content, two, tmp_path, capsys):
    """Here the first death is the last that the scheduler allows."""
    mark, allowed = tmp_path / "mark", {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": 0}
    preloaded = ["--preload", "dying"]
    course = hand_in(content, tmp_path / "course", {"ada": sample_course.right_answer()})
    with Processes(tmp_path / "cluster", [preloaded], DIES_ONCE=mark, **allowed) as processes:
        tally = graded(content, course, processes.address)
        assert (tally.examined, tally.failures) == (1, 1)
        said = capsys.readouterr().err
        assert "'ada', moving-average: the grader failed" in said and "1 workers died while they had" in said
        tally = graded(content, course, processes.address)
    assert (tally.examined, tally.unchanged, tally.failures) == (1, 1, 0)
    verdicts = [json.loads(line) for line in (course / "verdicts.jsonl").read_text("utf-8").splitlines()]
    assert {(v["verdict"], v["attempt"]) for v in verdicts if v["student"] == "ada"} == {("right", 1)}


STUDENTS = ("ada", "ben", "cleo", "dan", "eve", "fay", "gus", "hal")
CHAPTER = "lookup"


@pytest.fixture
def course(tmp_path) -> Path:
    """A class of this repository's content, for the command itself."""
    notebook = json.loads(exercise_path(CHAPTER).read_text("utf-8"))
    filled = json.dumps(demo_class.fill(notebook, demo_class.right_answers(CHAPTER)))
    for student in STUDENTS:
        folder = tmp_path / "course" / "submitted" / student / CHAPTER
        folder.mkdir(parents=True)
        (folder / f"{CHAPTER}.ipynb").write_text(filled, "utf-8")
    return tmp_path / "course"


def after_the_first(monkeypatch, happens) -> None:
    """Let something happen when the first submission of a run has been recorded."""
    step = grade.Progress.step

    def stepping(self, *how):
        step(self, *how)
        monkeypatch.setattr(grade.Progress, "step", step)
        happens()

    monkeypatch.setattr(grade.Progress, "step", stepping)


def recorded(course: Path) -> int:
    return len((course / "grades.csv").read_text("utf-8-sig").splitlines()) - 1


def goes_on(course: Path, before: int, address: str, capsys) -> None:
    assert 1 <= before < len(STUDENTS) and recorded(course) == before
    capsys.readouterr()
    assert cli.main(["grade", "--course", str(course), "--scheduler", address]) == status.DONE
    said = capsys.readouterr().out
    assert f"{len(STUDENTS) - before} submissions graded, {before} unchanged" in said
    assert recorded(course) == len(STUDENTS)


def test_a_lost_scheduler_ends_the_run_as_an_interruption_does(course, two, tmp_path, monkeypatch, capsys):
    with Processes(tmp_path / "cluster", [[], []]) as processes:
        after_the_first(monkeypatch, lambda: os.kill(processes.scheduler.pid, signal.SIGKILL))
        line = ["grade", "--course", str(course), "--scheduler", processes.address]
        assert cli.main(line) == status.INTERRUPTED
    said = capsys.readouterr()
    assert said.err == f"{clusters.SchedulerLost(processes.address)}\n"
    goes_on(course, said.out.count(f" {CHAPTER}: "), two.address, capsys)


def test_a_lost_scheduler_ends_a_watch_too(course, two, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(incoming, "POLL", 0.0)
    with Processes(tmp_path / "cluster", [[]]) as processes:
        after_the_first(monkeypatch, lambda: os.kill(processes.scheduler.pid, signal.SIGKILL))
        line = ["grade", "--course", str(course), "--watch", "--scheduler", processes.address]
        assert cli.main(line) == status.INTERRUPTED
    said = capsys.readouterr()
    assert said.err == f"{clusters.SchedulerLost(processes.address)}\n"
    goes_on(course, said.out.count(f" {CHAPTER}: "), two.address, capsys)


def test_an_interruption_at_the_desk_takes_back_what_was_sent(course, two, monkeypatch, capsys):
    def interrupt():
        raise KeyboardInterrupt

    after_the_first(monkeypatch, interrupt)
    line = ["grade", "--course", str(course), "--scheduler", two.address]
    assert cli.main(line) == status.INTERRUPTED
    from distributed import Client

    with Client(two.address, set_as_default=False) as client:
        until(lambda: client.run_on_scheduler(lambda dask_scheduler: not dask_scheduler.tasks))
    goes_on(course, capsys.readouterr().out.count(f" {CHAPTER}: "), two.address, capsys)


def test_a_device_is_a_resource_of_a_worker(content, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    preloaded = ["--preload", "dying"]
    workers = [preloaded, [*preloaded, "--resources", f"{clusters.GPU}=1"]]
    course = hand_in(content, tmp_path / "course", dict.fromkeys("abcd", sample_course.right_answer()))
    with Processes(tmp_path / "cluster", workers, NOTES=notes) as processes:
        with clusters.connected(processes.address, "cuda") as cluster:
            tally = grade.grade(course, [TOPIC], root=content, device="cuda", say=None, cluster=cluster)
    assert (tally.examined, tally.failures) == (5, 0)
    assert [path.name for path in notes.iterdir()] == ["1"]


def refusal(address: str, *how) -> str:
    with pytest.raises(CourseError) as refused, clusters.connected(address, *how):
        pass
    return str(refused.value)


def test_what_a_cluster_lacks_is_told_before_anything_is_sent(two, tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "WORKERS", 0.0)
    monkeypatch.setattr(clusters, "CONNECT", 1.0)
    assert "no worker with the resource GPU has come" in refusal(two.address, "cuda")
    with Processes(tmp_path / "alone", []) as processes:
        assert f"no worker has come to {processes.address} in 0 seconds" in refusal(processes.address)
    assert "no scheduler answers there" in refusal(processes.address)
    assert "no scheduler answers there" in refusal("nonsense://x")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'embedding-course[cluster]'" in refusal(two.address)


def test_a_worker_with_another_grader_is_named(content, two, tmp_path, monkeypatch):
    course = hand_in(content, tmp_path / "course", {"ada": sample_course.right_answer()})
    mine = fingerprint.engine()
    with clusters.connected(two.address) as cluster:
        monkeypatch.setattr(fingerprint, "engine", lambda: "another")
        said = refusal(two.address)
        with pytest.raises(clusters.UnfitWorker, match="its grader is another one"):  # one that came later
            grade.grade(course, [TOPIC], root=content, say=None, cluster=cluster)
    assert (
        said.count("worker tcp://") == 2 and f"({mine}), expected " in said and "(another), as here" in said
    )


def test_each_failure_of_a_worker_is_what_it_would_be_at_the_desk():
    client = SimpleNamespace(status="running")
    cluster = clusters.Cluster(client, "tcp://x:1", "", str)

    def outcome(failed: worker.Failed):
        found = pickle.dumps(("tcp://y:2", failed))
        return cluster._outcome(SimpleNamespace(status="finished", result=lambda: found))

    assert isinstance(outcome(worker.Failed("lacking", "")), Lacking)
    said = str(outcome(worker.Failed("grader", "Traceback ...")))
    assert said == "at the worker tcp://y:2:\nTraceback ..."
    with pytest.raises(clusters.UnfitWorker, match="tcp://y:2 cannot examine submissions: it ended"):
        outcome(worker.Failed("sandbox", "it ended"))


def test_a_worker_without_the_grader_or_without_a_sandbox_is_named():
    mine = clusters.about()
    (said,) = clusters._unlike(mine, ModuleNotFoundError("No module named 'autograder'"))
    assert "No module named 'autograder'; install there" in said
    assert list(clusters._unlike(mine, mine | {"lacks": "bubblewrap is not installed"})) == [
        "bubblewrap is not installed"
    ]
    assert list(clusters._unlike(mine, mine | {"lacks": ""})) == []
