"""nbgrader's collector plugin for the names of learning platforms (see `names`).

A course uses it with `nbgrader zip_collect` by a line in its `nbgrader_config.py`:

    c.ZipCollectApp.collector_plugin = "autograder.platforms.collector.PlatformCollector"

nbgrader asks for one file after another. Here all are looked at with the first one, since one name alone does
not say that two students are called the same, or that a later attempt counts. `collect` asks the same object.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from nbgrader.plugins.zipcollect import FileNameCollectorPlugin
from traitlets import Unicode

from autograder.platforms import people, sorting
from autograder.platforms.names import Entry
from autograder.platforms.people import People
from autograder.platforms.sorting import Sorting, Taken
from autograder.topics import topics


class PlatformCollector(FileNameCollectorPlugin):
    """Takes what Moodle, Canvas and Google Classroom hand out."""

    platform = Unicode("", help="moodle, canvas, classroom or names; empty: what fits most names").tag(
        config=True
    )
    zone = Unicode("UTC", help="the zone of times in names, such as Europe/Berlin").tag(config=True)
    _asked: dict[str, Taken] | None = None

    def sort(
        self, entries: Iterable[Entry], known: list[str], students: People, topic: str | None = None
    ) -> Sorting:
        """Decide about all files of the zip files together."""
        return sorting.sort(entries, known, students, topic, self.platform or None)

    def handed_in(self, taken: Taken) -> datetime | None:
        """Return the time (UTC) that a name holds; None if it holds none."""
        return in_utc(taken.name.when, self.zone) if taken.name.when else None

    def collect(self, submitted_file: str) -> dict | None:
        """Return nbgrader's data on a file in the folder of what it has extracted; None if it is left."""
        if self._asked is None:
            self._asked = self._ask()
        taken = self._asked.get(submitted_file)
        if taken is None:
            return None
        found = {"student_id": taken.student, "file_id": taken.topic}
        when = self.handed_in(taken)
        return found | ({"timestamp": f"{when.isoformat(sep=' ')} UTC"} if when else {})

    def _ask(self) -> dict[str, Taken]:
        """Return the file that is taken of each student, by its path; tell what is left."""
        app = self.parent
        root = Path(app._format_collect_path(app.extracted_directory))
        topic = app.coursedir.assignment_id
        paths = {
            Entry(*path.relative_to(root).as_posix().partition("/")[::2]): str(path)
            for path in sorted(root.rglob("*"))
            if path.is_file() and path.parent != root
        }
        found = self.sort(paths, [*topics()], people.of_course(Path(app.coursedir.root)), topic)
        for line in found.told:
            self.log.warning(line)
        for entry, reason in found.left:
            self.log.warning("%s: %s", paths[entry], reason)
        return {paths[taken.entry]: taken for taken in found.taken}


def in_utc(when: datetime, zone: str) -> datetime:
    """Return a time of a zone in UTC, without a zone as nbgrader keeps it."""
    return when.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)
