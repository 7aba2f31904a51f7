"""What nbgrader's metadata says of a notebook's cell, whoever wrote the notebook."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class CellTags:
    """What the grader asks of nbgrader's metadata; what is absent, or of an odd type, is empty or False."""

    grade_id: str = ""
    grade: bool = False
    solution: bool = False
    points: float | None = None

    @property
    def role(self) -> Literal["solution", "check", "given"]:
        """Is the cell the student's to fill in, hidden tests, or neither?

        Graded for 0 points is neither: nbgrader's `validate` looks at no other cell than graded ones.
        """
        if self.solution:
            return "solution"
        return "check" if self.grade and self.points != 0 else "given"


def tags(cell: object) -> CellTags:
    """nbgrader's metadata of a cell. Any value that JSON can hold is taken, and nothing raises."""
    found = metadata(cell)
    grade_id, points = found.get("grade_id"), found.get("points")
    return CellTags(
        grade_id if isinstance(grade_id, str) else "",
        found.get("grade") is True,
        found.get("solution") is True,
        points if isinstance(points, (int, float)) else None,
    )


def metadata(cell: object) -> dict:
    """The same as it stands in the cell, its values unchecked; empty where there is none."""
    about = cell.get("metadata") if isinstance(cell, dict) else None
    found = about.get("nbgrader") if isinstance(about, dict) else None
    return found if isinstance(found, dict) else {}
