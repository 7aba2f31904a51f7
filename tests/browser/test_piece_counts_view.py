"""The piece on counts, PMI and short rows, in Chromium, on a small table, against tables computed here."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bookpages import matched
from piecepage import Piece, met

WORDS = ["cat", "cats", "dog", "dogs", "sat", "sit"]
CONTEXTS = ["the", "many", "fish", "bones", "mat", "on", "under"]
COUNTS = [
    [15, 0, 11, 0, 0, 10, 0],
    [13, 8, 8, 0, 0, 9, 0],
    [18, 0, 0, 10, 0, 12, 0],
    [16, 11, 0, 11, 0, 11, 0],
    [19, 0, 0, 0, 9, 9, 1],
    [14, 0, 0, 0, 7, 7, 0],
]
TIMES = 5  # the pairs of these words are a fifth of all


def information(row: int, column: int) -> float:
    """Positive PMI, from its definition."""
    total = TIMES * sum(map(sum, COUNTS))
    chance = sum(COUNTS[row]) * sum(line[column] for line in COUNTS) / total
    return math.log(max(1, COUNTS[row][column] / chance))


PMI = np.array([[information(row, column) for column in range(7)] for row in range(6)])
U, S, VT = np.linalg.svd(PMI, full_matrices=False)
PIECE = Piece(
    "counts-view",
    {
        "words": WORDS,
        "contexts": CONTEXTS,
        "counts": COUNTS,
        "pmi": PMI.round(3).tolist(),
        "left": (U * S).round(4).tolist(),
        "right": VT.round(4).tolist(),
        "at": [0, 2],
        "pairs": [["sat", "sit"], ["cat", "cats"]],
    },
    "Three tables",
    refuses=(
        (lambda data: data["counts"].pop(), "counts is no table of 6 words and 7 contexts"),
        (lambda data: data["pmi"][1].pop(), "pmi is no table of 6 words and 7 contexts"),
        (lambda data: data["left"][0].__setitem__(0, 9), "away from the PMI"),
        (lambda data: data.update(pairs=[["cat", "sat"]]), "the PMI puts cats nearest to cat, expected sat"),
    ),
)


def of_rank(d: int) -> np.ndarray:
    """The best table of rank d: the PMI, projected onto the d largest eigenvectors of its rows' products."""
    values, vectors = np.linalg.eigh(PMI.T @ PMI)
    kept = vectors[:, np.argsort(-values)[:d]]
    return PMI @ kept @ kept.T


def cosines(table, row: int) -> dict[str, float]:
    table = np.array(table, float)
    lengths = np.linalg.norm(table, axis=1)
    found = table @ table[row] / (lengths * lengths[row])
    return {word: round(float(x), 2) for word, x in zip(WORDS, found) if word != WORDS[row]}


def check(view, row: int, column: int, d: int) -> None:
    """What the three maps and the status say of a pair."""
    tables, scales = [np.array(COUNTS), PMI, of_rank(d)], [np.max(COUNTS), PMI.max(), PMI.max()]
    word, beside = WORDS[row], CONTEXTS[column]
    for shown, table, scale in zip(view.locator(".co-map").all(), tables, scales, strict=True):
        told = shown.locator("p.co-value").inner_text().replace("−", "-")
        assert float(matched(rf"{word}, {beside}: (.+)", told)[1]) == pytest.approx(
            table[row, column], abs=0.0061
        )
        near = cosines(table, row)
        listed = shown.locator(".co-near").inner_text().replace("−", "-").removeprefix("nearest: ")
        for entry, best in zip(listed.split(", "), sorted(near.values(), reverse=True)):
            other, cosine = entry.split("\xa0")
            assert float(cosine) == pytest.approx(near[other], abs=0.011)
            assert float(cosine) == pytest.approx(best, abs=0.011)
        drawn = shown.locator(".co-more, .co-less").evaluate_all(
            "nodes => nodes.map((node) => [node.classList[0], ...['x', 'y', 'fill-opacity']"
            ".map((name) => node.getAttribute(name))])"
        )
        cells = np.zeros_like(table, float)
        for name, x, y, share in drawn:
            cells[int((float(y) - 68) / 14.2), int((float(x) - 52) / 14.2)] = float(share) * (
                1 if name == "co-more" else -1
            )
        assert np.allclose(cells, np.clip(table / scale, -1, 1), atol=0.011)
    status = view.get_by_role("status").inner_text()
    times = COUNTS[row][column]
    assert f"“{beside}” was read {times} time{'' if times == 1 else 's'} beside “{word}”" in status
    wanted, given = (
        [other for other, x in near.items() if x == max(near.values())]
        for near in (cosines(table, row) for table in tables[1:])
    )
    assert f"nearest to “{word}” is {' and '.join(wanted)}" in status
    if given == wanted:
        assert "by these rows too" in status
    elif len(given) > 3:
        assert f"by these rows it is no single word: {len(given)} are equally near" in status
    else:
        assert f"by these rows it is {' and '.join(given)}" in status


