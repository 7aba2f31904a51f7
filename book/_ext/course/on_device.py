"""```{on-device} gather```: text that stands in a page only once a CUDA device has measured `gather`.

A page must not promise what no run has found. So a heading, its figures and what the text says of them
stand in this fence, and are read where complete files in benchmarks/ have every measurement that it names:
those of `device-figures`, and `verdicts`. Otherwise the page has neither the text nor its labels. This
happens to the source, before anything else reads it, so a heading inside is a heading of the page.
"""

from __future__ import annotations

from pathlib import Path

from . import device_files as files
from .device_views import VIEWS
from .markdown import fences

NAME = "on-device"
VERDICTS = "verdicts"


def measured(root: Path) -> set[str]:
    """Return the names of what complete runs on CUDA devices have measured."""
    runs = [run for run in files.runs(root) if run.kind == "cuda"]
    found = {name for name in VIEWS if any(run.measured(name) for run in runs)}
    return found | {VERDICTS} if any(run.has(VERDICTS) for run in runs) else found


def expand(text: str, docname: str, known: set[str]) -> str:
    """Open each `on-device` fence of a page if `known` has all that it names, else remove it.

    ValueError, naming the page, for a fence that names no or no known measurement, or that holds a cell.
    """
    if f"{{{NAME}}}" not in text:
        return text
    lines, out, at = text.split("\n"), [], 0
    for fence in fences(text, docname):
        if fence.name == NAME:
            if any(line.lstrip("`").startswith("{code-cell}") for line in fence.body):
                raise ValueError(f"{docname}: {{{NAME}}} {fence.rest} holds a code cell; put it outside")
            out += lines[at : fence.start]
            out += fence.body if _wanted(fence.rest, docname) <= known else []
            at = fence.end
    return "\n".join([*out, *lines[at:]])


def _wanted(names: str, docname: str) -> set[str]:
    wanted = set(names.split())
    allowed = [*VIEWS, VERDICTS]
    if not wanted or not wanted <= set(allowed):
        raise ValueError(
            f"{docname}: {{{NAME}}} names {names!r}; expected one or more of {', '.join(allowed)}"
        )
    return wanted


def on_source_read(app, docname: str, source: list[str]) -> None:
    source[0] = expand(source[0], docname, measured(Path(app.srcdir)))


def setup(app) -> None:
    # Before course.numbers, which gives a hidden cell to every number that it finds.
    app.connect("source-read", on_source_read, priority=400)
