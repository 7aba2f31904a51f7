"""The memory calculator in Chromium against the reference solutions, as a notebook's output brings it."""

from __future__ import annotations

import importlib.util
import itertools

import browser
import pytest
from axe_playwright_python.sync_playwright import Axe
from bookpages import ROOT
from reference import load

S = load("memory")
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4}
PRESETS = [
    {"name": "Wide", "V": 128_256, "d": 4096, "tied": False, "layers": 32, "kv_heads": 8, "head_dim": 128},
    {"name": "Narrow", "V": 50_257, "d": 768, "tied": True, "layers": 12, "kv_heads": 12, "head_dim": 64},
]
REST = {"dtype": "bfloat16", "B": 8, "T": 4096, "optimizer": "adam", "mixed": True}
START = {**{key: value for key, value in PRESETS[0].items() if key != "name"}, **REST}
LABELS = {
    "V": "V, rows of the table", "d": "d, numbers in a row", "B": "B, sequences", "T": "T, tokens in each",
    "layers": "layers", "kv_heads": "key-value heads", "head_dim": "width of a head",
}  # fmt: skip


def expected(s: dict) -> dict[str, int]:
    """Each line of the piece, from the functions that students write."""
    parameters = S.embedding_parameters(s["V"], s["d"], tied=s["tied"])
    ids, embeddings, logits = S.activation_bytes(s["B"], s["T"], s["d"], s["V"], s["dtype"])
    training = S.training_bytes(parameters, s["optimizer"], s["mixed"])
    return {
        "table": S.table_bytes(s["V"], s["d"], s["dtype"], s["tied"]),
        "ids": ids, "embeddings": embeddings, "logits": logits,
        "cache": S.kv_cache_bytes(s["layers"], s["kv_heads"], s["head_dim"], s["B"], s["T"], s["dtype"]),
        "weights": training.weights, "gradients": training.gradients, "master": training.master,
        "states": training.states, "training": sum(training),
    }  # fmt: skip


def html(theme: str = "light", start: dict = START, **changed) -> str:
    """A page with the output of the cell that shows the piece."""
    spec = importlib.util.spec_from_file_location("workbench_for_piece", ROOT / "book" / "workbench.py")
    workbench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbench)
    first = expected(start)
    first.pop("training")
    parameters = S.embedding_parameters(start["V"], start["d"], tied=start["tied"])
    data = {"bits": BITS, "presets": PRESETS, "start": start, "expected": {**first, "parameters": parameters, **changed}}
    output = workbench.piece("memory-calculator", data, label="Bytes around a table")._repr_mimebundle_()["text/html"]
    back, text = ("#fff", "#000") if theme == "light" else ("#121212", "#eee")
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><title>Piece</title></head>'
        f'<body style="background: {back}; color: {text}"><main><h1>Piece</h1>{output}</main></body></html>'
    )


@pytest.fixture(scope="module")
def chromium():
    with browser.browser() as started:
        yield started


