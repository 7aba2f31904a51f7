"""Which file of a submission's folder is its notebook, and the file's content.

It is the file with the topic's name, or else the only notebook. If the folder holds nothing else, the
notebook may also lie one folder deeper, in a zip file, or under a name that is not a notebook's. Links are
not followed. Nothing in a folder makes `read` raise, except what the disk refuses.
"""

import contextlib
import errno
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from autograder import messages
from autograder.grading import fingerprint
from autograder.grading.reading import MAX_FILE, Unreadable

NBGRADERS = ("timestamp.txt", "submission_secret.txt")  # beside a notebook that nbgrader has collected
PIECE = 1 << 20  # bytes read at once
MEMBERS = 100_000  # bytes of a zip file's table of contents, which takes a hundred for each file
_ZIP, _ZIP_ENDS, _ZIP64 = b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x07"
_LOOKS_LIKE_ONE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:cells|metadata|nbformat|nbformat_minor)"\s*:')
_DROPPED = {  # left by systems and programs, never handed in
    *(".cache", ".config", ".git", ".gitattributes", ".gitignore", ".gitkeep", ".idea", ".ipynb_checkpoints"),
    *(".ipython", ".jupyter", ".local", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".virtual_documents"),
    *(".vscode", "__pycache__"),
    *(
        ".AppleDouble",
        ".DS_Store",
        ".Spotlight-V100",
        ".TemporaryItems",
        ".fseventsd",
        ".localized",
        "__MACOSX",
    ),
    *("$RECYCLE.BIN", "System Volume Information", "Thumbs.db", "desktop.ini", ".directory"),
}
_DROPPED_SO = ("._", ".~lock.", ".nfs", ".Trash", ".#")  # prefixes of other such names


class Missing(Unreadable):
    """There is no notebook of the expected name."""


@dataclass(frozen=True)
class Found:
    """A submission's notebook: a file, or a member of a zip file, with a note on where it lay."""

    path: Path
    member: str = ""
    note: str = ""


def is_dropping(name: str) -> bool:
    """Return whether systems and programs leave files of this name in folders."""
    return name in _DROPPED or name.startswith(_DROPPED_SO)


def find(folder: Path, topic: str) -> Found:
    """Return a submission's notebook. Raise `Unreadable` if it is a link, `Missing` if there is none."""
    name = f"{topic}.ipynb"
    # Strings, not paths: a second run of a class looks here for each submission.
    if any(os.path.islink(path) for path in (os.path.dirname(folder), folder, os.path.join(folder, name))):
        raise Unreadable(messages.LINK)
    found = notebook_in(folder, topic)
    if found is None:
        raise Missing(messages.no_notebook(name))
    return found


def notebook_in(folder: Path, topic: str) -> Found | None:
    """Return the notebook of a submission's folder; None if there is none or the choice is not clear.

    A notebook of the topic's name is taken even if it is a link, which is then refused.
    """
    name = f"{topic}.ipynb"
    path = folder / name
    if path.is_file() or path.is_symlink():
        return Found(path)
    there = _things(folder)
    if notebooks := [path for path in there if path.suffix == ".ipynb" and _is_plain(path)]:
        one = len(notebooks) == 1
        return Found(notebooks[0], note=messages.other_name(notebooks[0].name, name)) if one else None
    if len(there) != 1 or there[0].is_symlink():
        return None
    alone = there[0]
    if alone.is_dir():
        inner = [path for path in _things(alone) if path.suffix == ".ipynb" and _is_plain(path)]
        inner = [path for path in inner if path.name == name] or inner
        note = messages.one_folder_deeper(alone.name, name)
        return Found(inner[0], note=note) if len(inner) == 1 else None
    head = _head(alone)
    if head.startswith(_ZIP):
        member = _only_notebook(alone)
        return Found(alone, member, messages.unpacked(alone.name, name)) if member else None
    if _LOOKS_LIKE_ONE.match(head):
        return Found(alone, note=messages.other_name(alone.name, name))
    return None


def _things(folder: Path) -> list[Path]:
    """Return the paths in a folder that somebody handed in, in order; none if it cannot be read."""
    return [folder / name for name in _names(folder) if not is_dropping(name) and name not in NBGRADERS]


def _names(folder: Path) -> list[str]:
    """Return the names in a folder, in order; none if it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _head(path: Path) -> bytes:
    try:
        with _opened(path) as file:
            return file.read(4096)
    except (OSError, Unreadable):
        return b""


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file. Raise `Unreadable` for a link, `OSError` for other kinds of file or if refused."""
    try:
        # Neither follow nor wait: the file may have been replaced since.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unreadable(messages.LINK) from None
        raise
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        yield file


# -- zip files ------------------------------------------------------------------------------------


