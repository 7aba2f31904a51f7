"""A graded course as plain data, so that two gradings of the same class can be compared.

Times, random ids and measured seconds differ between any two runs. `LEFT_OUT` names every field that is not
compared, and why; everything else must be the same.
"""

import functools
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from autograder.grading.contents import GRADES, OWN, VERDICTS, named

LEFT_OUT = {
    "gradebook.db: column id of every table": (
        "random; what it names is compared in its place, wherever it stands"
    ),
    "verdicts.jsonl: seconds": "measured",
    f"{OWN}/results/*: seconds, stages, and seconds of each check": "measured",
    f"{OWN}/results/*: outcome": "a hash of the outcome, seconds and all; the outcome itself is compared",
    f"{OWN}/recorded: the state of each submission": (
        "a hash of the outcome, seconds and all; which are recorded is compared"
    ),
    f"{OWN}/exported": "sizes and times of files",
    f"{OWN}/lock": "the process that graded last",
    f"{OWN}/gradebooks/*": "copies of gradebook.db from before a run, by the time",
}
_PLAIN = (GRADES, f"{OWN}/seed")
_KNOWN = set(named("kept", "export", "own"))
_PAGES = tuple(f"{path.partition('/')[0]}/" for path in named("page"))
_NO_OUTPUT = ("submitted/", "nbgrader_config.py", f"{OWN}/gradebooks/")


def contents(course: Path) -> dict[str, object]:
    """Return what is to be compared, by its place: rows and verdicts as data, pages as hashes.

    A file that grading does not write is included, under its own name.
    """
    found: dict[str, object] = {}
    for path in sorted(p for p in Path(course).rglob("*") if p.is_file() or p.is_symlink()):
        name = path.relative_to(course).as_posix()
        if name.startswith(_NO_OUTPUT):
            continue
        if name.startswith(f"{OWN}/results/"):
            found[name] = _result(path)
        elif name.startswith(_PAGES) or name not in _KNOWN:
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        elif name in _PLAIN:
            found[name] = path.read_text("utf-8-sig").splitlines()
    found[VERDICTS] = [_without(v, "seconds") for v in _lines(Path(course) / VERDICTS)]
    found[f"{OWN}/recorded"] = sorted(line[:2] for line in _lines(Path(course) / OWN / "recorded"))
    return found | {f"gradebook.db: {table}": rows for table, rows in gradebook(course).items()}


def _without(found: dict, *names: str) -> dict:
    return {key: value for key, value in found.items() if key not in names}


def _lines(path: Path) -> list:
    text = path.read_text("utf-8") if path.is_file() else ""
    return [json.loads(line) for line in text.split("\n") if line]


def _result(path: Path) -> list:
    basis, outcome = path.read_text("utf-8").split("\n")
    found = _without(json.loads(outcome), "seconds", "stages")
    found["results"] = [_without(result, "seconds") for result in found["results"]]
    return [_without(json.loads(basis), "outcome"), found]


def gradebook(course: Path) -> dict[str, list]:
    """Return every row of every table, in order; a reference to a row by its id becomes that row itself."""
    with closing(
        sqlite3.connect(f"{(Path(course).resolve() / 'gradebook.db').as_uri()}?mode=rw", uri=True)
    ) as book:
        assert book.execute("pragma integrity_check").fetchone() == ("ok",), course
        tables = [name for (name,) in book.execute("select name from sqlite_master where type = 'table'")]
        return {table: sorted(_Rows(book).all(table), key=repr) for table in sorted(tables)}


class _Rows:
    """Rows of a gradebook, without ids."""

    def __init__(self, book: sqlite3.Connection):
        self._book = book
        self._tables: dict[str, tuple[dict, dict]] = {}
        self._row = functools.cache(self._resolved)

    def all(self, table: str) -> list[tuple]:
        return [self._row(table, key) for key in self._read(table)[1]]

    def _read(self, table: str) -> tuple[dict, dict]:
        """Return (column -> table referred to, id -> row as a dictionary); rows without ids are numbered."""
        if table not in self._tables:
            refers = {line[3]: line[2] for line in self._book.execute(f"pragma foreign_key_list({table})")}
            cursor = self._book.execute(f"select * from {table}")
            names = [column[0] for column in cursor.description]
            rows = [dict(zip(names, row)) for row in cursor]
            self._tables[table] = refers, {row.get("id", n): row for n, row in enumerate(rows)}
        return self._tables[table]

    def _resolved(self, table: str, key) -> tuple:
        refers, rows = self._read(table)
        found = []
        for column, value in rows[key].items():
            if column in refers and value in self._read(refers[column])[1]:
                found.append((column, self._row(refers[column], value)))
            elif column != "id" or table in ("student", "course"):  # these ids are names that people gave
                found.append((column, value))
        return tuple(found)


def differences(one: dict[str, object], other: dict[str, object]) -> Iterator[str]:
    """Yield a line for each place where the contents of two courses differ: the first difference."""
    for place in sorted({*one, *other}):
        if place not in one or place not in other:
            yield f"{place}: only in the {'second' if place in other else 'first'}"
        elif one[place] != other[place]:
            yield f"{place}: {_first(one[place], other[place])}"


def _first(one, other, short: int = 300) -> str:
    if isinstance(one, list) and isinstance(other, list):
        for n, (a, b) in enumerate(zip(one, other)):
            if a != b:
                return f"item {n}: {_first(a, b)}"
        return f"{len(one)} items and {len(other)}"
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *other]:
            if one.get(key) != other.get(key):
                return f"{key}: {_first(one.get(key), other.get(key))}"
    return f"{str(one)[:short]} and {str(other)[:short]}"
