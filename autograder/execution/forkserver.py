"""The fork server: a warm process that forks a process for each submission."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

from autograder.execution import bwrap, memory_limit
from autograder.execution.channel import Limits, greeting
from autograder.execution.submission import SubmissionProcess
from autograder.sandboxed import forkserver, jail
from autograder.topics import CODE


class _Order(NamedTuple):
    """A submission process that is being made."""

    control: socket.socket
    directory: tempfile.TemporaryDirectory | None


class ForkServer:
    """The warm parent of all submission processes of a run: a context manager.

    With `bounds` it runs inside bubblewrap and each submission process in a jail of its own;
    without, student code has the rights of this process. Its submission processes find a CUDA device only
    if `device` is "cuda": points must not depend on one, and a process that has counted the
    devices cannot be forked for checks.
    """

    def __init__(self, bounds: jail.Bounds | None = None, device: str = ""):
        self._device = "cuda" if device == "cuda" else ""
        self._bounds = bounds and replace(bounds, cuda=self._device == "cuda")

    def __enter__(self):
        self.memory = memory_limit.of(self._bounds)
        self._folder = tempfile.TemporaryDirectory(prefix="forkserver-")
        ours, theirs = socket.socketpair()
        arguments = ["-m", "autograder.sandboxed.forkserver", str(theirs.fileno()), self._device]
        scratch = bwrap.SCRATCH if self._bounds else tempfile.gettempdir()
        path = "/usr/bin:/bin" if self._bounds else os.environ.get("PATH", "")
        environment = {
            **forkserver.THREADS,
            "PATH": path,
            "LANG": "C.UTF-8",
            "HOME": scratch,
            "TMPDIR": scratch,
            "MPLBACKEND": "Agg",
            "PYTHONHASHSEED": "0",  # sets of texts have one order: a regrade prints and judges the same
            "IPYTHONDIR": f"{scratch}/ipython",
            "MPLCONFIGDIR": f"{scratch}/matplotlib",
            **_cuda_environment(self._device),
        }
        if self._bounds is None:
            environment["PYTHONPATH"] = str(CODE)
            command = [sys.executable, *arguments]
        else:
            environment["PYTHONPATH"] = os.pathsep.join([bwrap.GRADER, *bwrap.other_site_folders()])
            bwrap.copy_sandboxed(Path(self._folder.name))
            arguments.append(json.dumps(asdict(self._bounds)))
            command = bwrap.command(Path(self._folder.name), environment, arguments, self._bounds.cuda)
        self._process = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        self._socket, self._lock, self._spare = ours, threading.Lock(), None
        return self

    def __exit__(self, *exc):
        self._socket.close()
        if self._spare is not None:
            self._spare.control.close()
            if self._spare.directory is not None:
                self._spare.directory.cleanup()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.memory.close()
        self._folder.cleanup()

    def wait(self) -> None:
        """Wait until the warm process is warm, and the first submission process is ready.

        `memory_limit.CannotCount` if nothing could bound the memory of its submissions.
        """
        with self._lock:
            self._spare = self._spare or self._order(forkserver.QUICK)
        with contextlib.suppress(ConnectionError):  # told when a process is wanted
            self._spare.control.recv(1, socket.MSG_PEEK)
        self.memory.check(self._process.pid)

    def stop(self) -> None:
        """End the warm process and every submission process at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    @contextlib.contextmanager
    def submission(self, limits: Limits = Limits(), kind: bytes = forkserver.CAREFUL):
        """A fresh submission process in an empty directory of its own."""
        with self._lock:
            mine = self._spare if kind == forkserver.QUICK and self._spare else self._order(kind)
            if kind == forkserver.QUICK:  # the next one is made while this one works
                self._spare = self._order(kind)
        with mine.directory or contextlib.nullcontext():
            pid = greeting(mine.control)
            if pid is None:
                raise RuntimeError("the grader's warm process ended; see its messages above")
            try:
                with self.memory.account(pid) as memory:
                    submission = SubmissionProcess(mine.control, limits)
                    submission.memory = memory
                    yield submission
            finally:
                mine.control.close()
                for kill in (os.kill, os.killpg):  # process 1 of its namespace takes all with it
                    with contextlib.suppress(ProcessLookupError):
                        kill(pid, signal.SIGKILL)

    def _order(self, kind: bytes) -> _Order:
        """Ask the warm process for a submission process, and do not wait for it."""
        # In a jail it makes its own directory, on a disk in memory; this one is not used there.
        made = tempfile.TemporaryDirectory(prefix="candidate-") if self._bounds is None else None
        ours, theirs = socket.socketpair()
        fd = os.open(made.name if made else "/", os.O_RDONLY)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs:
            socket.send_fds(self._socket, [kind], [theirs.fileno(), fd])
        os.close(fd)
        return _Order(ours, made)


def _cuda_environment(device: str) -> dict[str, str]:
    """What tells a fork server which devices there are: those of this process, or none."""
    if device != "cuda":
        return {"CUDA_VISIBLE_DEVICES": ""}
    handed_on = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "LD_LIBRARY_PATH")
    # To ask whether there is a device shall not begin to use one.
    return {"PYTORCH_NVML_BASED_CUDA_CHECK": "1", **{n: os.environ[n] for n in handed_on if n in os.environ}}
