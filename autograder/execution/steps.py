"""The steps of a submission's run: its cells, and between them the checks of a function."""

from dataclasses import dataclass, field

from autograder.checks.checking import Suite
from autograder.results import Verdict


@dataclass(frozen=True)
class CodeStep:
    """Run a cell. `kind`: "given" (from the source), "solution" or "added" (the student's)."""

    source: str
    kind: str
    grade_id: str = ""


@dataclass(frozen=True)
class CheckStep:
    """Run the checks of a function, at this place."""

    function: str


@dataclass(frozen=True)
class Script:
    """The steps to run for one submission. `invalid` says why nothing can be run, `verdict` in one word.

    `absent` has a note for each function without its own cell, reported if nothing else defines it.
    `python` is the version with which the notebook says it was written.
    """

    student: str
    suite: Suite
    steps: list = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    invalid: str = ""
    verdict: Verdict = "invalid"
    absent: dict[str, str] = field(default_factory=dict)
    python: str = ""

    @property
    def topic(self) -> str:
        return self.suite.topic
