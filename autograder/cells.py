"""nbgrader's metadata of a notebook's cell, which a student may have changed."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class CellTags:
    """The metadata that the grader uses; a missing or ill-typed value becomes empty, False or None."""

    grade_id: str = ""
    grade: bool = False
    solution: bool = False
    points: float | None = None

    @property
    def role(self) -> Literal["solution", "check", "given"]:
        """Whether the cell is the student's to fill in, hidden tests, or neither.

        A cell graded for 0 points is neither: nbgrader's `validate` looks only at graded cells.
        """
        if self.solution:
            return "solution"
        return "check" if self.grade and self.points != 0 else "given"


def tags(cell: object) -> CellTags:
    """Return nbgrader's metadata of a cell. Accept any value that JSON can hold, and raise nothing."""
    found = metadata(cell)
    grade_id, points = found.get("grade_id"), found.get("points")
    return CellTags(
        grade_id if isinstance(grade_id, str) else "",
        found.get("grade") is True,
        found.get("solution") is True,
        points if isinstance(points, (int, float)) else None,
    )


def metadata(cell: object) -> dict:
    """Return the metadata as it stands in the cell, unchecked; empty if there is none."""
    about = cell.get("metadata") if isinstance(cell, dict) else None
    found = about.get("nbgrader") if isinstance(about, dict) else None
    return found if isinstance(found, dict) else {}
