"""Checks on a real device (CUDA), reported in addition to the stand-in accelerator, which decides the points.

A submission's cells run once more, in a process that was forked before anything touched the
device, and the checks run in the same process: a fork of it could not use CUDA. A check that
faults the device, or ends the process, is reported as such; the next one gets a fresh process, in
which the cells have run again. Nothing here gives or takes points.
"""

import time
from dataclasses import dataclass

from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.results import Stopped
from autograder.sandboxed import forkserver
from autograder.sandboxed.devices import words

MEMORY = 4 << 30  # bytes of the device's memory that one submission may take


@dataclass(frozen=True)
class ReportDevice:
    """A device, and the fork server whose processes can use it (`forkserver.ForkServer(bounds, device)`)."""

    device: str  # "cuda" or "cpu"
    fork_server: ForkServer
    memory: int = MEMORY


def report(steps: list, report_on: ReportDevice, seed, limits: Limits = Limits()) -> dict[str, str]:
    """Return the outcome of each check by id: a verdict, "memory", "fault: ..." or "not run: ...".

    `steps` are the sources of cells, and lists of checks in their places between them. Together
    they have the time of one notebook, in addition to that of the run that decides the points.
    """
    deadline = time.monotonic() + limits.notebook
    found: dict[str, str] = {}
    skipped: set[int] = set()
    while any(check.id not in found for step in steps if isinstance(step, list) for check in step):
        with report_on.fork_server.submission(limits, forkserver.QUICK) as submission:
            submission.deadline = deadline
            _walk(submission, steps, report_on, seed, found, skipped)
    return found


def _walk(submission, steps, report_on, seed, found: dict[str, str], skipped: set[int]) -> None:
    """Run the steps in one process as far as possible; find at least one more check, or skip one cell."""
    first = (
        "from autograder.sandboxed import devices as _d; "
        f"_d.limit({report_on.device!r}, {report_on.memory}); del _d"
    )
    begun = submission.run_cells([first])[-1]
    if begun.error:  # the device is missing or faulty
        everything = [check for step in steps if isinstance(step, list) for check in step]
        found |= {check.id: f"not run: {words(begun.error)}" for check in everything if check.id not in found}
        return
    for number, step in enumerate(steps):
        if isinstance(step, str):
            if number not in skipped and submission.run_cells([step])[-1].stopped:
                skipped.add(number)  # it does not end here, or ends the process: the next skips it
                return
            continue
        for check in step:
            if check.id in found:
                continue
            try:
                found[check.id] = submission.verdict_here(report_on.device, check, seed)
            except Stopped as stopped:
                found[check.id] = stopped.verdict
                return
            if found[check.id].startswith("fault"):
                return  # nothing runs on the device in this process any more
