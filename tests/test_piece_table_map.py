"""The map of the geometry chapter, in Chromium: what it shows against NumPy's own neighbours."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import browser
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
CHAPTER = ROOT / "book" / "chapters" / "geometry.md"
WORDS = [a + b for a in ("ba", "ko", "mi", "ru", "te") for b in ("l", "n", "r", "st", "x", "zo")]


def cell(table: np.ndarray, words: list[str]) -> dict:
    """The chapter's own cell, run on another table: its data and what it computed on the way."""
    text = CHAPTER.read_text(encoding="utf-8")
    source = re.search(r"^shown = U\[common\].*?(?=^flat = )", text, re.DOTALL | re.MULTILINE)[0]
    overlap = re.search(r"^flat = .*?(?=^wb\.number)", text, re.DOTALL | re.MULTILINE)[0]
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    centred = table - table.mean(axis=0)
    names = {
        "np": np, "U": unit, "common": list(range(len(words))), "words": words, "Xc": centred,
        "top": np.linalg.svd(centred, full_matrices=False)[2][:2], "place": {"king": 3},
    }  # fmt: skip
    exec(source + overlap, names)
    return names


def rows() -> np.ndarray:
    return np.random.default_rng(0).standard_normal((len(WORDS), 5)) + 1  # cosines above zero, as on the map


MADE = cell(rows(), WORDS)


def document(change=lambda data: None) -> str:
    """A page with the piece alone, made by the helper as a notebook makes it."""
    spec = importlib.util.spec_from_file_location("workbench_table_map", ROOT / "book" / "workbench.py")
    workbench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbench)
    data = dict(MADE["data"])
    change(data)
    shown = workbench.piece("table-map", data, label="A map of words")._repr_mimebundle_()["text/html"]
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>A piece</title><body>{shown}</body></html>'


@pytest.fixture(scope="module")
def chromium():
    with browser.browser() as started:
        yield started


@pytest.fixture
def view(chromium, monkeypatch):
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    page = chromium.new_page(viewport={"width": 1280, "height": 1000})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(document())
    yield page.locator("table-map")
    page.close()
    assert errors == []


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
    assert f"“{WORDS[i]}”: nearest in the table is “{WORDS[near[0]]}”" in status
    assert f"Of the 10 nearest in the table, {MADE['overlap'][i]} " in status
    assert f"Nearest on the map is “{WORDS[MADE['on_map'][i][0]]}”" in status
    kept = set(near) & set(MADE["on_map"][i])
    assert {line.get_by_role("button").inner_text() for line in view.locator("ol li.tm-kept").all()} == {WORDS[j] for j in kept}
    assert view.locator("line.tm-line").count() == view.locator("circle.tm-near").count() == 10
    assert f"“{WORDS[i]}” is marked" in view.get_by_role("img").get_attribute("aria-label")


def test_it_shows_the_neighbours_that_numpy_finds(view):
    check(view, 3)
    for i in (0, 17, 29):
        view.get_by_label("a word of the map").fill(WORDS[i])
        view.get_by_role("button", name="Find").click()
        check(view, i)


def test_it_is_worked_by_keyboard_alone_and_has_a_name(view):
    page = view.page
    assert page.get_by_role("group", name="A map of words").count() == 1
    page.keyboard.press("Tab")
    assert page.get_by_label("a word of the map").evaluate("node => node === document.activeElement")
    page.keyboard.press("Control+A")
    page.keyboard.type(WORDS[12])
    page.keyboard.press("Enter")
    check(view, 12)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first neighbour; the focus stays in the list
    check(view, int(MADE["ten"][12][0]))
    assert page.evaluate("document.activeElement.closest('ol') !== null")


def test_a_word_that_is_not_there_is_said_and_changes_nothing(view):
    box = view.get_by_label("a word of the map")
    for asked, answer in (("ko", "Words that begin like it: kol, kon"), ("zzz", "not on the map, which holds 30 words")):
        box.fill(asked)
        box.press("Enter")
        assert answer in view.get_by_role("status").inner_text()
    assert view.locator("ol li").first.get_by_role("button").inner_text() == WORDS[MADE["ten"][3][0]]


def test_a_click_chooses_the_point_below_it(view):
    picture = view.get_by_role("img")
    dot = view.locator("circle.tm-dot").nth(21)
    box, place = picture.bounding_box(), dot.bounding_box()
    x = place["x"] + place["width"] / 2 - box["x"]
    picture.click(position={"x": x, "y": place["y"] + place["height"] / 2 - box["y"]})
    check(view, 21)


@pytest.mark.parametrize("width", [375, 1280])
def test_the_page_does_not_scroll_sideways(view, width):
    view.page.set_viewport_size({"width": width, "height": 900})
    assert view.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("chosen", "nobody", "the word nobody is not on the map"),
        ("points", "1,1 2,2", "30 words and 2 entries"),
        ("cosines", " ".join(["01020304050607080910"] * 30), "nearest first"),
    ],
)
def test_data_that_do_not_fit_are_refused(chromium, monkeypatch, name, value, says):
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    page = chromium.new_page()
    page.set_content(document(lambda data: data.update({name: value})))
    shown = page.locator("table-map").inner_text()
    page.close()
    assert says in shown


def test_the_chapter_packs_what_it_computed():
    data = json.loads(json.dumps(MADE["data"]))
    for text, near in zip(data["neighbours"].split(), MADE["ten"], strict=True):
        assert [int(text[i : i + 2], 36) for i in range(0, 20, 2)] == list(near)
    assert data["words"].split() == WORDS and data["chosen"] == WORDS[3]


def test_a_map_of_twelve_hundred_words_stays_small():
    """The chapter's map: its data stand in the page twice, for the script and for readers without it."""
    names = [f"word{i:04}" for i in range(1200)]
    data = cell(np.random.default_rng(1).standard_normal((1200, 20)), names)["data"]
    assert 2 * len(json.dumps(data)) < 150_000
