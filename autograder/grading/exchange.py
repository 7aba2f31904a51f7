"""nbgrader's exchange, for a grader that collects and gives back by itself (`incoming`).

To collect and to release is nbgrader's own work. Here is decided when there is something to collect, and what
a stop in the midst of it leaves is mended.
"""

import contextlib
import glob
import os
from collections.abc import Collection
from pathlib import Path

from autograder.grading.contents import OWN
from autograder.grading.course import CourseError

SECRET = "submission_secret.txt"  # of a submission that came through the exchange; names its page there


class Exchange:
    """The exchange that a course's settings name. Raise `CourseError` if they name none."""

    def __init__(self, course: Path):
        self._course = course.resolve()
        self._api = _api(self._course)
        names = self._api.config.get("Exchange", {}).get("root"), self._api.coursedir.course_id
        if not all(names):
            raise CourseError(
                f"{self._course / 'nbgrader_config.py'}: expected c.Exchange.root and "
                f"c.CourseDirectory.course_id, found {names[0] or ''!r} and {names[1]!r}"
            )
        self._inbound = Path(names[0]) / names[1] / "inbound"
        self._seen: dict[str, tuple] = {}
        self._collected: dict[str, tuple] = {}
        self._mark = self._course / OWN / "collecting"
        if self._mark.is_file():
            _mend(self._course, self._inbound, self._mark.read_text("utf-8").strip())

    def collect(self, topics: Collection[str]) -> list[str]:
        """Collect what was handed in since the last call; return its topics. Raise `CourseError` if refused.

        A submission that has changed since the last call may still be on its way, and waits.
        """
        there = {name: state for name, state in self._handed_in() if _topic(name) in topics}
        fresh = {name: state for name, state in there.items() if self._collected.get(name) != state}
        waiting = {_topic(name) for name, state in fresh.items() if self._seen.get(name) != state}
        self._seen = there
        ready = sorted({_topic(name) for name in fresh} - waiting)
        for topic in ready:
            self._mark.parent.mkdir(mode=0o700, exist_ok=True)
            self._mark.write_text(topic, "utf-8")
            _done(self._api.collect(topic), f"`nbgrader collect {topic}`")
            self._mark.unlink()
            self._collected |= {name: state for name, state in fresh.items() if _topic(name) == topic}
        return ready

    def release(self, topics: Collection[str]) -> list[tuple[str, str]]:
        """Give back each page of these topics that is not there yet as it is now; return (student, topic).

        Pages of work that came another way have no secret, and stay. What is there decides, so a stop between
        a page and its release, or a release that failed, is made up for by the next call.
        """
        found = []
        for page in sorted((self._course / "feedback").glob("*/*/*.html")):
            student, topic = page.parts[-3:-1]
            if topic in topics and page.stem == topic and not self._given_back(page):
                what = f"`nbgrader release_feedback {topic} --student {student}`"
                _done(self._api.release_feedback(topic, student), what)
                found.append((student, topic))
        return found

    def _given_back(self, page: Path) -> bool:
        """Return whether the exchange has this page already, or a page that needs none."""
        from nbgrader.utils import notebook_hash

        secret = page.parent / SECRET
        if not secret.is_file():
            return True
        name = notebook_hash(secret=secret.read_text("utf-8"), notebook_id=page.stem)
        there = self._inbound.parent / "feedback" / f"{name}.html"
        return there.is_file() and there.read_bytes() == page.read_bytes()

    def _handed_in(self) -> list[tuple[str, tuple]]:
        """Return the name and the state of each folder that was handed in."""
        found = []
        with contextlib.suppress(FileNotFoundError):
            for entry in os.scandir(self._inbound):
                with contextlib.suppress(OSError):  # it goes, or may not be read: nbgrader will say so
                    files = [(file.name, file.stat()) for file in os.scandir(entry.path)]
                    found.append((entry.name, tuple((n, s.st_size, s.st_mtime_ns) for n, s in sorted(files))))
        return found


def _topic(name: str) -> str:
    """Return the topic of a folder there: STUDENT+TOPIC+TIME+RANDOM, where STUDENT may hold a +."""
    parts = name.rsplit("+", 3)
    return parts[1] if len(parts) == 4 else ""


def _api(course: Path):
    """Return nbgrader's API with the settings that its commands would read in the course's folder."""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.apps.baseapp import NbGrader

    app = NbGrader()
    with contextlib.chdir(course):  # where it looks for its settings
        app.load_config_file()
    app.config.CourseDirectory.root = str(course)
    return NbGraderAPI(config=app.config)


def _done(outcome: dict, what: str) -> None:
    if not outcome["success"]:
        lines = (outcome.get("error") or outcome.get("log") or "").strip().splitlines()
        raise CourseError(f"{what} failed: {lines[-1] if lines else 'it did not say why'}")


def _mend(course: Path, inbound: Path, topic: str) -> None:
    """Have submissions collected again of which a stop left a part: nbgrader judges by their time alone."""
    for stamp in (course / "submitted").glob(f"*/{glob.escape(topic)}/timestamp.txt"):
        student, when = stamp.parents[1].name, stamp.read_bytes()
        for source in inbound.glob(f"{glob.escape(student)}+{glob.escape(topic)}+*"):
            if (source / stamp.name).is_file() and (source / stamp.name).read_bytes() == when:
                if any(_smaller(stamp.parent / file.name, file) for file in source.iterdir()):
                    stamp.unlink()
                break


def _smaller(here: Path, there: Path) -> bool:
    return not here.exists() or here.stat().st_size < there.stat().st_size
