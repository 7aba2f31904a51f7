"""The directives `device-figures` and `device-verdicts`: what runs of `make gpu` have found.

Each run of `python -m autograder.gpu` leaves a file in benchmarks/, one for each device. What a
page shows is drawn from these files while the book is built, and nothing else; what no run has
measured is not shown, and course.on_device keeps the text about it back.
"""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from . import device_charts as charts, device_files as files, figures
from .device_views import VIEWS, Table, View

COPIES = "_static/benchmarks"


class _Devices(SphinxDirective):
    """What both directives do with the files."""

    def runs(self, name: str) -> list[files.Run]:
        for path in files.paths(Path(self.env.app.srcdir)):
            self.env.note_dependency(str(path))
        self.env.note_reread()  # a run of another device may leave a file of a new name
        try:
            return files.runs(Path(self.env.app.srcdir))
        except files.FileError as error:
            raise self.error(f"{name}: {error}") from error

    def base(self) -> str:
        return "../" * self.env.docname.count("/")


class DeviceFigures(_Devices):
    """```{device-figures} gather```: chart, table and provenance of one measurement."""

    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        if name not in VIEWS:
            raise self.error(f"device-figures: {name!r} is not a measurement; there are {', '.join(VIEWS)}")
        runs = self.runs(f"device-figures {name}")
        try:
            measured = [run for run in runs if run.measured(name)]
            html = _figure(self.env.app, self.base(), name, VIEWS[name], measured) if measured else ""
        except files.FileError as error:
            raise self.error(f"device-figures {name}: {error}") from error
        return _shown(html)


class DeviceVerdicts(_Devices):
    """```{device-verdicts}```: how the stand-in's verdicts agree with those of CUDA devices."""

    def run(self):
        runs = [run for run in self.runs("device-verdicts") if run.kind == "cuda" and run.has("verdicts")]
        try:
            parts = [_verdicts(run) + _provenance([run], "verdicts", self.base()) for run in runs]
        except files.FileError as error:
            raise self.error(f"device-verdicts: {error}") from error
        return _shown("\n".join(parts))


def _shown(html: str) -> list[nodes.Node]:
    """Make the box of a directive, or nothing if no run has anything to show."""
    box = f'<div class="device-figures">{html}</div>\n'
    return [nodes.raw("", box, format="html")] if html else []


# ------------------------------------------------------------------ a measurement


def _figure(app, base: str, name: str, view: View, runs: list[files.Run]) -> str:
    table = Table(view, runs)
    alt = escape(charts.alternative(view, table), quote=True)
    chart = charts.draw(Path(app.srcdir), view, table).decode()
    parts = [
        figures.inline(chart, alt, f"device-{name}"),
        f'<details class="fold"><summary>All medians</summary>{_table(view, table)}</details>',
        _provenance(runs, f"measurements.{name}", base),
    ]
    return "\n".join(parts)


def _table(view: View, table: Table) -> str:
    """Write a row head and, for each device, its columns; rows of one size stand together."""
    spans = [len(table.columns(run)) for run in table.runs]
    heads = "".join(
        f'<th scope="colgroup" colspan="{span}">{escape(run.name)}</th>'
        for run, span in zip(table.runs, spans, strict=True)
    )
    under = "".join(
        f'<th scope="col">{escape(column.head)}</th>' for run in table.runs for column in table.columns(run)
    )
    bodies = []
    for series in table.series:
        sizes = "".join(
            f'<td colspan="{span}">{escape(table.sizes(run, series)) or "not run"}</td>'
            for run, span in zip(table.runs, spans, strict=True)
        )
        rows = [f'<tr class="device-size"><th scope="rowgroup">{escape(series)}</th>{sizes}</tr>']
        for row in table.rows_of(series):
            cells = "".join(
                f"<td>{escape(text)}</td>" for run in table.runs for text in table.texts(run, series, row)
            )
            rows.append(f'<tr><th scope="row">{escape(row)}</th>{cells}</tr>')
        bodies.append(f"<tbody>{''.join(rows)}</tbody>")
    title, caption = escape(view.title, quote=True), escape(view.caption, quote=True)
    return (  # the caption stands outside, where it does not scroll away
        f'<p class="device-caption">{caption}</p>'
        f'<div class="device-scroll" tabindex="0" role="region" aria-label="{title}">'
        f'<table class="device-table" aria-label="{caption}"><thead>'
        f'<tr><td rowspan="2"></td>{heads}</tr><tr>{under}</tr></thead>{"".join(bodies)}</table></div>'
    )


# ------------------------------------------------------------------ verdicts


COUNTS = {
    "both_pass": "both pass",
    "both_fail": "both fail",
    "standin_only_passes": "the stand-in alone passes",
    "device_only_passes": "the device alone passes",
}
COMPARED = {  # parts of `verdicts`
    "answers": "answers of the bank, checks for any device",
    "checks": "answers of the bank, all checks of these functions",
    "conformance": "conformance list",
}


LISTS = {
    "elsewhere.differences": "Functions that no device concerns, and that differ between CPU and device:",
    "conformance.departures": "Departures from the conformance list:",
}


