"""Batches drawn from a text, in Chromium: what the piece counts, against the formula and against itself."""

from __future__ import annotations

import re

import numpy as np
import piecepage
import pytest
from piecepage import Piece

COUNTS = np.sort(np.maximum(1, (400 / np.arange(1, 301)).astype(int)))[::-1]
SIZES = [8, 64, 512, 4096]
P = COUNTS / COUNTS.sum()
EXPECTED = [float(np.sum(1 - (1 - P) ** n)) for n in SIZES]
DATA = {
    "runs": [[int(c), int(np.sum(COUNTS == c))] for c in np.unique(COUNTS)[::-1]],
    "shown": [[1, "the"], [10, "are"], [100, "there"], [300, "zygote"]],
    "sizes": SIZES,
    "expected": [round(x, 1) for x in EXPECTED],
    "chosen": 64,
    "watched": 10,
}
PIECE = Piece(
    "batch-view",
    DATA,
    "Batches",
    refuses=(
        (lambda data: data["runs"].reverse(), "not positive and falling"),
        (lambda data: data["expected"].pop(), "3 expectations, expected as many"),
        (lambda data: data.update(chosen=7), "is not among the sizes"),
        (lambda data: data.update(watched=301), "the rank 301 is outside"),
    ),
)


def numbers(text: str) -> list[float]:
    return [float(found.replace(",", "")) for found in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


def status(view) -> dict:
    found = numbers(view.get_by_role("status").inner_text())
    return dict(zip(("batches", "size", "latest", "rows", "expected", "touched", "none"), found, strict=True))


def squares(view) -> list[int]:
    """How many squares have each of the five shades."""
    return [view.locator(f"path.bv-{shade}").get_attribute("d").count("M") for shade in range(5)]


def table(view) -> dict:
    rows = [row.locator("th, td").all_inner_texts() for row in view.locator("tbody tr").all()]
    return {
        word: (int(rank.replace(",", "")), int(times.replace(",", "")), *map(int, steps.split(" of ")))
        for word, rank, times, steps in rows
    }


def size_to(view, size: int) -> None:
    slider = view.get_by_label("Words in a batch")
    slider.focus()
    slider.press("Home")
    for _ in range(SIZES.index(size)):
        slider.press("ArrowRight")


def test_it_begins_with_one_batch(view):
    now = status(view)
    assert (now["batches"], now["size"], now["rows"]) == (1, 64, len(COUNTS))
    assert now["expected"] == pytest.approx(EXPECTED[1], abs=0.05)
    assert now["latest"] == now["touched"] and now["touched"] + now["none"] == len(COUNTS)
    assert squares(view) == [
        now["none"],
        0,
        0,
        0,
        now["touched"],
    ]  # after one step a row had all of them or none


@pytest.mark.parametrize("size", SIZES)
def test_batches_reach_as_many_rows_as_the_formula_says(view, size):
    size_to(view, size)
    latest = [status(view)["latest"]]
    for _ in range(39):
        view.get_by_role("button", name="Next batch").click()
        latest.append(status(view)["latest"])
    wanted = EXPECTED[SIZES.index(size)]
    assert np.mean(latest) == pytest.approx(wanted, abs=5 * np.sqrt(wanted / 40))
    now, found = status(view), squares(view)
    assert now["batches"] == 40 and sum(found) == len(COUNTS) and found[0] == now["none"]
    for rank, times, steps, of in table(view).values():
        q = 1 - (1 - P[rank - 1]) ** size
        assert of == 40 and steps <= min(times, 40)
        assert abs(steps - 40 * q) <= 5 * np.sqrt(40 * q * (1 - q)) + 1
        assert abs(times - 40 * size * P[rank - 1]) <= 5 * np.sqrt(40 * size * P[rank - 1]) + 1


def test_ten_batches_and_starting_over(view):
    view.get_by_role("button", name="Ten batches").click()
    assert status(view)["batches"] == 11
    once = view.get_by_role("status").inner_text()
    view.get_by_role("button", name="Start over").click()
    assert status(view)["batches"] == 1
    view.get_by_role("button", name="Ten batches").click()
    assert view.get_by_role("status").inner_text() == once  # the same batches again


def test_goals_are_met_by_what_they_ask_for_and_stay_met(view):
    goals = view.get_by_role("list", name="Goals").locator("li")
    assert piecepage.met(goals)[:2] == [False, False]  # 64 words reach less than half
    size_to(view, 4096)
    assert piecepage.met(goals)[:2] == [True, False]  # one batch is not ten
    assert status(view)["latest"] >= len(COUNTS) / 2
    view.get_by_role("button", name="Ten batches").click()
    view.get_by_role("button", name="Ten batches").click()
    assert piecepage.met(goals) == [True] * 3
    size_to(view, 8)
    assert piecepage.met(goals) == [True] * 3


def test_it_is_worked_by_keyboard_alone(view):
    page = view.page
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert status(view)["size"] == 512
    assert view.get_by_label("Words in a batch").get_attribute("aria-valuetext") == "512 words"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert status(view)["batches"] == 2
