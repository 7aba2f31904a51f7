"""The examiner's side: run the cells and checks of a submission."""

import contextlib
import re
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from autograder import messages
from autograder.checks import checking, examiner_errors, examples
from autograder.execution import causes, device_report
from autograder.execution.budget import ERROR, cells_not_kept, kept_cells
from autograder.execution.channel import Channel, Limits, Lost
from autograder.execution.device_report import ReportDevice
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.execution.submission import Ran, SubmissionProcess, neutral
from autograder.results import CellOutput, CheckResult, Graded, GraderFailure
from autograder.sandboxed import echo, forkserver, settings

_LITERAL = re.compile(r'"([^"\n\\{}]*)"')
AHEAD_CELLS, AHEAD_CHARACTERS = 16, 10_000  # sent to a submission before it is ready for them


def examine(
    script: Script,
    fork_server: ForkServer,
    seed,
    limits: Limits = Limits(),
    only: Collection[str] | None = None,
    report_on: ReportDevice | None = None,
    to_end: bool = False,
) -> Graded:
    """Run a rebuilt submission from its first cell to its last, with the checks in their places.

    With `only`, the ids of some checks, no others run; nor do the cells after the last, without `to_end`.
    When all points are decided, checks that need an accelerator run once more on the device `report_on`,
    if given; the results name the outcome there.

    The quick way comes first: one process runs all cells. At the place of each function's checks a fork
    keeps the state, and they run when all cells have: what a check's process learns, no cell can print. If a
    cell ends the process, or it does not answer, the submission runs once more with each cell in its own
    fork and the checks between them, so that a failing cell affects no other; checks that were answered do
    not run again.

    In the second way a check's process can leave what it learnt for a later cell to print. So if cells after
    a check printed numbers, or more than a few words, the cells run once more without checks, and their
    output there is shown.

    Failed checks get an example of what the code does, in a process where no check has run. Where the
    notebook itself says that something fails, that is before the first check; else the cells run once more.
    """
    start = time.perf_counter()
    stages: dict[str, float] = {}
    walk = _Walk(script, seed, time.monotonic() + limits.notebook, only, to_end)
    stages["start"] = walk.all(fork_server, limits)
    shows = (only is None or to_end) and walk.prints_after_a_check()
    told, page_error = dict[str, examples.Told](), ""
    try:
        told, failed = walk.told(examples.wanted(script.suite, walk.results()))
        if shows or failed:
            told |= walk.once_more(fork_server, limits, shows, failed)
    except (GraderFailure, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - the verdicts are made, and stand
        page_error = examiner_errors.of_page(error)
    results = [_with_example(r, told.get(r.check)) for r in walk.results()]
    results = _with_first_to_mend(script, results)
    if page_error:
        results[0] = replace(results[0], examiner_error=page_error)
    if report_on is not None:
        before = time.perf_counter()
        outcomes = device_report.report(walk.steps(), report_on, seed, limits)
        for result in results:
            result.devices |= {report_on.device: outcomes[result.check]} if result.check in outcomes else {}
        stages["device"] = time.perf_counter() - before
    seconds = time.perf_counter() - start
    stages["cells"], stages["checks"] = walk.seconds(), sum(r.seconds for r in results)
    stages["forks and messages"] = seconds - sum(stages.values())
    cells = walk.cells()
    notes = [*script.notes, *_absent(script, results), *cells_not_kept(cells, limits.output_total)]
    notes += [messages.settings_left(walk.left_on())] if walk.left_on() else []
    return Graded(script.student, script.topic, results, kept_cells(cells), notes, seconds, stages)


class _Walk:
    """A run through a submission's steps, with the results so far."""

    def __init__(
        self, script: Script, seed, deadline: float, only: Collection[str] | None, to_end: bool = False
    ):
        self._script, self._seed, self._deadline = script, seed, deadline
        self._checks = {
            n: [c for c in script.suite.of(step.function) if only is None or c.id in only]
            for n, step in enumerate(script.steps)
            if isinstance(step, CheckStep)
        }
        last = max((n for n, checks in self._checks.items() if checks), default=-1)
        self._steps = script.steps if only is None or to_end else script.steps[: last + 1]
        self._ran: dict[int, Ran] = {}
        self._late: set[int] = set()  # those of `_ran` that ran in a process where checks had
        self._shown: dict[int, Ran] = {}  # in place of `_ran`, where that may hold inputs of checks
        self._found: dict[int, list[CheckResult]] = {n: [] for n in self._checks}
        self._examples: dict[str, examples.Found] = {}  # what is known of the examples of a function
        self._left_on: set[str] = set()
        self._hanging: set[str] = set()  # functions that waited, perhaps for threads, until they were stopped

    def all(
        self,
        fork_server: ForkServer,
        limits: Limits,
        then: Callable[[SubmissionProcess], None] = lambda process: None,
    ) -> float:
        """Run every step, the quick or the careful way, and `then`; return the seconds until the start.

        If a careful run is lost as a whole at a check, another one runs the checks that are left.
        """
        start = time.perf_counter()
        with fork_server.submission(limits, forkserver.QUICK) as submission:
            waited = time.perf_counter() - start
            done = self.quickly(submission)
            if done:
                then(submission)
        may_lose = False
        while not done:
            before = self._answered()
            with fork_server.submission(limits) as submission:
                done = self.carefully(submission, may_lose)
                if done:
                    then(submission)
            may_lose = self._answered() == before
        return waited

    def _answered(self) -> int:
        return sum(map(len, self._found.values()))

    def prints_after_a_check(self) -> bool:
        """Return whether cells after a check printed anything that could hold its inputs.

        A line in the code of the course's own cell cannot, nor one of the form "NAME: OUTCOME", as visible
        tests print it, with the name in that cell and the outcome in one of the course's.
        """
        said, outcomes = [], set()
        for step in self._steps:
            if isinstance(step, CodeStep) and step.kind == "given":
                outcomes |= set(_LITERAL.findall(step.source))
        for number in sorted(self._late):
            step, ran = self._steps[number], self._ran[number]
            known = set(_LITERAL.findall(step.source)) if step.kind == "given" else set()
            lines = [*ran.text.splitlines(), *((ran.error or "").splitlines() if not ran.stopped else ())]
            for line in lines:
                name, _, outcome = line.partition(": ")
                own = line if line in known else name if outcome in outcomes else None
                if own in known:
                    known.discard(own)  # the cell prints it once
                else:
                    said.append(line)
        return not echo.plain(" ".join(said))

    def told(
        self, failed: dict[str, list[CheckResult]]
    ) -> tuple[dict[str, examples.Told], dict[str, list[CheckResult]]]:
        """Return what examples show of failed checks, as far as it is known, and the checks left over."""
        known = {f: results for f, results in failed.items() if f in self._examples}
        told = {
            example.check: example._replace(sentence=neutral(example.sentence))
            for function, results in known.items()
            for example in examples.told_of(self._script.suite, results, self._examples[function])
        }
        return told, {f: results for f, results in failed.items() if f not in known}

    def once_more(
        self, fork_server: ForkServer, limits: Limits, shows: bool, failed: dict[str, list[CheckResult]]
    ) -> dict[str, examples.Told]:
        """Run the cells once more without checks; with `shows`, show what they print there.

        Cells stopped at a limit do not run again: after a check, only that fact is shown of them.
        Return what examples show of the failed checks, by the check's id.
        """
        numbers = [n for n, ran in sorted(self._ran.items()) if ran.stopped in ("", "crash")]
        cells = replace(self._script, steps=[self._steps[n] for n in numbers])
        again = _Walk(cells, self._seed, self._deadline, None)
        told: dict[str, examples.Told] = {}
        if shows:  # show nothing if this ends early
            self._shown = {
                n: replace(self._ran[n], text="", error=self._ran[n].error if self._ran[n].stopped else None)
                for n in self._late
            }
        suite = self._script.suite
        again.all(fork_server, limits, lambda process: told.update(process.examples(suite, failed)))
        if not shows:
            return told
        printed = {n: again._ran[at] for at, n in enumerate(numbers)}
        self._shown |= {n: printed[n] for n in self._shown if n in printed}
        return told

    def quickly(self, submission: SubmissionProcess) -> bool:
        """Run every cell in one process, then the checks; return False if a process was lost.

        If a cell was stopped, the checks before it run nevertheless, and where cells have used up the
        notebook's time there is half of it again for checks.
        """
        submission.deadline, self._room = self._deadline, submission.room
        kept: dict[int, Channel] = {}
        with contextlib.ExitStack() as forks:
            done = self._run_all(submission, kept, forks)
            if done and kept and self._fails():
                functions = dict.fromkeys(self._checks[n][0].function for n in kept)
                self._examples = submission.examples_ahead(self._script.suite, functions)
            submission.deadline = max(submission.deadline, time.monotonic() + submission.limits.notebook / 2)
            for number, channel in kept.items():
                with contextlib.suppress(Lost):
                    self._ask(number, submission, may_lose=False, kept=channel)
        return done and all(len(self._found[n]) == len(self._checks[n]) for n in kept)

    def _run_all(
        self, submission: SubmissionProcess, kept: dict[int, Channel], forks: contextlib.ExitStack
    ) -> bool:
        """Run every cell in one process, and keep forks for the checks; return False if one was stopped."""
        for runs, numbers in self._together():
            if runs:
                done = submission.run_cells([self._steps[n].source for n in numbers])
                self._ran |= dict(zip(numbers, done))
                if done[-1].stopped:
                    return False
            elif self._checks[numbers[0]]:
                try:
                    kept[numbers[0]] = forks.enter_context(submission.kept())
                except Lost:
                    return False
        return True

    def _fails(self) -> bool:
        """Return whether a cell ended in an error, or one of the course's own says that a test fails."""
        return any(
            ran.error or (messages.TEST_FAILS in ran.text and self._steps[n].kind == "given")
            for n, ran in self._ran.items()
        )

    def _together(self) -> Iterator[tuple[bool, list[int]]]:
        """Yield (whether they are cells, numbers of steps): checks alone, consecutive cells together.

        What is sent ahead waits in a socket's buffer, so not too much at once.
        """
        cells: list[int] = []
        for number, step in enumerate(self._steps):
            long = isinstance(step, CodeStep) and len(step.source) > AHEAD_CHARACTERS
            if cells and (not isinstance(step, CodeStep) or long or len(cells) == AHEAD_CELLS):
                yield True, cells
                cells = []
            if not isinstance(step, CodeStep):
                yield False, [number]
            elif long:
                yield True, [number]
            else:
                cells.append(number)
        if cells:
            yield True, cells

    def carefully(self, submission: SubmissionProcess, may_lose: bool) -> bool:
        """Run every step, each cell in a fork, but not again what took too long before.

        Without `may_lose`, return False at a check whose fork cannot be made.
        """
        submission.deadline, submission.room = self._deadline, self._room
        asked = False
        for number, step in enumerate(self._steps):
            if isinstance(step, CodeStep):
                if self._again(number, step.source, submission) and asked:
                    self._late.add(number)
                continue
            try:
                asked |= self._ask(number, submission, may_lose)
            except Lost:
                return False
        return True

    def _again(self, number: int, source: str, submission: SubmissionProcess) -> bool:
        """Run a cell again, unless it took too long; return whether this is its result.

        An earlier result that was not stopped stands.
        """
        earlier = self._ran.get(number)
        if earlier is not None and earlier.stopped == "time":
            return False
        if earlier is not None and earlier.stopped:
            self._room.left += earlier.kept
        now = submission.run_cell(source)
        if earlier is None or earlier.stopped:
            self._ran[number] = now
            return True
        self._room.left += now.kept
        return False

    def _ask(
        self, number: int, submission: SubmissionProcess, may_lose: bool, kept: Channel | None = None
    ) -> bool:
        """Run the checks of a function that have no result yet; return whether there were any."""
        found = self._found[number]
        if checks := self._checks[number][len(found) :]:
            found += submission.run_checks(checks, self._seed, may_lose, kept, self._hanging)
            self._left_on |= submission.left_on
        return bool(checks)

    def left_on(self) -> list[str]:
        """Return the settings that cells left changed when checks began, and that were put back."""
        return [name for name in settings.NAMES if name in self._left_on]

    def steps(self) -> list[str | list[checking.Check]]:
        """Return the steps for another device: cells not stopped here, checks that need an accelerator."""
        found: list[str | list[checking.Check]] = []
        for number, step in enumerate(self._steps):
            if isinstance(step, CheckStep):
                found.append([check for check in self._checks[number] if check.accelerator])
            elif not self._ran[number].stopped:
                found.append(step.source)
        return found

    def seconds(self) -> float:
        """Return the seconds that the cells took, as their process says."""
        return sum(ran.seconds for ran in self._ran.values())

    def cells(self) -> list[CellOutput]:
        steps = self._steps
        ran_or_shown = sorted((self._ran | self._shown).items())
        return [
            CellOutput(
                steps[n].source, ran.text, self._told(ran.error), steps[n].kind, steps[n].grade_id, ran.cut
            )
            for n, ran in ran_or_shown
        ]

    def _told(self, error: str | None) -> str | None:
        """Return a cell's error, with its cause if known."""
        cause = causes.behind(error or "", self._script.python)
        return f"{error}\n{cause}" if cause else error

    def results(self) -> list[CheckResult]:
        failed: dict[str, str | None] = {}
        magics: dict[str, str] = {}
        results = []
        for number, step in enumerate(self._steps):
            if isinstance(step, CodeStep):
                shown = self._shown.get(number, self._ran[number])
                if failed.get(step.grade_id) is None:  # of several cells with one name, the first that failed
                    failed[step.grade_id] = self._ran[number].error and (shown.error or "")
                magics[step.grade_id] = causes.swallowing(step.source)
            else:
                name = step.function
                results += [
                    _explained(r, name, failed.get(name), magics.get(name, ""), self._script.python)
                    for r in self._found[number]
                ]
        return results


def _absent(script: Script, results: list[CheckResult]) -> list[str]:
    """Return the notes on functions without their own cell that nothing else defines."""
    found = {r.cell.removeprefix(checking.CELL) for r in results if r.verdict != "missing"}
    return [note for function, note in script.absent.items() if note and function not in found]


def _with_first_to_mend(script: Script, results: list[CheckResult]) -> list[CheckResult]:
    """Say at the first failed check of a function if it calls another function that is wrong."""
    sources = {s.grade_id: s.source for s in script.steps if isinstance(s, CodeStep) and s.kind == "solution"}
    kinds = {key: m.kind for key, m in script.suite.misconceptions.items()}
    wrong = [
        r.check.partition(".")[0]
        for r in results
        if r.verdict not in ("right", "missing") and kinds.get(r.misconception or "") != "contract"
    ]
    mend = causes.first_to_mend(sources, dict.fromkeys(wrong))
    found = []
    for result in results:
        function = result.check.partition(".")[0]
        if result.verdict not in ("right", "missing") and function in mend:
            said = messages.mend_first(function, mend.pop(function))
            result = replace(result, message=f"{said} {result.message}"[:ERROR])
        found.append(result)
    return found


def _with_example(result: CheckResult, example: examples.Told | None) -> CheckResult:
    if example is None:
        return result
    message = f"{result.message} {example.sentence}".rstrip()[:ERROR]
    return replace(result, message=message, examiner_error=example.examiner_error)


def _explained(result: CheckResult, function: str, error: str | None, magic: str, python: str) -> CheckResult:
    """Add the cause to a result that does not name it.

    A function that is missing because its cell failed is an error, and that error is reported.
    """
    result = replace(result, message=result.message[:ERROR])
    if result.verdict == "error":
        told, cause = result.message, causes.behind(result.message, python)
    elif result.verdict == "missing" and magic:
        told, cause = messages.swallowed(function, magic), ""
    elif result.verdict == "missing" and error is not None:
        told, cause = messages.not_defined(function, error)[:500].rstrip(), causes.behind(error, python)
        result = replace(result, verdict="error")
    else:
        return result
    return replace(result, message=f"{told.rstrip('.')}. {cause}" if cause else told)
