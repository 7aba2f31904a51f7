"""A hostile `is_right`, judged in the sandbox by a check that hands it gradients to call, and without limits."""

import json
import subprocess
import sys
from pathlib import Path

from autograder.checks import loading
from autograder.execution.forkserver import ForkServer
from autograder.grading.grade import fences
from autograder.selftest import bank
from autograder.selftest.attacks.harness import BOUNDS, LIMITS

TOPIC, FUNCTION = "scatter-add", "is_right"
MOST = 256  # MiB by which the process that judges may grow: a message, its parts and its numbers

# Without limits the function is called in the process that has it, as a check would without a fork.
UNLIMITED = """
import resource
import numpy as np

def backward(grad_out, ids, V):
    dE = np.zeros((V, grad_out.shape[-1]))
    np.add.at(dE, ids, grad_out)
    dE += 0.0  # touches all of it
    return dE

{cells}
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
verdict = is_right(backward)
print(verdict, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def hand_in(notebook: dict, folder: Path) -> None:
    """Write the notebook of another topic, which is graded as any; the attempt itself is made here."""
    (folder / "lookup.ipynb").write_text(json.dumps(notebook), "utf-8")


def harm(cells: str) -> str:
    """Judge the code as the grader does; return what it did to this process or gained, "" if nothing."""
    check = loading.suite(TOPIC).of(FUNCTION)[0]
    with ForkServer(fences(False, **BOUNDS)) as server, server.submission(LIMITS) as submission:
        for source in (bank.setup_source(TOPIC), cells):
            if (ran := submission.run_cell(source)).error:
                return f"the attempt was not made: {ran.error}"
        before = _highest(reset=True)
        (result,) = submission.put([(check, 0)])
        grown = _highest() - before
    if result.points:
        return "it earned points"
    return f"the process that judges grew by {grown} MiB" if grown > MOST else ""


def unlimited(cells: str) -> tuple[str, int]:
    """Return what `is_right` says without limits, and by how many MiB that process grew."""
    done = subprocess.run(
        [sys.executable, "-c", UNLIMITED.format(cells=cells)], capture_output=True, text=True, check=True
    )
    said, grown = done.stdout.split()
    return said, int(grown)


def _highest(reset: bool = False) -> int:
    """Return the most memory that this process has held, in MiB, since it was last reset."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5")
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
    return int(line.split()[1]) >> 10
