"""The built site as a whole: its weight, its folder without a server, its search, a reader's progress."""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlparse

import bookpages
import bookrules
import browser
import pytest
from browser import SETTLED, opened, shown
from sample import few

PAGES = [page.name for page in bookpages.pages()]
CHAPTERS = [page.name for page in bookpages.chapter_pages()]
TOPIC = "language-model"
CHAPTER = [name for name in PAGES if name == f"chapters/{TOPIC}" or name.startswith(f"chapters/{TOPIC}/")]
FIRST_VIEW = 700_000  # bytes, the sum of the gzip sizes of the files that a first view loads
OWN = 300_000  # of which the page's own: its HTML, figures and data
SCRIPTS = 60_000  # of which the course's scripts, without the theme, MathJax and the data of the cover
PACKED = 12_000_000  # bytes of the archive


@pytest.fixture(scope="module")
def address(built_site):
    with browser.serve(built_site) as base:
        yield base


def file_of(site: Path, url: str) -> Path:
    return site / unquote(urlparse(url).path).lstrip("/")


@cache
def compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), mtime=0))


# ---------------------------------------------------------------- light


@pytest.mark.parametrize("name", few(PAGES, 12))
def test_a_first_view_is_light(chromium, address, built_site, name):
    loaded = set()
    with opened(chromium, "about:blank", address) as page:
        page.on("request", lambda request: loaded.add(request.url))
        page.goto(f"{address}/{bookpages.page_path(built_site, name).relative_to(built_site)}")
        page.evaluate(SETTLED)
        page.wait_for_load_state("networkidle")
    sizes = {file_of(built_site, url): 0 for url in loaded if url.startswith(address)}
    sizes = {path: compressed(path) for path in sizes}
    own = {path: size for path, size in sizes.items() if (built_site / "_static") not in path.parents}
    assert len(sizes) > len(own) > 0
    heaviest = "\n".join(
        f"{size:8,d} {path.relative_to(built_site)}"
        for path, size in sorted(sizes.items(), key=lambda item: -item[1])[:8]
    )
    assert sum(sizes.values()) <= FIRST_VIEW, (
        f"a first view of {name} loads {sum(sizes.values()):,} bytes:\n{heaviest}"
    )
    assert sum(own.values()) <= OWN, f"{name} brings {sum(own.values()):,} bytes of its own:\n{heaviest}"
    static, written = built_site / "_static", bookpages.ROOT / "book" / "_static"
    scripts = [
        size
        for path, size in sizes.items()
        if path.suffix == ".js"
        and path not in own
        and (path.name == "math.js" or (written / path.relative_to(static)).is_file())
    ]
    assert len(scripts) >= 5
    assert sum(scripts) <= SCRIPTS, f"{name} loads {sum(scripts):,} bytes of the course's scripts"


def test_the_second_picture_of_the_cover_rests_until_it_is_touched(chromium, address):
    with opened(chromium, f"{address}/book/index.html", address) as page:
        table = page.locator("learning-table[data-ready]")
        table.wait_for()
        assert page.locator("word-map, learning-table").evaluate_all(
            "found => found.map((one) => one.localName)"
        ) == ["word-map", "learning-table"]
        read = "node => node.querySelector('.learning-table').run.step"
        assert table.evaluate(read) == 0
        assert table.get_by_role("status").inner_text().startswith("Step 0 of 20,000: the rows are random.")
        table.get_by_role("button", name="Step", exact=True).click()
        assert table.evaluate(read) == 1


def test_a_second_page_loads_from_the_cache(chromium, built_site):
    seen = []
    with browser.serve(built_site, seen) as base:
        first, second = (
            f"{base}/{bookpages.page_path(built_site, name).relative_to(built_site)}" for name in CHAPTERS[:2]
        )
        with opened(chromium, first, base) as page:
            page.wait_for_load_state("networkidle")
            before = {path for path, status in seen if status == 200}
            assert sum("/_static/" in path for path in before) > 20
            seen.clear()
            page.goto(second)
            page.evaluate(SETTLED)
            page.wait_for_load_state("networkidle")
    # A file may be asked about ("has it changed?", status 304) but is not sent again.
    again = sorted(path for path, status in seen if status == 200 and path in before)
    assert not again, "sent again:\n" + "\n".join(again)
    assert any(path.endswith(f"{CHAPTERS[1]}.html") for path, status in seen)


