"""What has been graded so far, kept with the course, so that no run is lost and none done twice.

`DIR/.autograder/results/STUDENT/TOPIC.json` holds one submission's outcome and what it
depends on, in two lines: a header, and the outcome. `DIR/.autograder/recorded` lists, a line
each, the outcomes that have reached the gradebook and the pages, with what the gradebook held
as the page was written, and the gradebook's students and assignments. Both are written in an
order that a kill at any moment leaves usable: a result that cannot be read is as if it were not
there, and what is not listed is recorded once more.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
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
        """Is a result with this basis still good, for the checks that are what they were?"""
        return (self.submission, self.settings) == (now.submission, now.settings)


@dataclass(frozen=True)
class CachedResult:
    """An outcome of an earlier run; `digest` stands for all of it."""

    basis: CacheKey
    points: dict[str, float]  # by graded cell
    digest: str
    path: Path

    def graded(self) -> Graded:
        """The outcome itself. `ValueError` if the file has changed since."""
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
        return self._own / "results" / student / f"{topic}.json"

    def find(self, student: str, topic: str) -> CachedResult | None:
        """What is kept of a submission; None if there is nothing, or nothing that can be read."""
        path = self.path(student, topic)
        try:
            with open(path, "rb") as file:
                header, text = file.readline(), file.read()
            found = json.loads(header)
            basis = CacheKey(found["submission"], found["settings"], found["checks"])
            points = {cell: float(value) for cell, value in found["points"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        digest = fingerprint.short(text)
        return CachedResult(basis, points, digest, path) if found.get("outcome") == digest else None

    def keep(self, basis: CacheKey, graded: Graded) -> CachedResult:
        """Keep an outcome, in place of what there was."""
        # Letters as they are: escaped, those beyond ASCII would take up to three times as much.
        text = json.dumps(asdict(graded), ensure_ascii=False, allow_nan=False).encode(
            "utf-8", "surrogatepass"
        )
        digest, points = fingerprint.short(text), graded.points()
        header = json.dumps(asdict(basis) | {"points": points, "outcome": digest})
        path = self.path(graded.student, graded.topic)
        self._write(path, header.encode() + b"\n" + text)
        return CachedResult(basis, points, digest, path)

    def everything(self, topics: list[str]) -> Iterator[Graded]:
        """All outcomes that are kept of the topics, in order, one at a time."""
        folder = self._own / "results"
        students = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
        for topic in topics:
            for student in students:
                if (kept := self.find(student, topic)) is not None:
                    yield kept.graded()

    # -- what has reached the gradebook ---------------------------------------------------------

    def recorded(self, student: str, topic: str) -> str:
        """The state in which a submission was recorded last; empty if it never was."""
        return self._load().get((student, topic), "")

    def mark_recorded(self, student: str, topic: str, state: str) -> None:
        """The submission is in the gradebook and has its pages, in this state."""
        self._load()[student, topic] = state
        with open(self._own / "recorded", "ab") as file:
            file.write(_line(student, topic, state))

    def known(self) -> set[tuple[str, str]]:
        """What is on record: (student, topic); ("", topic) of an assignment, (student, "") of a student."""
        return set(self._load())

    def know_students(self, students: Iterable[str]) -> None:
        """These are the gradebook's students, whether or not they have handed in; `tidy` writes it down."""
        old = [key for key in self._load() if key[0] and not key[1]]
        for key in old:
            del self._load()[key]
        self._load().update({(student, ""): "student" for student in students})

    def forget(self, keys: Iterable[tuple[str, str]]) -> None:
        """These are not on record any more."""
        for key in keys:
            self._load().pop(key, None)
        self.tidy()

    def tidy(self) -> None:
        """Write the list of what is recorded anew, a line each."""
        lines = [_line(*key, state) for key, state in sorted(self._load().items())]
        self._write(self._own / "recorded", b"".join(lines))

    def exported(self) -> bool:
        """Do the exports show the gradebook, and what is recorded, as they are now?"""
        try:
            marked = json.loads((self._own / "exported").read_bytes())
            return bool(marked) and marked == self._stamps(marked)
        except (OSError, ValueError, TypeError):
            return False

    def mark_exported(self, exports: Iterable[str]) -> None:
        """The files of these names have just been written."""
        # The settings name the exporters.
        names = ["gradebook.db", f"{OWN}/recorded", "nbgrader_config.py", *exports]
        self._write(self._own / "exported", json.dumps(self._stamps(names)).encode())

    def _stamps(self, names: Iterable[str]) -> dict[str, list[int] | None]:
        """The state of the course's files, as far as the file system tells."""
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
                    continue  # a line that a kill cut short: that submission is recorded once more
        return self._recorded


def _line(student: str, topic: str, state: str) -> bytes:
    # The newline comes first as well: what stands before may have been cut short.
    return b"\n" + json.dumps([student, topic, state]).encode() + b"\n"


def _graded(found: dict) -> Graded:
    results = [CheckResult(**r) for r in found.pop("results")]
    cells = [CellOutput(**c) for c in found.pop("cells")]
    return Graded(results=results, cells=cells, **found)
