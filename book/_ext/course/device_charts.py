"""The charts of measurements: a panel for each device, a row for each way, a dot for each median."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .device_views import Table, View, quartiles, short
from .execute import load

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

STYLE: dict[RcKeyType, object] = {
    "svg.hashsalt": "course",
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.titlesize": 10,
    "xtick.labelsize": 9.5,
    "ytick.labelsize": 9.5,
    "legend.fontsize": 9.5,
    "legend.frameon": False,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
}


@cache
def _looks(path: Path) -> tuple[list[str], list[str]]:
    """Load the colours and markers of the book's figures."""
    module = load(path)
    return module.colors, module.markers


def draw(root: Path, view: View, table: Table) -> bytes:
    """Draw the chart as SVG, the same bytes for the same files; `course.figures` sets a page's colours."""
    import matplotlib
    from matplotlib.figure import Figure

    colors, markers = _looks(root / "book" / "workbench.py")
    with matplotlib.rc_context(STYLE):
        height = 1.3 + 0.33 * len(table.rows) + 0.22 * len(table.series)
        figure = Figure(figsize=(4.8, height * len(table.runs)), facecolor="none", layout="constrained")
        panels = figure.subplots(len(table.runs), 1, squeeze=False)[:, 0]
        for panel, run in zip(panels, table.runs, strict=True):
            for k, series in enumerate(table.series):
                _dots(panel, view, table, run, series, k, colors[k % len(colors)], markers[k % len(markers)])
            panel.set(xscale="log", xlabel=view.axis, title=run.name, ylim=(len(table.rows) - 0.5, -0.5))
            panel.set_yticks(range(len(table.rows)), table.rows)
            panel.grid(axis="y", visible=False)
            for place in range(1, len(table.rows)):  # what stands between two lines is one row
                panel.axhline(place - 0.5, color=STYLE["grid.color"], linewidth=0.6, zorder=0.5)
            panel.xaxis.set_major_formatter(lambda x, _: f"{x:,g}")
            panel.xaxis.set_minor_formatter(lambda x, _: "")
            _labelled(panel)
        handles, labels = panels[0].get_legend_handles_labels()
        for panel in panels[1:]:  # a series that the first device does not have
            for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
                if label not in labels:
                    handles, labels = [*handles, handle], [*labels, label]
        columns = min(2, len(labels))
        figure.legend(
            _across(handles, columns), _across(labels, columns), loc="outside lower center", ncols=columns
        )
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def _across(entries: list, columns: int) -> list:
    """Order entries so that a legend, filled column by column, reads line by line."""
    return [entry for k in range(columns) for entry in entries[k::columns]]


def _dots(panel, view: View, table: Table, run, series: str, k: int, color: str, marker: str) -> None:
    """Draw the medians of one series, a little apart from the others', the middle half as a bar."""
    shift = (k - (len(table.series) - 1) / 2) * min(0.2, 0.7 / len(table.series))
    label = series
    for place, row in enumerate(table.rows):
        cell = table.cell(run, series, row)
        if cell is None:
            continue
        low, middle, high = quartiles(view.values(cell))
        y = place + shift
        panel.plot([low, high], [y, y], color=color, linestyle="-", linewidth=2.5, alpha=0.6)
        panel.plot(middle, y, marker, color=color, markersize=5, linestyle="none", label=label)
        label = "_"  # one entry of the legend for all of them
        if (mark := view.mark(cell)) is not None:
            panel.plot(mark, y, "|", color="black", markersize=11, linestyle="none")


def _labelled(panel) -> None:
    """Label the minor ticks too if an axis spans less than two powers of ten."""
    from matplotlib.ticker import LogLocator

    low, high = panel.get_xlim()
    if high / low < 100:
        panel.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))


def alternative(view: View, table: Table) -> str:
    """Say in words what the chart shows, with the ends of each panel."""
    devices = " and ".join(run.name for run in table.runs)
    text = [
        f"{view.title}, in {view.axis} on a logarithmic axis, for {devices}.",
        "A dot is a median and a bar the middle half of the samples.",
    ]
    if any(view.mark(cell) is not None for cell in table.cells.values()):
        text.append("An upright stroke is the prediction.")
    for run in table.runs:
        middles = {
            f"{row}, {series}": quartiles(view.values(cell))[1]
            for series in table.series
            for row in table.rows
            if (cell := table.cell(run, series, row))
        }
        least, most = min(middles, key=middles.__getitem__), max(middles, key=middles.__getitem__)
        text.append(f"{run.name}: from {short(middles[least])} ({least}) to {short(middles[most])} ({most}).")
    return " ".join(text)
