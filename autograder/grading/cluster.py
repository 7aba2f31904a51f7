"""The workers of a Dask cluster examine submissions: `grade --scheduler ADDRESS`, seen from the desk.

The desk, the process that runs `grade`, alone reads and writes the course. A worker gets a submission as
plain data (`execution.worker`), and answers with what it found. Dask gives the submission of a worker that
has died to another one. `distributed` is an optional package, loaded here when a scheduler is named.
"""

import contextlib
import functools
import importlib.metadata
import logging
import pickle
import queue
import sys
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from autograder import topics
from autograder.checks.checking import Suite
from autograder.execution import bwrap, worker
from autograder.execution.forkserver import SandboxEnded
from autograder.grading import fingerprint
from autograder.grading.course import CourseError
from autograder.grading.progress import tell
from autograder.results import Graded, GraderFailure, Lacking

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT = 10.0  # seconds in which a scheduler answers, or does not
WORKERS = 60.0  # seconds in which a first worker comes
LOOK = 2.0  # seconds without a result after which the cluster is looked at
AHEAD = 2  # submissions sent for each thread of a worker: the next one waits there
GPU = "GPU"  # the resource that a worker with a CUDA device offers

T = TypeVar("T")
R = TypeVar("R")


class SchedulerLost(Exception):
    """The scheduler is gone: the run ends as if it were interrupted."""

    def __init__(self, address: str):
        super().__init__(
            f"the scheduler at {address} is lost: what was graded so far is in the gradebook; run it again "
            "to go on"
        )


class UnfitWorker(SandboxEnded):
    """A worker cannot examine anything: the run ends, before more submissions fail there."""

    def __init__(self, where: str, said: str):
        GraderFailure.__init__(
            self, f"{where} cannot examine submissions: {said}. What was graded before is recorded"
        )


class Cluster:
    """The workers at one scheduler, for submissions whose CUDA checks run there if `device` is "cuda"."""

    def __init__(self, client: "Client", address: str, device: str, say: Callable[[str], None]):
        self._client, self._address, self._say = client, address, say
        self._left = False  # by all workers, which has been said
        self._resources = {GPU: 1} if device == "cuda" else None
        self._packed: dict[int, tuple[Suite, worker.Packed]] = {}

    @property
    def words(self) -> str:
        """How many work here, in words."""
        threads = self._threads()
        return f"{len(threads)} workers at {self._address}, {sum(threads.values())} submissions at once"

    def packed(self, suite: Suite, root: Path) -> worker.Packed:
        """Return an assignment's checks as they are sent, packed once."""
        if id(suite) not in self._packed:  # beside the suite itself, so that no other gets its id
            self._packed[id(suite)] = suite, worker.pack(suite, root)
        return self._packed[id(suite)][1]

    def examined(
        self,
        send: Callable[[T], tuple[worker.Work | None, Callable[[Graded | None], R]]],
        todo: Iterable[T],
        alone: bool,
    ) -> Iterator[tuple[T, Callable[[], R]]]:
        """Yield each of `todo` as it is done, with a function that returns what came of it.

        `send(one)` returns the work and what to do with its outcome; without work, that is done with None.
        With `alone`, one is examined at a time. If the run ends early, Dask drops what still waits. Raise
        `SchedulerLost`, and `UnfitWorker` if a worker has joined that cannot examine anything.
        """
        rest = iter(todo)
        done: queue.SimpleQueue[Future] = queue.SimpleQueue()
        waiting: dict[object, tuple[Future, T, Callable[[Graded | None], R]]] = {}
        room, looked = self._room(alone), time.monotonic()
        while True:
            while len(waiting) < room and (one := next(rest, None)) is not None:
                try:
                    work, conclude = send(one)
                except Exception as error:  # noqa: BLE001 - who asks for this one's outcome handles it
                    yield one, functools.partial(_raise, error)
                    continue
                if work is None:
                    yield one, functools.partial(conclude, None)
                    continue
                future = self._submit(replace(work, alone=alone))
                waiting[future.key] = future, one, conclude
                future.add_done_callback(done.put)
            if not waiting:
                return
            if time.monotonic() - looked > LOOK:  # workers come and go
                room, looked = self._room(alone), time.monotonic()
            with contextlib.suppress(queue.Empty):
                future = done.get(timeout=LOOK)
                _, one, conclude = waiting.pop(future.key)
                yield one, functools.partial(_concluded, self._outcome(future), conclude)

    def _submit(self, work: worker.Work) -> "Future":
        with self._losing():
            return self._client.submit(
                examine,
                fingerprint.engine(),
                pickle.dumps(work),
                key=f"examine-{uuid.uuid4()}",  # of no student: it stands in the cluster's logs
                pure=False,
                resources=self._resources,
            )

    def _outcome(self, future: "Future") -> Graded | Exception:
        """Return what a worker found, or why there is nothing."""
        from distributed import CancelledError, KilledWorker

        try:
            with self._losing():
                if future.status in ("cancelled", "lost"):
                    raise SchedulerLost(self._address)
                where, found = pickle.loads(future.result())
        except (SchedulerLost, CancelledError):
            raise SchedulerLost(self._address) from None
        except KilledWorker as error:
            return GraderFailure(
                f"{error.allowed_failures + 1} workers died while they had this submission. Nothing was "
                "recorded of it: see the workers' own logs, and run the command again"
            )
        except Exception as error:  # noqa: BLE001 - `examine` raises nothing: the worker could not run it
            raise UnfitWorker(f"a worker at {self._address}", f"{type(error).__name__}: {error}") from None
        if isinstance(found, Graded):
            return found
        if found.how == "sandbox":
            raise UnfitWorker(f"the worker {where}", found.said)
        return Lacking() if found.how == "lacking" else GraderFailure(f"at the worker {where}:\n{found.said}")

    def _room(self, alone: bool) -> int:
        """Return how many submissions may be on their way; say so if nobody is left to take them."""
        threads = sum(self._threads().values())
        if not threads and not self._left:
            self._say(f"no worker{self._offering} is left at {self._address}: waiting for one")
        self._left = not threads
        return 1 if alone else AHEAD * max(1, threads)

    def _threads(self) -> dict[str, int]:
        with self._losing():
            return {where: about["nthreads"] for where, about in self._workers().items()}

    def _workers(self) -> dict[str, dict]:
        """Return the workers that this run can use, by address."""
        there = self._client.scheduler_info(n_workers=-1)["workers"]
        return {
            where: about
            for where, about in there.items()
            if all(about["resources"].get(name, 0) >= much for name, much in (self._resources or {}).items())
        }

    @contextlib.contextmanager
    def _losing(self) -> Iterator[None]:
        """Turn an error of the connection into `SchedulerLost`."""
        try:
            yield
        except (OSError, TimeoutError) as error:
            raise SchedulerLost(self._address) from error
        if self._client.status != "running":
            raise SchedulerLost(self._address)

    def check(self) -> None:
        """Raise `CourseError` if there is no worker, or one that cannot examine as this machine would."""
        deadline = time.monotonic() + WORKERS
        if not self._workers():
            self._say(f"no worker{self._offering} at {self._address} yet: waiting for one")
        while not self._workers():
            if time.monotonic() > deadline:
                offer = f" --resources {GPU}=1" if self._resources else ""
                raise CourseError(
                    f"no worker{self._offering} has come to {self._address} in {WORKERS:.0f} seconds; start "
                    f"one: dask worker {self._address} --nthreads 1{offer}"
                )
            time.sleep(min(LOOK, 0.1))
        asked = self._client.run(
            about, bool(self._resources), workers=list(self._workers()), on_error="return"
        )
        mine, problems = about(), []
        for where, said in asked.items():
            problems += [f"worker {where}: {line}" for line in _unlike(mine, said)]
        if problems:
            raise CourseError("\n".join(problems))

    @property
    def _offering(self) -> str:
        return f" with the resource {GPU}" if self._resources else ""


