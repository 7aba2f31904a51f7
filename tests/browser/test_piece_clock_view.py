"""The piece on rotary positions, in Chromium: hands, angles and scores against rotated rows."""

from __future__ import annotations

import numpy as np
import piecepage
import pytest
from bookpages import matched
from piecepage import Piece, met

SPEEDS = [1.0, 0.316228, 0.1, 0.0316228]
MOST, QUERY, KEY = 120, 17, 5
PIECE = Piece(
    "clock-view",
    {"speeds": SPEEDS, "most": MOST, "query": QUERY, "key": KEY},
    "Four clocks",
    refuses=(
        (lambda data: data.update(key=18), "the query at 17 and the key at 18"),
        (lambda data: data.update(query=121), "the query at 121"),
        (lambda data: data["speeds"].reverse(), "expected positive ones, the fastest first"),
    ),
)


def turned(position: int) -> np.ndarray:
    """Pairs (1, 0), each turned by its matrix: a row for each clock."""
    angles = np.array(SPEEDS) * position
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def check(view, m: int, n: int) -> None:
    """What is drawn and said for a query at m and a key at n."""
    cosines = (turned(m) * turned(n)).sum(axis=1)
    assert [view.get_by_role("slider").nth(i).input_value() for i in (0, 1)] == [str(m), str(n)]
    status = view.get_by_role("status").inner_text()
    assert status.startswith(f"Query at {m}, key at {n}: distance {m - n}.")
    told = float(matched(r"to the score (−?\d\.\d\d)\.", status)[1].replace("−", "-"))
    assert told == pytest.approx(cosines.sum(), abs=0.0051)
    said = view.locator(".ck-clocks > div").all_inner_texts()
    degrees, cosine = np.array([numbers(text) for text in said]).T
    assert np.allclose(degrees, np.degrees(np.arccos(np.clip(cosines, -1, 1))), atol=0.51)
    assert np.allclose(cosine, cosines, atol=0.0051)
    for name, position in (("query", m), ("key", n)):
        hands = view.locator(f".ck-clocks .ck-{name}:not(.ck-tip)").evaluate_all(
            "paths => paths.map((path) => path.getAttribute('d').split('L')[1].split(' ').map(Number))"
        )
        ways = (np.array(hands) - 40.0) * [1, -1]  # a drawing's vertical axis points down
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        assert np.allclose(ways, turned(position), atol=0.002), name
    x, y = (float(view.locator(".ck-dot").get_attribute(side)) for side in ("cx", "cy"))
    line = [pair.split(",") for pair in view.locator(".ck-line").get_attribute("points").split()]
    assert len(line) == MOST + 1
    assert [x, y] == pytest.approx([float(number) for number in line[m - n]], abs=0.06)


def numbers(text: str) -> tuple[float, float]:
    """Degrees and cosine below a clock."""
    found = matched(r"(\d+)°\s*cos (−?\d\.\d\d)", text)
    return float(found[1]), float(found[2].replace("−", "-"))


def test_hands_angles_and_score_are_those_of_rotated_pairs(view):
    query, key = (view.get_by_role("slider", name=name) for name in ("query", "key"))
    check(view, QUERY, KEY)
    key.press("ArrowLeft")
    check(view, 17, 4)
    assert "Before, at distance 12, it was 1.34." in view.get_by_role("status").inner_text()
    query.press("End")
    check(view, MOST, 4)
    query.press("Home")  # no key stands behind the query: it comes along
    check(view, 0, 0)
    key.press("End")
    check(view, MOST, MOST)


def test_the_curve_is_the_score_at_each_distance(view):
    line = view.locator(".ck-line").get_attribute("points").split()
    drawn = np.array([pair.split(",") for pair in line], float)[:, 1]
    scores = [(turned(distance) * turned(0)).sum() for distance in range(MOST + 1)]
    slope, height = np.polyfit(scores, drawn, 1)
    assert slope < 0 and np.allclose(drawn, height + slope * np.array(scores), atol=0.06)


def test_with_the_distance_kept_both_turn_and_nothing_else_changes(view):
    query, key = (view.get_by_role("slider", name=name) for name in ("query", "key"))
    status = view.get_by_role("status")
    keep = view.get_by_role("checkbox", name="Keep the distance")
    keep.press("Space")
    query.press("ArrowRight")
    check(view, 18, 6)
    assert "Both moved on by 1: all hands turned" in status.inner_text()
    key.press("Home")
    check(view, 12, 0)
    assert "Both moved back by 6" in status.inner_text()
    key.press("End")
    check(view, MOST, MOST - 12)
    query.press("Home")
    check(view, 12, 0)
    query.fill("3")
    check(view, 12, 0)
    assert "Further they cannot go" in status.inner_text()
    keep.press("Space")
    query.press("ArrowRight")
    check(view, 13, 0)


def test_the_goals_are_reached_by_moving(view):
    goals = view.get_by_role("list", name="Goals").locator("li")
    query, key = (view.get_by_role("slider", name=name) for name in ("query", "key"))
    assert goals.first.inner_text().endswith("the score 1.34 with other positions")
    query.fill("30")
    query.fill(str(QUERY))  # back where it began: the score, but not at other positions
    assert met(goals) == [False, False]
    query.fill("30")
    key.fill("18")
    assert met(goals) == [True, False] and "Found: the score 1.34" in view.get_by_role("status").inner_text()
    key.fill("0")
    query.fill("93")
    assert met(goals) == [True, False]  # 168 degrees
    query.fill("94")
    assert met(goals) == [True, True]


def test_the_drawings_say_what_they_show(view):
    clocks, plot = view.get_by_role("img").all()
    assert "The angles between them: 32°, 143°, 69°, 22°." in clocks.get_attribute("aria-label")
    assert "1.34 at distance 12" in plot.get_attribute("aria-label")


@piecepage.less_motion
def test_nothing_moves_by_itself(view):
    assert piecepage.stand_still(view.locator("svg *"))
