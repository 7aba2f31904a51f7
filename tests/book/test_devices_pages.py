"""Figures of devices: drawn from the files of runs alone; text about a GPU waits until one was measured."""

import copy
import json
import re
import statistics

import bookpages  # first: it puts book/_ext on the path
import pytest
from bookpages import ROOT, page_path, small_book, write_chapter
from bs4 import BeautifulSoup
from course import device_charts as charts, device_files as files, device_views as views, on_device

from autograder.gpu.measure import MEASUREMENTS, measure

NAMES = list(MEASUREMENTS)
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


def test_a_legend_reads_line_by_line_and_lines_part_the_rows():
    view = views.VIEWS["tying"]
    table = views.Table(view, files.runs(ROOT))
    svg = charts.draw(ROOT, view, table).decode()
    at = {
        text: (round(float(y)), float(x))
        for x, y, text in re.findall(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+ table)</text>', svg)
    }
    assert len(table.series) == 3 and sorted(at, key=at.get) == table.series
    level = re.findall(r'<path d="M ([\d.]+) ([\d.]+) \s*L ([\d.]+) \2 \s*"', svg)
    wide = [line for line in level if float(line[2]) - float(line[0]) > 200]  # bars of medians are short
    assert len(wide) == len(table.runs) * len(table.rows)  # a line between two rows, and the axis


# ------------------------------------------------------------------ which files, and what is wrong with them


def test_only_files_of_complete_runs_are_shown(tmp_path, cpu):
    partial = cpu | {"complete": False, "measurements": {}}
    put(tmp_path, attacks={"attempts": []}, cpu_partial=partial, cpu=cpu)
    assert [run.path.name for run in files.runs(tmp_path)] == ["cpu.json"]
    assert [path.name for path in files.paths(tmp_path) if files.is_whole(path)] == ["cpu.json"]


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


# ------------------------------------------------------------------ text that waits for a device

WAITS = """\
# A page

````{on-device} tying gather
(small-devices)=
### On a GPU

It is fast.

```{device-figures} tying
```
````

The end.
"""


def test_text_about_a_device_stands_only_where_all_that_it_names_was_measured():
    for known in (set(), {"tying"}, {"gather", "memory"}):
        assert on_device.expand(WAITS, "p", known) == "# A page\n\n\nThe end.\n"
    shown = on_device.expand(WAITS, "p", {"tying", "gather"})
    assert "{on-device}" not in shown and "````" not in shown
    assert "(small-devices)=\n### On a GPU\n\nIt is fast.\n\n```{device-figures} tying\n```\n" in shown
    example = f"`````md\n{WAITS}`````\n"
    assert on_device.expand(example, "p", set()) == example


@pytest.mark.parametrize("names", ["", "typing", "tying typing"])
def test_a_wait_for_no_or_an_unknown_measurement_is_refused_with_the_page_named(names):
    with pytest.raises(
        ValueError, match=re.escape(f"chapters/small: {{on-device}} names {names!r}; expected")
    ):
        on_device.expand(WAITS.replace("tying gather", names), "chapters/small", set(NAMES))


def test_a_number_in_text_about_a_device_is_computed_from_the_file_of_the_first(tmp_path, cpu, cuda):
    put(tmp_path, cpu=cpu, gpu=cuda)
    run, known = on_device.first(tmp_path), on_device.measured(tmp_path)
    assert run is not None and run.kind == "cuda" and on_device.first(tmp_path / "none") is None
    (tied,) = (c for c in cuda["measurements"]["tying"]["cells"] if c["params"]["tied"])
    text = "````{on-device} tying\nA step: {measured}`median('tying', tied=True) * 1e3 | .1f` ms.\n````"
    assert (
        on_device.expand(text, "p", known, run)
        == f"A step: {statistics.median(tied['samples']) * 1e3:.1f} ms."
    )
    for wrong in ("median('tying')", "median('gather', tied=True)", "open('x')"):
        with pytest.raises(ValueError, match="chapters/small: .measured."):
            on_device.expand(text.replace("median('tying', tied=True)", wrong), "chapters/small", known, run)


def test_a_cell_may_not_wait_for_a_device():
    with pytest.raises(ValueError, match="chapters/small: .* holds a code cell"):
        text = WAITS.replace("It is fast.", "```{code-cell}\n1\n```")
        on_device.expand(text, "chapters/small", set(NAMES))


def test_what_was_measured_is_read_from_complete_files_of_cuda_devices(tmp_path, cpu, cuda):
    put(tmp_path, cpu=cpu)
    assert on_device.measured(tmp_path) == set()
    del cuda["measurements"]["tying"]
    put(tmp_path, gpu=cuda | {"complete": False})
    assert on_device.measured(tmp_path) == set()
    put(tmp_path, gpu=cuda)
    assert on_device.measured(tmp_path) == {*NAMES, "verdicts"} - {"tying"}
    del cuda["verdicts"]
    put(tmp_path, gpu=cuda)
    assert "verdicts" not in on_device.measured(tmp_path)


# ------------------------------------------------------------------ a small book

