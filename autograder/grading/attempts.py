"""Which attempt at a topic a submission is, and the seed of the inputs that it meets.

An attempt is one content of the notebook that is graded; neither its name nor what lies beside it counts.
`DIR/.autograder/attempts/STUDENT/TOPIC.json` lists the hashes in the order in which they were
first examined, and is on the disk before the first input is sent, so that no kill renumbers
them. What was handed in before keeps its number: a regrade, or an earlier notebook put back,
meets the same inputs again. Where the file is gone, counting begins anew.
"""

import hashlib
import json
from pathlib import Path

from autograder import files
from autograder.grading.contents import OWN
from autograder.grading.course import CourseError, drafts


class Attempts:
    """The attempts of a course whose draws have the seed `seed`."""

    def __init__(self, course: Path, seed: int):
        self._course, self._folder, self._seed = Path(course), Path(course) / OWN / "attempts", seed

    def number(self, student: str, topic: str, contents: tuple[str, ...]) -> int:
        """The attempt's number, from 1; that of the next one for a content not examined before.

        `contents` are hashes of one submission: the first is what is listed now, others are what earlier
        versions listed. `CourseError` if the list cannot be read.
        """
        known = self._known(student, topic)
        return next((known.index(c) for c in contents if c in known), len(known)) + 1

    def register(self, student: str, topic: str, contents: tuple[str, ...]) -> None:
        """The content is about to be examined: from now on it has its number."""
        known = self._known(student, topic)
        if not any(content in known for content in contents):
            data = json.dumps([*known, contents[0]]).encode()
            files.put(self._path(student, topic), [data], drafts(self._course), synced=True)

    def seed(self, number: int) -> int:
        """The seed of an attempt's draws: the course's own for the first, for everybody the same."""
        if number == 1:
            return self._seed
        digest = hashlib.sha256(f"{self._seed} attempt {number}".encode()).digest()
        return int.from_bytes(digest[:8], "little") >> 1

    def _path(self, student: str, topic: str) -> Path:
        return self._folder / student / f"{topic}.json"

    def _known(self, student: str, topic: str) -> list[str]:
        path = self._path(student, topic)
        try:
            text = path.read_bytes()
        except FileNotFoundError:
            return []
        try:
            known = json.loads(text)
        except ValueError:
            known = None
        if not isinstance(known, list) or not all(isinstance(hash_, str) for hash_ in known):
            raise CourseError(
                f"{path}: found {text[:40]!r}, expected a list of hashes; "
                "delete it to count these attempts anew"
            )
        return known
