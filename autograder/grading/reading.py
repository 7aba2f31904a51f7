"""Reading a submitted notebook, written by others, piece by piece, keeping only what is run.

Most of a large notebook is outputs, pictures and widget state, which are not needed. They are skipped as they
go by, so that they cost time but no memory, and only their brackets must match. What is kept of a cell is
parsed as soon as the cell ends.
"""

import codecs
import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from autograder import messages
from autograder.cells import tags

MAX_FILE = 200_000_000  # most bytes of a notebook, with all its content
MAX_BYTES = 20_000_000  # most bytes of it without outputs and the like
MAX_SIGNS = 5_000_000  # most brackets, quotes and commas examined singly
MAX_VALUES = 1_000_000  # most texts parsed at once
TOGETHER = 1 << 16  # bytes of short cells parsed together

# For each place: the objects and arrays to look into, by key and bracket, and the place that each becomes.
# Others are skipped and replaced by null.
_KEPT = {
    "file": {b"{": "notebook"},
    "notebook": {b"cells[": "cells", b"metadata{": "about"},
    "about": {b"kernelspec{": "values", b"language_info{": "values"},
    "cells": {b"{": "cell"},
    "cell": {b"source[": "lines", b"metadata{": "marks"},
    "marks": {b"nbgrader{": "values"},
    "values": {},
    "lines": {},
}
_KEYED = {"notebook", "about", "cell", "marks"}  # where a key says what to look into
_LOOKED_INTO = {*_KEYED, "cells"}  # sign by sign; elsewhere only brackets count
_ARRAYS = {"cells", "lines"}
_FLAT = rb'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"[^"\[\]{}]*+)*+'
_TO_SIGN = re.compile(rb'[^"\[\]{},:]*+')
_TO_BRACKET = re.compile(_FLAT, re.DOTALL)
_PASSING = re.compile(rb"%s(?:[\[{]%s[\]}]%s)*+" % (_FLAT, _FLAT, _FLAT), re.DOTALL)  # also whole small ones
_TO_QUOTE = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)


