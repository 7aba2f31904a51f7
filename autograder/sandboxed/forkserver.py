"""The fork server and the submission processes: where students' cells run, and how their state is kept.

    fork server         imports NumPy, torch and IPython once, forks a submission process on request
      init              of one submission; starts the interpreter, and another if all else ends
        interpreter     waits for steps
          step: check   in a fork: answers the examiner from this state, at once or when later cells
                        have run, then ends; or in the interpreter itself, on a real device
          step: cell    in the interpreter itself, or in a fork that becomes the interpreter after it

A cell in the interpreter itself is the quick way: if it ends the interpreter, the examiner starts
over. A cell in a fork is slower, but harms no other cell: its parent holds the state before
it, and goes on as the interpreter if the cell crashes or is killed.

A fork of a process that has begun to use CUDA cannot use it, and a backward pass on the CPU is
enough to begin. So a fork server for CUDA does nothing of the kind, and its submissions
run cells and checks in one process; any other fork server sees no CUDA device.

A thread that a cell leaves behind would live on in the interpreter, and could end it at any
time. So a cell in a fork hands over to one more fork, which inherits no thread.

The examiner sends every step its own connection and output pipe (as file
descriptors over the control socket): a killed step cannot garble the next one's answer.

Run as `python -m autograder.sandboxed.forkserver FD DEVICE MANY [BOUNDS]`, with FD the fork server's end
of a socket, DEVICE "cuda" or empty, MANY "many" or empty, and BOUNDS the limits as JSON: with them, each
submission gets its own jail (`jail`).
"""

import contextlib
import errno
import functools
import gc
import itertools
import json
import os
import random
import select
import signal
import socket
import sys
import time
import warnings

from autograder.sandboxed import hugepages, jail, pools, protocol, settings, shells
from autograder.sandboxed.agent import serve

# More than one OpenMP thread before a fork hangs the child, even if only a student's cell
# asked for it; these are read when the libraries load.
THREADS = {
    "OMP_NUM_THREADS": "1",
    "OMP_THREAD_LIMIT": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


# Kinds of submission process. QUICK: one interpreter runs all cells, and the process ends with it.
# CAREFUL: each cell runs in its own fork.
QUICK, CAREFUL = b"1", b"c"
# Kinds of step.
CELL, CELL_IN_FORK, CHECKS, CHECKS_HERE = b"s", b"r", b"q", b"h"
# Checks in a fork that lives on beside later steps; and a step that only ends what checks left running.
CHECKS_LATER, TIDY = b"l", b"t"
MOVE, CORE = b"m", 4  # before the first step: go to the core whose number follows, in so many bytes
# The first byte of a submission process and of a step: it runs, or the machine refuses it a process.
HERE, LACKING = b"h", b"n"
REFUSALS = (errno.EAGAIN, errno.ENOMEM, errno.ENOSPC)  # the errors of a refusal, the last for a namespace

_threads_left = False  # whether a cell, in this process or one it was forked from, left threads running


def fork_server(requests: socket.socket, device: str, bounds: jail.Bounds | None, many: bool = False) -> None:
    """Fork a submission process for each request, one byte with [control socket, working directory].

    If there will be `many`, take half a second at the start to make each of them cheaper.
    """
    if bounds is not None:
        jail.seal()
    shell = _warm(device)
    if many:
        hugepages.collapse()
    alive: set[int] = set()
    for number in itertools.count():
        data, descriptors, _, _ = socket.recv_fds(requests, 1, 2)
        if not data:
            # The grader has gone. If it was killed, nothing else ends what runs without a jail.
            for pid in alive - _reap():
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)
            return
        control, directory = descriptors
        try:
            alive.add(pid := _fork())
        except OSError as error:
            _say_lacking(socket.socket(fileno=control), error)
            os.close(directory)
            continue
        if pid == 0:
            requests.close()
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            connection = socket.socket(fileno=control)
            try:
                _begin(connection, directory, shell, data, bounds, number)
            except OSError as error:
                _say_lacking(connection, error)
            os._exit(0)
        for descriptor in descriptors:
            os.close(descriptor)
        alive -= _reap()


def _begin(control: socket.socket, directory: int, shell, kind: bytes, bounds, number: int) -> None:
    """Start a submission process. Raise `OSError` if it cannot be set up."""
    if bounds is None:
        os.setsid()
        os.fchdir(directory)
        os.close(directory)
        if _greets(control):
            interpreter(control, shell)
        return
    jail.keep_descriptors(control.fileno(), directory)
    jail.enter(bounds, number)
    os.close(directory)
    init(control, shell, kind)


