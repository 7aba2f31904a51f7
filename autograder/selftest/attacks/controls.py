"""Controls: each attempt again, without a sandbox, to show that it would succeed.

A naive grader replaces the missing protection: the student's cells and a hidden cell run in one process, and
the score is what that cell prints.
"""

import os
import secrets
import socket
import subprocess
import sys
import time
from pathlib import Path

from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.selftest import bank
from autograder.selftest.attacks import harness
from autograder.selftest.attacks.harness import TOPIC, Attempt, Place

HIDDEN = """\
import numpy as np, torch
_hidden_note = "@TOKEN@"
_E = np.arange(21.0).reshape(7, 3)
_ids = np.array([0, 6, 2, 2])
def _reference(E, ids): return E[ids]
_want = _reference(_E, _ids)
_got = lookup(_E, _ids)
@NAIVE@
print("score", 7.0)
"""
NAIVE = "np.testing.assert_array_equal(_got, _want)"
ONE_PROCESS = """\
for _source in {sources!r}:
    get_ipython().run_cell(_source, store_history=False)
print("graded", "to the end")
"""
LIMITS = Limits(seconds=2.0, output=2_000_000)


class Controls:
    """A context manager that runs controls and shares one warm process among them."""

    def __init__(self, folder: Path):
        self.folder = folder

    def __enter__(self):
        self._server = socket.create_server(("127.0.0.1", 0))
        self.place = harness.plant(self.folder, self._server.getsockname()[1])
        (self.place.course / "gradebook.db").write_bytes(self.place.tokens["gradebook"].encode())
        os.environ["GRADER_SECRET"] = self.place.tokens["environment"]
        self._fork_server = ForkServer(None).__enter__()
        self._setup = bank.setup_source(TOPIC)
        return self

    def __exit__(self, *exc):
        del os.environ["GRADER_SECRET"]
        self._fork_server.__exit__(*exc)
        self._server.close()

    def succeeds(self, attempt: Attempt) -> bool:
        """Return whether the attempt reaches its aim, unprotected."""
        kind = attempt.header["control"]
        if kind == "function":
            return attempt.define("control", self.place)(self.place) is True
        if kind == "victim":
            return not survives(attempt, self.place)
        if kind == "alone":
            return self._alone(attempt)
        token = secrets.token_hex(8)
        text = self._one_process(attempt, token)
        if kind == "credit":
            return "score 7.0" in text
        if kind == "secret":
            return any(t in text for t in (token, *self.place.tokens.values()))
        if kind == "marker":
            return _appears(self.place.outside(attempt))
        if kind == "connection":
            return harness.waiting_connections(self._server) > 0
        if kind == "stops":
            return "graded to the end" not in text
        raise ValueError(f"{attempt.path}: unknown control {kind!r}")

    def _alone(self, attempt: Attempt) -> bool:
        """Return whether plain Python running the cells fails to end, writes outside or prints a secret."""
        sources = [source for _, source in attempt.cells(self.place)]
        code = (
            f"import signal\nsignal.setitimer(signal.ITIMER_REAL, 1)\nfor source in {sources!r}:\n"
            "    exec(source, globals())\nprint('graded to the end', flush=True)"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert process.stdout is not None  # a pipe, as asked for
            text = process.stdout.read()
        return (
            process.returncode != 0
            or "graded to the end" not in text
            or any(self.place.outside(attempt).iterdir())
            or any(t in text for t in self.place.tokens.values())
        )

    def _one_process(self, attempt: Attempt, token: str) -> str:
        hidden = HIDDEN.replace("@TOKEN@", token).replace("@NAIVE@", attempt.header.get("naive", NAIVE))
        sources = [self._setup, *(source for _, source in attempt.cells(self.place)), hidden]
        with self._fork_server.submission(LIMITS) as submission:
            return submission.run_cell(ONE_PROCESS.format(sources=sources)).text


def _appears(folder: Path, wait: float = 10.0) -> bool:
    """Return whether something is written into the folder, perhaps by a process that outlived its parent."""
    deadline = time.monotonic() + wait
    while not any(folder.iterdir()):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


# The grader of this control is the parent, the sibling a neighbour's process; both live in a separate process
# namespace, so that nothing else can be hit.
GRADER = """\
import os, subprocess, sys, time
sibling = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
child = os.fork()
if child == 0:
    names = {"__name__": "__main__"}
    for source in SOURCES:
        exec(source, names)
    os._exit(0)
os.waitpid(child, 0)
if sibling.poll() is None:
    print("the grader and its neighbour live", flush=True)
sibling.kill()
"""


def survives(attempt: Attempt, place: Place) -> bool:
    """Return whether a naive grader and another student's process outlive the attempt's cells."""
    sources = [source for name, source in attempt.cells(place)]
    line = [
        "bwrap",
        "--dev-bind",
        "/",
        "/",
        "--unshare-pid",
        "--proc",
        "/proc",
        "--die-with-parent",
        "--new-session",
        "--",
        sys.executable,
        "-c",
        f"SOURCES = {sources!r}\n{GRADER}",
    ]
    done = subprocess.run(line, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
    return "the grader and its neighbour live" in done.stdout
