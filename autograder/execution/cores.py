"""A core for each examination.

Examiner and submission take turns some hundreds of times. Left to the system they wake each other across
cores, which costs a tenth of a class's time; on one core a turn is a switch.
"""

import contextlib
import os
import threading
from collections.abc import Iterator


class Cores:
    """The cores that this process may use, each lent to one thread at a time."""

    def __init__(self) -> None:
        self._all = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        self._free, self._lock = list(self._all), threading.Lock()

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Keep the calling thread, and what it starts meanwhile, on a core that no other has.

        If all are taken or the system refuses, let it run anywhere.
        """
        with self._lock:
            core = self._free.pop(0) if self._free else None
        if core is None:
            yield
            return
        try:
            _move({core})
            yield
        finally:
            _move(self._all)
            with self._lock:
                self._free.append(core)


def mine() -> int | None:
    """Return the one core that the calling thread is kept on; None if there are several."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    return min(cores) if len(cores) == 1 else None


def _move(cores: set[int]) -> None:
    with contextlib.suppress(OSError):  # they were taken away meanwhile
        os.sched_setaffinity(0, cores)
