"""How each measurement of `make gpu` is shown: which rows, which columns, in which unit."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .device_files import FileError, Run, runs


@dataclass(frozen=True)
class Column:
    """One column of a device: the text of a cell, given the cells of its run."""

    head: str
    text: Callable[[dict, list[dict]], str | None]


@dataclass(frozen=True)
class View:
    title: str
    caption: str
    axis: str  # of the chart, with its unit
    value: Callable[[dict, float], float]  # a sample of a cell in the reader's unit
    row: Callable[[dict], str]
    series: Callable[[dict], str]
    sizes: Callable[[dict], str]
    columns: tuple[Column, ...]
    mark: Callable[[dict], float | None] = field(default=lambda cell: None)  # beside the samples

    def values(self, cell: dict) -> list[float]:
        return [self.value(cell, sample) for sample in cell["samples"]]


class Table:
    """The cells of some runs by (run, series, row), in the order of the files."""

    def __init__(self, view: View, measured: list[Run]):
        self.view, self.runs = view, measured
        self.name = next(name for name, known in VIEWS.items() if known is view)
        self.of = {run.path.name: run.cells(self.name) for run in measured}
        self.series: list[str] = []
        self.rows: list[str] = []
        self.cells: dict[tuple[str, str, str], dict] = {}
        for run in measured:
            for i, cell in enumerate(self.of[run.path.name]):
                try:
                    series, row = view.series(cell["params"]), view.row(cell["params"])
                    view.sizes(cell["params"]), view.values(cell), view.mark(cell)
                    [column.text(cell, self.of[run.path.name]) for column in view.columns]
                except (KeyError, TypeError, ValueError) as error:
                    where = f"benchmarks/{run.path.name}: measurements.{self.name}.cells.{i}"
                    what = f"{type(error).__name__} {error}"
                    raise FileError(f"{where}: {what}: a key is missing or not as expected") from error
                self.series += [series] * (series not in self.series)
                self.rows += [row] * (row not in self.rows)
                self.cells[run.path.name, series, row] = cell

    def cell(self, run: Run, series: str, row: str) -> dict | None:
        return self.cells.get((run.path.name, series, row))

    def rows_of(self, series: str) -> list[str]:
        return [row for row in self.rows if any(self.cell(run, series, row) for run in self.runs)]

    def sizes(self, run: Run, series: str) -> str:
        found = (self.cell(run, series, row) for row in self.rows)
        return next((self.view.sizes(cell["params"]) for cell in found if cell), "")

    def columns(self, run: Run) -> list[Column]:
        """List the columns for which this run has something to show."""
        cells = self.of[run.path.name]
        return [c for c in self.view.columns if any(c.text(cell, cells) is not None for cell in cells)]

    def texts(self, run: Run, series: str, row: str) -> list[str]:
        cell = self.cell(run, series, row)
        if cell is None:
            return ["not run"] + [""] * (len(self.columns(run)) - 1)
        return [column.text(cell, self.of[run.path.name]) or "" for column in self.columns(run)]


# ------------------------------------------------------------------ numbers as a reader meets them


def short(x: float) -> str:
    """Write a number with three significant digits: 0.00123, 12.3, 1,230, 1.23 × 10⁻⁷."""
    if x == 0:
        return "0"
    x = float(f"{x:.2e}")  # 9.996 is 10.0, which has a digit more before the point
    power = math.floor(math.log10(abs(x)))
    if not -4 <= power < 6:
        mantissa, _, exponent = f"{x:.2e}".partition("e")
        digits = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return f"{mantissa} × 10{digits}".replace("-", "−")
    return f"{round(x, 2 - power):,.{max(0, 2 - power)}f}".replace("-", "−")


def quartiles(values: list[float]) -> tuple[float, float, float]:
    """Compute the first quartile, the median and the third quartile."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, statistics.median(values), high


def spread(values: list[float]) -> str:
    """Write the median, and in brackets the middle half of the samples."""
    low, middle, high = quartiles(values)
    return f"{short(middle)} ({short(low)}–{short(high)})"


def _ms(cell: dict, sample: float) -> float:
    return 1e3 * sample


def _gigabytes(cell: dict, sample: float) -> float:
    return cell["bytes"] / sample / 1e9


def _timed(value) -> Callable[[dict, list[dict]], str]:
    return lambda cell, cells: spread([value(cell, sample) for sample in cell["samples"]])


def _ratio(base: dict) -> Callable[[dict, list[dict]], str | None]:
    """Divide the median by that of the cell whose params differ from these by `base` alone."""

    def text(cell: dict, cells: list[dict]) -> str | None:
        wanted = cell["params"] | base
        if cell["params"] == wanted:
            return None
        found = [other for other in cells if other["params"] == wanted]
        if not found:
            return None
        return f"{short(statistics.median(cell['samples']) / statistics.median(found[0]['samples']))} times"

    return text


def _table_of(params: dict) -> str:
    return f"table {params['rows']:,} × {params['width']:,}, {params['count']:,} ids"


def _differ(cell: dict, cells: list[dict]) -> str | None:
    return None if "max_difference" not in cell else short(cell["max_difference"])


