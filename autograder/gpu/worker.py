"""A process that puts checks to answers of the bank, and cases of the conformance list to a device.

    python -m autograder.gpu.worker DEVICE BYTES

Each line of its input is a task in JSON; it replies with a line for each question, in order. After a question
on DEVICE it asks the device to compute something: if that fails, the line says so and the process ends, since
nothing runs on the device in it any more. Output of answers is discarded; what CUDA says of a failed assert
goes to stderr.
"""

import json
import os
import sys
import warnings

from autograder.checks import checking, loading
from autograder.checks.student import Local
from autograder.sandboxed import devices, standin


def serve(device: str, memory: int, requests, replies) -> None:
    """Answer until the requests end, or the device does."""
    devices.limit(device, memory)
    with standin.active():  # imports what takes long, which no question's time shall include
        devices.probe(device)
    _say(replies, {"ready": True})
    for line in requests:
        task = json.loads(line)
        put = _case if "case" in task else _Answer(task)
        for question in task["questions"]:
            found = put(question)
            if question["device"] == device:
                found |= _after(device, found)
            _say(replies, found)
            if found.get("poisoned"):
                return


def _say(replies, message: dict) -> None:
    replies.write(json.dumps(message) + "\n")
    replies.flush()


def _after(device: str, found: dict) -> dict:
    """Return what the device itself reports; empty if it is well."""
    try:
        devices.probe(device)
    except Exception as error:  # noqa: BLE001 - whatever a context raises that is lost
        names = [c.__name__ for c in type(error).__mro__]
        verdict = devices.fault(names, str(error)) or f"fault: {type(error).__name__}"
        return {"verdict": verdict, "poisoned": True, "message": found["message"] or str(error)[:300]}
    return {}


class _Answer:
    """Puts a topic's checks to one answer, which is defined anew for each device."""

    def __init__(self, task: dict):
        self._task = task
        self._namespaces: dict[str, dict] = {}  # by device
        self._checks = {c.id: c for c in loading.suite(task["topic"]).checks}

    def __call__(self, question: dict) -> dict:
        device = question["device"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if device not in self._namespaces:
                self._namespaces[device] = self._defined()
            student = Local(self._namespaces[device])
            check = self._checks[question["check"]]
            result = checking.run(check, student, question["seed"], device)
        return {"verdict": result.verdict, "message": result.misconception or result.message}

    def _defined(self) -> dict:
        namespace = {"__name__": "__main__"}
        exec(compile(self._task["setup"], "setup", "exec"), namespace)
        exec(compile(self._task["source"], self._task["answer"], "exec"), namespace)
        return namespace


def _case(question: dict) -> dict:
    from autograder.conformance.running import run_all

    (outcome,) = run_all(question["device"], [question["check"]])
    return {"verdict": outcome.found, "message": outcome.detail, "expected": outcome.expected}


def main() -> None:
    requests, replies = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    serve(sys.argv[1], int(sys.argv[2]), requests, replies)
    replies.flush()
    os._exit(0)  # a lost context may keep the process from ending


if __name__ == "__main__":
    main()
