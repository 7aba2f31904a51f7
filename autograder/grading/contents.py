"""The contents of a course folder, in a table that the help, the comparison of courses and the guide follow.

`tests/grading/test_contents.py` compares it with `.gitignore`, the instructor's guide and a graded course.
"""

from typing import Literal, NamedTuple

OWN = ".autograder"  # the grader's own folder in a course

Kind = Literal["handed in", "kept", "page", "export", "own"]


class Entry(NamedTuple):
    """A file, or a folder with all its contents; STUDENT and TOPIC in `path` stand for names."""

    path: str
    kind: Kind
    what: str


GRADES, VERDICTS = "grades.csv", "verdicts.jsonl"

ENTRIES = (
    Entry("submitted/STUDENT/TOPIC/TOPIC.ipynb", "handed in", "what students have handed in"),
    Entry("gradebook.db", "kept", "nbgrader's gradebook"),
    Entry(GRADES, "export", "a row for each student and topic"),
    Entry(VERDICTS, "export", "a line for each student and check"),
    Entry("feedback/STUDENT/TOPIC/TOPIC.html", "page", "the page for the student"),
    Entry("autograded/STUDENT/TOPIC/TOPIC.ipynb", "page", "the notebook as it ran, for formgrader"),
    Entry(f"{OWN}/seed", "own", "from which all draws follow"),
    Entry(
        f"{OWN}/content", "own", "the course's own topics, and those with functions off, as they are graded"
    ),
    Entry(f"{OWN}/attempts", "own", "what each student has handed in so far, by hash"),
    Entry(f"{OWN}/results", "own", "what was found, so that it is not done twice"),
    Entry(f"{OWN}/recorded", "own", "which results have reached the gradebook and the pages"),
    Entry(f"{OWN}/exported", "own", "the state of the gradebook that the exports show"),
    Entry(f"{OWN}/gradebooks", "own", "copies of the gradebook from before earlier runs"),
    Entry(f"{OWN}/left-out", "own", "what lies in submitted/ and is not graded, in full"),
    Entry(f"{OWN}/lock", "own", "the process that grades now"),
    Entry(f"{OWN}/scratch", "own", "drafts, empty between runs"),
)


def named(*kinds: Kind) -> list[str]:
    """Return the paths of these kinds."""
    return [entry.path for entry in ENTRIES if entry.kind in kinds]
