"""Atomic writing of files: no reader sees half a file, even after a kill at any moment.

A draft lies beside the file, under a name that begins with a dot; or in a folder for drafts, which the next
run empties, so that a kill leaves none behind.
"""

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path


def put(
    path: Path, parts: Iterable[bytes], drafts: Path | None = None, mode: int = 0o600, synced: bool = False
) -> None:
    """Replace the file by one that holds `parts` in order; after an error the old one stays.

    With `synced` the new file is on the disk when this returns.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=drafts or path.parent, prefix=".draft-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        os.chmod(draft, mode)
        move(Path(draft), path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)
        raise


def put_text(path: Path, text: str, drafts: Path | None = None) -> bool:
    """Write a text that others may read, and return True; return False if the file already holds it."""
    data = text.encode("utf-8")
    if path.is_file() and path.read_bytes() == data:
        return False
    put(path, [data], drafts, mode=0o644)
    return True


def move(draft: Path, path: Path) -> None:
    """Replace `path` by `draft`, even from another disk."""
    try:
        os.replace(draft, path)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The same name each time, so that what a kill leaves is written over.
        near = path.with_name(f".{path.name[:200]}.draft")
        try:
            shutil.copy2(draft, near)
            os.replace(near, path)
        except BaseException:
            near.unlink(missing_ok=True)
            raise
        draft.unlink()
