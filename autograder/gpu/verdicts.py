"""Whether the stand-in says what a device says: verdicts on every answer of the bank, and on every case.

Every check of every PyTorch function of the bank is put to every answer, right and wrong, on the CPU, on the
stand-in and on the device, with the same draws. For answers that are right on the CPU, the verdicts of the
last two are counted: both pass, both refuse, or only one passes. Functions that no device concerns are put to
the device as well, to see that nothing changes.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from autograder.checks import loading
from autograder.conformance import CASES, KNOWN_GAPS
from autograder.execution.submission import neutral
from autograder.gpu.workers import Workers
from autograder.selftest import bank
from autograder.topics import topics as all_topics

SEEDS = 3
AGREEMENT = 0.99  # of stand-in and device, at least
# Answers on which stand-in and CUDA differ, each with the reason. For conformance cases see `KNOWN_GAPS`.
EXPLAINED: dict[str, str] = {}
JOBS = 8  # at most: each holds its own context on the device


@dataclass
class Heard:
    """Every verdict and message, by (answer, check, device), in the order of the seeds."""

    of: dict[tuple[str, str, str], list[dict]] = field(default_factory=dict)
    faults: int = 0

    def __call__(self, task: dict, question: dict, reply: dict) -> None:
        key = task["answer"], question["check"], question["device"]
        self.of.setdefault(key, []).append(reply)
        self.faults += bool(reply.get("poisoned") and not reply.get("not_put"))

    def passes(self, answer: str, check: str, device: str, seeds: int) -> bool | None:
        """Return whether the answer is right with every seed; None if not every seed was put."""
        found = self.of.get((answer, check, device), [])
        if len(found) < seeds:
            return None
        return all(reply["verdict"] in ("right", "runs") for reply in found)

    def told(self, answer: str, check: str, device: str) -> tuple[str, str]:
        """Return the first verdict other than "right" and "runs", with its message; else the first reply."""
        found = self.of[answer, check, device]
        worst = next((r for r in found if r["verdict"] not in ("right", "runs")), found[0])
        return worst["verdict"], neutral(worst["message"])[:300]


def compare(heard: Heard, pairs: Iterable[tuple[str, str]], device: str, seeds: int) -> dict:
    """Return confusion counts of stand-in and device over (answer, check) pairs, and each difference."""
    names = {
        (True, True): "both_pass",
        (False, False): "both_fail",
        (True, False): "standin_only_passes",
        (False, True): "device_only_passes",
    }
    counts, differences = dict.fromkeys(names.values(), 0), []
    for answer, check in pairs:
        here, there = (heard.passes(answer, check, where, seeds) for where in ("standin", device))
        if here is None or there is None:
            continue
        counts[names[here, there]] += 1
        if here != there:
            (mine, why), (theirs, other) = (heard.told(answer, check, d) for d in ("standin", device))
            differences.append(
                {
                    "answer": answer,
                    "check": check,
                    "standin": mine,
                    "device": theirs,
                    "detail": other if here else why,
                    "explained": _reason(answer, check),
                }
            )
    return {**counts, "agreement": _agreement(counts), "differences": differences, "seeds": seeds}


def _reason(answer: str, check: str) -> str:
    return EXPLAINED.get(answer) or KNOWN_GAPS["standin"].get(check, "")


def disagreements(found: dict) -> list[str]:
    """Return what must be examined in a CUDA device's verdicts, in words; empty if nothing."""
    words = []
    for name in ("answers", "checks", "conformance"):
        part = found.get(name, {})
        agreement, differences = part.get("agreement"), part.get("differences", [])
        if agreement is not None and agreement < AGREEMENT:
            words.append(
                f"{name}: stand-in and device agree on {agreement:.2%}, expected {AGREEMENT:.0%} at least"
            )
        words += [
            f"{name}: {d['answer']}, {d['check']}: {d['standin']} on the stand-in, {d['device']} on the "
            f"device, and no reason is given: {d['detail']}"
            for d in differences
            if not d["explained"]
        ]
    departures = found.get("conformance", {}).get("departures", [])
    return words + [
        f"conformance: {d['case']}: expected {d['expected']}, found {d['found']}" for d in departures
    ]


def _agreement(counts: dict[str, int]) -> float | None:
    total = sum(counts.values())
    return (counts["both_pass"] + counts["both_fail"]) / total if total else None


def verdicts(
    device: str, say: Callable, into: dict, *, seed: int = 0, seeds: int = SEEDS, topics=(), jobs: int = 0
) -> None:
    """Fill `into` with "device", "answers", "checks", "elsewhere" and "conformance".

    Replies from before an interruption are counted all the same.
    """
    into["device"] = device
    jobs = jobs or min(JOBS, os.cpu_count() or 1)
    _bank(device, say, into, range(seed, seed + seeds), list(topics) or all_topics(), jobs)
    _conformance(device, say, into, jobs)