def _only_notebook(path: Path) -> str:
    """Return the name of the only notebook in a zip file; empty if there is none or several."""
    try:
        with _opened(path) as file, _unzipped(file) as archive:
            names = [about.filename for about in archive.infolist() if _is_notebook(about)]
    except BAD_ZIP:
        return ""
    return names[0] if len(names) == 1 else ""


# Errors that `zipfile` raises for a broken or malicious zip file.
BAD_ZIP = (
    OSError, EOFError, ValueError, RuntimeError, struct.error, zipfile.BadZipFile, zlib.error, Unreadable
)  # fmt: skip


@contextlib.contextmanager
def _unzipped(file: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """Open a zip file if its table of contents is small: the whole table is read into memory."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 42))
    end = file.read()
    # The table's place and size stand in the last 22 bytes. With a Zip64 record before them, or a comment
    # after, the table may be of any size.
    if end[-22:-18] != _ZIP_ENDS or end[:4] == _ZIP64 or struct.unpack("<L", end[-10:-6])[0] > MEMBERS:
        raise zipfile.BadZipFile
    with zipfile.ZipFile(file) as archive:
        yield archive


def _is_notebook(about: zipfile.ZipInfo) -> bool:
    """Return whether a member of a zip file is a notebook that can be unpacked in pieces."""
    parts = about.filename.split("/")
    mode = about.external_attr >> 16
    return (
        parts[-1].endswith(".ipynb")
        and not any(map(is_dropping, parts))
        and not stat.S_ISLNK(mode)
        and not about.flag_bits & 1  # encrypted
        and about.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may need any memory
    )


# -- contents -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandedIn:
    """What is known of a submission once its notebook has been read.

    `contents` are two hashes: of the graded notebook alone, whatever its name and the files beside it,
    and of all that the grader reads of a submission. If the notebook cannot be read, which is not an
    attempt, both are the same, and `refused` is the reason.
    """

    contents: tuple[str, str]
    note: str = ""
    refused: Unreadable | OSError | None = None


def read(folder: Path, topic: str, take: Callable[[bytes], None] = lambda piece: None) -> HandedIn:
    """Read a submission, each of its files once; `take` gets the notebook in pieces, as they are hashed."""
    linked = os.path.islink(folder), os.path.islink(os.path.dirname(folder))
    whole, graded = fingerprint.Hash(*linked), None
    refused: Unreadable | OSError | None = None
    names, found = [name for name in _names(folder) if name.endswith(".ipynb")], Found(folder)
    try:
        found = find(folder, topic)
    except Unreadable as error:
        refused = error
    taken = os.path.join(*found.path.parts[len(folder.parts) :] or (".",))
    for name in names if taken in (".", *names) else [*names, taken]:
        mine, own, path = name == taken, fingerprint.Hash(), folder / name
        whole.add(name)
        try:
            with _pieces(found if mine else Found(path)) as (size, pieces):
                for digest in (whole, own):
                    digest.begin(size)
                for piece in pieces:
                    whole.update(piece)
                    own.update(piece)
                    if mine:
                        take(piece)
            graded = own if mine else graded
        except (Unreadable, OSError) as error:
            whole.add(error.errno if isinstance(error, OSError) else _state(path))
            refused = error if mine else refused
    return HandedIn(((graded or whole).text(), whole.text()), found.note, refused)


@contextlib.contextmanager
def _pieces(found: Found) -> Iterator[tuple[int, Iterator[bytes]]]:
    """Yield the size of a notebook and its content in pieces, together not longer than that.

    Raise `Unreadable` for a link, a file that is too large, or a zip file that cannot be unpacked.
    """
    with _opened(found.path) as file:
        if not found.member:
            yield _in_pieces(file, os.fstat(file.fileno()).st_size)
            return
        try:
            with _unzipped(file) as archive, archive.open(found.member) as member:
                yield _in_pieces(member, archive.getinfo(found.member).file_size)
        except BAD_ZIP as error:
            raise error if isinstance(error, Unreadable) else Unreadable(messages.BAD_ZIP) from None


def _in_pieces(file: IO[bytes], size: int) -> tuple[int, Iterator[bytes]]:
    if size > MAX_FILE:
        raise Unreadable(messages.too_large(MAX_FILE))

    def pieces() -> Iterator[bytes]:
        left = size
        while left and (piece := file.read(min(PIECE, left))):
            left -= len(piece)
            yield piece

    return size, pieces()


def _state(path: Path) -> tuple[int, int, int] | int | None:
    """Return mode, size and modification time of a file that is not read, or the error number."""
    try:
        about = os.lstat(path)
    except OSError as error:
        return error.errno
    return about.st_mode, about.st_size, about.st_mtime_ns
