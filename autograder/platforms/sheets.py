"""A table of comma-separated values of which only some cells change: all others stay as they were, byte for
byte.

So do the encoding, the byte-order mark, the separator, the quotes and the ends of lines.
"""

import codecs
from dataclasses import dataclass, field
from pathlib import Path

from autograder.grading.course import CourseError, in_words, shown

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_SIGNS = ",;\t"


@dataclass
class Cell:
    """A cell as it is written, with its quotes."""

    raw: str

    @property
    def text(self) -> str:
        if not self.raw.startswith('"'):
            return self.raw
        body = self.raw[1:]
        return (body[:-1] if body.endswith('"') else body).replace('""', '"')


@dataclass
class Sheet:
    """A table in a file."""

    path: Path
    mark: bytes
    encoding: str
    sign: str
    rows: list[list[Cell]] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)  # of the lines

    def put(self, row: int, column: int, text: str) -> None:
        """Change a cell to a text that needs no quotes; a line that is too short gets empty cells."""
        cells = self.rows[row]
        cells += [Cell("") for _ in range(column + 1 - len(cells))]
        cells[column] = Cell(text)

    def get(self, row: int, column: int | None) -> str:
        """Return a cell's text; empty if there is no such cell."""
        cells = self.rows[row]
        return cells[column].text.strip() if column is not None and column < len(cells) else ""

    def data(self) -> bytes:
        """Return the content of the file."""
        lines = (self.sign.join(cell.raw for cell in row) + end for row, end in zip(self.rows, self.ends))
        return self.mark + "".join(lines).encode(self.encoding)


def read(path: Path) -> Sheet:
    """Read a table. Raise `CourseError` if it cannot be read or holds nothing."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError(f"{shown(path)}: cannot be read ({in_words(error)})") from error
    if data.startswith(b"PK"):
        raise CourseError(f"{shown(path)}: this is no text but a spreadsheet's own file; export it as CSV")
    mark, encoding, text = _decoded(path, data)
    first = text.splitlines()[0] if text.strip() else ""
    if not first.strip():
        raise CourseError(f"{shown(path)}: found no column names in the first line")
    sign = max(_SIGNS, key=lambda sign: len(_rows(first, sign)[0][0]))
    rows, ends = _rows(text, sign)
    return Sheet(path, mark, encoding, sign, rows, ends)


def _decoded(path: Path, data: bytes) -> tuple[bytes, str, str]:
    """Return the byte-order mark, the encoding and the text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return mark, encoding, data[len(mark) :].decode(encoding)
            except UnicodeDecodeError as error:
                raise CourseError(f"{shown(path)}: is no text in {encoding}, as which it begins") from error
    for encoding in ("utf-8", "cp1252", "latin-1"):
        try:
            return b"", encoding, data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 has a letter for every byte")


def _rows(text: str, sign: str) -> tuple[list[list[Cell]], list[str]]:
    """Split a text into lines of cells, and return the end of each line."""
    rows: list[list[Cell]] = []
    ends: list[str] = []
    row: list[Cell] = []
    at = 0
    while at < len(text):
        end = _cell_end(text, at, sign)
        row.append(Cell(text[at:end]))
        at = end + 1
        if text[end : end + 1] == sign:
            if at == len(text):  # an empty cell ends the file
                row.append(Cell(""))
            else:
                continue
        line_end = "\r\n" if text[end : end + 2] == "\r\n" else text[end : end + 1].replace(sign, "")
        at = end + max(1, len(line_end))
        rows.append(row)
        ends.append(line_end)
        row = []
    return rows, ends


def _cell_end(text: str, at: int, sign: str) -> int:
    """Return where the cell ends that begins at `at`."""
    if text[at : at + 1] == '"':
        at += 1
        while at < len(text):
            if text[at] == '"' and text[at + 1 : at + 2] != '"':
                break
            at += 2 if text[at] == '"' else 1
    while at < len(text) and text[at] not in (sign, "\r", "\n"):
        at += 1
    return at