def _greets(connection: socket.socket, word: bytes = HERE) -> bool:
    """Send the first byte; return False if nobody wants it any more, because the process was made ahead."""
    try:
        connection.sendall(word)
    except OSError:
        return False
    return True


def _say_lacking(connection: socket.socket, error: OSError) -> None:
    """Report to the examiner that the machine has no more processes, if the error says so; else raise it."""
    if error.errno not in REFUSALS:
        raise error
    _greets(connection, LACKING)
    connection.close()


def _warm(device: str):
    """Load what every submission process needs, and do once what is slow the first time.

    For CUDA, do nothing that would count its devices.
    """
    gc.disable()  # nothing that is loaded here is ever freed, and looking for it takes a fifth of the time
    import numpy
    import torch

    from autograder.sandboxed import cost, standin

    torch.set_num_threads(1)
    if device != "cuda":
        layer = torch.nn.Embedding(3, 2)
        layer(torch.tensor([1])).sum().backward()
        torch.optim.Adam(layer.parameters()).step()
        with cost.Meter(), standin.active():
            torch.zeros(1, device=standin.DEVICE)
    shell = shells.make()
    run_cell(shell, "None")
    # A notebook without a seed draws the same in every run: a regrade prints and judges it alike.
    numpy.random.seed(0)
    torch.manual_seed(0)
    # Python draws a new state in every fork.
    os.register_at_fork(after_in_child=functools.partial(random.seed, 0))
    random.seed(0)
    settings.remember()
    # Exempt permanent objects from collection: a child's first collection would write into, and so
    # copy, all their pages.
    gc.collect()
    gc.freeze()
    gc.enable()
    cost.Meter.frozen_for_good = True
    return shell


def _reap() -> set[int]:
    """Collect the children that have ended; return their ids."""
    ended = set()
    try:
        while pid := os.waitpid(-1, os.WNOHANG)[0]:
            ended.add(pid)
    except ChildProcessError:
        pass
    return ended


def init(control: socket.socket, shell, kind: bytes) -> None:
    """Run as the jail's first process, which no submission can end and which outlives its interpreters.

    Start an interpreter. If a careful submission ends all its own processes, start another from
    the state before the first cell, so that the remaining cells still run. A quick submission is
    then over, with all that it has left running.
    """
    first = True
    while _is_open(control) and (first or kind == CAREFUL):
        try:
            pid = _fork()
        except OSError as error:
            if first:
                raise
            if (step := _next_step(control)) is not None:
                os.close(step[2])
                _say_lacking(step[1], error)
            continue
        if pid == 0:
            interpreter(control, shell)
            os._exit(0)
        if first and not _greets(control):
            return
        first = False
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)


def _is_open(control: socket.socket) -> bool:
    try:
        return control.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def interpreter(control: socket.socket, shell) -> None:
    """Take steps until the examiner hangs up. Return in every process that has been the interpreter.

    In the jail, first end what the previous step has left running: it would go on
    using up the submission's limits. Do not wait for a fork for checks: the examiner ends it.
    """
    kept: set[int] = set()  # forks that wait for their checks
    while True:
        if (step := _next_step(control)) is None:
            return
        data, connection, output = step
        kept -= _reap()  # first: its number may be given to another process
        jail.sweep(kept)
        kept -= _reap()
        if data == TIDY:
            os.close(output)
            _greets(connection)
            connection.close()
            continue
        # Shared with the fork, which writes the process that it hands over to.
        successor = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        try:
            pid = _fork() if data not in (CELL, CHECKS_HERE) else 0
        except OSError as error:
            os.close(output)
            os.close(successor)
            _say_lacking(connection, error)
            continue
        if pid == 0:
            _step(data, connection, output, shell, successor)
            os.close(successor)
            continue
        connection.close()
        os.close(output)
        if data == CHECKS_LATER:
            kept.add(pid)
        if data == CELL_IN_FORK:
            os.waitpid(pid, 0)
            with contextlib.suppress(BlockingIOError):  # it has no successor
                _await_successor(os.eventfd_read(successor))
        os.close(successor)