# Characters that stylesheets put before or after an element, with the element's place; formulas have
# fonts of their own.
ADDED = """() => [...document.querySelectorAll('*')].flatMap((node) => ['::before', '::after'].map((side) => {
  const style = getComputedStyle(node, side);
  return { glyph: style.content, font: style.fontFamily, where: `${node.tagName}.${node.className} ${side}` };
})).filter(({ glyph, font }) => /[\ue000-\uf8ff]/.test(glyph) && !/^"?MJX/.test(font))"""


@pytest.mark.parametrize("name", [CHAPTER[0], "reference/errata-math"])
def test_the_icons_that_a_page_shows_are_in_the_font(chromium, address, built_site, name):
    from fontTools.ttLib import TTFont

    have = set(TTFont(built_site / "_static/styles/fa-solid-900.woff").getBestCmap())
    assert len(have) < 60, "the icon font holds far more than the pages show"
    with opened(
        chromium, f"{address}/{bookpages.page_path(built_site, name).relative_to(built_site)}", address
    ) as page:
        added = page.evaluate(ADDED)
    assert len(added) >= 8
    missing = [found for found in added if not {ord(letter) for letter in found["glyph"].strip('"')} <= have]
    assert missing == []


# ---------------------------------------------------------------- without a server


@pytest.mark.parametrize("name", few(PAGES, 20, first=1))
def test_a_page_opens_from_a_folder(chromium, built_site, name):
    settings = {"viewport": {"width": 375, "height": 900}, "color_scheme": "dark"}
    with opened(
        chromium, bookpages.page_path(built_site, name).as_uri(), built_site.as_uri(), **settings
    ) as page:
        assert page.locator(".math mjx-container").count() >= page.locator(".math").count()
        assert page.locator(".course-piece:not([data-ready])").count() == 0
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="light")
        page.reload()
        page.evaluate(SETTLED)
        assert page.evaluate("document.documentElement.dataset.theme") == "light"
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize("served", [True, False], ids=["from a server", "from a folder"])
def test_search_finds_a_chapter_by_keyboard_alone(chromium, address, built_site, served):
    base = address if served else built_site.as_uri()
    with opened(chromium, f"{base}/book/index.html", base) as page:
        page.keyboard.press("Control+K")
        page.keyboard.type("scatter")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=scatter*")
        results = page.locator("#search-results ul.search li a")
        results.first.wait_for()
        page.wait_for_function(
            "document.querySelector('.search-summary, #search-results > p')?.textContent.includes('found')"
        )
        addresses = results.evaluate_all("nodes => nodes.map((node) => node.href)")
        assert any("chapters/scatter-add" in found for found in addresses)
        page.locator("#search-results ul.search li a[href*='chapters/scatter-add']").first.click()
        page.wait_for_url("**/chapters/scatter-add*")
        page.evaluate(SETTLED)


