"""```{on-device} gather```: text that stands in a page only once a CUDA device has measured `gather`.

A page must not promise what no run has found. So a heading, its figures and what the text says of them
stand in this fence, and are read where complete files in benchmarks/ have every measurement that it names:
those of `device-figures`, and `verdicts`. Otherwise the page has neither the text nor its labels. This
happens to the source, before anything else reads it, so a heading inside is a heading of the page.

Numbers in that text are of the first CUDA device's file: ``{measured}`median("gather", width=16) | .0f` ``
becomes the value of the expression, which knows `cell(name, **params)` and `median(name, **params)`, the one
cell of a measurement with these parameters and the median of its samples, `run`, the file's data, and `sum`,
`len` and `round`.
"""

from __future__ import annotations

import re
import statistics
from pathlib import Path

from . import device_files as files
from .device_views import VIEWS
from .markdown import fences

NAME = "on-device"
VERDICTS = "verdicts"
_NUMBER = re.compile(r"\{measured\}`(?P<expression>[^`|]+?)(?:\s*\|\s*(?P<spec>[^`]+?))?\s*`")


def measured(root: Path) -> set[str]:
    """Return the names of what complete runs on CUDA devices have measured."""
    runs = [run for run in files.runs(root) if run.kind == "cuda"]
    found = {name for name in VIEWS if any(run.measured(name) for run in runs)}
    return found | {VERDICTS} if any(run.has(VERDICTS) for run in runs) else found


def first(root: Path) -> files.Run | None:
    """Return the first complete run on a CUDA device, from which a page takes its numbers."""
    return next((run for run in files.runs(root) if run.kind == "cuda"), None)


def expand(text: str, docname: str, known: set[str], run: files.Run | None = None) -> str:
    """Open each `on-device` fence of a page if `known` has all that it names, else remove it.

    `run` is the file from which numbers in the text are taken. ValueError, naming the page, for a fence that
    names no or no known measurement, or that holds a cell, and for a number that cannot be computed.
    """
    if f"{{{NAME}}}" not in text:
        return text
    lines, out, at = text.split("\n"), [], 0
    for fence in fences(text, docname):
        if fence.name == NAME:
            if any(line.lstrip("`").startswith("{code-cell}") for line in fence.body):
                raise ValueError(f"{docname}: {{{NAME}}} {fence.rest} holds a code cell; put it outside")
            out += lines[at : fence.start]
            if _wanted(fence.rest, docname) <= known:
                out += [_NUMBER.sub(lambda found: _number(found, docname, run), line) for line in fence.body]
            at = fence.end
    return "\n".join([*out, *lines[at:]])


def opened(text: str, docname: str) -> str:
    """Return a page with all its text about devices, and a digit in place of each number: to count words."""
    return expand(_NUMBER.sub("0", text), docname, {*VIEWS, VERDICTS})


def _wanted(names: str, docname: str) -> set[str]:
    wanted = set(names.split())
    allowed = [*VIEWS, VERDICTS]
    if not wanted or not wanted <= set(allowed):
        raise ValueError(
            f"{docname}: {{{NAME}}} names {names!r}; expected one or more of {', '.join(allowed)}"
        )
    return wanted


def _number(found: re.Match, docname: str, run: files.Run | None) -> str:
    """Compute the value of an expression from the file of a device, and write it in its format."""

    def cell(name: str, **params) -> dict:
        cells = run.cells(name) if run else []
        cells = [c for c in cells if all(c["params"].get(key) == value for key, value in params.items())]
        if len(cells) != 1:
            raise ValueError(f"{len(cells)} cells of {name!r} have {params}, expected one")
        return cells[0]

    def median(name: str, **params) -> float:
        return statistics.median(cell(name, **params)["samples"])

    names = {"cell": cell, "median": median, "run": run and run.data, "sum": sum, "len": len, "round": round}
    try:
        value = eval(found["expression"], {"__builtins__": {}, **names})  # the book's own text
        return format(value, found["spec"] or "")
    except Exception as error:
        raise ValueError(f"{docname}: {found[0]}: {type(error).__name__}: {error}") from error


def read(root: Path, page: Path, docname: str) -> str:
    """Return the text of a page with what the files of `root` let it say."""
    return expand(page.read_text(encoding="utf-8"), docname, measured(root), first(root))


def on_source_read(app, docname: str, source: list[str]) -> None:
    root = Path(app.srcdir)
    source[0] = expand(source[0], docname, measured(root), first(root))


def setup(app) -> None:
    # Before course.numbers, which gives a hidden cell to every number that it finds.
    app.connect("source-read", on_source_read, priority=400)
