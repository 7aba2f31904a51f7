"""Thread pools in a fork: only the forking thread lives on, but a pool still counts on its own threads.

A student may make a pool in one cell and use it in a function; the function is then checked in a
fork of the process that ran the cell, where work for the pool would wait forever.
"""

import contextlib
import gc
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.pool import RUN, ThreadPool


def revive() -> None:
    """Let every open thread pool of this process start threads again.

    Its unfinished work is lost.
    """
    for pool in gc.get_objects():
        kind = type(pool)  # not `isinstance`: that asks the object, which a student may have made
        if issubclass(kind, (ThreadPoolExecutor, ThreadPool)):
            state = object.__getattribute__(pool, "__dict__")
            if state.get("_shutdown") is False:
                state |= {
                    "_threads": set(),
                    "_work_queue": queue.SimpleQueue(),
                    "_idle_semaphore": threading.Semaphore(0),
                    "_shutdown_lock": threading.Lock(),
                }
            elif state.get("_state") == RUN:
                # It starts its threads at once. If they are too many, the pool stays unusable,
                # but functions that do not use it still run.
                with contextlib.suppress(RuntimeError):
                    ThreadPool.__init__(pool, state["_processes"], state["_initializer"], state["_initargs"])
