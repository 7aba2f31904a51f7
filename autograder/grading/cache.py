"""Results of earlier runs, kept with the course, so that no run is lost and no work is repeated.

`DIR/.autograder/results/STUDENT/TOPIC.json` holds one submission's outcome and what it depends on, in two
lines: a header, with the points of earlier attempts, and the outcome. `DIR/.autograder/recorded` lists, one a
line, the outcomes that have reached the gradebook and the pages, with the gradebook's state when the page was
written, and the gradebook's students and assignments. Both files are written in an order that leaves them
usable after a kill at any moment: an unreadable result counts as missing, and an unlisted outcome is
recorded again.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from autograder import files
from autograder.grading import fingerprint
from autograder.grading.contents import OWN
from autograder.grading.course import drafts
from autograder.grading.ids import canonical
from autograder.results import CellOutput, CheckResult, Graded


@dataclass(frozen=True)
class CacheKey:
    """What a submission's outcome depends on."""

    submission: str  # the files handed in
    settings: str  # grader, seed, limits, and the assignment's own cells
    checks: dict[str, str]  # check -> fingerprint

    def applies_to(self, now: "CacheKey") -> bool:
        """Return whether a result with this key is still valid for the checks that have not changed."""
        return (self.submission, self.settings) == (now.submission, now.settings)


@dataclass(frozen=True)
class CachedResult:
    """An outcome of an earlier run; `digest` is a hash of all of it."""

    basis: CacheKey
    points: dict[str, float]  # by graded cell
    digest: str
    path: Path
    attempt: int | None = None
    earlier: dict[int, dict[str, float]] = field(default_factory=dict)  # the points of earlier attempts

    def graded(self) -> Graded:
        """Return the outcome itself. Raise `ValueError` if the file has changed since."""
        with open(self.path, "rb") as file:
            file.readline()
            text = file.read()
        if fingerprint.short(text) != self.digest:
            raise ValueError(f"{self.path}: changed while grading")
        # An earlier version may have kept it under another form of the id.
        return _graded(json.loads(text) | {"student": self.path.parent.name})


