"""A platform's zip files, read without trust: students chose the names and the contents.

No path of a zip file is used as a path here. A notebook is unpacked in pieces, never beyond the size that the
table of contents gives, and all together not beyond MOST.
"""

import contextlib
import hashlib
import os
import stat
import struct
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from autograder.grading.course import CourseError, shown
from autograder.grading.finding import BAD_ZIP, PIECE
from autograder.grading.reading import MAX_FILE
from autograder.platforms.names import Entry

MOST = 20_000_000_000  # bytes of all notebooks together
TABLE = 50_000_000  # bytes of a zip file's table of contents, which takes a hundred for each file
_TAIL = 1 << 17  # bytes at the end that hold the place of the table, a comment included
_END, _END64 = b"PK\x05\x06", b"PK\x06\x06"
_FULL_32 = 0xFFFFFFFF


class BadEntry(Exception):
    """A file in a zip file cannot be unpacked; the text says why."""


class Zip:
    """An open zip file. Raise `CourseError` if it is none."""

    def __init__(self, path: Path):
        self.path = path
        try:
            self._file = open(path, "rb")
        except OSError as error:
            raise CourseError(f"{shown(path)}: cannot be read ({error.strerror or error})") from error
        try:
            if _table_bytes(self._file) > TABLE:
                raise CourseError(f"{shown(path)}: its table of contents is larger than {TABLE:,} bytes")
            self._zip = zipfile.ZipFile(self._file)
        except BAD_ZIP as error:
            self._file.close()
            raise CourseError(f"{shown(path)}: no zip file, or a broken one; download it again") from error
        except CourseError:
            self._file.close()
            raise
        self._infos = {Entry(path.stem, info.filename): info for info in self._zip.infolist()}
        times = Counter(info.filename for info in self._zip.infolist())
        self._twice = {name for name, number in times.items() if number > 1}

    def close(self) -> None:
        self._zip.close()
        self._file.close()

    def entries(self) -> list[Entry]:
        """Return the files in it, in their order."""
        return [entry for entry, info in self._infos.items() if not info.is_dir()]

    def size(self, entry: Entry) -> int:
        """Return the bytes that a file takes, as the table of contents says."""
        return self._infos[entry].file_size

    def date(self, entry: Entry) -> tuple[int, int, int, int, int, int]:
        """Return the date of a file, which has no zone."""
        return self._infos[entry].date_time

    def refusal(self, entry: Entry) -> str:
        """Return why a file is not unpacked; empty if it can be."""
        info = self._infos[entry]
        parts = info.filename.replace("\\", "/").split("/")
        if ".." in parts or parts[0] == "" or ":" in parts[0]:
            return "its path leads out of the zip file"
        if stat.S_ISLNK(info.external_attr >> 16):
            return "a link, expected a file"
        if info.filename in self._twice:
            return "the zip file holds it twice"
        if info.flag_bits & 1:
            return "encrypted"
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            return "compressed in a way that is not read here"
        if info.file_size > MAX_FILE:
            return f"larger than {MAX_FILE // 1_000_000:,} MB"
        return ""

    def unpack(self, entry: Entry, into: Path) -> str:
        """Write a file to `into`; return its hash. Raise `BadEntry` if it is broken."""
        info, digest = self._infos[entry], hashlib.sha256()
        with open(into, "wb") as file:
            left = info.file_size
            with _reading():
                member = self._zip.open(info)
            with member:
                while left:
                    with _reading():
                        piece = member.read(min(PIECE, left))
                    if not piece:
                        raise BadEntry("broken; download the zip file again")
                    left -= len(piece)
                    digest.update(piece)
                    file.write(piece)
        return digest.hexdigest()


@contextlib.contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except BAD_ZIP as error:
        raise BadEntry("broken; download the zip file again") from error


def _table_bytes(file) -> int:
    """Return the size of the table of contents; 0 if its place is not found, which `zipfile` then reports."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    file.seek(0)
    place = tail.rfind(_END)
    if place < 0 or len(tail) < place + 22:
        return 0
    (found,) = struct.unpack_from("<L", tail, place + 12)
    if found == _FULL_32 and (place := tail.rfind(_END64)) >= 0 and len(tail) >= place + 48:
        (found,) = struct.unpack_from("<Q", tail, place + 40)
    return found


def digest(path: Path) -> str:
    """Return the hash of a file, as `Zip.unpack` returns it."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def opened(paths: list[Path]) -> Iterator[dict[str, Zip]]:
    """Open zip files; yield them by their names without `.zip`."""
    found: dict[str, Zip] = {}
    with contextlib.ExitStack() as stack:
        for path in paths:
            if path.stem in found:
                raise CourseError(f"{shown(path)}: a second zip file of this name; give it another one")
            found[path.stem] = Zip(path)
            stack.callback(found[path.stem].close)
        yield found