def _bank(device, say, into, seeds, topics, jobs) -> None:
    heard, tasks = Heard(), [t for topic in topics for t in _tasks(topic, device, seeds)]
    pairs = [(task["answer"], q["check"]) for task in tasks for q in task["questions"]]
    theirs = {(task["answer"], c) for task in tasks for c in task["accelerator"]}
    elsewhere = {(t["answer"], q["check"]) for t in tasks if not t["accelerator"] for q in t["questions"]}
    pairs = [pair for pair in dict.fromkeys(pairs) if pair not in elsewhere]
    workers = Workers(device, jobs)
    try:
        questions = sum(len(task["questions"]) for task in tasks)
        workers.run(tasks, _Progress(say, heard, f"answers on {device}", questions))
    finally:
        right = [(a, c) for a, c in pairs if heard.passes(a, c, "cpu", len(seeds))]
        into["answers"] = compare(heard, [p for p in right if p in theirs], device, len(seeds))
        into["checks"] = compare(heard, right, device, len(seeds))
        into["elsewhere"] = _unchanged(heard, sorted(elsewhere), device)
        into["bank"] = {
            "topics": topics,
            "answers": len(tasks),
            "questions": sum(map(len, heard.of.values())),
            "faulted": heard.faults,
            "workers_replaced": workers.replaced,
        }


def _tasks(topic: str, device: str, seeds) -> Iterable[dict]:
    """Yield a task for each answer: its checks on the CPU, the stand-in and the device, seed by seed."""
    suite, setup = loading.suite(topic), bank.setup_source(topic)
    concerned = {c.function for c in suite.checks if c.accelerator}
    for answer in bank.answers(topic):
        torch = answer.function in concerned
        if not torch and device == "cpu":
            continue  # there is nothing to compare
        where = dict.fromkeys(["cpu", "standin", device] if torch else ["cpu", device])
        checks = suite.of(answer.function)
        yield {
            "answer": answer.name,
            "topic": topic,
            "setup": setup,
            "source": answer.source,
            "accelerator": [c.id for c in checks if c.accelerator],
            "questions": [
                {"check": c.id, "seed": s, "device": d}
                for c in checks
                for s in (seeds if torch else seeds[:1])
                for d in where
            ],
        }


def _unchanged(heard: Heard, pairs, device: str) -> dict:
    """Count the checks that no device concerns and that give the same verdict on device and CPU."""
    there = [p for p in pairs if (*p, device) in heard.of and (*p, "cpu") in heard.of]
    told = [(a, c, heard.told(a, c, "cpu")[0], heard.told(a, c, device)) for a, c in there]
    differences = [
        {"answer": a, "check": c, "cpu": cpu, "device": found, "detail": detail}
        for a, c, cpu, (found, detail) in told
        if found != cpu
    ]
    return {"checks": len(there), "as_on_cpu": len(there) - len(differences), "differences": differences}


def _conformance(device, say, into, jobs) -> None:
    heard = Heard()
    where = dict.fromkeys(["standin", device])
    tasks: list[dict] = [
        {"answer": case.theme, "case": name, "questions": [{"check": name, "device": d} for d in where]}
        for name, case in CASES.items()
    ]
    pairs = [(task["answer"], task["case"]) for task in tasks]
    try:
        questions = len(where) * len(tasks)
        Workers(device, jobs).run(tasks, _Progress(say, heard, f"conformance on {device}", questions))
    finally:
        into["conformance"] = {
            **compare(heard, pairs, device, 1),
            "departures": [
                _departure(heard, name, theme, device)
                for theme, name in pairs
                if _departs(heard, name, theme, device)
            ],
        }


def _departs(heard: Heard, name: str, theme: str, device: str) -> bool:
    found = heard.of.get((theme, name, device), [{}])[0]
    # A case that asserts is refused by the assert, and leaves the process without a device.
    refused = found.get("verdict", "").startswith("fault") and CASES[name].expected == "refused"
    as_expected = found.get("expected") in (found.get("verdict"), "either") or refused
    return bool(found) and not as_expected and name not in KNOWN_GAPS[device]


def _departure(heard: Heard, name: str, theme: str, device: str) -> dict:
    found, detail = heard.told(theme, name, device)
    expected = CASES[name].on_cpu if device == "cpu" else CASES[name].expected
    return {"case": name, "theme": theme, "expected": expected, "found": found, "detail": detail}


class _Progress:
    """Passes on each reply, and reports now and then how many there were."""

    def __init__(self, say, heard: Heard, what: str, total: int):
        self._say, self._heard, self._what, self._total, self._count = say, heard, what, total, 0

    def __call__(self, *what) -> None:
        self._heard(*what)
        self._count += 1
        if self._count == self._total or self._count % max(1, self._total // 10) == 0:
            self._say(f"{self._what}: {self._count} of {self._total} questions")
