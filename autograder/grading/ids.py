"""Students' ids in one form, however their accents are stored.

Unicode has two ways to write an accented letter: as one character (NFC) or as a letter and an accent (NFD),
as in zip files made on macOS. They look alike. Here an id is NFC; the folder in `submitted/` may be in either
form.
"""

import unicodedata
from collections.abc import Iterable
from pathlib import Path


def canonical(name: str) -> str:
    """Return the id that a folder's name, or a text, stands for."""
    return unicodedata.normalize("NFC", name)


def folders(names: Iterable[str]) -> dict[str, list[str]]:
    """Map each id to the names of its folders; if there are several, a person must decide."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        found.setdefault(canonical(name), []).append(name)
    return dict(sorted(found.items()))


def twins(names: Iterable[str]) -> str:
    """Return why folders that stand for one id are not graded, and what to do."""
    different = " and ".join(spelled(name) for name in names)
    return (
        f"{different} differ only in the way their accents are stored, so it is not known whose work this "
        "is, and none of it is graded; move what is to be graded into one of the folders and remove the other"
    )


def spelled(name: str) -> str:
    r"""Return a name as bash reads it, non-ASCII escaped: `$'Jose\u0301'` is José with a separate accent."""
    letters = (
        c if c.isascii() else f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}" for c in name
    )
    return "$'" + "".join(letters).replace("'", "\\'") + "'"


def folder_of(submitted: Path, student: str) -> Path:
    """Return the folder of a student in `submitted/`, in whichever form its name is stored."""
    path = submitted / student
    if not student.isascii() and not path.is_dir() and submitted.is_dir():
        for found in submitted.iterdir():
            if canonical(found.name) == student:
                return found
    return path