@pytest.fixture
def opened(chromium):
    """Open the piece on a page of its own; an error in a script fails the test."""
    contexts, errors = [], []

    def open_page(source: str | None = None, expect_errors: bool = False, **settings):
        context = chromium.new_context(**{"viewport": {"width": 1000, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        if not expect_errors:
            page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_content(source or html())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def set_to(page, settings: dict) -> None:
    """Fill in the form as a reader does, without the list of models."""
    for key, label in LABELS.items():
        page.get_by_label(label, exact=True).fill(str(settings[key]))
    page.get_by_label("dtype", exact=True).select_option(settings["dtype"])
    page.get_by_label("optimizer", exact=True).select_option(settings["optimizer"])
    page.get_by_label("tied: one matrix").set_checked(settings["tied"])
    page.get_by_label("mixed precision").set_checked(settings["mixed"])
    page.get_by_label("mixed precision").blur()


def lines(page) -> dict[str, list[str]]:
    return page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('tr[data-line]')].map((row) =>"
        " [row.dataset.line, [...row.querySelectorAll('td')].map((cell) => cell.textContent)]))"
    )


def check(page, settings: dict) -> None:
    wanted = {
        key: [f"{n:,}", S.format_bytes(n), S.format_bytes(n, binary=True)] for key, n in expected(settings).items()
    }
    assert lines(page) == wanted, settings


GRID = [
    {**sizes, "dtype": dtype, "tied": tied, "optimizer": optimizer, "mixed": mixed}
    for (sizes, dtype), (tied, optimizer, mixed) in zip(
        itertools.product(
            [
                {"V": 1, "d": 1, "B": 1, "T": 1, "layers": 1, "kv_heads": 1, "head_dim": 1},
                {"V": 1001, "d": 33, "B": 3, "T": 7, "layers": 5, "kv_heads": 3, "head_dim": 5},
                {"V": 50_257, "d": 768, "B": 8, "T": 1024, "layers": 12, "kv_heads": 12, "head_dim": 64},
                {"V": 128_256, "d": 8192, "B": 32, "T": 131_072, "layers": 80, "kv_heads": 8, "head_dim": 128},
                {"V": 256_000, "d": 12_288, "B": 999, "T": 999_999, "layers": 126, "kv_heads": 64, "head_dim": 127},
            ],
            BITS,
        ),
        itertools.cycle(itertools.product([True, False], ["sgd", "momentum", "adagrad", "adam"], [False, True])),
    )
]


def test_the_grid_has_every_choice():
    for key, values in (("dtype", set(BITS)), ("tied", {True, False}), ("optimizer", {"sgd", "momentum", "adagrad", "adam"}), ("mixed", {True, False})):
        assert {settings[key] for settings in GRID} == values


def test_it_shows_what_the_reference_solutions_compute(opened):
    page = opened()
    check(page, START)
    for settings in GRID:
        set_to(page, settings)
        check(page, settings)


def test_units_round_as_python_does(opened):
    """Ties that a double holds exactly go to the even digit, others to the nearest."""
    page = opened()
    for T in (125, 625, 1125, 1375, 1625, 1875, 128_000, 1152, 1408, 1664, 1920, 1005, 1015, 999_999, 124_999, 125_001):
        settings = {**START, "B": 1, "T": T, "V": 1, "d": 1, "dtype": "int8"}
        set_to(page, settings)
        check(page, settings)


def test_a_model_fills_in_its_sizes_and_an_own_number_leaves_it(opened):
    page = opened()
    models = page.get_by_label("start from")
    assert models.locator("option:checked").inner_text() == "Wide"
    models.select_option(label="Narrow")
    settings = {**START, **PRESETS[1]}
    check(page, settings)
    page.get_by_label(LABELS["d"], exact=True).fill("512")
    check(page, {**settings, "d": 512})
    assert models.locator("option:checked").inner_text() == "numbers of your own"


def test_the_keyboard_reaches_and_changes_everything(opened):
    page = opened()
    page.get_by_label("start from").focus()
    reached = []
    for _ in range(12):
        reached.append(page.evaluate("document.activeElement.labels[0].textContent"))
        page.keyboard.press("Tab")
    assert set(reached) == {*LABELS.values(), "start from", "dtype", "optimizer", "tied: one matrix", "mixed precision"}
    page.get_by_label("tied: one matrix").focus()
    page.keyboard.press("Space")
    page.get_by_label(LABELS["T"], exact=True).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("2,048")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    settings = {**START, "tied": True, "T": 2048, "optimizer": "adagrad"}
    check(page, settings)
    status = page.get_by_role("status").inner_text()
    assert f"{128_256 * 4096:,} parameters in one matrix" in status and "12 bytes for each parameter" in status


@pytest.mark.parametrize("typed", ["0", "-3", "2.5", "", "many", "1e3", "1,2", "10000000001"])
def test_what_is_no_size_is_named_and_the_results_stay(opened, typed):
    page = opened()
    field = page.get_by_label(LABELS["V"], exact=True)
    field.fill(typed)
    status = page.get_by_role("status").inner_text()
    assert status.startswith(f'V, rows of the table: found "{typed}", expected a whole number')
    assert field.get_attribute("aria-invalid") == "true"
    check(page, START)
    field.fill("1000")
    assert page.locator("[aria-invalid=true], [data-problem]").count() == 0
    check(page, {**START, "V": 1000})
    assert page.get_by_role("status").inner_text().startswith(f"{2 * 1000 * 4096:,} parameters")


def test_a_result_that_differs_from_python_stops_the_piece(opened):
    page = opened(html(logits=1), expect_errors=True)
    assert "logits" in page.locator(".piece-error").inner_text()
    assert page.locator("[data-ready]").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1000])
def test_it_is_accessible_and_no_wider_than_the_screen(opened, theme, width):
    page = opened(html(theme), viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for _ in range(2):  # the second time with a message about a wrong number
        violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [f"{rule['id']}: {node['html'][:200]}" for rule in violations for node in rule["nodes"]] == []
        page.get_by_label(LABELS["d"], exact=True).fill("none")
