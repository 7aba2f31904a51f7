"""The piece on search in cells, in Chromium: what it compares, finds and misses, against NumPy."""

from __future__ import annotations

import re

import numpy as np
from piecepage import Piece, has_focus, met

N, K, NEAR = 150, 15, 10
rng = np.random.default_rng(0)
ROWS = rng.integers(0, 1001, (N, 2))
CENTRES = ROWS[:K] + 1 - 2 * (ROWS[:K] > 500)
WORDS = [f"word{i}" for i in range(N)]
QUERY = np.array([500, 500])
PIECE = Piece(
    "search-view",
    {
        "words": WORDS,
        "rows": ROWS.tolist(),
        "centres": CENTRES.tolist(),
        "query": QUERY.tolist(),
        "near": NEAR,
    },
    "Rows in fifteen cells",
    refuses=(
        (lambda data: data["words"].pop(), "149 words and 150 rows"),
        (lambda data: data.update(near=151), "151 neighbours of 150 rows"),
        (lambda data: data["rows"][3].__setitem__(0, 1200), "is not on the map"),
    ),
)


def squared(points, at):
    return ((np.asarray(points) - at) ** 2).sum(-1)


def searched(query, opened: int) -> tuple[int, list[int], list[int]]:
    """How many rows are compared, and which of the true nearest are found and missed."""
    cell = squared(CENTRES[None], ROWS[:, None]).argmin(axis=1)
    compared = np.isin(cell, np.argsort(squared(CENTRES, query), kind="stable")[:opened])
    truth = np.argsort(squared(ROWS, query), kind="stable")[:NEAR]
    return int(compared.sum()), truth[compared[truth]].tolist(), truth[~compared[truth]].tolist()


def place(view) -> np.ndarray:
    """Where the query's handle says that it is."""
    label = view.locator(".se-handle").get_attribute("aria-label")
    return np.array([int(found) for found in re.findall(r"\d+", label)])


def check(view, query, opened: int) -> None:
    assert place(view).tolist() == list(query)
    compared, found, missed = searched(query, opened)
    text = view.get_by_role("status").inner_text().partition("Found:")[0]
    told = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text.partition("Missed")[0])]
    share = int(100 * compared / N + 0.5)
    assert told == [opened, K, compared, N, share, NEAR, len(found), len(found) / NEAR]
    assert re.findall("“(.*?)”", text) == [WORDS[i] for i in missed]
    drawn = [view.locator(f".se-map {name}").count() for name in (".is-read", ".se-ring", ".is-open")]
    assert drawn == [compared, NEAR, opened]
    assert view.locator(".se-map .se-ring.is-missed").count() == len(missed)


def test_keys_move_the_query_to_the_ends_of_the_map_and_open_cells(view):
    check(view, QUERY, 1)
    assert met(view.locator(".piece-goals li")) == [False] * 3  # nothing has been done yet
    handle, slider = view.locator(".se-handle"), view.get_by_role("slider")
    at = QUERY.copy()
    for key, way in (("ArrowRight", (10, 0)), ("ArrowUp", (0, 10)), ("Shift+ArrowLeft", (-100, 0))):
        handle.press(key)
        at = at + way
        check(view, at, 1)
    for key, axis, end in (("Shift+ArrowRight", 0, 1000), ("Shift+ArrowDown", 1, 0)):
        for _ in range(11):
            handle.press(key)
        at[axis] = end
    check(view, at, 1)
    assert has_focus(handle)
    for key, opened in (("ArrowRight", 2), ("End", K), ("Home", 1)):
        slider.press(key)
        assert slider.get_attribute("aria-valuetext") == f"{opened} of {K}"
        check(view, at, opened)
    slider.press("End")
    view.get_by_role("button", name="Start over").press("Enter")
    check(view, QUERY, 1)


def test_a_click_and_a_drag_put_the_query_where_they_point(view):
    box = view.locator(".se-map > svg").bounding_box()

    def spot(x, y):
        return box["x"] + box["width"] * x / 1000, box["y"] + box["height"] * (1 - y / 1000)

    view.page.mouse.click(*spot(200, 700))
    assert np.abs(place(view) - (200, 700)).max() <= 3
    view.page.mouse.down()  # on the handle, which is there now
    view.page.mouse.move(*spot(640, 130))
    view.page.mouse.up()
    assert np.abs(place(view) - (640, 130)).max() <= 3
    check(view, place(view), 1)


def test_cells_are_the_points_nearest_to_their_centre(view):
    """Each row lies in the polygon of its cell, by the rule of crossed edges."""
    shapes = view.locator("polygon").evaluate_all(
        "nodes => nodes.map(({ points }) => [...points].map(({ x, y }) => [x, y]))"
    )
    cell = squared(CENTRES[None], ROWS[:, None]).argmin(axis=1)
    for row, own in zip(ROWS, cell, strict=True):
        x, y = row[0] * 0.4, (1000 - row[1]) * 0.4
        inside = []
        for shape in shapes:
            a = np.array(shape)
            b = np.roll(a, -1, axis=0)
            crossed = (a[:, 1] > y) != (b[:, 1] > y)
            left = a[:, 0] + (y - a[:, 1]) / np.where(crossed, b[:, 1] - a[:, 1], 1) * (b[:, 0] - a[:, 0])
            inside.append(bool((crossed & (x < left)).sum() % 2))
        on_border = min(row.min(), (1000 - row).min()) < 1
        near_two = np.ptp(np.sqrt(np.sort(squared(CENTRES, row)))[:2]) < 2
        assert on_border or near_two or np.flatnonzero(inside).tolist() == [own]


def test_each_goal_is_reached_where_it_says(view):
    goals, slider = view.locator(".piece-goals li"), view.get_by_role("slider")
    box = view.locator(".se-map > svg").bounding_box()
    tried = np.random.default_rng(1).uniform(0.05, 0.95, (400, 2))
    first = np.array([len(searched((1000 * at).round(), 1)[1]) for at in tried])

    def click(x, y):
        view.page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * (1 - y))

    slider.press("End")  # all rows are compared: that reaches nothing
    for found in (10, 2, 4):
        click(*tried[first == found][0])
        assert met(goals) == [False] * 3
    slider.press("Home")
    reached = [False] * 3
    for x, y in np.concatenate([tried[first == found][:2] for found in (4, 10, 3, 2)]):
        click(x, y)
        query = place(view)
        _, found, missed = searched(query, 1)
        few = len(found) <= 3
        reached = [reached[0] or not missed, reached[1] or few, reached[2]]
        assert met(goals) == reached, query
        for opened in range(2, K + 1) if few and not reached[2] else []:
            slider.press("ArrowRight")
            compared, _, missed = searched(query, opened)
            reached[2] = reached[2] or (not missed and compared < N / 3)
            assert met(goals) == reached, (query, opened)
        slider.press("Home")
    assert reached == [True] * 3
