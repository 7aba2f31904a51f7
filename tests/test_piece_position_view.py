"""The piece of the positions chapter in Chromium, against sinusoids and rotations computed anew here."""

from __future__ import annotations

import importlib.util
import json
import re

import numpy as np
import pytest
from bookpages import ROOT
from test_pages_in_browser import SETTLED, address, chromium, opened, tab_into, url  # noqa: F401 (two are fixtures)

PAGE = "chapters/positions"
TINY = 5e-4 + 1e-6  # shown with three digits, from data with six


def numbers(texts) -> list[float]:
    return [float(text.replace("−", "-")) for text in texts]


def pairs(width: int, layout: str) -> list[tuple[int, int]]:
    half = width // 2
    return [(2 * i, 2 * i + 1) if layout == "adjacent" else (i, i + half) for i in range(half)]


def rotated(vector, place: int, layout: str) -> np.ndarray:
    """A rotation written out pair by pair, with a 2 × 2 matrix for each."""
    out = np.array(vector, dtype=np.float64)
    for i, (a, b) in enumerate(pairs(len(out), layout)):
        angle = place * 10000.0 ** (-2 * i / len(out))
        matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        out[[a, b]] = np.array([vector[a], vector[b]]) @ matrix
    return out


def sinusoid(place: int, width: int) -> list[float]:
    angles = [place * 10000.0 ** (-2 * i / width) for i in range(width // 2)]
    return [wave(angle) for angle in angles for wave in (np.sin, np.cos)]


def check(view, data: dict, m: int, n: int, layout: str = "adjacent") -> None:
    """All that the piece shows for a query at place m and a key at place n."""
    query, key = data["query"], data["key"]
    width = len(query)
    assert view.locator(".pv-place").all_inner_texts() == [str(m), str(n)]
    tables = view.locator("table").all()
    assert numbers(tables[0].locator("td").all_inner_texts()) == pytest.approx(sinusoid(m, width), abs=TINY)
    turned = rotated(query, m, layout)
    assert numbers(tables[1].locator("td").all_inner_texts()) == pytest.approx(turned, abs=TINY)
    status = view.get_by_role("status").inner_text()
    assert status.startswith(f"Query at place {m}, key at place {n},")
    score = turned @ rotated(key, n, layout)
    assert numbers([view.locator(".pv-score").inner_text()]) == pytest.approx([score], abs=TINY)
    reach = max(np.hypot(query[a], query[b]) for way in ("adjacent", "halves") for a, b in pairs(width, way))
    for i, (a, b) in enumerate(pairs(width, layout)):
        dial = view.locator(".pv-dials li").nth(i)
        name = dial.get_by_role("img").get_attribute("aria-label")
        assert name.startswith(f"Pair {i}: numbers {a} and {b}, turned by {m * 10000.0 ** (-2 * i / width):.3f} rad")
        for line, vector in ((".pv-from", query), (".pv-to", turned)):
            drawn = [float(dial.locator(line).get_attribute(side)) for side in ("x2", "y2")]
            assert drawn == pytest.approx([50 * vector[a] / reach, -50 * vector[b] / reach], abs=1e-3)


@pytest.fixture
def shown(chromium, address, built_site):  # noqa: F811
    with opened(chromium, url(address, built_site, PAGE), address) as page:
        view = page.locator("position-view")
        yield page, view, json.loads(view.locator('script[type="application/json"]').text_content())


def test_it_shows_what_python_computes_at_every_place(shown):
    page, view, data = shown
    m, n = data["start"]
    check(view, data, m, n)
    query, key = view.get_by_label("Place of the query"), view.get_by_label("Place of the key")
    last = len(data["sinusoids"]) - 1
    for m, n in [(0, 0), (last, 0), (0, last), (7, 3), (12, 30)]:
        query.fill(str(m))
        key.fill(str(n))
        check(view, data, m, n)
        view.get_by_label("Pairs").select_option("halves")
        check(view, data, m, n, "halves")
        view.get_by_label("Pairs").select_option("adjacent")


def test_a_kept_distance_keeps_the_score(shown):
    page, view, data = shown
    m, n = data["start"]
    score = view.locator(".pv-score").inner_text()
    view.get_by_label("Keep the distance").check()
    query, key = view.get_by_label("Place of the query"), view.get_by_label("Place of the key")
    last = len(data["sinusoids"]) - 1
    for control, to in ((query, 20), (key, 11), (query, last), (query, 0), (key, last), (key, 0)):
        control.fill(str(to))
        now = [int(text) for text in view.locator(".pv-place").all_inner_texts()]
        assert now[0] - now[1] == m - n and min(now) >= 0 and max(now) <= last
        check(view, data, *now)
        assert view.locator(".pv-score").inner_text() == score
    assert now == [m - n, 0]  # the key reached its end, and the query stays as far from it as before


def test_it_works_by_keyboard_alone(shown):
    page, view, data = shown
    m, n = data["start"]
    tab_into(page, view)
    for key, by in (("ArrowRight", 1), ("ArrowUp", 1), ("ArrowLeft", -1)):
        page.keyboard.press(key)
        m += by
        check(view, data, m, n)
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    check(view, data, m, 0)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert view.get_by_label("Keep the distance").is_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    check(view, data, m, 0, "halves")


def test_its_output_works_in_a_page_of_its_own(chromium, tmp_path, shown, monkeypatch):  # noqa: F811
    """Outside the book an output brings its script along, as JupyterLab needs it."""
    _, _, data = shown
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    spec = importlib.util.spec_from_file_location("workbench_source", ROOT / "book" / "workbench.py")
    workbench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbench)
    given = {name: value for name, value in data.items() if name != "label"}
    html = workbench.piece("position-view", given, label=data["label"])._repr_mimebundle_()["text/html"]
    (tmp_path / "one.html").write_text(f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>x</title></head><body>{html}{html}</body></html>")
    with opened(chromium, (tmp_path / "one.html").as_uri(), tmp_path.as_uri()) as page:
        assert page.locator("position-view[data-ready]").count() == 2
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
        assert len(ids) == len(set(ids))
        second = page.locator("position-view").nth(1)
        second.get_by_label("Place of the query").fill("6")
        check(second, data, 6, data["start"][1])
        check(page.locator("position-view").first, data, *data["start"])


def test_data_that_does_not_fit_is_refused(chromium, tmp_path, shown):  # noqa: F811
    _, view, data = shown
    bad = {**data, "omega": data["omega"][:-1]}
    script = (ROOT / "book/_static/course.js").read_text() + (ROOT / "book/_static/pieces/position-view.js").read_text()
    (tmp_path / "bad.html").write_text(
        f"<!doctype html><html lang='en'><head><title>x</title></head><body><script>{script}</script><position-view>"
        f'<script type="application/json">{json.dumps(bad)}</script></position-view></body></html>'
    )
    page = chromium.new_page()
    page.goto((tmp_path / "bad.html").as_uri())
    message = page.locator(".piece-error").inner_text()
    page.close()
    assert re.search(r"8 numbers and 3 frequencies", message)
