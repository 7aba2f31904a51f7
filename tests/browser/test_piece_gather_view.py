"""The piece of the first page in Chromium: what it shows, against rows picked anew here."""

import numpy as np
import pytest
from piecepage import data_of


@pytest.fixture
def view(in_book):
    with in_book("chapters/lookup") as page:
        yield page.locator("gather-view")


def shown(table) -> np.ndarray:
    """The numbers of a table of the piece, without its heads and weights."""
    rows = table.locator("tbody tr").all()
    return np.array(
        [
            [float(text.replace("−", "-")) for text in row.locator("td.gv-cell").all_inner_texts()]
            for row in rows
        ]
    )


def test_it_shows_the_table_and_the_rows_that_the_words_pick(view):
    data, (left, right) = data_of(view), view.locator("table").all()
    E = np.array(data["table"])
    assert np.allclose(shown(left), E, atol=0.05) and np.allclose(shown(right), E[data["ids"]], atol=0.05)
    assert (
        "(5, 3)" in left.locator("caption").inner_text() and "(6, 3)" in right.locator("caption").inner_text()
    )


def test_a_changed_row_arrives_wherever_its_word_stands(view):
    data, (left, right) = data_of(view), view.locator("table").all()
    ids = np.array(data["ids"])
    for place, moved in ((0, 2), (1, 1)):
        before = shown(right)
        view.locator(".gv-words button").nth(place).click()
        slider = view.locator('input[type="range"]').first
        slider.focus()
        slider.press("End")
        now = shown(right)
        assert (
            np.flatnonzero((now != before).any(axis=1)).tolist() == np.flatnonzero(ids == ids[place]).tolist()
        )
        assert now[place, 0] == shown(left)[ids[place], 0] == 1.0
        assert f"{moved} rows of X" in view.locator("p.gv-status").inner_text() or moved == 1


def test_the_product_reads_the_whole_table_and_gives_the_same_row(view):
    before = shown(view.locator("table").nth(1))
    view.locator(".gv-words button").nth(2).click()
    view.get_by_label("multiply by a one-hot vector").check()
    weights = view.locator("table").first.locator("td.gv-weight").all_inner_texts()
    assert [text.strip() for text in weights] == ["0 ×", "0 ×", "1 ×", "0 ×", "0 ×"]
    status = view.locator("p.gv-status").inner_text()
    assert "15 numbers of the table read, 15 multiplications, 12 of them by zero" in status
    assert np.array_equal(shown(view.locator("table").nth(1)), before)


def test_words_are_one_stop_of_the_tab_key_with_arrows_inside(view):
    words = view.locator(".gv-words button")
    assert [button.get_attribute("tabindex") for button in words.all()].count("0") == 1
    words.first.focus()
    words.first.press("ArrowRight")
    assert words.nth(1).get_attribute("aria-pressed") == "true"
    words.nth(1).press("End")
    assert words.last.get_attribute("aria-pressed") == "true"