def _next_step(control: socket.socket) -> tuple[bytes, socket.socket, int] | None:
    """Receive the next step: (kind, connection, output descriptor); None once the examiner has hung up."""
    try:
        os.set_blocking(control.fileno(), True)  # whatever the last cell made of it
        kind, descriptors, _, _ = socket.recv_fds(control, 1, 2)
        if kind == MOVE:
            number = int.from_bytes(control.recv(CORE, socket.MSG_WAITALL), "big")
            with contextlib.suppress(OSError):
                os.sched_setaffinity(0, {number})
            kind, descriptors, _, _ = socket.recv_fds(control, 1, 2)
    except OSError:
        return None
    return (kind, socket.socket(fileno=descriptors[0]), descriptors[1]) if kind else None


def _fork() -> int:
    """Fork, retrying a while: processes that were just ended still count, and those of others may end."""
    for _ in range(200):
        try:
            return os.fork()
        except OSError as error:
            if error.errno not in REFUSALS:
                raise
            time.sleep(0.01)
    return os.fork()


def _await_successor(pid: int) -> None:
    """Wait until a process, not necessarily a child, has ended."""
    with contextlib.suppress(OSError):
        process = os.pidfd_open(pid)
        waiting = select.poll()
        waiting.register(process, select.POLLIN)
        waiting.poll()
        os.close(process)


def _leave_threads_behind(successor: int) -> None:
    """Return in a process with no thread but the calling one; end the process that had more."""
    if _threads() == 1:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a fork beside threads, which is intended
        pid = _fork()
    if pid:
        os.eventfd_write(successor, pid)
        os._exit(0)


def _threads() -> int:
    """Count the threads of this process, by the kernel, or by Python where /proc is empty."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return len(sys._current_frames())


def _step(kind: bytes, connection: socket.socket, output: int, shell, successor: int) -> None:
    """Run one step. Return after a cell or checks in the interpreter; checks in a fork end the process."""
    jail.ends_first(step=True)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    connection.sendall(HERE)
    global _threads_left
    if _threads_left and kind in (CHECKS, CHECKS_LATER, CELL_IN_FORK):
        pools.revive()
    if kind in (CHECKS, CHECKS_LATER, CHECKS_HERE):
        with settings.as_at_the_start() as left_on:
            serve(shell.user_ns, connection, left_on)
        if kind != CHECKS_HERE:
            os._exit(0)
        _hush(connection)
        return
    reader = protocol.Reader()
    while not (message := reader.next())[0]:
        data = connection.recv(1 << 16)
        if not data:
            os._exit(0)
        reader.feed(data)
    _open_streams()
    start = time.perf_counter()
    error = run_cell(shell, message[1]["cell"])
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):  # it may be closed, None, or an object of the cell's
            stream.flush()
    _threads_left = _threads_left or _threads() > 1
    if kind == CELL_IN_FORK:
        _leave_threads_behind(successor)
    ended = {"error": error, "seconds": time.perf_counter() - start, "threads": _threads_left}
    connection.sendall(protocol.encode(ended))
    _hush(connection)


def _open_streams() -> None:
    """Reopen stdout and stderr where an earlier cell has closed or removed them."""
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        stream = getattr(sys, name, None)
        if stream is None or getattr(stream, "closed", False) is True:
            setattr(sys, name, open(descriptor, "w", buffering=1, encoding="utf-8", closefd=False))


def _hush(connection: socket.socket) -> None:
    """Hang up, and print nothing until the next step."""
    jail.ends_first(step=False)
    connection.close()
    null = os.open(os.devnull, os.O_RDWR)  # may be 0, 1 or 2, where a cell has closed it
    for descriptor in {1, 2} - {null}:
        os.dup2(null, descriptor)
    if null > 2:
        os.close(null)


def run_cell(shell, source: str) -> str | None:
    """Run a cell as a notebook would; return the error in one line, or None."""
    result = shell.run_cell(source, store_history=False)
    error = result.error_before_exec or result.error_in_exec
    if error is None:
        return None
    failure = protocol.Failure((type(error).__name__,), str(error)) if _prints(error) else None
    return f"{failure.types[0]}: {failure.message}"[:2000] if failure else type(error).__name__


def _prints(error) -> bool:
    try:
        str(error)
    except Exception:  # noqa: BLE001 - a student's __str__ may do anything
        return False
    return True


if __name__ == "__main__":
    # Not `fork_server` of __main__: a student's cells live in __main__'s namespace.
    from autograder.sandboxed.forkserver import fork_server as start

    start(
        socket.socket(fileno=int(sys.argv[1])),
        sys.argv[2],
        jail.Bounds(**json.loads(sys.argv[4])) if len(sys.argv) > 4 else None,
        many=bool(sys.argv[3]),
    )
