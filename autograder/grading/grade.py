"""A class, from submitted notebooks to scores and pages.

Student code runs in separate processes and is examined from outside (`examine`); this process decides the
points and is the only one that writes the gradebook. What has been graded is kept with the course (`cache`),
so a run continues where the last one ended, and repeats only what depends on a change.
"""

import contextlib
import functools
import os
import sys
import textwrap
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from autograder import messages
from autograder.checks.checking import Suite
from autograder.execution import bwrap, cores, device_report, worker
from autograder.execution.channel import Limits
from autograder.execution.device_report import ReportDevice
from autograder.execution.examine import examine
from autograder.execution.forkserver import ForkServer, SandboxEnded
from autograder.execution.memory_limit import CannotCount
from autograder.execution.steps import Script
from autograder.execution.warm import WarmServers
from autograder.grading import (
    changes,
    contents,
    copies,
    course as courses,
    entered,
    ids,
    intake,
    losses,
    roster,
    timestamps,
)
from autograder.grading.adopt import adopt
from autograder.grading.attempts import Attempts
from autograder.grading.cache import CachedResult, ResultCache
from autograder.grading.cluster import Cluster
from autograder.grading.course import CourseError, reporting_disk_errors
from autograder.grading.gradebook import Gradebook, write_feedback, write_verdicts
from autograder.grading.plan import Assignment, Task, as_read, assignments, tasks
from autograder.grading.progress import OutputClosed, Progress, tell
from autograder.grading.standing import Standing, assignments_on_record, standing
from autograder.release.release import ReleaseError
from autograder.results import CheckResult, Graded, Lacking, refer
from autograder.sandboxed.echo import clean
from autograder.sandboxed.jail import Bounds
from autograder.settings import course_toml
from autograder.topics import ROOT, topics as all_topics

MANY = 8  # submissions that pay for the half second in which a fork server makes each of them cheaper


class GradeOptions(NamedTuple):
    """How submissions are run: their limits, and the devices of their checks.

    Without `bounds`, student code runs with the rights of this process. Checks that need an accelerator
    also run on `device` ("cuda" or "cpu"), beside the stand-in that decides; each submission may take
    `device_memory` bytes of it.
    """

    limits: Limits = Limits()
    bounds: Bounds | None = Bounds()
    device: str = ""
    device_memory: int = device_report.MEMORY

    @property
    def settings(self) -> tuple:
        """The options that a result depends on."""
        return self.limits, self.bounds, self.device and (self.device, self.device_memory)


@dataclass
class Tally:
    """Counts of a run: submissions examined, recorded again from a kept result, and left unchanged.

    `pages` counts submissions with only a new page, after somebody changed the gradebook.
    """

    examined: int = 0
    recorded: int = 0
    pages: int = 0
    unchanged: int = 0
    written: list[tuple[str, str]] = field(default_factory=list)  # (student, topic) of each page
    failures: int = 0  # of the grader itself
    changes: list[str] = field(default_factory=list)  # score changes, a line each
    examiner_errors: list[str] = field(
        default_factory=list
    )  # student, topic, and what a check's own code raised
    left_out: list[str] = field(default_factory=list)  # ungraded paths in submitted/, a line each
    # Of graded work, a line each: submission times that cannot be read, ids that look alike.
    times: list[str] = field(default_factory=list)
    twins: list[str] = field(default_factory=list)
    roster: list[str] = field(
        default_factory=list
    )  # lines of the course's list of students that are left out
    # By stage, of all jobs together.
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def __str__(self) -> str:
        parts = [f"{self.examined} submissions graded"]
        parts += [f"{self.recorded} recorded from an earlier run"] if self.recorded else []
        parts += [f"{self.pages} with a new page after a change in the gradebook"] if self.pages else []
        return ", ".join(parts + ([f"{self.unchanged} unchanged"] if self.unchanged else []))


def grade_one(
    task: Task,
    script: Script,
    fork_server: ForkServer,
    attempts: Attempts,
    limits: Limits,
    device: ReportDevice | None,
) -> Graded:
    """Grade a submission, whatever it holds; if graded before, run only the checks that have changed."""

    if script.invalid:
        return _unread(script)
    _register(task, attempts)
    graded = examine(script, fork_server, attempts.seed(task.attempt), limits, task.stale, device)
    return _whole(task, script.suite, graded)


