"""Figures of devices: drawn from the files of runs alone, and "not measured yet" where there is none."""

import copy
import json
import re
import statistics

import bookpages  # first: it puts book/_ext on the path
import course_device_charts as charts
import course_device_files as files
import course_device_views as views
import pytest
from bookpages import ROOT, page_path, small_book, write_chapter
from bs4 import BeautifulSoup

from autograder.gpu.measure import MEASUREMENTS, measure

NAMES = list(MEASUREMENTS)
CHAPTERS = {
    "lookup": ["gather", "onehot"],
    "scatter-add": ["backward", "determinism"],
    "weight-tying": ["tying"],
    "memory": ["memory"],
}
NOT_YET = "On a CUDA device: not measured yet."
CUDA = "NVIDIA <Invented> 1"


@pytest.fixture(scope="module")
def cpu() -> dict:
    """A file as the command writes it, with tiny measurements of this machine."""
    into: dict = {}
    measure("cpu", 0, True, lambda text: None, into)
    skipped = into.pop("skipped")
    assert set(into) == set(NAMES)
    return {
        "schema": 1,
        "complete": True,
        "skipped": skipped,
        "seed": 7,
        "commit": "c0ffee",
        "date": "2026-01-02",
        "device": {"type": "cpu", "name": "A processor", "slug": "cpu", "cores": 2},
        "versions": {"torch": "2.13.0"},
        "command": "python -m autograder.gpu --device cpu",
        "verdicts": {},
        "measurements": into,
    }


@pytest.fixture
def cuda(cpu) -> dict:
    """The same of an invented CUDA device, with samples that a test knows."""
    data = copy.deepcopy(cpu)
    data["device"] = {
        "type": "cuda",
        "name": CUDA,
        "slug": "x",
        "driver": "580.1",
        "memory_bytes": 80_000_000_000,
    }
    data["command"], data["commit"] = "python -m autograder.gpu", "badcafe"
    for measurement in data["measurements"].values():
        for i, cell in enumerate(measurement["cells"], 1):
            if measurement["unit"] == "s":
                cell["samples"] = [i * 1e-3 * factor for factor in (1.0, 1.01, 1.02, 1.3, 9.0)]
            else:
                cell["samples"], cell["reserved"] = [cell["predicted"] + 512], 2**21
    counts = {"both_pass": 1200, "both_fail": 290, "standin_only_passes": 4, "device_only_passes": 6}
    difference = {
        "answer": "lookup/wrong-a",
        "check": "values",
        "standin": "right",
        "device": "wrong",
        "detail": "a & b",
    }
    found = {**counts, "agreement": 1490 / 1500, "differences": [difference], "seeds": 3}
    fault = {"name": "an id out of range", "found": "fault"}
    data["verdicts"] = {"answers": found, "checks": found, "conformance": found, "faults": [fault]}
    return data


def put(root, **named) -> None:
    folder = root / "benchmarks"
    folder.mkdir(exist_ok=True)
    for name, data in named.items():
        text = data if isinstance(data, str) else json.dumps(data)
        (folder / f"{name.replace('_', '-')}.json").write_text(text, "utf-8")


def medians(data: dict, name: str) -> list[str]:
    """The median of each cell in the reader's unit, computed and written without the extension."""
    found = []
    for cell in data["measurements"][name]["cells"]:
        middle = statistics.median(cell["samples"])
        if name == "gather":
            middle = cell["bytes"] / middle / 1e9
        elif name != "memory":
            middle *= 1000
        found.append(f"{middle:,.0f}" if name == "memory" else digits(middle))
    return found


def digits(x: float) -> str:
    """Three significant digits, as Python's own `#.3g` has them, where it needs no exponent."""
    text = f"{x:#.3g}"
    return f"{float(text):,.0f}" if "e+" in text or abs(x) >= 100 else text


# ------------------------------------------------------------------ the text of a table


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0, "0"),
        (12.345, "12.3"),
        (1234.5, "1,230"),
        (0.00123456, "0.00123"),
        (999.9, "1,000"),
        (9.996, "10.0"),
        (0.09996, "0.100"),
        (123456, "123,000"),
        (1.234e-7, "1.23 × 10⁻⁷"),
        (5e12, "5.00 × 10¹²"),
        (-0.5, "−0.500"),
    ],
)
def test_numbers_have_three_digits(x, text):
    assert views.short(x) == text


