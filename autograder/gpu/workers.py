"""A few worker processes, and the questions that are put to them.

A worker that ends, or does not answer in time, loses its current question: another worker takes its place and
continues with the next. Workers are started afresh, never forked: a fork of a process that has used CUDA
cannot use it.
"""

import json
import os
import queue
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

from autograder.sandboxed.forkserver import THREADS
from autograder.topics import CODE

START, QUESTION = 180.0, 30.0  # seconds of wall time: to load PyTorch and CUDA; for one question
MEMORY = 4 << 30  # bytes of the device that one worker may take


class Ended(Exception):
    """A worker gave no answer: "time", or "crash"."""


class Worker:
    """A worker process."""

    def __init__(self, device: str, memory: int = MEMORY):
        self._said = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "autograder.gpu.worker", device, str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            cwd=CODE,
            env={**os.environ, **THREADS},
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None  # pipes, as asked for
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._rest = b""

    def begin(self, task: dict) -> None:
        try:
            self._stdin.write(json.dumps(task).encode() + b"\n")
            self._stdin.flush()
        except OSError:
            raise Ended("crash") from None

    def reply(self, seconds: float) -> dict:
        deadline = time.monotonic() + seconds
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._stdout], [], [], left)[0]:
                raise Ended("time")
            data = os.read(self._stdout.fileno(), 1 << 16)
            if not data:
                raise Ended("crash")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def last_words(self) -> str:
        """Return the line in which CUDA names the failed assert, else the last line on stderr."""
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - 20_000))
        lines = self._said.read().decode("utf-8", "replace").strip().splitlines()
        return next((x for x in lines if "Assertion" in x), lines[-1] if lines else "")[:300]

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._stdin, self._stdout, self._said):
            try:
                stream.close()
            except OSError:
                pass  # the pipe to a process that is gone


class Workers:
    """Puts tasks to `jobs` workers at once, and calls `told(task, question, reply)` for one reply at a time.

    A task is a dictionary with "questions", each with "check" and "device".
    """

    def __init__(self, device: str, jobs: int, memory: int = MEMORY, question: float = QUESTION):
        self._device, self._jobs, self._memory, self._seconds = device, jobs, memory, question
        self._lock, self._stopped = threading.Lock(), False
        self._alive: set[Worker] = set()
        self.replaced = 0  # workers that ended too early

    def run(self, tasks: Iterable[dict], told: Callable[[dict, dict, dict], None]) -> None:
        waiting: queue.SimpleQueue = queue.SimpleQueue()
        for task in tasks:
            waiting.put(task)
        with ThreadPoolExecutor(self._jobs) as pool:
            lines = [pool.submit(self._line, waiting, told) for _ in range(self._jobs)]
            try:
                for line in wait(lines, return_when=FIRST_EXCEPTION).done:
                    line.result()
            except BaseException:
                self.stop()
                raise

    def stop(self) -> None:
        """End every worker; the threads that wait for them end too."""
        self._stopped = True
        with self._lock:
            for worker in self._alive:
                worker._process.kill()

    def _line(self, waiting: queue.SimpleQueue, told) -> None:
        worker = None
        try:
            while not self._stopped:
                try:
                    task = waiting.get_nowait()
                except queue.Empty:
                    return
                worker = self._task(worker, task, told)
        finally:
            self._end(worker)

    def _task(self, worker: Worker | None, task: dict, told) -> Worker | None:
        """Put all questions of a task; return the worker that is left, if any."""
        left = list(task["questions"])
        while left and not self._stopped:
            asked = worker = worker or self._fresh()
            try:
                asked.begin({**task, "questions": left})
            except Ended:  # it ended before its first question
                self._replace(asked)
                worker = None
                continue
            try:
                while left:
                    reply = asked.reply(self._seconds)
                    question = left.pop(0)
                    if reply.get("poisoned"):
                        reply["message"] = " ".join(filter(None, [reply["message"], asked.last_words()]))
                    self._tell(told, task, question, reply)
                    if reply.get("poisoned"):
                        self._replace(asked)
                        worker = None
                        left = self._same_again(left, told, task, question, reply)
                        break
            except Ended as ended:
                if not self._stopped:
                    reply = {"verdict": str(ended), "message": asked.last_words()}
                    self._replace(asked)
                    worker, question = None, left.pop(0)
                    self._tell(told, task, question, reply)
                    left = self._same_again(left, told, task, question, reply)
        return worker

    def _same_again(self, left: list[dict], told, task: dict, question: dict, reply: dict) -> list[dict]:
        """Skip the other seeds of a check that cost a worker, as each would cost another; return the rest."""
        same = [q for q in left if (q["check"], q["device"]) == (question["check"], question["device"])]
        for other in same:
            self._tell(told, task, other, {**reply, "not_put": True})
        return [q for q in left if q not in same]

    def _tell(self, told, *what) -> None:
        with self._lock:
            told(*what)

    def _replace(self, worker: Worker) -> None:
        with self._lock:
            self.replaced += 1
        self._end(worker)

    def _fresh(self) -> Worker:
        worker = Worker(self._device, self._memory)
        with self._lock:
            self._alive.add(worker)
        try:
            worker.reply(START)
        except Ended as ended:
            words = worker.last_words()
            self._end(worker)
            raise RuntimeError(f"a worker for {self._device} did not start ({ended}): {words}") from None
        return worker

    def _end(self, worker: Worker | None) -> None:
        if worker is not None:
            with self._lock:
                self._alive.discard(worker)
            worker.end()
