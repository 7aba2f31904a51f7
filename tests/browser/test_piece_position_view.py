"""The piece of the positions chapter in Chromium, against curves computed anew here."""

from __future__ import annotations

import numpy as np
import piecepage
import pytest
from bookpages import ROOT, matched
from browser import opened
from course import execute

PAGE = "chapters/positions/distance"
BACK, STOPS = 48, range(0, 560, 20)
SLOPES = [1 / 2, 1 / 8, 1 / 32, 1 / 128]


def sinusoid(position: int) -> np.ndarray:
    """A row of sixty-four numbers, written out pair by pair."""
    angles = [position * 10000.0 ** (-2 * r / 64) for r in range(32)]
    return np.array([wave(angle) for angle in angles for wave in (np.sin, np.cos)])


def rotated(vector, position: int) -> np.ndarray:
    """A rotation of adjacent pairs, with a 2 × 2 matrix for each."""
    out = np.array(vector, dtype=np.float64)
    for r in range(len(out) // 2):
        angle = position * 10000.0 ** (-2 * r / len(out))
        matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        out[2 * r : 2 * r + 2] = out[2 * r : 2 * r + 2] @ matrix
    return out


def cosine(a, b) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    downloads = execute.load(ROOT / "book" / "materials" / "downloads.py")
    return np.asarray(downloads.minilm().positions, dtype=np.float64)


def expected(kind: str, m: int, setting: int, table) -> list[float]:
    """Scores of a query at m with the keys 0, 1, ... back, as far as there are any."""
    distances = range(min(BACK, m + 1))
    if kind == "learned table":
        return [cosine(table[m], table[m - k]) for k in distances] if m < len(table) else []
    if kind == "sinusoids":
        return [cosine(sinusoid(m), sinusoid(m - k)) for k in distances]
    if kind == "rotary":  # the key's content, all pairs of one length; the query is the same, turned back
        content = np.tile([0.6, -0.8], 32)
        return [cosine(rotated(rotated(content, -setting), m), rotated(content, m - k)) for k in distances]
    return [-SLOPES[setting] * k for k in distances]


def dots(view) -> np.ndarray:
    """Where the points of the curve are drawn, (x, y) of each."""
    return np.array(
        view.locator(".pv-dot").evaluate_all(
            "nodes => nodes.map((node) => ['cx', 'cy'].map((side) => Number(node.getAttribute(side))))"
        )
    )


def check(view, kind: str, m: int, key: int, setting: int, table) -> None:
    """The curve that is drawn, and what the status says of it."""
    scores = expected(kind, m, setting, table)
    drawn = dots(view)
    assert len(drawn) == len(scores)
    status = view.get_by_role("status").inner_text()
    if not scores:
        assert view.locator(".pv-none").count() == 1 and f"no row for position {m}" in status
        return
    low = -6 if kind == "linear biases" else None  # where the frame of this kind ends
    assert np.allclose(drawn[:, 0], 34 + np.arange(len(scores)) / (BACK - 1) * 318, atol=0.1)
    if len(scores) > 1:  # heights are scores: one straight line, downwards
        slope = (
            -146 / (1 - low) if low is not None else (drawn[-1, 1] - drawn[0, 1]) / (scores[-1] - scores[0])
        )
        assert slope < 0
        assert np.allclose(drawn[:, 1] - drawn[0, 1], slope * (np.array(scores) - scores[0]), atol=0.5)
    if key < len(scores):
        assert status.startswith(f"Query at {m}, key at {m - key}, {key} back: score ")
        told = float(matched(r"score (−?[\d.]+\d)", status)[1].replace("−", "-"))
        assert told == pytest.approx(scores[key], abs=0.0056)
    else:
        assert f"no key stands {key} back" in status
    assert f"at {int(np.argmax(np.round(scores, 3)))} back" in status.split("The highest score is ")[1]


def met(view) -> list[bool]:
    return piecepage.met(view.locator(".pv-goals li"))


@pytest.fixture(scope="module")
def piece(built_site):
    """The piece with the data it has in the book."""
    return piecepage.in_book(built_site, PAGE, "position-view")


@pytest.fixture
def view(in_book):
    with in_book(PAGE) as page:
        yield page.locator("position-view")


def test_each_kind_draws_its_curve(view, piece, table):
    data = piece.data
    assert data["back"] == BACK and data["stops"] == list(STOPS)
    query, key = (
        view.get_by_role("slider", name="Position of the query"),
        view.get_by_role("slider", name="The key"),
    )
    m = data["stops"][data["start"]]
    check(view, "learned table", m, data["key"], 0, table)
    for kind, setting, label in (
        ("learned table", 0, None),
        ("sinusoids", 0, None),
        ("rotary", 7, "The query aims"),
        ("linear biases", 2, "Slope of the head"),
    ):
        view.get_by_role("radio", name=kind).check()
        if label:
            view.get_by_role("slider", name=label).fill(str(setting))
        assert view.locator(".pv-controls label:visible").count() == (3 if label else 2)
        for stop, back in ((0, 0), (1, 30), (9, 12), (25, 47), (26, 5)):
            query.fill(str(stop))
            key.fill(str(back))
            check(view, kind, data["stops"][stop], back, setting, table)


def test_only_the_learned_curve_changes_with_the_query(view):
    query = view.get_by_role("slider", name="Position of the query")
    for kind in ("sinusoids", "rotary", "linear biases"):
        view.get_by_role("radio", name=kind).check()
        query.fill("5")
        before = dots(view)
        query.fill("20")
        assert np.array_equal(dots(view), before)
        assert not met(view)[0]
    view.get_by_role("radio", name="learned table").check()
    assert not met(view)[0]  # another kind is not another query
    query.fill("9")
    assert met(view)[0]


def test_the_goals_are_reached_by_touching(view):
    assert met(view) == [False] * 4
    query = view.get_by_role("slider", name="Position of the query")
    query.fill("26")
    assert met(view)[1]
    view.get_by_role("radio", name="linear biases").check()
    assert met(view)[3] and not met(view)[2]
    view.get_by_role("radio", name="rotary").check()
    for aim in (2, 4):
        view.get_by_role("slider", name="The query aims").fill(str(aim))
        assert not met(view)[2]
    view.get_by_role("slider", name="The query aims").fill("3")
    assert met(view)[2] and "Found: " in view.get_by_role("status").inner_text()


def test_a_click_chooses_the_key(view):
    picture = view.locator("svg")
    box = picture.bounding_box()
    picture.click(position={"x": box["width"] * (34 + 318 * 20 / 47) / 360, "y": box["height"] / 2})
    assert ", 20 back: score" in view.get_by_role("status").inner_text()


def test_it_works_by_keyboard_alone(view, piece, table):
    page, data = view.page, piece.data
    piecepage.tab_into(page, view)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert view.get_by_role("radio", name="rotary").is_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    m = data["stops"][data["start"] + 1]
    check(view, "rotary", m, data["key"], 0, table)
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    check(view, "rotary", m, 0, 0, table)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    check(view, "rotary", m, 0, 1, table)


def test_its_output_works_in_a_page_of_its_own(chromium, tmp_path, piece, table):
    """Outside the book an output brings its script along, as JupyterLab needs it."""
    data, html = piece.data, piece.output()
    (tmp_path / "one.html").write_text(
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>x</title></head>"
        f"<body>{html}{html}</body></html>"
    )
    with opened(chromium, (tmp_path / "one.html").as_uri(), tmp_path.as_uri()) as page:
        assert page.locator("position-view[data-ready]").count() == 2
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
        assert len(ids) == len(set(ids))
        second = page.locator("position-view").nth(1)
        second.get_by_role("slider", name="Position of the query").fill("6")
        check(second, "learned table", data["stops"][6], data["key"], 0, table)
        check(
            page.locator("position-view").first,
            "learned table",
            data["stops"][data["start"]],
            data["key"],
            0,
            table,
        )


def test_data_that_do_not_fit_are_refused(chromium, piece):
    says = piece.refused(chromium, lambda data: data["stops"].pop())
    assert "learned table: 28 curves, expected 27" in says
