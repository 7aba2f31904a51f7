"""The files that runs of `python -m autograder.gpu` leave in benchmarks/, read with care.

Whatever is not as the command writes it is an error that names the file and the key: a figure is
never drawn from a file that somebody has half edited.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = "benchmarks"
SCHEMA = 1
KINDS = ("cpu", "cuda")
COMMAND = "run `make gpu` on that device (`python -m autograder.gpu --device cpu` for a CPU)"


class FileError(ValueError):
    """A file that cannot be shown; the message names it and the key."""


@dataclass(frozen=True)
class Run:
    """One complete file."""

    path: Path
    data: dict

    @property
    def kind(self) -> str:
        return self.data["device"]["type"]

    @property
    def name(self) -> str:
        """Name the device as a table's head has it."""
        return f"{self.kind.upper()}: {self.data['device']['name']}"

    def has(self, key: str) -> bool:
        return key in self.data

    def measured(self, name: str) -> bool:
        """Return whether this run has the measurement; if not, its list of skipped parts says why."""
        if "measurements" not in self.data:
            return False
        return name in self._at("measurements", dict, "a dictionary")

    def cells(self, name: str) -> list[dict]:
        """List the cells of a measurement; each has `params` and at least one finite sample."""
        where = f"measurements.{name}.cells"
        found = self._at(where, list, "a list")
        if not found:
            raise self._wrong(where, "an empty list", "at least one cell")
        for i, cell in enumerate(found):
            self._at(f"{where}.{i}", dict, "a dictionary")
            self._at(f"{where}.{i}.params", dict, "a dictionary")
            samples = self._at(f"{where}.{i}.samples", list, "a list")
            if not samples or not all(_is_number(sample) and sample >= 0 for sample in samples):
                raise self._wrong(f"{where}.{i}.samples", repr(samples)[:60], "numbers of zero or more")
            if self._at(f"measurements.{name}.unit", str, "a text") == "s" and 0 in samples:
                raise self._wrong(f"{where}.{i}.samples", "0", "seconds above zero")
        return found

    def integer(self, key: str) -> int:
        found = self._at(key, int, "a whole number")
        if isinstance(found, bool) or found < 0:
            raise self._wrong(key, repr(found), "a whole number of zero or more")
        return found

    def listed(self, key: str, optional: bool = False) -> list[dict]:
        found = self._at(key, list, "a list", optional)
        return [entry if isinstance(entry, dict) else {"": entry} for entry in found or []]

    def provenance(self) -> list[tuple[str, str]]:
        """List (what, text) of everything that says where the figures come from."""
        data = self.data
        lines = [("device", data["device"]["name"])]
        shown = {k: v for k, v in data["device"].items() if k not in ("name", "slug", "type")}
        lines += [(_words(key), f"{v:,}" if isinstance(v, int) else str(v)) for key, v in shown.items()]
        lines.append(("versions", ", ".join(f"{name} {number}" for name, number in data["versions"].items())))
        lines += [(key, str(data[key])) for key in ("command", "seed", "commit", "date")]
        return lines

    def left_out(self, part: str) -> list[tuple[str, str]]:
        """List (part, reason) of what this run did not measure below `part`."""
        found = self.listed("skipped")
        for i, entry in enumerate(found):
            for key in ("part", "reason"):
                if not isinstance(entry.get(key), str):
                    raise self._wrong(f"skipped.{i}.{key}", repr(entry.get(key)), "a text")
        return [
            (entry["part"].removeprefix(f"{part}."), entry["reason"])
            for entry in found
            if entry["part"].startswith(f"{part}.")
        ]

    def _at(self, key: str, kind, expected: str, optional: bool = False) -> Any:
        """Look up the value at a key like "measurements.gather.cells.3.samples"."""
        here: Any = self.data
        for part in key.split("."):
            if isinstance(here, list) and part.isdigit() and int(part) < len(here):
                here = here[int(part)]
            elif isinstance(here, dict) and part in here:
                here = here[part]
            elif optional:
                return None
            else:
                raise self._wrong(key, "nothing", expected)
        if not isinstance(here, kind):
            raise self._wrong(key, f"{type(here).__name__} {here!r:.60}", expected)
        return here

    def _wrong(self, key: str, found: str, expected: str) -> FileError:
        return _wrong(self.path, key, found, expected)


def _wrong(path: Path, key: str, found: str, expected: str) -> FileError:
    return FileError(f"{FOLDER}/{path.name}: {key}: found {found}, expected {expected}; {COMMAND}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _words(key: str) -> str:
    return re.sub(r"_", " ", key)


# ------------------------------------------------------------------ all of them


def paths(root: Path) -> list[Path]:
    return sorted((root / FOLDER).glob("*.json"))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{FOLDER}/{path.name} cannot be read ({error}); {COMMAND}") from error


def is_whole(path: Path) -> bool:
    """Return whether this is the file of a complete run. A file that cannot be read is reported elsewhere."""
    try:
        data = _read(path)
    except FileError:
        return False
    return isinstance(data, dict) and "schema" in data and data.get("complete") is True


def runs(root: Path) -> list[Run]:
    """List the complete runs, CPUs first, then by the name of their file.

    A file without `schema` is another thing (the table of attacks), and a run that was interrupted
    or asked for less is not shown.
    """
    found = []
    for path in paths(root):
        data = _read(path)
        if not isinstance(data, dict) or "schema" not in data or data.get("complete") is False:
            continue
        run = Run(path, data)
        if data["schema"] != SCHEMA:
            raise _wrong(path, "schema", repr(data["schema"]), str(SCHEMA))
        if data.get("complete") is not True:
            raise _wrong(path, "complete", repr(data.get("complete")), "true or false")
        run._at("device", dict, "a dictionary")
        if run._at("device.type", str, "a text") not in KINDS:
            raise _wrong(path, "device.type", repr(data["device"]["type"]), " or ".join(KINDS))
        run._at("device.name", str, "a text")
        run._at("versions", dict, "a dictionary")
        for key in ("command", "commit", "date"):
            run._at(key, str, "a text")
        run.integer("seed")
        run._at("skipped", list, "a list")
        found.append(run)
    return sorted(found, key=lambda run: (KINDS.index(run.kind), run.path.name))
