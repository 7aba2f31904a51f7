"""Loaded by a worker of Dask (`--preload`): it dies, or notes that it examined, as variables ask of it."""

import os
import signal
from pathlib import Path

from autograder.execution import bwrap, worker
from autograder.execution.submission import SubmissionProcess


def dask_setup(worker_of_dask) -> None:
    """Change the grader in this process, before it has examined anything."""
    if mark := os.environ.get("DIES_ONCE"):
        die_once(Path(mark))
    if folder := os.environ.get("NOTES"):
        note(Path(folder), str(worker_of_dask.name))


def die_once(mark: Path) -> None:
    """The first of all workers that share the mark is killed between a submission's cells and its checks."""
    run_checks = SubmissionProcess.run_checks

    def dying(self, *how):
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return run_checks(self, *how)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(SubmissionProcess, "run_checks", dying)


def note(folder: Path, name: str) -> None:
    """Each examination leaves a file of this worker's name; its machine seems to have a CUDA device."""
    examine = worker.examine

    def noting(*how):
        (folder / name).touch()
        return examine(*how)

    worker.examine = noting
    bwrap.has_cuda = lambda: True