def test_a_spread_is_median_and_middle_half():
    assert views.spread([4.0, 1.0, 2.0, 3.0, 100.0]) == "3.00 (2.00–4.00)"
    assert views.quartiles([5.0]) == (5.0, 5.0, 5.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_the_medians_of_both_devices(tmp_path, cpu, cuda, name):
    put(tmp_path, cpu=cpu, a_gpu=cuda)
    table = views.Table(views.VIEWS[name], files.runs(tmp_path))
    assert [run.kind for run in table.runs] == ["cpu", "cuda"]  # though "a-gpu" comes before "cpu"
    for run, data in zip(table.runs, (cpu, cuda), strict=True):
        texts = {
            text.split(" (")[0]
            for series in table.series
            for row in table.rows_of(series)
            for text in table.texts(run, series, row)
        }
        expected = set(medians(data, name))
        # Below a microsecond the two ways of writing a number part.
        assert {text for text in expected if not text.startswith("0.000")} <= texts
        assert len(table.of[run.path.name]) == len(table.series) * len(table.rows)


def test_ratios_compare_cells_that_differ_in_one_thing(tmp_path, cuda):
    for name, key in (("tying", "tied"), ("determinism", "mode")):
        for cell in cuda["measurements"][name]["cells"]:
            slow = cell["params"][key] in (False, "deterministic")
            cell["samples"] = [0.003 if slow else 0.002] * 3
    put(tmp_path, gpu=cuda)
    for name, base in (("tying", "tied"), ("determinism", "default mode")):
        table = views.Table(views.VIEWS[name], files.runs(tmp_path))
        for series in table.series:
            for row in table.rows_of(series):
                last = table.texts(table.runs[0], series, row)[-1]
                assert last == ("" if row.endswith(base) and row != "untied" else "1.50 times"), (name, row)


def test_a_chart_is_the_same_twice_and_its_text_names_the_ends(tmp_path, cpu, cuda):
    put(tmp_path, cpu=cpu, gpu=cuda)
    for name, view in views.VIEWS.items():
        table = views.Table(view, files.runs(tmp_path))
        first = charts.draw(ROOT, view, table)
        assert first == charts.draw(ROOT, view, table) and first.startswith(b"<?xml")
        text = charts.alternative(view, table)
        assert view.title in text and "A processor" in text and CUDA in text and len(text) < 1000
    middles = [statistics.median(cell["samples"]) * 1e3 for cell in cuda["measurements"]["tying"]["cells"]]
    assert (
        f"from {digits(min(middles))} (tied, small table) to {digits(max(middles))} (untied, small table)"
        in text
    )


# ------------------------------------------------------------------ which files, and what is wrong with them


def test_only_files_of_complete_runs_are_shown(tmp_path, cpu):
    partial = cpu | {"complete": False, "measurements": {}}
    put(tmp_path, attacks={"attempts": []}, cpu_partial=partial, cpu=cpu)
    assert [run.path.name for run in files.runs(tmp_path)] == ["cpu.json"]
    assert [path.name for path in files.paths(tmp_path) if files.is_whole(path)] == ["cpu.json"]
    (tmp_path / "benchmarks" / "cpu.json").unlink()
    assert files.missing(files.runs(tmp_path)) == ["On a CPU: not measured yet.", NOT_YET]


BREAKS = {
    "schema": lambda d: d.update(schema=2),
    "complete": lambda d: d.pop("complete"),
    "device.type": lambda d: d["device"].update(type="gpu"),
    "device.name": lambda d: d["device"].pop("name"),
    "versions": lambda d: d.update(versions="2.13"),
    "commit": lambda d: d.pop("commit"),
    "date": lambda d: d.update(date=20260102),
    "seed": lambda d: d.update(seed="0"),
    "skipped": lambda d: d.pop("skipped"),
    "measurements.tying.cells": lambda d: d["measurements"]["tying"].update(cells=[]),
    "measurements.tying.unit": lambda d: d["measurements"]["tying"].pop("unit"),
    "measurements.tying.cells.1.params": lambda d: d["measurements"]["tying"]["cells"][1].pop("params"),
    "measurements.tying.cells.1.samples": lambda d: d["measurements"]["tying"]["cells"][1].update(
        samples=["fast"]
    ),
    "measurements.tying.cells.0.samples": lambda d: d["measurements"]["tying"]["cells"][0].update(
        samples=[0.0]
    ),
    "measurements.tying.cells.0: KeyError 'rows'": lambda d: d["measurements"]["tying"]["cells"][0][
        "params"
    ].pop("rows"),
}


@pytest.mark.parametrize("key", BREAKS)
def test_a_malformed_file_is_an_error_that_names_file_and_key(tmp_path, cpu, key):
    data = copy.deepcopy(cpu)
    BREAKS[key](data)
    put(tmp_path, cpu=data)
    with pytest.raises(files.FileError, match=re.escape(f"benchmarks/cpu.json: {key}")):
        views.Table(views.VIEWS["tying"], files.runs(tmp_path))


def test_a_file_that_is_no_json_is_an_error_that_names_it(tmp_path):
    put(tmp_path, gpu="{half")
    with pytest.raises(files.FileError, match=r"benchmarks/gpu\.json cannot be read"):
        files.runs(tmp_path)


# ------------------------------------------------------------------ a small book

PAGE = "\n".join(
    ["# Small", "", "```{code-cell}", "import workbench as wb", "```", ""]
    + [f"```{{device-figures}} {name}\n```\n" for name in NAMES]
    + ["```{assignment} small\n```\n"]
)
INDEX = "# A small book\n\nIts chapter is {doc}`chapters/small`.\n\n```{device-verdicts}\n```\n"


def soup(root, name: str) -> BeautifulSoup:
    return bookpages.parsed(page_path(root / "_build" / "html", name))


def text_of(node) -> str:
    return re.sub(r"\s+", " ", node.get_text(" ")).strip()


@pytest.mark.long
def test_pages_show_what_files_have_and_say_what_is_missing(tmp_path, cpu, cuda):
    root = small_book(tmp_path, PAGE)
    (root / "book" / "index.md").write_text(INDEX, "utf-8")

    # No file at all.
    run = bookpages.build(root)
    assert run.code == 0, run.err
    shown = soup(root, "chapters/small").select(".device-figures")
    assert [text_of(node) for node in shown] == [f"On a CPU: not measured yet. {NOT_YET}"] * len(NAMES)
    assert text_of(soup(root, "index").select_one(".device-figures")) == NOT_YET
    notebook = (root / "_build/html/notebooks/small.ipynb").read_text("utf-8")
    assert NOT_YET in notebook

    # One of a CPU, and one of a CUDA device.
    put(root, cpu=cpu, gpu=cuda, attacks={"attempts": []})
    run = bookpages.build(root)
    assert run.code == 0, run.err
    small = soup(root, "chapters/small")
    assert NOT_YET not in small.get_text()
    site = root / "_build" / "html"
    for name, node in zip(NAMES, small.select(".device-figures"), strict=True):
        chart = node.select_one("svg.plot")
        assert len(chart["aria-label"]) > 40 and "#ffffff" not in str(chart)
        cells = {text_of(cell).split(" (")[0] for cell in node.select("td")}
        assert set(medians(cuda, name)) <= cells, name
        heads = [text_of(head) for head in node.select("thead th[scope=colgroup]")]
        assert heads == ["CPU: A processor", f"CUDA: {CUDA}"]
        fold = node.select_one("details.device-source")
        for part in (
            "580.1",
            "80,000,000,000",
            "torch 2.13.0",
            "python -m autograder.gpu",
            "7",
            "badcafe",
            "2026-01-02",
        ):
            assert part in fold.get_text(), part
        links = [(page_path(site, "chapters/small").parent / a["href"]).resolve() for a in fold.select("a")]
        assert [json.loads(path.read_text("utf-8")) for path in links] == [cpu, cuda]
    assert (
        "TF32"
        in small.select(".device-figures")[NAMES.index("onehot")]
        .select_one("details.device-source")
        .get_text()
    )
    verdicts = text_of(soup(root, "index").select_one(".device-figures"))
    for part in ("1,200", "290", "99.33%", "lookup/wrong-a", "a & b", "an id out of range", "badcafe"):
        assert part in verdicts, part
    notebook = json.loads((root / "_build/html/notebooks/small.ipynb").read_text("utf-8"))
    markdown = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    assert medians(cuda, "tying")[0] in markdown and NOT_YET not in markdown and "badcafe" in markdown

    # The file goes, or somebody edits it by hand.
    (root / "benchmarks" / "gpu.json").unlink()
    assert bookpages.build(root).code == 0
    small = soup(root, "chapters/small")
    assert [text_of(node) for node in small.select(".device-missing")] == [NOT_YET] * len(NAMES)
    assert CUDA not in small.get_text()
    cuda["measurements"]["gather"]["cells"][2]["samples"] = "fast"
    put(root, gpu=cuda)
    run = bookpages.build(root)
    assert run.code == 1
    assert (
        "device-figures gather: benchmarks/gpu.json: measurements.gather.cells.2.samples: found str 'fast'"
        in run.err
    )
    (root / "benchmarks" / "gpu.json").unlink()
    write_chapter(root, PAGE.replace("} tying", "} typing"))
    run = bookpages.build(root)
    assert run.code == 1 and "device-figures: 'typing' is no measurement; there are gather, onehot" in run.err


# ------------------------------------------------------------------ the book


@pytest.mark.parametrize("topic", CHAPTERS)
def test_a_chapter_shows_its_measurements_of_every_device(built_site, topic):
    paths = [page_path(built_site, page.name) for page in bookpages.chapters()[topic]]
    soups = [bookpages.parsed(path) for path in paths]
    shown = [node for soup in soups for node in soup.select("article .device-figures")]
    assert len(shown) == len(CHAPTERS[topic])
    runs = files.runs(ROOT)
    for name, node in zip(CHAPTERS[topic], shown, strict=True):
        measured = [run for run in runs if run.measured(name)]
        assert [text_of(p) for p in node.select(".device-missing")] == files.missing(measured)
        cells = {text_of(cell).split(" (")[0] for cell in node.select("td")}
        for run in measured:
            expected = {text for text in medians(run.data, name) if not text.startswith("0.000")}
            assert expected <= cells, run.path.name
            copy_ = built_site / "_static" / "benchmarks" / run.path.name
            assert copy_.read_bytes() == run.path.read_bytes()


def test_no_chapter_types_what_only_a_run_may_say():
    for page in bookpages.chapter_pages():
        assert "not measured yet" not in page.text, page.name