def _register(task: Task, attempts: Attempts) -> None:
    """Give the attempt its number, before the first input is sent."""
    with reporting_disk_errors(task.folder):
        attempts.register(task.student, task.topic, task.contents)


def _whole(task: Task, suite: Suite, graded: Graded) -> Graded:
    """Return the outcome of the attempt, with those earlier results that still hold."""
    if task.stale is not None and task.kept is not None:
        before = task.kept.graded()
        results = {r.check: r for r in (*before.results, *graded.results)}
        graded = replace(before, results=list(results.values()), seconds=graded.seconds)
    return replace(graded, results=_in_order(suite, graded.results), attempt=task.attempt)


def _in_order(suite: Suite, results: list[CheckResult]) -> list[CheckResult]:
    """Return the results in the assignment's order, each with the check to begin with."""

    order = {c.id: n for n, c in enumerate(suite.checks)}
    return refer(sorted((r for r in results if r.check in order), key=lambda r: order[r.check]))


def _unread(script: Script) -> Graded:
    """Return the result if no cell can be run: every check gets the same verdict, and the reason in words."""

    message = messages.nothing_graded(script.invalid)
    results = [
        CheckResult(script.topic, c.id, c.cell, 0.0, c.points, script.verdict, message)
        for c in script.suite.checks
    ]
    return Graded(script.student, script.topic, results, [], [*script.notes, message], attempt=None)


def grade(
    course: Path,
    topics: list[str],
    *,
    students=None,
    jobs: int = 0,
    limits: Limits = Limits(),
    bounds: Bounds | None = Bounds(),
    device: str = "",
    device_memory: int = device_report.MEMORY,
    again: bool = False,
    accept_loss: bool = False,
    root: Path = ROOT,
    say=tell,
    warm: WarmServers | None = None,
    copy: bool = True,
    cluster: Cluster | None = None,
) -> Tally:
    """Grade a class, record it, and return what was done. For the options see `GradeOptions`.

    The assignments are those at `root`. `again` examines everything again, changed or not; `accept_loss`
    continues although something recorded is missing. `warm` are fork servers of earlier runs: such a run is
    one of many, tells each submission in a line, and copies the gradebook first only with `copy`. If there is
    a `cluster`, its workers examine the submissions, and `jobs` does not count.

    Raise `CourseError` if something is missing without `accept_loss`, if the course cannot be read or
    written, or if another grader is at work on it; `OutputClosed` if the reader of the output is gone,
    `SchedulerLost` if the cluster is. In these cases, and if interrupted, what was graded so far is recorded.
    """
    options = GradeOptions(limits, bounds, device, device_memory)
    course = Path(course)
    students = None if students is None else [ids.canonical(name) for name in students]
    work = courses.submissions(course, topics, students, root)
    tally = Tally(left_out=courses.strays(course, topics, students, root), times=timestamps.unread(work))
    with reporting_disk_errors(course / contents.OWN), courses.held(course), courses.scratch(course):
        began, attempts = time.perf_counter(), Attempts(course, courses.seed(course))
        known_topics = assignments(topics, root)
        results = ResultCache(course)
        told = losses.settle(course, results, accept_loss)
        adopted, tally.twins = adopt(course)
        settings = course_toml.read(course, all_topics(root))
        listed = roster.of_course(settings)
        tally.roster = [] if listed is None else [f"{settings.roster}: {line}" for line in listed.left_out]
        for line in (*told, *adopted) if say is not None else ():
            say(line)
        run = _Run(course, root, known_topics, results, tally, say, began, warm, copy)
        try:
            with reporting_disk_errors(course / "gradebook.db"):
                entered.enter(course, settings, listed, topics, run.book)
            todo = []
            for task in tasks(course, work, known_topics, results, attempts, options.settings, again):
                if task.examine or task.record or task.page:
                    todo.append(task)
                else:
                    tally.unchanged += 1
            run.examine_and_record(todo, jobs or os.cpu_count() or 1, attempts, options, cluster)
        except CourseError:
            run.usable = False
            raise
        finally:
            run.finish()
    return tally


