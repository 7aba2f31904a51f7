"""The examiner's side: run the cells and checks of a submission."""

import re
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from autograder import messages
from autograder.checks import checking, examiner_errors, examples
from autograder.execution import causes, device_report
from autograder.execution.budget import ERROR, cells_not_kept, kept_cells
from autograder.execution.channel import Limits, Lost
from autograder.execution.device_report import ReportDevice
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.execution.submission import Ran, SubmissionProcess
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

    The quick way comes first: one process runs all cells. If a cell ends it, or the process does not
    answer, the submission runs once more with each cell in its own fork, so that a failing cell
    affects no other; checks that were answered do not run again.

    A check's process can leave what it learnt for a later cell to print. So if cells after a check
    printed numbers, or more than a few words, the cells run once more without checks, and their
    output there is shown. There, too, failed checks get an example of what the code does.
    """
    start = time.perf_counter()
    stages: dict[str, float] = {}
    walk = _Walk(script, seed, time.monotonic() + limits.notebook, only, to_end)
    stages["start"] = walk.all(fork_server, limits)
    shows = (only is None or to_end) and walk.prints_after_a_check()
    failed = examples.wanted(script.suite, walk.results())
    told: dict[str, examples.Told] = {}
    page_error = ""
    try:
        told = walk.once_more(fork_server, limits, shows, failed) if shows or failed else {}
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
        self._shown: dict[int, Ran] = {}  # in place of `_ran`, where that may hold inputs of checks
        self._found: dict[int, list[CheckResult]] = {}
        self._left_on: set[str] = set()

    def all(
        self,
        fork_server: ForkServer,
        limits: Limits,
        then: Callable[[SubmissionProcess], None] = lambda process: None,
    ) -> float:
        """Run every step, the quick or the careful way, and `then`; return the seconds until the start."""
        start = time.perf_counter()
        with fork_server.submission(limits, forkserver.QUICK) as submission:
            waited = time.perf_counter() - start
            done = self.quickly(submission)
            if done:
                then(submission)
        if not done:
            with fork_server.submission(limits) as submission:
                self.carefully(submission)
                then(submission)
        return waited

    def prints_after_a_check(self) -> bool:
        """Return whether cells after a check printed anything that could hold its inputs.

        A line in the code of the course's own cell cannot, nor one of the form "NAME: OUTCOME", as visible
        tests print it, with the name in that cell and the outcome in one of the course's.
        """
        said, outcomes = [], set()
        for step in self._steps:
            if isinstance(step, CodeStep) and step.kind == "given":
                outcomes |= set(_LITERAL.findall(step.source))
        for number, ran in self._ran.items():
            if number > self._asked:
                step = self._steps[number]
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
                n: replace(ran, text="", error=ran.error if ran.stopped else None)
                for n, ran in self._ran.items()
                if n > self._asked
            }
        suite = self._script.suite
        again.all(fork_server, limits, lambda process: told.update(process.examples(suite, failed)))
        if not shows:
            return told
        printed = {n: again._ran[at] for at, n in enumerate(numbers)}
        self._shown |= {n: printed[n] for n in self._shown if n in printed}
        return told

    @property
    def _asked(self) -> int:
        """The first step at which checks ran."""
        return min((n for n in self._found if self._checks[n]), default=len(self._steps))

    def quickly(self, submission: SubmissionProcess) -> bool:
        """Run every step, cells in one process; return False as soon as that process is lost."""
        submission.deadline, self._room = self._deadline, submission.room
        for runs, numbers in self._together():
            if runs:
                done = submission.run_cells([self._steps[n].source for n in numbers])
                self._ran |= dict(zip(numbers, done))
                if done[-1].stopped:
                    return False
            else:
                try:
                    self._ask(numbers[0], submission, may_lose=False)
                except Lost:
                    return False
        return True

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

    def carefully(self, submission: SubmissionProcess) -> None:
        """Run every step, each cell in a fork, but not again what took too long before."""
        submission.deadline, submission.room = self._deadline, self._room
        for number, step in enumerate(self._steps):
            if isinstance(step, CodeStep):
                self._ran[number] = self._again(step.source, self._ran.get(number), submission)
            elif number not in self._found:
                self._ask(number, submission, may_lose=True)

    def _again(self, source: str, earlier: Ran | None, submission: SubmissionProcess) -> Ran:
        """Run a cell again, unless it took too long; keep an earlier result that was not stopped."""
        if earlier is not None and earlier.stopped == "time":
            return earlier
        if earlier is not None and earlier.stopped:
            self._room.left += earlier.kept
        now = submission.run_cell(source)
        if earlier is None or earlier.stopped:
            return now
        self._room.left += now.kept
        return earlier

    def _ask(self, number: int, submission: SubmissionProcess, may_lose: bool) -> None:
        checks = self._checks[number]
        self._found[number] = submission.run_checks(checks, self._seed, may_lose)
        self._left_on |= submission.left_on

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
