"""The number of a submission's attempt at a topic, and the seed of its inputs.

An attempt is one content of the graded notebook; its name and the files beside it do not count.
`DIR/.autograder/attempts/STUDENT/TOPIC.json` lists the hashes in the order in which they were first examined.
It is written to disk before the first input is sent, so that a killed run does not renumber attempts.
Contents that were handed in before keep their number: a regrade, or an earlier notebook put back, gets the
same inputs again. If the file is gone, counting starts anew.
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
        """Return the attempt's number, from 1; a content not examined before gets the next number.

        `contents` are hashes of one submission: the first is the hash that is listed now, the others
        are those that earlier versions listed. Raise `CourseError` if the list cannot be read.
        """
        known = self._known(student, topic)
        return next((known.index(c) for c in contents if c in known), len(known)) + 1

    def register(self, student: str, topic: str, contents: tuple[str, ...]) -> None:
        """Give the content its number, before it is examined."""
        known = self._known(student, topic)
        if not any(content in known for content in contents):
            data = json.dumps([*known, contents[0]]).encode()
            files.put(self._path(student, topic), [data], drafts(self._course), synced=True)

    def seed(self, number: int) -> int:
        """Return the seed of an attempt's draws: the course's for the first attempt, equal for everybody."""
        if number == 1:
            return self._seed
        digest = hashlib.sha256(f"{self._seed} attempt {number}".encode()).digest()
        return int.from_bytes(digest[:8], "little") >> 1

    def _path(self, student: str, topic: str) -> Path:
        return self._folder.joinpath(student, f"{topic}.json")

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
