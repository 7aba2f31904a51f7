"""The cover: the data of its map against the whole trained table, its cards, and the page in Chromium."""

from __future__ import annotations

import re

import bookpages
import coversite
import numpy as np
import pytest
from bookpages import ROOT
from browser import SCREENS, opened
from bs4 import BeautifulSoup
from course import cover as course_cover, words as course_words
from sample import few
from sphinx.errors import ExtensionError

FIRST_VIEW = 500_000  # bytes, compressed
WORDS = ["piano", "tuesday", "ocean", "seven", "queen", "bank", "cat", "the", "quickly", "germany"]


@pytest.fixture(scope="module")
def table():
    return course_words.materials(ROOT).minilm()


@pytest.fixture(scope="module")
def data():
    return coversite.data()


# ------------------------------------------------------------------ the data


@pytest.mark.parametrize("word", WORDS)
def test_neighbours_are_those_of_the_whole_table(table, data, word):
    i = table.words.index(word)
    E = table.E.astype(np.float64)
    cosine = E @ E[i] / np.linalg.norm(E, axis=1) / np.linalg.norm(E[i])
    order = [j for j in np.argsort(-cosine) if j != i and re.fullmatch("[a-z]{2,}", table.words[j])]
    best = [j for j in order if table.words[j] not in course_words.LEFT_OUT][: len(data.near[0])]
    k = data.place(word)
    assert data.ids[k] == i
    assert data.near[k] == [table.words[j] for j in best]
    assert data.cosines[k] == pytest.approx(cosine[best], abs=0.005 + 1e-6)  # both decimals are right


def test_the_words_are_the_first_of_the_vocabulary_and_some_that_readers_try(table, data):
    assert 2900 <= len(data.common) <= 3100
    assert [table.words[i] for i in data.ids] == data.known
    assert all(re.fullmatch("[a-z]{2,}", word) for word in data.common) and data.ids[
        : len(data.common)
    ] == sorted(data.ids[: len(data.common)])
    tried = set(course_words.TRIED)
    last = max(i for i, word in zip(data.ids, data.common) if word not in tried and len(word) > 3)
    long = {word for word in table.words[table.words.index("the") : last] if re.fullmatch("[a-z]{4,}", word)}
    assert long - course_words.LEFT_OUT <= set(data.common)
    assert set(data.all) & course_words.LEFT_OUT == set()
    assert len(set(data.all)) == len(data.all)


def test_small_rows_are_the_turned_table_rounded(table, data):
    """Products of small rows are those of the best table of so few columns, up to the rounding."""
    E = table.E[data.ids[: len(data.common)]].astype(np.float64)
    _, _, axes = np.linalg.svd(E, full_matrices=False)
    best = E @ axes[: data.rows.shape[1]].T
    small = data.rows[: len(data.common)]
    ours, theirs = (np.tril(rows @ rows.T).ravel()[::89] for rows in (small, best))
    assert np.corrcoef(ours, theirs)[0, 1] > 0.95
    # The axes are found again, up to their sign.
    for j in range(6):
        assert abs(np.corrcoef(small[:, j], best[:, j])[0, 1]) > 0.95


def test_the_map_keeps_neighbours_together(data):
    n = len(data.common)
    at = data.map[:n]
    assert at.min() >= 0 and at.max() <= 1
    rng = np.random.default_rng(0)
    near, far = [], []
    for k in rng.choice(n, 400, replace=False):
        inside = [data.common.index(word) for word in data.near[k] if word in set(data.common)]
        near += [np.linalg.norm(at[k] - at[j]) for j in inside]
        far += [np.linalg.norm(at[k] - at[j]) for j in rng.choice(n, len(inside))]
    assert np.median(near) < np.median(far) / 8


def test_the_script_is_light_and_needs_no_escapes():
    text = coversite.script().read_text("utf-8")
    assert len(text.encode()) <= course_words.LIMIT <= 250_000
    assert text.count("window.WORD_MAP = ") == 1 and "</" not in text and "\\" not in text and text.isascii()


@pytest.mark.long
def test_the_script_is_made_again_to_the_same_bytes():
    assert course_words.write(course_words.materials(ROOT)) == coversite.script().read_text("utf-8")


