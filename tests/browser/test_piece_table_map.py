"""The map of the geometry chapter, in Chromium: what it shows against NumPy's own neighbours."""

from __future__ import annotations

import json
import re

import numpy as np
import piecepage
import pytest
from bookpages import ROOT, matched
from piecepage import Piece

CHAPTER = ROOT / "book" / "chapters" / "geometry.md"
WORDS = [a + b for a in ("ba", "ko", "mi", "ru", "te") for b in ("l", "n", "r", "st", "x", "zo")]


def cell(table: np.ndarray, words: list[str]) -> dict:
    """The chapter's own cell, run on another table: its data and what it computed on the way."""
    text = CHAPTER.read_text(encoding="utf-8")
    source = matched(r"^shown = U\[common\].*?(?=^wb\.piece)", text, re.DOTALL | re.MULTILINE)[0]
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    names = {
        "np": np,
        "U": unit,
        "E": table,
        "common": list(range(len(words))),
        "words": words,
        "row": {"king": 3},
    }
    exec(source, names)
    return names


def rows() -> np.ndarray:
    return np.random.default_rng(0).standard_normal((len(WORDS), 5)) + 1  # cosines above zero, as on the map


MADE = cell(rows(), WORDS)


PIECE = Piece(
    "table-map",
    MADE["data"],
    "A map of words",
    refuses=(
        (lambda data: data.update(chosen="nobody"), "the word nobody is not on the map"),
        (lambda data: data.update(points=data["points"][:8]), "30 words and 4 numbers, expected 2 for each"),
        (lambda data: data.update(cosines=data["cosines"][::-1]), "nearest first"),
        (lambda data: data.update(nearestCosines="!" * 90), "are not the nearest"),
    ),
)


def check(view, i: int) -> None:
    """List, status and overlap against the cosines and distances of NumPy."""
    table = rows()
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosine = unit @ unit[i]
    cosine[i] = -np.inf
    near = np.argsort(-cosine, kind="stable")[:10]
    lines = view.locator("ol li").all()
    assert [line.get_by_role("button").inner_text() for line in lines] == [WORDS[j] for j in near]
    shown = [float(line.locator(".tm-cosine").inner_text()) for line in lines]
    assert shown == pytest.approx(cosine[near], abs=0.0051)
    status = view.get_by_role("status").inner_text()
    assert f"“{WORDS[i]}”: of these words “{WORDS[near[0]]}” has the nearest row" in status
    assert f"Of the 10 nearest by cosine, {MADE['overlap'][i]} " in status
    assert f"and “{WORDS[MADE['on_map'][i][0]]}” the nearest point" in status
    kept = set(near) & set(MADE["on_map"][i])
    assert {line.get_by_role("button").inner_text() for line in view.locator("ol li.tm-kept").all()} == {
        WORDS[j] for j in kept
    }
    assert view.locator("line.tm-line").count() == view.locator("circle.tm-near").count() == 10
    assert f"“{WORDS[i]}” is marked" in view.get_by_role("application").get_attribute("aria-label")


def test_it_shows_the_neighbours_that_numpy_finds(view):
    check(view, 3)
    for i in (0, 17, 29):
        view.get_by_label("a word of the map").fill(WORDS[i])
        view.get_by_role("button", name="Find").click()
        check(view, i)


def test_it_is_worked_by_keyboard_alone(view):
    page = view.page
    piecepage.tab_to(view.get_by_label("a word of the map"))
    page.keyboard.press("Control+A")
    page.keyboard.type(WORDS[12])
    page.keyboard.press("Enter")
    check(view, 12)
    for _ in range(3):  # the button, the map, the first neighbour
        page.keyboard.press("Tab")
    assert (
        view.locator("text.tm-over").inner_html() == WORDS[MADE["ten"][12][0]]
    )  # named while it has the focus
    page.keyboard.press("Enter")  # the focus stays in the list
    check(view, int(MADE["ten"][12][0]))
    assert page.evaluate("document.activeElement.closest('ol') !== null")


def test_a_word_that_is_not_there_is_said_and_changes_nothing(view):
    box = view.get_by_label("a word of the map")
    for asked, answer in (
        ("ko", "Words that begin like it: kol, kon"),
        ("zzz", "not on the map, which holds 30 words"),
    ):
        box.fill(asked)
        box.press("Enter")
        assert answer in view.get_by_role("status").inner_text()
    assert view.locator("ol li").first.get_by_role("button").inner_text() == WORDS[MADE["ten"][3][0]]


