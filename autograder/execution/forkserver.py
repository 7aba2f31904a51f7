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
from typing import IO, NamedTuple

from autograder.execution import bwrap, cores, memory_limit
from autograder.execution.channel import Limits, greeting
from autograder.execution.submission import SubmissionProcess
from autograder.results import GraderFailure, Lacking
from autograder.sandboxed import echo, forkserver, jail
from autograder.topics import CODE

LINE = 2000  # bytes of one line of the warm process's stderr


class SandboxEnded(GraderFailure):
    """The process in which submissions run did not start, or has ended: nothing more can be examined."""

    def __init__(self, how: str, said: str):
        super().__init__(
            f"the sandbox {how}{f', and said: {said}' if said else ''}. No submission can be run any more; "
            "what was graded before is recorded. Run the command again; if the sandbox ends again, see "
            "whether `bwrap --ro-bind / / true` runs under this account, and whether the machine is out of "
            "memory"
        )


class _Order(NamedTuple):
    """A submission process that is being made."""

    control: socket.socket
    directory: tempfile.TemporaryDirectory | None


class ForkServer:
    """The warm parent of all submission processes of a run: a context manager.

    With `bounds` it runs inside bubblewrap and each submission process in its own jail;
    without, student code has the rights of this process. Its submission processes find a CUDA device only
    if `device` is "cuda": points must not depend on a device, and a process that has counted the
    devices cannot be forked for checks. With `many` it starts half a second later, and each submission
    costs less.

    If the machine refuses a process, or a neighbour has used up a submission's share, the submission's
    block ends with `Lacking`.
    """

    def __init__(self, bounds: jail.Bounds | None = None, device: str = "", many: bool = False):
        self._device = "cuda" if device == "cuda" else ""
        self._alone, self._many = False, many
        self._bounds = bounds and replace(bounds, cuda=self._device == "cuda")

    def __enter__(self):
        self.memory = memory_limit.of(self._bounds)
        ours, theirs = socket.socketpair()
        arguments = ["-m", "autograder.sandboxed.forkserver", str(theirs.fileno()), self._device]
        arguments.append("many" if self._many else "")
        scratch = bwrap.SCRATCH if self._bounds else tempfile.gettempdir()
        path = "/usr/bin:/bin" if self._bounds else os.environ.get("PATH", "")
        environment = {
            **forkserver.THREADS,
            "PATH": path,
            "LANG": "C.UTF-8",
            "HOME": scratch,
            "LOGNAME": "candidate",  # inside, no list of users has a name; PyTorch's compiler asks for it
            "TMPDIR": scratch,
            "MPLBACKEND": "Agg",
            "NBGRADER_EXECUTION": "autograde",  # as nbgrader sets it: the last cell then builds nothing
            "PYTHONHASHSEED": "0",  # sets of texts keep their order: a regrade prints and judges the same
            "IPYTHONDIR": f"{scratch}/ipython",
            "MPLCONFIGDIR": f"{scratch}/matplotlib",
            **_cuda_environment(self._device),
        }
        copied: dict[Path, int] = {}
        if self._bounds is None:
            environment["PYTHONPATH"] = str(CODE)
            command = [sys.executable, *arguments]
        else:
            environment["PYTHONPATH"] = os.pathsep.join([bwrap.GRADER, *bwrap.other_site_folders()])
            copied = {file: os.open(file, os.O_RDONLY) for file in bwrap.sandboxed_files()}
            arguments.append(json.dumps(asdict(self._bounds)))
            command = bwrap.command(copied, environment, arguments, self._bounds.cuda)
        try:
            self._process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno(), *copied.values()],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            raise SandboxEnded("cannot be started", f"{command[0]}: {error.strerror}") from error
        finally:
            theirs.close()
            for descriptor in copied.values():
                os.close(descriptor)
        self._said = ""  # the last line of its stderr
        self._listener = threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True)
        self._listener.start()
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
        self._listener.join(1)
        self.memory.close()

    def wait(self) -> None:
        """Wait until the warm process and the first submission process are ready.

        Raise `memory_limit.CannotCount` if nothing could bound the memory of its submissions,
        `SandboxEnded` if there is no warm process.
        """
        with self._lock:
            self._spare = self._spare or self._order(forkserver.QUICK)
        try:
            ready = self._spare.control.recv(1, socket.MSG_PEEK)
        except ConnectionError:
            ready = b""
        if not ready:
            raise self._ended()
        self.memory.check(self._process.pid)

    def stop(self) -> None:
        """End the warm process and every submission process at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    @contextlib.contextmanager
    def alone(self):
        """Note that no other submission runs during the block.

        A submission's report that the machine has no process for it is then believed only if the warm process
        is refused one too.
        """
        self._alone = True
        try:
            yield
        finally:
            self._alone = False

    @contextlib.contextmanager
    def submission(self, limits: Limits = Limits(), kind: bytes = forkserver.CAREFUL):
        """Yield a fresh submission process in its own empty directory, on the core of the calling thread."""
        with self._lock:
            mine = self._spare if kind == forkserver.QUICK and self._spare else self._order(kind)
            if kind == forkserver.QUICK:  # the next one is made while this one works
                self._spare = self._order(kind)
        with mine.directory or contextlib.nullcontext():
            try:
                pid = greeting(mine.control)
            except Lacking:
                mine.control.close()
                raise
            if pid is None:
                mine.control.close()
                raise self._ended()
            try:
                with self.memory.account(pid) as memory:
                    submission = SubmissionProcess(mine.control, limits)
                    submission.memory, submission.lacks = memory, self._lacks
                    with contextlib.closing(submission):
                        submission.move(cores.mine())
                        yield submission
                    if memory.deprived:
                        raise Lacking
            finally:
                mine.control.close()
                for kill in (os.kill, os.killpg):  # process 1 of its namespace takes all with it
                    with contextlib.suppress(ProcessLookupError):
                        kill(pid, signal.SIGKILL)

    def _lacks(self) -> bool:
        """Return whether the machine really refuses a process: a submission's claim may be false."""
        if not self._alone:
            return True
        with self._lock:
            order = self._order(forkserver.CAREFUL)
        with order.control, order.directory or contextlib.nullcontext():
            try:
                greeting(order.control)
            except Lacking:
                return True
        return False

    def _order(self, kind: bytes) -> _Order:
        """Ask the warm process for a submission process, without waiting for it."""
        # In a jail it makes its own directory, on a disk in memory; this one is not used there.
        made = tempfile.TemporaryDirectory(prefix="candidate-") if self._bounds is None else None
        ours, theirs = socket.socketpair()
        fd = os.open(made.name if made else "/", os.O_RDONLY)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs:
            try:
                socket.send_fds(self._socket, [kind], [theirs.fileno(), fd])
            except ConnectionError:
                ours.close()
                raise self._ended() from None
            finally:
                os.close(fd)
        return _Order(ours, made)

    def _listen(self, complaints: IO[bytes]) -> None:
        """Pass on the warm process's stderr; keep the last line."""
        with complaints:
            while line := complaints.readline(LINE):
                text = echo.clean(line.decode(errors="replace")).rstrip()
                self._said = text or self._said
                print(text, file=sys.stderr)

    def _ended(self) -> SandboxEnded:
        """Return an error that says how the warm process ended."""
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            return SandboxEnded("has no process for a submission", self._said)
        self._listener.join(1)
        how = f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"
        return SandboxEnded(how, self._said)


def _cuda_environment(device: str) -> dict[str, str]:
    """Return the variables that show a fork server this process's CUDA devices, or none."""
    if device != "cuda":
        return {"CUDA_VISIBLE_DEVICES": ""}
    handed_on = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "LD_LIBRARY_PATH")
    # Asking whether there is a device must not begin to use one.
    return {"PYTORCH_NVML_BASED_CUDA_CHECK": "1", **{n: os.environ[n] for n in handed_on if n in os.environ}}