def test_the_script_is_made_once(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(course_words, "write", lambda module: made.append(1) or "text")
    (tmp_path / "words-of-an-earlier-table.js").write_text("old")
    first = course_words.script(ROOT, tmp_path)
    assert course_words.script(ROOT, tmp_path) == first and made == [1]
    assert list(tmp_path.iterdir()) == [first]
    module = course_words.materials(ROOT)
    parts = {**module._PARTS, "words": ("name", (1, 1), "another table")}
    monkeypatch.setattr(module, "_PARTS", parts)
    assert course_words.key(module) != first.stem.removeprefix("words-")


def test_a_missing_table_fails_the_build_in_words():
    module = course_words.materials(ROOT)

    def missing():
        raise module.MissingTable("it is not there")

    module.minilm = missing
    with pytest.raises(ExtensionError, match="the cover needs the trained table: it is not there"):
        course_words.write(module)


def test_a_script_that_is_too_large_fails_the_build(monkeypatch):
    monkeypatch.setattr(course_words, "data", lambda words, E: {"words": "a" * course_words.LIMIT})
    with pytest.raises(ExtensionError, match="and may have 250,000"):
        course_words.write(course_words.materials(ROOT))


# ------------------------------------------------------------------ times


def test_the_time_of_a_chapter_is_that_of_all_its_pages(tmp_path):
    folder = tmp_path / "book" / "chapters" / "one"
    folder.mkdir(parents=True)
    (folder.parent / "one.md").write_text("# A title\n\n" + "word " * 1998)
    (folder / "more.md").write_text("# A title\n\n" + "word " * 998)
    names = ["book/chapters/one", "book/chapters/one/more", "book/chapters/one-more", "book/index"]
    assert course_cover.chapter_minutes(tmp_path, "one", names) == pytest.approx(15)
    assert course_cover.chapter_minutes(tmp_path, "one", names[:1]) == pytest.approx(10)
    with pytest.raises(ExtensionError, match="book/chapters/two.md does not exist"):
        course_cover.chapter_minutes(tmp_path, "two", names)


@pytest.mark.parametrize(
    ("said", "shown"),
    [("one and a half to two and a half hours", "1½ to 2½ h"), ("two hours", "2 h"), ("one hour", "1 h")],
)
def test_the_time_of_an_assignment_is_what_its_chapter_says(tmp_path, said, shown):
    (tmp_path / "book" / "chapters").mkdir(parents=True)
    path = tmp_path / "book" / "chapters" / "one.md"
    path.write_text(f"# One\n\n```{{assignment}} one\n:time: {said}\n```\n")
    assert course_cover.assignment_time(tmp_path, "one", ["book/chapters/one"]) == shown
    path.write_text("# One\n")
    assert course_cover.assignment_time(tmp_path, "one", ["book/chapters/one"]) == ""


@pytest.mark.parametrize(
    ("minutes", "shown"), [(1, "5 min"), (58, "1 h"), (62.6, "1 h 5 min"), (44, "45 min")]
)
def test_a_time_on_a_card(minutes, shown):
    assert course_cover.short(minutes) == shown


# ------------------------------------------------------------------ the page


@pytest.fixture(scope="module", autouse=True)
def small_site(tmp_path_factory):
    coversite.prepare(tmp_path_factory)


@pytest.fixture
def cover(chromium):
    with opened(
        chromium, coversite.page("index"), coversite.site().as_uri(), reduced_motion="reduce"
    ) as page:
        page.locator("word-map[data-ready]").wait_for()
        yield page


def look_up(page, word: str) -> str:
    page.get_by_label("A word").fill(word)
    page.keyboard.press("Enter")
    return page.locator("word-map").get_by_role("status").inner_text()


def neighbours(page) -> list[tuple[str, str]]:
    lines = page.locator("word-map .words-bars li").all()
    return [
        (line.locator("button, .words-name").inner_text(), line.locator(".words-number").inner_text())
        for line in lines
    ]


def test_every_chapter_has_a_card_with_a_picture_and_its_times():
    soup = BeautifulSoup(bookpages.page_path(coversite.site(), "index").read_text("utf-8"), "html.parser")
    cards = soup.select("ol.chapter-map > li.card-chapter")
    assert [card.a["href"] for card in cards] == [f"chapters/{topic}.html" for topic in bookpages.chapters()]
    for card in cards:
        assert card.svg.find("title").string and card.svg.find("desc").string
        assert [span.string for span in card.select(".card-times span")] == ["read 5 min", "solve 1 to 2½ h"]
    assert [way.h3.string for way in soup.select(".ways-in > .way")] == ["Read", "Solve", "Teach"]
    assert soup.select_one(".cover-five a")["href"] == "five-minutes.html"
    shown = soup.select_one(".cover-note").get_text()
    assert "30,522 rows of 384 numbers" in shown and f"{len(coversite.data().common):,} words" in shown


def test_other_pages_load_none_of_this():
    for name, expected in (("index", True), ("five-minutes", True), ("chapters/lookup", False)):
        text = bookpages.page_path(coversite.site(), name).read_text("utf-8")
        assert ("page/words-data.js?v=" in text) is expected and ("page/cover.css" in text) is expected
        assert ("page/word-map.js" in text) is (name == "index")
        assert text.count("page/words.js") == expected


def test_a_word_that_is_typed_shows_its_row_and_its_neighbours(cover, data):
    for word in ("tuesday", "Quickly", " chess "):
        status, k = look_up(cover, word), data.place(word.strip().lower())
        assert f"{word.strip().lower()} is row {data.ids[k]:,} of the table." in status
        shown = neighbours(cover)
        assert [name for name, _ in shown] == data.near[k]
        assert [float(number) for _, number in shown] == data.cosines[k]
        names = cover.locator("word-map .word-map-rows span").all_inner_texts()
        assert names == [data.all[k], next(name for name in data.near[k] if name in data.common)]
        strip = cover.locator("word-map .word-map-rows svg").first
        assert strip.locator(".words-hot").count() == (data.rows[k] > 0).sum()
        assert strip.locator(".words-cold").count() == (data.rows[k] < 0).sum()


def osa(a: str, b: str) -> int:
    """Letters put in, left out, changed, or swapped with the next: the whole matrix."""
    d = {(i, 0): i for i in range(len(a) + 1)} | {(0, j): j for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
    return d[len(a), len(b)]


@pytest.mark.parametrize("typed", ["pianno", "qeen", "embedding", "wensday", "computr", "mounttain"])
def test_a_word_that_is_not_there_is_told_so_with_the_nearest_spelling(cover, data, typed):
    far = [osa(typed, word) for word in data.common]
    expected = [word for word, d in zip(data.common, far) if d == min(far)][:3]
    before = neighbours(cover)
    status = look_up(cover, typed)
    assert f"{typed} is not among the {len(data.common):,} words of this page." in status
    assert status.endswith(f"The map still shows piano. Nearest in spelling: {', '.join(expected)}.")
    assert neighbours(cover) == before
    offered = cover.locator(".word-map-instead button")
    assert offered.all_inner_texts() == expected
    offered.first.click()
    assert [name for name, _ in neighbours(cover)] == data.near[data.place(expected[0])]
    assert cover.locator(".word-map-instead").inner_text() == ""


def test_nothing_like_a_word_is_told_so_too(cover):
    status = look_up(cover, "zzzzqqqqxxxx")
    assert status.endswith("The map still shows piano. No word here is spelled like it.")
    assert look_up(cover, "<b>7</b>").startswith("<b>7</b> is not among")


def test_a_word_that_is_a_neighbour_alone_leads_to_a_word_it_is_near(cover, data):
    other = next(name for name in data.near[data.place("piano")] if name not in data.common)
    assert look_up(cover, other).startswith(f"{other} has a row in the table, but not on this page")
    for name in cover.locator(".word-map-instead button").all_inner_texts():
        assert other in data.near[data.place(name)]


def test_by_keyboard_from_neighbour_to_neighbour(cover, data):
    look_up(cover, "seven")
    first = cover.locator("word-map .words-bars button").first
    name = first.inner_text()
    first.focus()
    cover.keyboard.press("Enter")
    assert cover.get_by_label("A word").input_value() == name
    assert cover.evaluate("document.activeElement.closest('.words-bars') !== null")
    # Where no neighbour can be chosen, the keyboard goes back to the field.
    alone = next(word for word, near in zip(data.common, data.near) if not set(near) & set(data.common))
    before = next(word for word, near in zip(data.common, data.near) if alone in near)
    look_up(cover, before)
    cover.locator("word-map .words-bars").get_by_role("button", name=alone, exact=True).press("Enter")
    assert cover.evaluate("document.activeElement.id") == "word-map-word"


def test_a_touch_on_the_map_chooses_the_closest_word_and_the_map_stays_in_sight(chromium, data):
    settings = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "reduced_motion": "reduce"}
    with opened(chromium, coversite.page("index"), coversite.site().as_uri(), **settings) as page:
        page.locator("word-map[data-ready]").wait_for()
        look_up(page, "ocean")
        word_map = page.locator(".word-map-map")
        word_map.scroll_into_view_if_needed()
        box = word_map.bounding_box()
        x, y, size, _ = (float(part) for part in word_map.get_attribute("viewBox").split())
        for share in ((0.2, 0.3), (0.7, 0.8)):
            x, y, size, _ = (float(part) for part in word_map.get_attribute("viewBox").split())
            at = np.array([x + share[0] * size, y + share[1] * size])
            places = np.stack([30 + data.map[:, 0] * 940, 970 - data.map[:, 1] * 940], axis=1)[
                : len(data.common)
            ]
            page.touchscreen.tap(box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"])
            chosen = data.place(page.get_by_label("A word").input_value())
            far = np.linalg.norm(places - at, axis=1)
            assert far[chosen] <= far.min() + size / 100  # a finger's breadth is more than a pixel
            box = word_map.bounding_box()
            assert in_sight(box, 667)
        # From the list, which stands below, the map comes back into sight.
        page.locator("word-map .words-bars button").last.scroll_into_view_if_needed()
        page.locator("word-map .words-bars button").last.tap()
        box = word_map.bounding_box()
        assert in_sight(box, 667)


def in_sight(box: dict, height: int) -> bool:
    """Boxes have fractions of a pixel; a page is scrolled by whole ones."""
    return round(box["y"]) >= 0 and round(box["y"] + box["height"]) <= height


def view_box(page) -> str:
    return page.locator(".word-map-map").get_attribute("viewBox")


# Does the map stand still from one frame to the next but one?
RESTS = """() => new Promise((done) => {
  const box = () => document.querySelector(".word-map-map").getAttribute("viewBox"), before = box();
  requestAnimationFrame(() => requestAnimationFrame(() => done(box() === before)));
})"""
WATCH = """() => {
  const map = document.querySelector(".word-map-map");
  window.boxes = [];
  new MutationObserver(() => boxes.push(map.getAttribute("viewBox"))).observe(map, { attributes: true });
}"""


def test_the_map_glides_unless_the_reader_wants_it_still(chromium, cover):
    look_up(cover, "germany")
    first = view_box(cover)
    assert cover.evaluate(RESTS) and view_box(cover) == first
    with opened(
        chromium, coversite.page("index"), coversite.site().as_uri(), reduced_motion="no-preference"
    ) as page:
        page.locator("word-map[data-ready]").wait_for()
        page.wait_for_function(RESTS)
        page.evaluate(WATCH)
        look_up(page, "germany")
        page.wait_for_function(
            "box => document.querySelector('.word-map-map').getAttribute('viewBox') === box", arg=first
        )
        assert len(set(page.evaluate("boxes"))) > 2


@pytest.mark.parametrize("width, theme", few(SCREENS, 4))
def test_axe_finds_nothing(chromium, theme, width):
    settings = {
        "viewport": {"width": width, "height": 900},
        "color_scheme": theme,
        "reduced_motion": "reduce",
    }
    with opened(chromium, coversite.page("index"), coversite.site().as_uri(), **settings) as page:
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        look_up(page, "pianno")
        found = coversite.violations(page)
        assert not found, "\n".join(found)


def test_without_scripts_the_words_say_what_would_be_seen(chromium):
    with opened(
        chromium, coversite.page("index"), coversite.site().as_uri(), java_script_enabled=False
    ) as page:
        assert "With scripts this is a map to touch" in page.locator("word-map").inner_text()
        assert page.locator("word-map input, word-map button").count() == 0


def test_what_the_page_says_without_scripts_is_true(data):
    assert data.near[data.place("piano")][:5] == ["pianos", "pianist", "harpsichord", "violin", "guitar"]
    days = ["monday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    assert sorted(data.near[data.place("tuesday")][:6]) == sorted(days)


def test_a_first_view_is_light(chromium):
    assert coversite.weight(chromium, "index") <= FIRST_VIEW
