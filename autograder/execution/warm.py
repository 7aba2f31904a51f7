"""Fork servers that outlive what they were started for."""

import contextlib
import threading

from autograder.execution.forkserver import ForkServer
from autograder.sandboxed.jail import Bounds


class WarmServers:
    """Fork servers, one for each pair of bounds and device: a context manager, for several threads.

    Each starts when it is first asked for. `generation` counts how often all have been ended.
    """

    def __init__(self) -> None:
        self._lock, self._stack = threading.Lock(), contextlib.ExitStack()
        self._started: dict[tuple[Bounds | None, str], ForkServer] = {}
        self.generation = 0

    def __enter__(self) -> "WarmServers":
        return self

    def __exit__(self, *exc) -> None:
        self.close()

    def get(
        self, bounds: Bounds | None, device: str = "", many: bool = True, wait: bool = False
    ) -> ForkServer:
        """Return the fork server for these bounds and this device.

        If it starts now, that is for `many` submissions or a few (see `ForkServer`); with `wait`, it is
        ready.
        """
        with self._lock:
            if (bounds, device) not in self._started:
                server = self._stack.enter_context(ForkServer(bounds, device, many and not device))
                self._started[bounds, device] = server
                if wait:
                    server.wait()
            return self._started[bounds, device]

    def close(self, generation: int | None = None) -> None:
        """End them; not if those of `generation` have been ended by another thread. More may start after."""
        with self._lock:
            if generation in (None, self.generation):
                self.generation += 1
                self._started = {}
                self._stack.close()
