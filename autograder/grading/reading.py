"""A submitted notebook, read piece by piece: of a file that somebody else wrote, what is run and no more.

Most of a large notebook is outputs, pictures and the state of widgets, which play no part. They are passed
over as they go by, so they cost time and no memory, and only their brackets must match. What is kept of a
cell is parsed as soon as it is over.
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

MAX_FILE = 200_000_000  # bytes of a notebook that are looked at, with all that it holds
MAX_BYTES = 20_000_000  # bytes of it that may be left without outputs and the like
MAX_SIGNS = 5_000_000  # brackets, quotes and commas that are looked at one by one
MAX_VALUES = 1_000_000  # texts that are parsed at once
TOGETHER = 1 << 16  # bytes of cells that are parsed at once, if they are short

# By the place where they stand: the objects and arrays that are looked into, by key and bracket, and what
# place each is. Any other is passed over, and null stands for it.
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
_KEYED = {"notebook", "about", "cell", "marks"}  # where a key says what is looked into
_LOOKED_INTO = {*_KEYED, "cells"}  # sign by sign; elsewhere brackets alone count
_ARRAYS = {"cells", "lines"}
_FLAT = rb'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"[^"\[\]{}]*+)*+'
_TO_SIGN = re.compile(rb'[^"\[\]{},:]*+')
_TO_BRACKET = re.compile(_FLAT, re.DOTALL)
_PASSING = re.compile(rb"%s(?:[\[{]%s[\]}]%s)*+" % (_FLAT, _FLAT, _FLAT), re.DOTALL)  # whole small ones too
_TO_QUOTE = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)


class Unreadable(Exception):
    """The submission cannot be read as a notebook; the text says why, in words."""


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook; `source` is None where it is no text."""

    source: str | None
    grade_id: str
    code: bool


_TEXT = Cell("", "", False)  # nothing is asked of a text without a name


@dataclass(frozen=True)
class Notebook:
    """What is kept of a notebook: its cells, None for what is no cell, and its metadata, of any type."""

    cells: list[Cell | None]
    metadata: object


class Reader:
    """Is fed a file in pieces, which never raises, and then gives the notebook or says why there is none."""

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")()
        self._fed = self._kept = self._signs = 0  # bytes, and signs
        self._data, self._start = (
            b"",
            0,
        )  # the piece, and where in it begins what is neither kept nor passed over
        self._places, self._passed = ["file"], 0  # where we are, and how deep in what is passed over
        self._in_string = self._in_key = self._asks_key = False
        self._key, self._key_at = b"", 0
        self._file, self._cells = bytearray(), bytearray(b"[")  # kept, and not yet parsed
        self._sink = self._file
        self._parsed: list[Cell | None] = []
        self._promised = False  # has a comma after the last parsed cell promised another?
        self._refused: Unreadable | None = None

    def feed(self, data: bytes) -> None:
        """The next piece."""
        if self._refused:
            return
        self._fed += len(data)
        with self._refusing():
            if self._fed > MAX_FILE:
                raise Unreadable(messages.too_large(MAX_FILE))
            self._utf8.decode(data)
            self._scan(data)

    def notebook(self) -> Notebook:
        """What there was; `Unreadable` if it is no notebook."""
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
        """Keep why the file is no notebook."""
        try:
            yield
        except UnicodeDecodeError:
            self._refused = Unreadable(messages.NOT_UTF8)
        except (ValueError, RecursionError):
            self._refused = Unreadable(messages.NOT_JSON)
        except Unreadable as refused:
            self._refused = refused

    def _scan(self, piece: bytes) -> None:
        """Go through a piece from sign to sign; what it ends within is taken up by the next one."""
        data = self._data = self._data + piece  # a backslash may be left of the one before
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
        """Keep the piece up to here."""
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
            self._sink, self._parsed, self._promised = self._cells, [], False  # of a key that is there twice

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
        """A comma: in an object a key follows, in the list of cells a cell."""
        self._asks_key, self._key = place in _KEYED, b""
        if place == "cells" and len(self._cells) + at - self._start > TOGETHER:
            self._keep_to(at - 1)
            self._parse(last=False)
            self._start = at

    def _parse(self, last: bool) -> None:
        """Parse the cells that are kept, and keep what is asked of them."""
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
    """The value that a text of JSON stands for; the text itself is emptied."""
    if text.count(b'",') + text.count(b'":') > MAX_VALUES:
        raise Unreadable(messages.TOO_MANY_PARTS)
    letters = text.decode("utf-8-sig")
    text.clear()
    return json.loads(letters)


def _cell(found: object) -> Cell | None:
    """What is asked of a cell, read without trust in its types."""
    if not isinstance(found, dict):
        return None
    source, code, name = found.get("source", ""), found.get("cell_type") == "code", tags(found).grade_id
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return Cell(None, name, code)
    # An editor of another system may have written its own ends of lines.
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    return Cell(source, name, code) if code or name else _TEXT