class Unreadable(Exception):
    """The submission cannot be read as a notebook; the text says why."""


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook; `source` is None if it is not text."""

    source: str | None
    grade_id: str
    code: bool


_TEXT = Cell("", "", False)  # a text cell without a name is not used


@dataclass(frozen=True)
class Notebook:
    """What is kept of a notebook: cells, None for what is not a cell, and metadata of any type."""

    cells: list[Cell | None]
    metadata: object


class Reader:
    """A parser that is fed a file in pieces and then returns the notebook or raises the reason."""

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")()
        self._fed = self._kept = self._signs = 0  # bytes, and signs
        self._data, self._start = (b"", 0)  # the piece, and where its unprocessed part begins
        self._places, self._passed = ["file"], 0  # nested places, and the depth in what is skipped
        self._in_string = self._in_key = self._asks_key = False
        self._key, self._key_at = b"", 0
        self._file, self._cells = bytearray(), bytearray(b"[")  # kept, not yet parsed
        self._sink = self._file
        self._parsed: list[Cell | None] = []
        self._promised = False  # whether a comma after the last parsed cell promised another
        self._refused: Unreadable | None = None

    def feed(self, data: bytes) -> None:
        """Take the next piece."""
        if self._refused:
            return
        self._fed += len(data)
        with self._refusing():
            if self._fed > MAX_FILE:
                raise Unreadable(messages.too_large(MAX_FILE))
            self._utf8.decode(data)
            self._scan(data)

    def notebook(self) -> Notebook:
        """Return the notebook. Raise `Unreadable` if the file is not a notebook."""
        found: object = None
        if not self._fed:
            raise Unreadable(messages.EMPTY)
        if not self._refused:
            with self._refusing():
                self._utf8.decode(b"", final=True)
                if self._places != ["file"] or self._passed or self._in_string:
                    raise ValueError
                found = _loads(self._file)
        if self._refused:
            raise self._refused
        if not isinstance(found, dict) or not isinstance(found.get("cells"), list):
            raise Unreadable(messages.NO_CELLS)
        return Notebook(self._parsed, found.get("metadata"))

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        """Keep the reason why the file is not a notebook."""
        try:
            yield
        except UnicodeDecodeError:
            self._refused = Unreadable(messages.NOT_UTF8)
        except (ValueError, RecursionError):
            self._refused = Unreadable(messages.NOT_JSON)
        except Unreadable as refused:
            self._refused = refused

    def _scan(self, piece: bytes) -> None:
        """Scan a piece from sign to sign; the next call continues what it ends within."""
        data = self._data = self._data + piece  # the piece before may have left a backslash
        at = self._start = 0
        while at < len(data):
            place = "" if self._passed else self._places[-1]
            if self._in_string:
                at = _end(_TO_QUOTE, data, at)
                if at >= len(data) - 1 and data[at:] != b'"':
                    break
                at += 1
                self._in_string = False
                if self._in_key:
                    self._key_ends(at - 1)
                continue
            skip = _TO_SIGN if place in _LOOKED_INTO else _TO_BRACKET if place else _PASSING
            at = _end(skip, data, at) + 1
            sign, self._signs = data[at - 1 : at], self._signs + 1
            if sign == b'"':
                self._in_string = True
                if self._asks_key and place in _KEYED:
                    self._key_begins(at)
            elif sign and sign in b"[{":
                self._opens(place, sign, at)
            elif sign and sign in b"]}":
                self._closes(place, sign, at)
            elif sign == b",":
                self._next(place, at)
        if self._signs > MAX_SIGNS:
            raise Unreadable(messages.TOO_MANY_PARTS)
        end = min(at, len(data))
        if not self._passed:
            self._keep_to(end)
        self._data = data[end:]

    def _keep_to(self, end: int) -> None:
        """Keep the piece up to `end`."""
        self._kept += end - self._start
        if self._kept > MAX_BYTES:
            raise Unreadable(messages.too_large(MAX_BYTES, "without its outputs"))
        self._sink += self._data[self._start : end]
        self._start = end

    def _key_begins(self, at: int) -> None:
        self._keep_to(at)
        self._key_at, self._in_key, self._asks_key = len(self._sink), True, False

    def _key_ends(self, at: int) -> None:
        self._keep_to(at)
        self._key, self._in_key = bytes(self._sink[self._key_at :]), False
        if b"\\" in self._key:
            self._key = json.loads(b'"%s"' % self._key).encode("utf-8", "surrogatepass")

    def _opens(self, place: str, bracket: bytes, at: int) -> None:
        if not place:
            self._passed += 1
            return
        inner = _KEPT[place].get(self._key + bracket if place in _KEYED else bracket)
        if inner is None:
            self._keep_to(at - 1)
            self._sink += b"null"
            self._passed = 1
            return
        self._places.append(inner)
        self._asks_key, self._key = True, b""
        if inner == "cells":
            self._keep_to(at)
            self._cells[:] = b"["
            self._sink, self._parsed, self._promised = self._cells, [], False  # a repeated key

    def _closes(self, place: str, bracket: bytes, at: int) -> None:
        if not place:
            self._passed -= 1
            self._start = at
            return
        if place == "file" or (bracket == b"]") != (place in _ARRAYS):
            raise ValueError
        if place == "cells":
            self._keep_to(at - 1)
            self._parse(last=True)
            self._sink = self._file
        self._places.pop()
        self._asks_key = False

    def _next(self, place: str, at: int) -> None:
        """Handle a comma: a key follows in an object, a cell in the list of cells."""
        self._asks_key, self._key = place in _KEYED, b""
        if place == "cells" and len(self._cells) + at - self._start > TOGETHER:
            self._keep_to(at - 1)
            self._parse(last=False)
            self._start = at

    def _parse(self, last: bool) -> None:
        """Parse the cells that are kept, and keep what is used of them."""
        if self._promised and last and not self._cells[1:].strip():
            raise ValueError
        self._cells += b"]"
        self._parsed += map(_cell, _loads(self._cells))
        self._cells += b"["
        self._promised = not last


def _end(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    found = pattern.match(data, at)
    return found.end() if found else at


def _loads(text: bytearray) -> Any:
    """Parse a JSON text, and empty it."""
    if text.count(b'",') + text.count(b'":') > MAX_VALUES:
        raise Unreadable(messages.TOO_MANY_PARTS)
    letters = text.decode("utf-8-sig")
    text.clear()
    return json.loads(letters)


def _cell(found: object) -> Cell | None:
    """Return what is used of a cell, read without trust in its types."""
    if not isinstance(found, dict):
        return None
    source, code, name = found.get("source", ""), found.get("cell_type") == "code", tags(found).grade_id
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return Cell(None, name, code)
    # An editor may have written another system's line ends.
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    return Cell(source, name, code) if code or name else _TEXT
