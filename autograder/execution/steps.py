"""The steps of a submission's run: its cells, and the checks of a function where they stand between them."""

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
    """Put the checks of a function, here."""

    function: str


@dataclass(frozen=True)
class Script:
    """What is run for one submission. `invalid` says in words why nothing can be, `verdict` in one word.

    `absent` has a note for each function without a cell of its own, to be told if it is not found either.
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