def test_a_click_chooses_the_point_below_it(view):
    picture = view.get_by_role("application")
    dot = view.locator("circle.tm-dot").nth(21)
    box, place = picture.bounding_box(), dot.bounding_box()
    x = place["x"] + place["width"] / 2 - box["x"]
    picture.click(position={"x": x, "y": place["y"] + place["height"] / 2 - box["y"]})
    check(view, 21)


def boxes(view) -> list[dict]:
    """Where the names stand, once the map has been drawn for its present width."""
    view.page.wait_for_function("""() => {
        const map = document.querySelector("table-map svg");
        return Math.abs(600 / map.getBoundingClientRect().width -
          map.style.getPropertyValue("--tm-unit")) < 0.01;
    }""")
    return view.page.evaluate("""() => [...document.querySelectorAll("table-map svg text")].map((name) => {
        const { x, y, width, height } = name.getBoundingClientRect();
        return { x, y, width, height };
    })""")


def apart(one: dict, two: dict) -> bool:
    right, below = (
        one["x"] + one["width"] <= two["x"] + 1,
        one["y"] + one["height"] <= two["y"] + 4,
    )  # a line has air above it
    return (
        right or below or two["x"] + two["width"] <= one["x"] + 1 or two["y"] + two["height"] <= one["y"] + 4
    )


@pytest.mark.parametrize("width", [375, 1280])
def test_names_do_not_collide_and_stay_on_the_map(view, width):
    view.page.set_viewport_size({"width": width, "height": 1000})
    frame = view.get_by_role("application").bounding_box()
    for i in (3, 11, 26):
        view.get_by_label("a word of the map").fill(WORDS[i])
        view.get_by_role("button", name="Find").click()
        names = boxes(view)
        assert len(names) >= 11  # the word and its ten neighbours, and others where there is room
        for n, one in enumerate(names):
            assert frame["x"] <= one["x"] and one["x"] + one["width"] <= frame["x"] + frame["width"] + 1
            assert all(apart(one, two) for two in names[:n])


def test_a_point_under_the_pointer_says_its_name(view):
    dot = view.locator("circle.tm-dot").nth(7)
    place = dot.bounding_box()
    view.page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    assert view.locator("text.tm-over").inner_html() == WORDS[7]
    view.locator("p.piece-title").hover()
    assert view.locator("text.tm-over").count() == 0
    view.locator("ol li button").nth(2).hover()
    assert view.locator("text.tm-over").inner_html() == WORDS[MADE["ten"][3][2]]


def test_arrow_keys_walk_on_the_map_and_enter_chooses(view):
    points = MADE["points"]
    picture = view.get_by_role("application")
    picture.focus()
    picture.press("ArrowLeft")
    name = view.locator("text.tm-over").inner_html()
    there = WORDS.index(name)
    assert points[there][0] < points[3][0] and f"At “{name}”" in view.get_by_role("status").inner_text()
    picture.press("Enter")
    check(view, there)


def test_the_search_for_a_word_that_keeps_its_neighbours_is_counted(view):
    overlap, seen = MADE["overlap"], 3
    assert f"Best so far: “{WORDS[3]}”, {overlap[3]}." in view.locator("p.tm-goal").inner_text()
    for i in (0, int(overlap.argmax())):
        view.get_by_label("a word of the map").fill(WORDS[i])
        view.get_by_role("button", name="Find").click()
        seen = i if overlap[i] > overlap[seen] else seen
        assert f"“{WORDS[seen]}”, {overlap[seen]}." in view.locator("p.tm-goal").inner_text()
    assert ("Found" in view.locator("p.tm-goal").inner_text()) == bool(overlap.max() >= MADE["data"]["goal"])


def test_the_chapter_packs_what_it_computed():
    data = json.loads(json.dumps(MADE["data"]))
    value = {sign: n for n, sign in enumerate(MADE["signs"])}
    text = data["neighbours"]
    found = [88 * value[a] + value[b] for a, b in zip(text[::2], text[1::2], strict=True)]
    assert found == MADE["ten"].ravel().tolist()
    assert data["words"].split() == WORDS and data["chosen"] == WORDS[3]


def test_a_map_of_twelve_hundred_words_stays_small():
    """The chapter's map: its data stand in the page twice, for the script and for readers without it."""
    names = [f"word{i:04}" for i in range(1200)]
    data = cell(np.random.default_rng(1).standard_normal((1200, 20)), names)["data"]
    assert 2 * len(json.dumps(data)) < 150_000
