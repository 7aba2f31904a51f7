"""Checks on a real device (CUDA): reported beside the stand-in accelerator, which decides the points.

A submission's cells run once more, in a process that was forked before anything touched the
device, and the checks in that very process: a fork of it could not use CUDA. A check that
faults the device, or ends the process, is told as such; the next one gets a fresh process, in
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
    """The outcome of each check on the device: by its id a verdict, "memory" or "fault: ...".

    `steps` are the sources of cells, and lists of checks where they stand between them. All
    together they have the time of one notebook, beside that of the run which decides the points.
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
    """The steps in one process, as far as it goes; at least one check more is found, or one cell skipped."""
    first = (
        "from autograder.sandboxed import devices as _d; "
        f"_d.limit({report_on.device!r}, {report_on.memory}); del _d"
    )
    begun = submission.run_cells([first])[-1]
    if begun.error:  # then there is no device, or it is not well: nothing can be told
        everything = [check for step in steps if isinstance(step, list) for check in step]
        found |= {check.id: f"not run: {words(begun.error)}" for check in everything if check.id not in found}
        return
    for number, step in enumerate(steps):
        if isinstance(step, str):
            if number not in skipped and submission.run_cells([step])[-1].stopped:
                skipped.add(number)  # here it does not end, or ends the process: the next goes without it
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
