"""Results of grading one submission: plain data passed between the grader's parts."""

from dataclasses import dataclass, field, replace
from typing import Literal

Verdict = Literal[
    "right",
    "partial",
    "wrong",
    "error",
    "time",
    "memory",
    "output",
    "processes",
    "crash",
    "tampered",
    "missing",
    "invalid",
]


class Stopped(Exception):
    """A step ended without an answer; `verdict` says why (in words: `messages.STOPPED`)."""

    def __init__(self, verdict):
        self.verdict = verdict
        super().__init__(verdict)


class GraderFailure(Exception):
    """Something on the grader's side failed: nothing is known of the submission, so it gets no verdict."""


class Lacking(GraderFailure):
    """The machine refused a process that the grader needed. The submission is graded again."""

    def __init__(self):
        super().__init__(
            "the machine refused a process that it takes to grade this submission, with no other submission "
            "at work: this account has too many processes, or the machine has too little memory. Nothing was "
            "recorded of it. See what else runs under this account and what `ulimit -u` allows, then run the "
            "command again"
        )


@dataclass
class CheckResult:
    """The outcome of one check."""

    topic: str
    check: str  # "encode.order"
    cell: str  # grade_id of the hidden cell that holds the points: "check-encode"
    points: float
    max_points: float
    verdict: Verdict
    message: str
    misconception: str | None = None  # key of the topic's MISTAKES
    devices: dict[str, str] = field(default_factory=dict)  # device -> verdict, or "not run"
    seconds: float = 0.0
    begin_with: str = ""  # an earlier check of the function, which names a mistake where this one names none
    examiner_error: str = ""  # check, place and exception, if the check's own code raised; for instructors


REFUSALS = ".errors"  # suffix of the names of checks that wrong input is refused


def refer(results: list[CheckResult]) -> list[CheckResult]:
    """Return the results, in their assignment's order, with `begin_with` set where a check names no mistake.

    `begin_with` is the first earlier check of the same function that names a mistake. Checks go from the
    basic to the particular, so a later check's mistake does not explain an earlier failure, nor does a
    missing refusal explain any other.
    """
    naming: dict[str, str] = {}
    found = []
    for r in results:
        neutral = r.verdict == "wrong" and r.misconception is None
        found.append(replace(r, begin_with=naming.get(r.cell, "") if neutral else ""))
        if r.misconception and not r.check.endswith(REFUSALS):
            naming.setdefault(r.cell, r.check)
    return found


@dataclass
class CellOutput:
    """One cell of the submission as it was run, with its output."""

    source: str
    text: str = ""  # stdout, stderr and results, capped
    error: str | None = None
    kind: Literal["solution", "added", "given"] = "added"
    grade_id: str | None = None
    cut: int = 0  # characters that it printed and that are not kept


@dataclass
class Graded:
    """One student's work on one topic, graded."""

    student: str
    topic: str
    results: list[CheckResult]
    cells: list[CellOutput] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what was unusual in the submission
    seconds: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)  # where the seconds went
    attempt: int | None = 1  # at this topic; None for an unreadable submission, which does not count

    def points(self) -> dict[str, float]:
        """Return the points of each graded cell."""
        found: dict[str, float] = {}
        for r in self.results:
            found[r.cell] = found.get(r.cell, 0.0) + float(r.points)
        return found
