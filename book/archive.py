"""Pack the built site: `python book/archive.py [--site DIR] [--out FILE]`.

Writes one zip file with a folder `embedding-course/` and, beside it, FILE.sha256 in the form that
`sha256sum --check` reads. The same site gives the same bytes: names in order, one fixed date.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "embedding-course"
DATE = (2026, 1, 1, 0, 0, 0)  # of every file in the archive
STAMP = ".inputs.json"  # build.py's own note, of no use to a reader
CATALOGUES = (".mo", ".po")  # the theme's translations, which Sphinx reads and no browser


def pack(site: Path, out: Path) -> str:
    """Write `site` into the zip file `out` and its checksum beside it; returns the checksum."""
    if not (site / "index.html").is_file():
        raise FileNotFoundError(f"{site}: no built book here (index.html is missing); run `make book` first")
    files = sorted(
        path
        for path in site.rglob("*")
        if path.is_file() and path.name != STAMP and path.suffix not in CATALOGUES
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = out.with_name(f".{out.name}.new")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path in files:
                entry = zipfile.ZipInfo(f"{NAME}/{path.relative_to(site).as_posix()}", DATE)
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
        digest = hashlib.sha256(partial.read_bytes()).hexdigest()
        os.replace(partial, out)
    finally:
        partial.unlink(missing_ok=True)
    out.with_name(f"{out.name}.sha256").write_text(f"{digest}  {out.name}\n", encoding="utf-8")
    return digest


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python book/archive.py", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--site",
        type=Path,
        default=ROOT / "_build" / "html",
        metavar="DIR",
        help="the built book (default: _build/html)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "_build" / f"{NAME}.zip",
        metavar="FILE",
        help=f"the archive (default: _build/{NAME}.zip)",
    )
    args = parser.parse_args(argv)
    try:
        digest = pack(args.site, args.out)
    except OSError as failure:
        print(f"site: FAILED: {failure}", file=sys.stderr)
        return 1
    size = args.out.stat().st_size
    print(f"site: {args.out} ({size / 1e6:.1f} MB), sha256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
