"""`check(topic, function)`: the one line of a hidden test cell, for stock nbgrader.

It runs the function's checks on the caller's own namespace, prints one line for each that
fails, and returns the points as a plain float, which nbgrader reads as the cell's score.
"""

import contextlib
import os
import secrets
import sys
import tempfile
from dataclasses import replace

from autograder import messages
from autograder.checks import checking, examples, loading
from autograder.checks.student import Local
from autograder.results import refer


def check(topic: str, function: str) -> float:
    """Return the points of `function` as it is defined in the namespace of the calling cell.

    The course is that of the environment variable AUTOGRADER_CONTENT, else the package's own (see `topics`);
    the seed is AUTOGRADER_SEED, else random. Nothing the student's code writes to stderr reaches the cell:
    nbgrader scores any byte there with zero. Raise `ValueError` for a function without checks.
    """
    namespace = sys._getframe(1).f_globals
    seed = int(os.environ.get("AUTOGRADER_SEED") or secrets.randbits(64))
    suite = loading.suite(topic)
    checks = suite.of(function)
    if not checks:
        raise ValueError(f"topic {topic!r} has no check of {function!r}")
    with _quiet_stderr():
        results = [checking.run(c, Local(namespace), seed) for c in checks]
        told = {
            example.check: example.sentence
            for failed in examples.wanted(suite, results).values()
            for example in examples.told(suite, failed, Local(namespace))
        }
    for r in refer(results):
        if r.verdict != "right":
            r = replace(r, message=f"{r.message} {told.get(r.check, '')}".rstrip())
            print(f"{r.check}: {messages.told(r)}")
    return float(sum(r.points for r in results))


@contextlib.contextmanager
def _quiet_stderr():
    """Keep both Python's stderr and file descriptor 2 away from the cell's outputs."""
    with tempfile.TemporaryFile("w+") as sink, contextlib.redirect_stderr(sink):
        saved = os.dup(2)
        os.dup2(sink.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)
