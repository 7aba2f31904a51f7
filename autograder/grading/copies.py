"""Copies of the gradebook to go back to: one from before each run that changes it.

A gradebook holds what no run can recreate: scores and comments by hand, due dates, extensions, names.
"""

import contextlib
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from autograder import files
from autograder.grading.contents import OWN
from autograder.grading.course import drafts, reporting_disk_errors

MOST = 5


def kept(course: Path) -> list[Path]:
    """Return the existing copies, the latest last."""
    return sorted((course / OWN / "gradebooks").glob("*.db"))


def keep(course: Path) -> None:
    """Copy the gradebook as it is now, and delete all but the last few copies.

    An empty gradebook, or one unchanged since the last copy, is not copied. The caller must hold the
    course's lock.
    """
    path = course.resolve() / "gradebook.db"
    if not path.is_file() or not (about := path.stat()).st_size:
        return
    before = kept(course)
    if before and before[-1].stat().st_mtime_ns == about.st_mtime_ns:
        return
    with (
        reporting_disk_errors(path),
        contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as book,
    ):
        # Read by SQLite, which first rolls back a change that a kill interrupted.
        book.execute("begin")
        data = book.serialize()
    now = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    copy = course / OWN / "gradebooks" / f"{now}.db"
    with reporting_disk_errors(copy):
        files.put(copy, [data], drafts(course), synced=True)
        os.utime(copy, ns=(about.st_mtime_ns, about.st_mtime_ns))
        for old in [*before, copy][:-MOST]:
            old.unlink()