class _Run:
    """One run over a course: the only writer of its gradebook and files."""

    def __init__(
        self,
        course: Path,
        root: Path,
        topics: dict[str, Assignment],
        results: ResultCache,
        tally: Tally,
        say,
        began: float,
        warm: WarmServers | None,
        copy: bool,
    ):
        self._began, self._warm, self._copy = began, warm, copy
        self._course, self._root = course, root
        self._topics, self._results = topics, results
        self._tally, self._say = tally, say
        self._book: Gradebook | None = None
        self._before: dict[tuple[str, str], Graded] = {}  # earlier outcomes of submissions examined again
        self.usable = True  # whether more can be recorded

    def examine_and_record(
        self,
        todo: list[Task],
        jobs: int,
        attempts: Attempts,
        options: GradeOptions,
        cluster: Cluster | None = None,
    ) -> None:
        """Examine and record the tasks, `jobs` at once or on the workers of a cluster."""

        fresh = [task for task in todo if task.examine]
        with Progress(len(todo), self._say, bar=self._warm is None) as progress:
            for task in (t for t in todo if not t.examine):
                with self._failures(task):
                    assert task.kept is not None  # else it would be examined
                    if task.record:
                        now = self._record(task, task.kept)
                        self._tally.recorded += 1
                    else:
                        if task.standing is not None and task.standing.penalty:
                            self.book().renew_penalty(task.kept.graded())
                        now = self._write_page(task, task.kept, task.kept.graded())
                        self._tally.pages += 1
                    progress.step(task, task.kept.graded(), now)
            if not fresh:
                if set(self._topics) - assignments_on_record(self._course):  # named, or released since
                    with reporting_disk_errors(self._course):
                        self.book()
                return
            with contextlib.ExitStack() as stack:
                if cluster is None:
                    examined = self._here(stack, jobs, len(fresh) >= MANY, attempts, options)
                else:
                    examined = self._elsewhere(stack, cluster, attempts, options)
                self._tally.seconds["starting"] = time.perf_counter() - self._began
                lacking: list[Task] = []
                for task, result in examined(fresh, False):
                    with self._failures(task):
                        try:
                            kept = result()
                        except Lacking:
                            lacking.append(task)
                        else:
                            self._done(task, kept, progress)
                for task, result in examined(lacking, True) if lacking else ():
                    with self._failures(task):
                        self._done(task, result(), progress)

    def _done(self, task: Task, kept: CachedResult, progress: Progress) -> None:
        """Record a submission that was examined."""
        now = self._record(task, kept)
        self._tally.examined += 1
        progress.step(task, kept.graded(), now)

    def _here(
        self, stack: contextlib.ExitStack, jobs: int, many: bool, attempts: Attempts, options: GradeOptions
    ) -> "_Examined":
        """Start fork servers, open the gradebook, and return how tasks are examined on this machine."""
        device = options.device
        kinds = ["", device] if device else [""]
        # Outside of the sandbox a run has its own: their folders lie in the scratch folder, which it empties.
        warm = self._warm if options.bounds is not None else None
        warm = warm or stack.enter_context(WarmServers())
        with reporting_disk_errors(self._course):
            many = many or warm is self._warm
            forkservers = [warm.get(options.bounds, kind, many) for kind in kinds]
        fork_server, report_on = forkservers[0], None
        if device:
            report_on = ReportDevice(device, forkservers[-1], options.device_memory)
        stack.enter_context(reporting_disk_errors(self._course))
        self.book()
        try:
            fork_server.wait()
        except CannotCount as error:
            raise CourseError(str(error)) from None
        if self._say is not None and self._warm is None:
            self._say(f"memory of a submission: {fork_server.memory.words}")

        lent = cores.Cores()

        def work(task: Task) -> CachedResult:
            with lent.one():
                task, script = self._read(task, attempts, options)
                graded = grade_one(task, script, fork_server, attempts, options.limits, report_on)
                return self._keep(task, graded)

        def examined(todo: list[Task], alone: bool) -> Iterator[tuple[Task, Callable[[], CachedResult]]]:
            if not alone:
                for task, future in _several(todo, jobs, forkservers, work):
                    yield task, future.result
                return
            for each in forkservers:
                stack.enter_context(each.alone())
            for task in todo:  # no other submission runs now
                yield task, functools.partial(work, task)

        return examined

    def _elsewhere(
        self, stack: contextlib.ExitStack, cluster: Cluster, attempts: Attempts, options: GradeOptions
    ) -> "_Examined":
        """Open the gradebook, and return how workers examine tasks."""
        stack.enter_context(reporting_disk_errors(self._course))
        self.book()
        if self._say is not None and self._warm is None:
            self._say(cluster.words)

        def send(task: Task) -> tuple[worker.Work | None, Callable[[Graded | None], CachedResult]]:
            task, script = self._read(task, attempts, options)
            if script.invalid:
                return None, lambda _: self._keep(task, _unread(script))
            _register(task, attempts)
            work = worker.Work(
                worker.bare(script),
                cluster.packed(script.suite, self._root),
                attempts.seed(task.attempt),
                options.limits,
                options.bounds,
                task.stale,
                options.device,
                options.device_memory,
            )
            return work, lambda graded: self._keep(task, _whole(task, script.suite, graded))

        return functools.partial(cluster.examined, send)

    def _read(self, task: Task, attempts: Attempts, options: GradeOptions) -> tuple[Task, Script]:
        """Read a submission: return the task for what it holds now, and its script."""
        now, submission = self._topics[task.topic], intake.read(task.folder, task.topic)
        task = as_read(task, submission.contents, now, attempts, options.settings)
        return task, intake.script(now.source, submission, task.student, now.suite)

    def _keep(self, task: Task, graded: Graded) -> CachedResult:
        """Keep an outcome with the course."""
        if (before := self._results.find(task.student, task.topic)) is not None:
            self._before[task.student, task.topic] = before.graded()
        with reporting_disk_errors(self._course):
            return self._results.keep(task.basis, graded, before)

    def book(self) -> Gradebook:
        """Return the gradebook with the run's assignments, opened when it is first needed.

        Raise `CourseError` if it cannot hold them now.
        """

        if self._book is None:
            if self._copy:
                copies.keep(self._course)
            try:
                self._book = book = Gradebook(self._course, self._root, first=self._topics)
                for topic, assignment in self._topics.items():
                    self._know(book, topic, assignment)
                for line in book.dropped if self._say is not None else ():
                    self._say(line)
            except ReleaseError as error:
                if courses.refused(error) is None:
                    raise CourseError(str(error)) from error
                raise
        return self._book

    def _know(self, book: Gradebook, topic: str, assignment: Assignment) -> None:
        """Make the gradebook hold an assignment as it is now."""
        state = assignment.state
        on_record = self._results.recorded("", topic) == state
        if topic in book.made or on_record and book.has_topic(topic, assignment.source):
            book.read_topic(topic)
        else:
            book.add_topic(topic)
        if not on_record:
            self._results.mark_recorded("", topic, state)

    def _record(self, task: Task, kept: CachedResult) -> Standing | None:
        """Write the gradebook, then the pages, then the mark: a kill between them costs only a repetition.

        Return what the gradebook holds then.
        """

        graded, start = kept.graded(), time.perf_counter()
        with reporting_disk_errors(self._course / "gradebook.db"):
            self.book().record(graded)
        now = self._write_page(task, kept, graded)
        before = self._before.pop((task.student, task.topic), None)
        self._tally.changes += changes.lines(task.standing, now, before, graded)
        told = (r.examiner_error for r in graded.results if r.examiner_error)
        self._tally.examiner_errors += [clean(f"{task.student}, {task.topic}: {line}") for line in told]
        for stage, seconds in graded.stages.items() if task.examine else ():
            self._tally.seconds[stage] += seconds
        self._tally.seconds["recording"] += time.perf_counter() - start
        return now

    def _write_page(self, task: Task, kept: CachedResult, graded: Graded) -> Standing | None:
        """Write the page, from what the gradebook holds, and the mark that says so; return what it holds."""

        now = standing(self._course, task.student, task.topic)
        with reporting_disk_errors(self._course):
            write_feedback(self._course, graded, standing=now)
            self._results.mark_recorded(task.student, task.topic, task.marked(kept, now))
        self._tally.written.append((task.student, task.topic))
        return now

    def _failures(self, task: Task) -> "_Failures":
        return _Failures(self, task)

    def finish(self) -> None:
        """Write verdicts and grades of all on record, and print what changed; also when interrupted."""

        start = time.perf_counter()
        try:
            if self.usable and (self._book is not None or not self._results.exported()):
                with reporting_disk_errors(self._course):
                    write_verdicts(self._course, self._results.everything(all_topics(self._root)))
                with reporting_disk_errors(self._course / "gradebook.db"):
                    self._results.know_students(self.book().students())
                with reporting_disk_errors(self._course):
                    self._results.tidy()
                with reporting_disk_errors(self._course / "gradebook.db"):
                    exports = self.book().export()
                    self._results.mark_exported([contents.VERDICTS, *(path.name for path in exports)])
        finally:
            if self._book is not None:
                self._book.__exit__()
        self._tally.seconds["finishing"] = time.perf_counter() - start
        for line in self._tally.changes if self._say is not None else ():
            self._say(line)