PAGE = "\n".join(
    ["# Small", "", "```{code-cell}", "import workbench as wb", "```", ""]
    + [f"```{{device-figures}} {name}\n```\n" for name in NAMES]
    + ["````{on-device} tying\n## On a GPU\n\nIt takes {num}`1 + 1` passes.\n````\n"]
    + ["```{assignment} small\n```\n"]
)
INDEX = "# A small book\n\nIts chapter is {doc}`chapters/small`.\n\n```{device-verdicts}\n```\n"


def soup(root, name: str) -> BeautifulSoup:
    return bookpages.parsed(page_path(root / "_build" / "html", name))


def text_of(node) -> str:
    return re.sub(r"\s+", " ", node.get_text(" ")).strip()


@pytest.mark.long
def test_pages_show_what_files_have_and_nothing_else(tmp_path, cpu, cuda):
    root = small_book(tmp_path, PAGE)
    (root / "book" / "index.md").write_text(INDEX, "utf-8")

    # No file at all.
    run = bookpages.build(root)
    assert run.code == 0, run.err
    for name in ("chapters/small", "index"):
        assert soup(root, name).select(".device-figures") == []
    assert "On a GPU" not in soup(root, "chapters/small").get_text()
    assert "On a GPU" not in (root / "_build/html/notebooks/small.ipynb").read_text("utf-8")

    # One of a CPU, and one of a CUDA device.
    put(root, cpu=cpu, gpu=cuda, attacks={"attempts": []})
    run = bookpages.build(root)
    assert run.code == 0, run.err
    small = soup(root, "chapters/small")
    assert text_of(small.select_one("article h2")).startswith("On a GPU")
    assert "It takes 2 passes." in small.get_text()
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
    assert medians(cuda, "tying")[0] in markdown and "badcafe" in markdown
    assert "## On a GPU" in markdown and "on-device" not in markdown

    # The file goes, or somebody edits it by hand.
    (root / "benchmarks" / "gpu.json").unlink()
    assert bookpages.build(root).code == 0
    small = soup(root, "chapters/small")
    assert len(small.select(".device-figures")) == len(NAMES)
    assert CUDA not in small.get_text() and "On a GPU" not in small.get_text()
    cuda["measurements"]["gather"]["cells"][2]["samples"] = "fast"
    put(root, gpu=cuda)
    run = bookpages.build(root)
    assert run.code == 1
    assert (
        "device-figures gather: benchmarks/gpu.json: measurements.gather.cells.2.samples: found str 'fast'"
        in run.err
    )
    (root / "benchmarks" / "gpu.json").unlink()
    write_chapter(root, PAGE.replace("{device-figures} tying", "{device-figures} typing"))
    run = bookpages.build(root)
    assert (
        run.code == 1 and "device-figures: 'typing' is not a measurement; there are gather, onehot" in run.err
    )


# ------------------------------------------------------------------ the book


def figures(text: str) -> list[str]:
    """The measurements that the source of a page shows."""
    return re.findall(r"^`{3,}\{device-figures\} *(\S+)", text, flags=re.MULTILINE)


def test_a_chapter_shows_its_measurements_of_every_device(built_site):
    runs, known = files.runs(ROOT), on_device.measured(ROOT)
    for page in bookpages.chapter_pages():
        names = figures(on_device.expand(page.text, page.name, known, on_device.first(ROOT)))
        shown = bookpages.parsed(page_path(built_site, page.name)).select("article .device-figures")
        assert len(shown) == len(names), page.name
        for name, node in zip(names, shown, strict=True):
            cells = {text_of(cell).split(" (")[0] for cell in node.select("td")}
            for run in (run for run in runs if run.measured(name)):
                expected = {text for text in medians(run.data, name) if not text.startswith("0.000")}
                assert expected <= cells, run.path.name
                copy_ = built_site / "_static" / "benchmarks" / run.path.name
                assert copy_.read_bytes() == run.path.read_bytes()


def test_every_measurement_has_a_place_in_a_chapter():
    assert sorted(name for page in bookpages.chapter_pages() for name in figures(page.text)) == sorted(NAMES)


def test_no_page_speaks_of_a_device_that_was_not_measured():
    """Nor of the command that would measure one; the reference pages say how to run it."""
    known = on_device.measured(ROOT)
    for page in bookpages.pages():
        text = on_device.expand(page.text, page.name, known, on_device.first(ROOT))
        assert "not measured yet" not in text, page.name
        if page.is_chapter and not known:
            assert "make gpu" not in text, page.name


def test_what_the_page_says_of_gather_and_copy_is_so_on_the_cpu_that_it_shows() -> None:
    data = json.loads((ROOT / "benchmarks" / "cpu.json").read_text("utf-8"))
    speeds: dict[int, dict[str, float]] = {}
    for cell in data["measurements"]["gather"]["cells"]:
        speed = cell["bytes"] / statistics.median(cell["samples"])
        speeds.setdefault(cell["params"]["width"], {})[cell["params"].get("ids", "copy")] = speed
    for speed in speeds.values():
        assert 0.8 < speed["in order"] / speed["copy"] < 1
        assert speed["uniform"] / speed["copy"] < 0.5 and speed["zipf"] > speed["uniform"]
    shares = {width: speed["uniform"] / speed["copy"] for width, speed in speeds.items()}
    assert shares[min(shares)] < 0.2 < 0.4 < shares[max(shares)]  # short rows fall far behind
