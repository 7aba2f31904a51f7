"""The piece on one pair, in Chromium: its steps and where they rest, against the same computed here."""

from __future__ import annotations

import numpy as np
import pytest
from bookpages import matched
from piecepage import Piece, decimals

AT, U, N = np.array([1.0, 0.5]), np.array([0.0, 2.0]), np.array([2.0, 0.0])


ROWS = [
    {"word": "sat", "at": U.tolist(), "read": 1, "drawn": 0},
    {"word": "rice", "at": N.tolist(), "read": 0, "drawn": 1},
]
PIECE = Piece(
    "pull-view",
    {"center": "cat", "at": AT.tolist(), "rate": 0.5, "rows": ROWS},
    "Pulled and pushed",
    refuses=(
        (lambda data: data["rows"][0]["at"].pop(), "the row of sat has 1 numbers"),
        (lambda data: data["rows"][1].update(read=-1), "rice occurs -1 times"),
    ),
)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def position(view) -> list[float]:
    return decimals(view.get_by_role("status").inner_text())[:2]


def scores(view) -> list[float]:
    return [
        float(matched(r"score (\S+),", text.replace("−", "-"))[1])
        for text in view.locator(".pv-score").all_inner_texts()
    ]


def test_a_step_is_the_one_of_the_page(view):
    assert position(view) == pytest.approx(AT.tolist())
    view.get_by_role("button", name="One step").press("Enter")
    moved = AT + 0.5 * (1 - sigmoid(U @ AT)) * U - 0.5 * sigmoid(N @ AT) * N
    assert position(view) == pytest.approx(moved.tolist(), abs=0.0051)
    assert scores(view) == pytest.approx([U @ moved, N @ moved], abs=0.0051)
    view.get_by_role("button", name="Back to the start").press("Enter")
    assert position(view) == pytest.approx(AT.tolist())


def test_what_is_only_read_or_only_drawn_never_rests(view):
    for _ in range(10):
        view.get_by_role("button", name="Twenty steps").press("Enter")
    assert "The next step moves it" in view.get_by_role("status").inner_text()
    high, low = scores(view)
    assert high > 4 and low < -4


def test_it_rests_at_the_logarithm_of_read_over_drawn(view):
    for label, times in (("sat, times drawn", 1), ("rice, times read", 1), ("sat, times read", 3)):
        view.get_by_label(label).fill(str(times))
    for _ in range(10):
        view.get_by_role("button", name="Twenty steps").press("Enter")
    assert scores(view) == pytest.approx([np.log(3), 0], abs=0.0051)
    assert "It rests" in view.get_by_role("status").inner_text()


def test_its_picture_says_what_it_shows(view):
    assert "row of cat" in view.get_by_role("img").get_attribute("aria-label")
