"""Zip files as platforms and programs write them."""

import zipfile
from pathlib import Path


class _Unmarked(zipfile.ZipInfo):
    """A file whose name is stored in an encoding, without the mark for UTF-8."""

    encoding = "cp437"

    def _encodeFilenameFlags(self):
        return self.filename.encode(self.encoding), self.flag_bits & ~0x800


def write(path: Path, files: dict[str, str], encoding: str = "", date=(2026, 11, 20, 12, 0, 0)) -> Path:
    """Write a zip file; with an encoding, its names are stored in it and without a mark."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in files.items():
            info = (_Unmarked if encoding else zipfile.ZipInfo)(name, date)
            if isinstance(info, _Unmarked):
                info.encoding = encoding
            file.writestr(info, text)
    return path