# Examines tasks, each alone if asked; yields each with a function that returns its result or raises.
_Examined = Callable[[list[Task], bool], Iterator[tuple[Task, Callable[[], CachedResult]]]]


class _Failures:
    """Context of one submission: a failure of the grader is reported and counted, and the run continues.

    The run ends if the course cannot be written, since nothing more could be recorded; if the reader of
    its output is gone; or if the sandbox ends.
    """

    def __init__(self, run: _Run, task: Task):
        self._run, self._task = run, task

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace) -> bool:
        if not isinstance(error, Exception) or isinstance(error, (CourseError, OutputClosed, SandboxEnded)):
            return False
        if (reason := courses.refused(error)) is not None:
            raise CourseError(
                f"{self._run._course}: cannot be written ({courses.in_words(reason)})"
            ) from error
        self._run._tally.failures += 1
        where = f"{self._task.student!r}, {self._task.topic}: the grader failed"
        if isinstance(error, Lacking):
            print(f"{where}: {error}", file=sys.stderr)
        else:  # indented: text of a student in it must not look like a line of the grader
            trace = clean("".join(traceback.format_exception(error))).rstrip()
            print(where, textwrap.indent(trace, "  | ", lambda line: True), sep="\n", file=sys.stderr)
        return True


def _several(
    todo: list[Task], jobs: int, forkservers: list[ForkServer], work
) -> Iterator[tuple[Task, Future[CachedResult]]]:
    """Yield (task, its finished future), with `jobs` at once and few in memory."""
    pool, rest = ThreadPoolExecutor(jobs), iter(todo)
    waiting: dict[Future[CachedResult], Task] = {}
    try:
        while True:
            while len(waiting) < 2 * jobs and (task := next(rest, None)) is not None:
                waiting[pool.submit(work, task)] = task
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future
    except BaseException:
        for fork_server in forkservers:
            fork_server.stop()  # do not wait for what is still running
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def fences(unsafe: bool, **limits) -> Bounds | None:
    """Return the sandbox's bounds. If parts are missing: None with `unsafe`, else `CourseError`."""
    if not unsafe:
        need_fences("\ngive --unsafe to grade all the same, if you trust the notebooks")
    elif absent := bwrap.missing():
        print("warning: student code is not fenced in: " + "; ".join(absent), file=sys.stderr)
        return None
    return Bounds(**limits)


def need_fences(remedy: str = "") -> None:
    """Raise `CourseError`, naming missing parts and the `remedy`, if student code cannot be sandboxed."""
    if absent := bwrap.missing():
        raise CourseError("student code cannot be fenced in here:\n  " + "\n  ".join(absent) + remedy)