def _verdicts(run: files.Run) -> str:
    rows, items = [], []
    for part, title in COMPARED.items():
        counts = [run.integer(f"verdicts.{part}.{key}") for key in COUNTS]
        alike = sum(counts[:2]) / sum(counts) if any(counts) else 0.0
        cells = "".join(f"<td>{n:,}</td>" for n in counts) + f"<td>{alike:.2%}</td>"
        rows.append(f'<tr><th scope="row">{title}</th>{cells}</tr>')
        items += run.listed(f"verdicts.{part}.differences", optional=True)
    lists = _list("Where the two differ:", items) or "<p>They differ nowhere.</p>"
    for key, head in LISTS.items():
        lists += _list(head, run.listed(f"verdicts.{key}", optional=True))
    verdicts = _plain_table(
        f"Verdicts of the stand-in beside those of {run.name}", ["", *COUNTS.values(), "agreement"], rows
    )
    return verdicts + lists + _faults(run) + _notebooks(run)


def _faults(run: files.Run) -> str:
    """Write a row for each program that faults the device, once if the sandbox makes no difference."""
    found: dict[tuple[str, ...], list[str]] = {}
    for row in run.listed("verdicts.faults", optional=True):
        texts = tuple(str(row.get(key, "")) for key in ("name", "found", "standin", "next"))
        found.setdefault(texts, []).append(str(row.get("route", "")))
    rows = []
    for (name, *others), routes in found.items():
        where = "both" if len(routes) > 1 else routes[0]
        rows.append(_row(name, [where, *others]))
    heads = ["program", "sandbox", "on the device", "on the stand-in", "the next submission"]
    return _plain_table("What a program does to the device, and what the next one finds", heads, rows)


def _notebooks(run: files.Run) -> str:
    """Write a row for each topic: the class graded with the device, and the student notebook run on it."""
    if not run.has("notebooks"):
        return ""
    visible = {row.get("topic"): row for row in run.listed("notebooks.visible")}
    rows = []
    for row in run.listed("notebooks.graded"):
        mine = visible.get(row.get("topic"), {})
        cells = f"{mine.get('ran')} of {mine.get('cells')}"
        texts = [row.get("submissions"), row.get("on_device"), row.get("alike"), cells]
        where = ", ".join(mine.get("devices", [])) or "no device"
        rows.append(_row(str(row.get("topic")), [str(text) for text in [*texts, where]]))
    heads = ["", "submissions", "checks on the device", "as on the stand-in", "cells of the notebook", "on"]
    return _plain_table("Whole notebooks: a class graded, and the student notebook solved", heads, rows)


def _row(head: str, texts: list[str]) -> str:
    cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
    return f'<tr><th scope="row">{escape(head)}</th>{cells}</tr>'


def _plain_table(caption: str, heads: list[str], rows: list[str]) -> str:
    """Write a table with its caption above it; nothing without rows."""
    if not rows:
        return ""
    first, *others = (escape(head) for head in heads)
    corner = f'<th scope="col">{first}</th>' if first else "<td></td>"
    columns = corner + "".join(f'<th scope="col">{head}</th>' for head in others)
    text, label = escape(caption), escape(caption, quote=True)
    return (
        f'<p class="device-caption">{text}</p>'
        f'<div class="device-scroll" tabindex="0" role="region" aria-label="{label}">'
        f'<table class="device-table" aria-label="{label}">'
        f"<thead><tr>{columns}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _list(head: str, entries: list[dict]) -> str:
    texts = {
        "; ".join(f"{key}: {value}".removeprefix(": ") for key, value in entry.items() if value != "")
        for entry in entries
    }
    items = "".join(f"<li>{escape(text)}</li>" for text in sorted(texts))  # a check may be in two lists
    return f"<p>{head}</p><ul>{items}</ul>" if items else ""


# ------------------------------------------------------------------ where it comes from


def _provenance(runs: list[files.Run], part: str, base: str) -> str:
    """Write a fold that says for each device what was run, on what and when, and links the file."""
    blocks = []
    for run in runs:
        link = f'<a href="{base}{COPIES}/{run.path.name}">benchmarks/{run.path.name}</a>'
        terms = [f"<dt>file</dt><dd>{link}</dd>"]
        terms += [f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>" for key, text in run.provenance()]
        terms += [
            f"<dt>left out</dt><dd>{escape(what)}: {escape(reason)}</dd>"
            for what, reason in run.left_out(part)
        ]
        blocks.append(f"<p><strong>{escape(run.name)}</strong></p><dl>{''.join(terms)}</dl>")
    return (
        '<details class="fold device-source"><summary>Where these figures come from</summary>'
        f"{''.join(blocks)}</details>"
    )


def copy_files(app, exception) -> None:
    """Copy each file that pages show into the site, as it is."""
    if exception is not None or app.builder.format != "html":
        return
    for path in files.paths(Path(app.srcdir)):
        if files.is_whole(path):
            target = Path(app.outdir) / COPIES / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def setup(app) -> None:
    app.add_directive("device-figures", DeviceFigures)
    app.add_directive("device-verdicts", DeviceVerdicts)
    app.connect("build-finished", copy_files)