def test_the_archive_is_the_site_and_the_same_every_time(built_site, tmp_path):
    archives = [tmp_path / name / "course.zip" for name in "ab"]
    for archive in archives:
        done = subprocess.run(
            [sys.executable, bookpages.ROOT / "book" / "archive.py", "--site", built_site, "--out", archive],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    first, second = (archive.read_bytes() for archive in archives)
    assert first == second and len(first) <= PACKED, f"the archive has {len(first):,} bytes"
    digest, name = archives[0].with_name("course.zip.sha256").read_text().split()
    assert (digest, name) == (hashlib.sha256(first).hexdigest(), "course.zip")
    with zipfile.ZipFile(archives[0]) as packed:
        names = {entry.removeprefix("embedding-course/") for entry in packed.namelist()}
        assert (
            packed.read("embedding-course/book/index.html") == (built_site / "book/index.html").read_bytes()
        )
    there = {path.relative_to(built_site).as_posix() for path in built_site.rglob("*") if path.is_file()}
    catalogues = {name for name in there if name.endswith((".mo", ".po"))}
    assert names == there - catalogues - {".inputs.json"}
    assert all("/locales/" in name for name in catalogues)  # of the theme, for Sphinx alone


def test_there_is_no_archive_of_nothing(tmp_path):
    command = [
        sys.executable,
        bookpages.ROOT / "book" / "archive.py",
        "--site",
        tmp_path,
        "--out",
        tmp_path / "x.zip",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and "make book" in done.stderr
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- progress


def progress(page, topic: str) -> str:
    """What the contents say of a chapter."""
    note = page.locator(
        f".bd-docs-nav li:has(> a[href$='{topic}.html']) > .course-progress, "
        ".bd-docs-nav li.current > .course-progress"
    )
    return note.first.text_content() if note.count() else ""


def solve(page) -> int:
    """Answer every question of the page rightly; returns how many there are."""
    cards = page.locator("quiz-card").all()
    for card in cards:
        data = json.loads(card.locator('script[type="application/json"]').text_content())
        if data["kind"] == "number":
            card.locator("input").fill(str(data["answer"]))
        else:
            for option, box in zip(data["options"], card.locator("input").all()):
                if option["right"]:
                    box.check()
        card.get_by_role("button", name="Check").click()
    return len(cards)


def addresses(address: str, site: Path) -> list[str]:
    """Where the pages of the chapter are."""
    return [f"{address}/{bookpages.page_path(site, name).relative_to(site)}" for name in CHAPTER]


def test_progress_shows_in_the_contents_and_can_be_cleared(chromium, address, built_site):
    chapter, *others = addresses(address, built_site)
    with opened(chromium, chapter, address, **shown(address)) as page:
        clear = page.get_by_role("button", name="Clear my progress")
        assert progress(page, TOPIC) == "" and clear.count() == 0
        solved = solve(page)
        for k, other in enumerate(others, 1):
            page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
            page.wait_for_function(
                "text => document.querySelector('.course-progress').textContent.includes(text)",
                arg=f"{k} of {len(CHAPTER)} pages read",
            )
            page.goto(other)
            page.evaluate(SETTLED)
            solved += solve(page)
        assert solved == sum(
            len(bookrules.quizzes(page)) for page in bookpages.pages() if page.name in CHAPTER
        )
        with page.expect_download() as downloaded:
            page.locator(".course-assignment a").first.click()
        assert downloaded.value.suggested_filename.endswith(".ipynb")
        page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_function("document.querySelector('.course-progress').textContent.includes('read ✓')")
        assert progress(page, TOPIC) == "read ✓ · quiz ✓ · notebook ✓"
        # Another page knows it too, and one can clear it there.
        page.goto(f"{address}/book/index.html")
        assert progress(page, TOPIC) == "read ✓ · quiz ✓ · notebook ✓"
        page.once("dialog", lambda dialog: dialog.dismiss())
        clear.click()
        assert progress(page, TOPIC) != "", "cleared although the reader said no"
        page.once("dialog", lambda dialog: dialog.accept())
        clear.click()
        assert progress(page, TOPIC) == ""
        assert page.locator(".course-forgotten").text_content() == "Your answers and progress are cleared."
        assert (
            page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('embedding-course:'))")
            == []
        )
        page.goto(chapter)
        page.evaluate(SETTLED)
        assert page.locator(".quiz-why:visible").count() == 0


def test_clearing_on_a_chapter_empties_its_questions_at_once(chromium, address, built_site):
    chapter = addresses(address, built_site)[0]
    with opened(chromium, chapter, address, **shown(address)) as page:
        solve(page)
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Clear my progress").click()
        assert page.locator(".quiz-why:visible").count() == 0
        assert page.locator("quiz-card input:checked").count() == 0
        assert (
            page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('embedding-course:'))")
            == []
        )


def test_progress_survives_damaged_storage(chromium, address, built_site):
    chapter = addresses(address, built_site)[0]
    with opened(chromium, chapter, address) as page:
        for stored in ("{", "null", "7", '"text"', '{"quiz": 3}'):
            page.evaluate(
                "([key, value]) => localStorage.setItem(key, value)",
                [f"embedding-course:progress:{TOPIC}", stored],
            )
            page.reload()
            page.evaluate(SETTLED)
            assert progress(page, TOPIC) == ""