def _results(cell: dict, cells: list[dict]) -> str:
    return f"{cell['distinct']} in {cell['runs']} runs"


def _predicted(cell: dict, cells: list[dict]) -> str:
    return f"{cell['predicted']:,}"


def _more(cell: dict, cells: list[dict]) -> str:
    more = cell["samples"][0] - cell["predicted"]
    return "0" if more == 0 else f"{more:+,}".replace("-", "−")


IDS = {"uniform": "uniform ids", "zipf": "Zipf ids", "in order": "ids in order"}

VIEWS: dict[str, View] = {
    "gather": View(
        title="Bytes a second of a copy and of lookups",
        caption="GB a second, read and written: median (middle half of the samples)",
        axis="GB a second",
        value=_gigabytes,
        row=lambda p: "copy of as many rows" if p["way"] == "copy" else f"lookup, {IDS[p['ids']]}",
        series=lambda p: f"rows of {p['width'] * 4:,} bytes",
        sizes=lambda p: f"{p['rows']:,} rows in the table, {p['count']:,} ids",
        columns=(Column("GB a second", _timed(_gigabytes)),),
    ),
    "onehot": View(
        title="Time of a lookup and of the product with one-hot rows",
        caption="Milliseconds: median (middle half of the samples), "
        "and the largest difference of the product from the lookup",
        axis="milliseconds",
        value=_ms,
        row=lambda p: p["way"] + ("" if p["dtype"] == "float32" else f", {p['dtype']}"),
        series=lambda p: f"{p['size']} table",
        sizes=_table_of,
        columns=(Column("ms", _timed(_ms)), Column("differs by", _differ)),
    ),
    "backward": View(
        title="Time of the gradient by five methods",
        caption="Milliseconds for the whole gradient: median (middle half of the samples)",
        axis="milliseconds",
        value=_ms,
        row=lambda p: f"{p['method']}, {IDS[p['ids']]}",
        series=lambda p: f"{p['size']} batch",
        sizes=_table_of,
        columns=(Column("ms", _timed(_ms)),),
    ),
    "determinism": View(
        title="Equal runs compared, and the price of the deterministic mode",
        caption="Different results of equal runs, the largest difference between two of them, "
        "the error against float64, and milliseconds: median (middle half of the samples)",
        axis="milliseconds",
        value=_ms,
        row=lambda p: f"{p['method']}, {p['mode']} mode",
        series=lambda p: f"{p['case']}, {p['dtype']}",
        sizes=lambda p: f"table {p['rows']:,} × {p['width']:,}, {p['count']:,} contributions",
        columns=(
            Column("different results", _results),
            Column("differ by", _differ),
            Column("error", lambda cell, cells: short(cell["max_error"])),
            Column("ms", _timed(_ms)),
            Column("price of the mode", _ratio({"mode": "default"})),
        ),
    ),
    "memory": View(
        title="Bytes predicted and bytes measured",
        caption="Bytes of each array of a training step with AdamW, by the formulas of this page and as "
        "measured",
        axis="MB",
        value=lambda cell, sample: sample / 1e6,
        row=lambda p: p["array"],
        series=lambda p: f"{'tied' if p['tied'] else 'untied'}, {p['dtype']}",
        sizes=lambda p: f"{_table_of(p)}, {p['parameters']:,} parameters",
        columns=(
            Column("predicted", _predicted),
            Column("measured", lambda cell, cells: f"{cell['samples'][0]:,}"),
            Column("more", _more),
            Column("reserved", lambda cell, cells: f"{cell['reserved']:,}" if "reserved" in cell else None),
        ),
        mark=lambda cell: cell["predicted"] / 1e6,
    ),
    "tying": View(
        title="Time of a training step, tied and untied",
        caption="Milliseconds of a step with AdamW: median (middle half of the samples), "
        "and the untied step in tied ones",
        axis="milliseconds",
        value=_ms,
        row=lambda p: "tied" if p["tied"] else "untied",
        series=lambda p: f"{p['size']} table",
        sizes=_table_of,
        columns=(Column("ms", _timed(_ms)), Column("untied / tied", _ratio({"tied": True}))),
    ),
}


def markdown(root: Path, name: str) -> str:
    """Write the table of a measurement in plain Markdown, for the notebook of a chapter."""
    measured = [run for run in runs(root) if run.measured(name)]
    if not measured:
        return ""
    view = VIEWS[name]
    table = Table(view, measured)
    lines = [f"**{view.caption}**", ""]
    heads = [f"{run.name}: {column.head}" for run in measured for column in table.columns(run)]
    lines += ["| " + " | ".join(["", *heads]) + " |", "|" + " --- |" * (1 + len(heads))]
    for series in table.series:
        for row in table.rows_of(series):
            texts = [text for run in measured for text in table.texts(run, series, row)]
            lines.append("| " + " | ".join([f"{series}: {row}", *texts]) + " |")
    lines.append("")
    for run in measured:
        data = run.data
        lines.append(f"{run.name}: `{data['command']}`, {data['date']}, commit `{data['commit']}`.")
    return "\n".join(lines)