class ResultCache:
    """The results kept with a course."""

    def __init__(self, course: Path):
        self._course, self._own = Path(course), Path(course) / OWN
        self._recorded: dict[tuple[str, str], str] | None = None

    def path(self, student: str, topic: str) -> Path:
        return self._own.joinpath("results", student, f"{topic}.json")

    def find(self, student: str, topic: str) -> CachedResult | None:
        """Return the kept result of a submission; None if there is none or it cannot be read."""
        path = self.path(student, topic)
        try:
            with open(path, "rb") as file:
                header, text = file.readline(), file.read()
            found = json.loads(header)
            basis = CacheKey(found["submission"], found["settings"], found["checks"])
            points = _points(found["points"])
            attempt, earlier = found.get("attempt"), found.get("earlier", {})
            before = {int(number): _points(value) for number, value in earlier.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        digest = fingerprint.short(text)
        if found.get("outcome") != digest:
            return None
        return CachedResult(basis, points, digest, path, attempt, before)

    def keep(self, basis: CacheKey, graded: Graded, before: CachedResult | None = None) -> CachedResult:
        """Keep an outcome, replacing an earlier one; of that, `before`, the points of its attempts stay."""
        # Not escaped: letters beyond ASCII would take up to three times the space.
        text = json.dumps(asdict(graded), ensure_ascii=False, allow_nan=False).encode(
            "utf-8", "surrogatepass"
        )
        digest, points = fingerprint.short(text), graded.points()
        earlier = dict(before.earlier) if before is not None else {}
        if before is not None and before.attempt is not None:
            earlier[before.attempt] = before.points
        earlier = {number: earlier[number] for number in sorted(earlier) if number != graded.attempt}
        about = {"points": points, "outcome": digest, "attempt": graded.attempt, "earlier": earlier}
        path = self.path(graded.student, graded.topic)
        self._write(path, json.dumps(asdict(basis) | about).encode() + b"\n" + text)
        return CachedResult(basis, points, digest, path, graded.attempt, earlier)

    def everything(self, topics: list[str]) -> Iterator[Graded]:
        """Yield all kept outcomes of the topics, in order, one at a time."""
        folder = self._own / "results"
        students = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
        for topic in topics:
            for student in students:
                if (kept := self.find(student, topic)) is not None:
                    yield kept.graded()

    # -- what has reached the gradebook ---------------------------------------------------------

    def recorded(self, student: str, topic: str) -> str:
        """Return the state in which a submission was last recorded; empty if it never was."""
        return self._load().get((student, topic), "")

    def mark_recorded(self, student: str, topic: str, state: str) -> None:
        """Note that the submission is in the gradebook and has its pages, in this state."""
        self._load()[student, topic] = state
        with open(self._own / "recorded", "ab") as file:
            file.write(_line(student, topic, state))

    def known(self) -> set[tuple[str, str]]:
        """Return recorded (student, topic), with ("", topic) of assignments and (student, "") of students."""
        return set(self._load())

    def know_students(self, students: Iterable[str]) -> None:
        """Replace the listed students by the gradebook's, also those without work; `tidy` writes the list."""
        old = [key for key in self._load() if key[0] and not key[1]]
        for key in old:
            del self._load()[key]
        self._load().update({(student, ""): "student" for student in students})

    def forget(self, keys: Iterable[tuple[str, str]]) -> None:
        """Remove these keys from the record."""
        for key in keys:
            self._load().pop(key, None)
        self.tidy()

    def tidy(self) -> None:
        """Rewrite the list of what is recorded, a line each."""
        lines = [_line(*key, state) for key, state in sorted(self._load().items())]
        self._write(self._own / "recorded", b"".join(lines))

    def exported(self) -> bool:
        """Return whether the exports match the gradebook and the record as they are now."""
        try:
            marked = json.loads((self._own / "exported").read_bytes())
            return bool(marked) and marked == self._stamps(marked)
        except (OSError, ValueError, TypeError):
            return False

    def mark_exported(self, exports: Iterable[str]) -> None:
        """Note that the files of these names have just been written."""
        # The settings name the exporters.
        names = ["gradebook.db", f"{OWN}/recorded", "nbgrader_config.py", *exports]
        self._write(self._own / "exported", json.dumps(self._stamps(names)).encode())

    def _stamps(self, names: Iterable[str]) -> dict[str, list[int] | None]:
        """Return the size and modification time of each of the course's files; None for a missing file."""
        paths = {name: self._course / name for name in names}
        return {
            name: [path.stat().st_size, path.stat().st_mtime_ns] if path.is_file() else None
            for name, path in paths.items()
        }

    def _write(self, path: Path, data: bytes) -> None:
        files.put(path, [data], drafts(self._course), synced=True)

    def _load(self) -> dict[tuple[str, str], str]:
        if self._recorded is None:
            self._recorded = {}
            path = self._own / "recorded"
            for line in path.read_bytes().split(b"\n") if path.is_file() else ():
                try:
                    student, topic, state = json.loads(line)
                    self._recorded[canonical(student), topic] = state
                except (ValueError, TypeError):
                    continue  # a line cut short by a kill: that submission is recorded again
        return self._recorded


def _points(found: dict) -> dict[str, float]:
    return {cell: float(value) for cell, value in found.items()}


def _line(student: str, topic: str, state: str) -> bytes:
    # The newline also comes first: the line before may have been cut short.
    return b"\n" + json.dumps([student, topic, state]).encode() + b"\n"


def _graded(found: dict) -> Graded:
    results = [CheckResult(**r) for r in found.pop("results")]
    cells = [CellOutput(**c) for c in found.pop("cells")]
    return Graded(results=results, cells=cells, **found)
