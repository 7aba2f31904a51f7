"""The table of reference/models.md, read from the built page, against exact arithmetic on the data file."""

import json
from fractions import Fraction

import bookpages
import browser
import pytest
from bookpages import ROOT, page_path

DATA = json.loads((ROOT / "book" / "data" / "models.json").read_text("utf-8"))
BITS = {"float32": 32, "float16": 16, "bfloat16": 16}
every_model = pytest.mark.parametrize("model", DATA["models"], ids=[m["name"] for m in DATA["models"]])


@pytest.fixture(scope="module")
def page(built_site):
    return bookpages.parsed(page_path(built_site, "reference/models"))


@pytest.fixture(scope="module")
def table(page):
    """Rows of both tables by name, each as a dictionary from head to text."""
    shares, counts = (_rows(page.select_one(f"table.{kind}")) for kind in ("models-shares", "models-counts"))
    assert list(shares) == list(counts)
    return {name: shares[name] | counts[name] for name in shares}


def _rows(whole) -> dict[str, dict[str, str]]:
    heads = [head.get_text(strip=True) for head in whole.select("thead th")]
    rows = [
        [cell.get_text(" ", strip=True) for cell in row(["th", "td"])] for row in whole.select("tbody tr")
    ]
    assert all(row.th is not None for row in whole.select("tbody tr")), "a row without a head"
    assert all(len(row) == len(heads) for row in rows)
    return {row[0]: dict(zip(heads, row, strict=True)) for row in rows}


def count(text: str) -> int:
    return int(text.rstrip("†‡").replace(",", ""))


def close(text: str, exact: Fraction) -> bool:
    """Is a percentage the rounded value of an exact share?"""
    assert text.endswith("%")
    digits = text[:-1]
    unit = Fraction(1, 10 ** len(digits.partition(".")[2]))
    return abs(Fraction(digits) - 100 * exact) <= unit / 2


def test_every_model_of_the_data_file_has_one_row(table, page):
    assert list(table) == [model["name"] for model in DATA["models"]]
    assert len(page.select("table.models-table tbody tr")) == 2 * len(DATA["models"])


@every_model
def test_the_figures_of_a_row_are_those_of_the_file(model, table):
    row = table[model["name"]]
    unread = model.get("unread", [])
    assert count(row["V"]) == model["V"] and count(row["d"]) == model["d"]
    assert count(row["layers"]) == model["layers"] and count(row["all parameters"]) == model["total"]
    assert row["tied"].rstrip("†") == ("yes" if model["tied"] else "no")
    assert row["tied"].endswith("†") == ("tied" in unread) and row["V"].endswith("†") == ("V" in unread)
    assert row["stored as"] == model.get("dtype", "not read")


@every_model
def test_the_rest_of_a_row_is_computed_right(model, table):
    row = table[model["name"]]
    one = sum(model["d"] for _ in range(model["V"]))
    both = one + (0 if model["tied"] else one)
    assert count(row["numbers in one matrix"]) == one
    assert close(row["share of one matrix"], Fraction(one, model["total"]))
    assert close(row["share of all copies"], Fraction(both, model["total"]))
    assert count(row["bytes of one matrix"]) * 8 == one * BITS[model.get("dtype", "float16")]
    assert row["bytes of one matrix"].endswith("‡") == ("dtype" not in model)


@every_model
def test_the_letter_of_a_row_leads_to_its_source_and_its_note_is_there(model, table, page):
    items = [item.get_text(" ", strip=True) for item in page.select(".tag_models-sources .cell_output li")]
    letter = table[model["name"]]["source"]
    source = DATA["sources"][model["source"]]
    assert any(item.startswith(f"{letter} :") and source in item for item in items)
    if "note" in model:
        assert any(item.startswith(f"{model['name']} :") and model["note"] in item for item in items)


def test_a_percentage_off_by_one_unit_is_noticed():
    assert close("31.0%", Fraction(310, 1000)) and close("0.354%", Fraction(35369, 10**7))
    assert not close("31.1%", Fraction(310, 1000)) and not close("0.355%", Fraction(35369, 10**7))


def test_each_figure_that_was_not_read_is_named():
    for model in DATA["models"]:
        assert set(model.get("unread", [])) <= {"V", "d", "layers", "tied"}
        assert not model.get("unread") or "note" in model
        assert model.get("dtype", "float32") in BITS


def test_the_tables_fit_their_page_and_on_a_phone_scroll_by_keyboard(built_site):
    where = page_path(built_site, "reference/models").relative_to(built_site)
    with browser.browser() as chromium, browser.serve(built_site) as base:
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{base}/{where}")
        page.locator("details:has(.models-counts)").evaluate("fold => { fold.open = true; }")
        widths = """boxes => boxes.map(box => [box.scrollWidth, box.clientWidth])"""
        for needs, has in page.locator(".pst-scrollable-table-container").evaluate_all(widths):
            assert needs <= has
        page.set_viewport_size({"width": 375, "height": 900})
        page.reload()
        box = page.locator(".pst-scrollable-table-container:has(.models-shares)")
        page.wait_for_function("document.querySelector('.pst-scrollable-table-container').tabIndex === 0")
        box.focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelector('.pst-scrollable-table-container').scrollLeft > 0")
