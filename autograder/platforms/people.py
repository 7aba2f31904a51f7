"""A course's students, by the names and numbers under which a platform knows them.

A text fits a student if it is their id, number, email address or name. Case, accents and the order of first
and last name do not count; they count in an id of one word, since a name may be the same word.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from autograder.grading import roster
from autograder.grading.ids import canonical
from autograder.grading.standing import people_on_record
from autograder.settings import course_toml


class People:
    """The students of a course."""

    def __init__(self, rows: Iterable[tuple[str, str, str, str, str]] = ()):
        self._fits: dict[str, set[str]] = defaultdict(set)
        self.named = False  # whether any of them has a name, so that a name that fits nobody is a surprise
        self.ids: set[str] = set()
        for student, first, last, email, number in rows:
            self.ids.add(student)
            self.named |= bool(last)
            for text in (email, number, student if " " in student else ""):
                self._fits[plain(text)].add(student)
            if last:
                for text in (f"{first} {last}", f"{last} {first}"):
                    self._fits[plain(text)].add(student)
                self._fits[_joined(f"{last}{first}")].add(student)  # as Canvas writes it
        self._fits.pop("", None)

    def fitting(self, text: str) -> list[str]:
        """Return the ids of the students that the text fits."""
        return sorted(self._fits.get(plain(text), set()) | {canonical(text)} & self.ids)

    def only(self, *texts: str) -> str:
        """Return the student whom the first text that fits exactly one fits; empty if there is none."""
        for text in texts:
            if len(found := self.fitting(text)) == 1:
                return found[0]
        return ""


def of_course(course: Path) -> People:
    """Return the students in the course's gradebook, and those of its list that `grade` has yet to enter."""
    rows = {row[0]: row for row in people_on_record(course)}
    listed = roster.of_course(course_toml.read(course))
    for student, about in listed.people.items() if listed is not None else ():
        first, last, email, number = (
            about.get(name, "") for name in ("first_name", "last_name", "email", "lms_user_id")
        )
        rows[student] = (student, first, last, email, number)
    return People(rows.values())


def plain(text: str) -> str:
    """Return a text in lower case, without accents or commas, and with one blank between words."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).replace(",", " ").split())


def _joined(text: str) -> str:
    """Return the letters and digits alone."""
    return "".join(c for c in plain(text) if c.isalnum())