def test_each_pair_shows_its_three_numbers_and_neighbours_at_each_length(view):
    center, context = (view.get_by_role("combobox", name=name) for name in ("Center", "Context"))
    rank = view.get_by_role("slider", name="Numbers a word")
    check(view, 0, 2, 6)
    rank.press("Home")
    check(view, 0, 2, 1)
    for d in range(2, 7):
        rank.press("ArrowRight")
        center.select_option(WORDS[d - 1])
        context.select_option(CONTEXTS[d])
        check(view, d - 1, d, d)
    rank.press("ArrowRight")
    check(view, 5, 6, 6)
    center.select_option("sat")
    check(view, 4, 6, 6)  # read once


def test_a_press_on_a_cell_of_any_map_chooses_its_pair(view):
    for number, (row, column) in enumerate([(0, 0), (5, 6), (3, 1)]):
        picture = view.get_by_role("img").nth(number)
        box = picture.bounding_box()
        scale = box["width"] / (52 + 7 * 14.2 + 1)
        spot = {"x": scale * (52 + 14.2 * (column + 0.5)), "y": scale * (68 + 14.2 * (row + 0.5))}
        picture.click(position=spot)
        check(view, row, column, 6)
        assert view.get_by_role("combobox", name="Center").input_value() == WORDS[row]
        assert view.get_by_role("combobox", name="Context").input_value() == CONTEXTS[column]
    picture.click(position={"x": 3, "y": 3})  # beside the cells
    check(view, 3, 1, 6)


def test_the_goals_want_the_smallest_length_and_the_one_below_seen(view):
    goals = view.get_by_role("list", name="Goals").locator("li")
    center, context = (view.get_by_role("combobox", name=name) for name in ("Center", "Context"))
    rank = view.get_by_role("slider", name="Numbers a word")
    rank.fill("3")  # right, but is it the smallest?
    assert met(goals) == [False] * 3
    rank.fill("2")
    assert met(goals) == [False] * 3
    rank.fill("3")
    assert met(goals) == [False, True, False]
    assert "Found: the smallest d that puts cats nearest to cat." in view.get_by_role("status").inner_text()
    context.select_option("the")
    center.select_option("sat")
    rank.fill("1")
    rank.fill("2")
    assert met(goals) == [True, True, False]
    center.select_option("dog")
    context.select_option("fish")  # never read beside dog
    assert of_rank(2)[2, 2] > 1 and met(goals) == [True] * 3


@pytest.mark.parametrize("view", [{"viewport": {"width": 375, "height": 900}}], indirect=True, ids=["phone"])
def test_a_phone_shows_one_map_at_a_time_and_the_one_that_a_slider_changes(view):
    maps, radios = view.locator(".co-map"), view.get_by_role("radio")

    def visible() -> list[bool]:
        return [one.is_visible() for one in maps.all()]

    assert visible() == [True, False, False]
    radios.first.focus()
    view.page.keyboard.press("ArrowDown")
    assert visible() == [False, True, False] and radios.nth(1).is_checked()
    view.get_by_role("slider", name="Numbers a word").press("Home")
    assert visible() == [False, False, True] and radios.nth(2).is_checked()
    view.page.set_viewport_size({"width": 1280, "height": 900})
    assert visible() == [True] * 3 and radios.count() == 0