def _raise(error: Exception) -> NoReturn:
    raise error


def _concluded(found: Graded | Exception, conclude: Callable[[Graded | None], R]) -> R:
    if isinstance(found, Exception):
        raise found
    return conclude(found)


def about(cuda: bool | None = None) -> dict[str, str]:
    """Return what an outcome depends on here, by its name; a worker is asked too what it lacks."""
    found = {"Python": sys.version.split()[0]}
    found |= {name: importlib.metadata.version(name) for name in fingerprint.VERSIONS}
    # Last: it covers the others, so where one of them differs, that is the reason.
    found["the grader"] = f"{topics.version().partition('+')[0]} ({fingerprint.engine()})"
    if cuda is not None:
        found["lacks"] = "; ".join(bwrap.missing())
        if cuda and not bwrap.has_cuda():
            found["lacks"] = "; ".join(filter(None, [found["lacks"], "PyTorch finds no CUDA device"]))
    return found


def _unlike(mine: dict[str, str], said: dict[str, str] | Exception) -> Iterator[str]:
    """Yield in lines why a worker cannot examine as this machine would; `said` is its answer."""
    if isinstance(said, Exception):
        yield (
            f"{type(said).__name__}: {said}; install there the grader's wheel that is installed here, "
            "with its extra: pip install 'embedding-course[cluster]'"
        )
        return
    if unlike := [name for name in mine if said[name] != mine[name]]:
        yield f"found {unlike[0]} {said[unlike[0]]}, expected {mine[unlike[0]]}, as here"
    if said["lacks"]:
        yield said["lacks"]


def examine(engine: str, work: bytes) -> bytes:
    """Examine the pickled `Work` of a desk with this engine, on a worker; return (worker, outcome), pickled.

    Raise nothing: not every error can be unpickled at the desk.
    """
    from distributed import get_worker

    # NumPy's, about a student's numbers in a check: no student code runs in this process.
    warnings.simplefilter("ignore", RuntimeWarning)
    where = get_worker().address
    found: Graded | worker.Failed
    if engine != fingerprint.engine():
        found = worker.Failed("sandbox", f"its grader is another one, {topics.version()}")
    else:
        found = worker.examined(pickle.loads(work))
    return pickle.dumps((where, found))


@contextlib.contextmanager
def connected(address: str, device: str = "", say: Callable[[str], None] = tell) -> Iterator[Cluster]:
    """Yield the cluster at a scheduler's address, such as tcp://desk:8786, with workers that can be used.

    Raise `CourseError` if `distributed` is not installed or nobody answers, and as `Cluster.check` does.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise CourseError(
            f"--scheduler needs the package distributed ({error}): pip install 'embedding-course[cluster]'"
        ) from None
    # What it would log is told here, in sentences.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False, name="grade")
    except (OSError, TimeoutError, ValueError) as error:
        raise CourseError(
            f"--scheduler {address}: no scheduler answers there ({error}); expected the address that "
            "`dask scheduler` prints, such as tcp://desk:8786"
        ) from None
    try:
        cluster = Cluster(client, address, device, say)
        cluster.check()
        yield cluster
    finally:
        client.close(timeout=2)
