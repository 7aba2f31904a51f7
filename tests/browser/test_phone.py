"""Every page of the built book 375 pixels wide: what scrolls sideways says so, and hardly anything has to."""

from __future__ import annotations

import bookpages
import pytest

PAGES = [page.name for page in bookpages.pages()]
CHAPTERS = {page.name for page in bookpages.chapter_pages()}
FORMULAS = 3  # that may be wider than a phone, in the whole book
CHARACTERS = 44  # of a printed line: what a phone shows
# Folds opened and predictions shown, as for a reader who opens everything.
OPENED = """async () => {
  document.querySelectorAll(".bd-article details").forEach((fold) => { fold.open = true; });
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
}"""
MEASURED = """(characters) => {
  const all = (selector) => [...document.querySelector(".bd-article").querySelectorAll(selector)]
    .filter((node) => node.getClientRects().length);
  const flat = (text) => text.replace(/\\s+/g, " ").trim();
  const width = (node) => node.getBoundingClientRect().width;
  const top = (node) => node.getBoundingClientRect().top;
  const style = (node, part) => getComputedStyle(node, part);
  const size = (node) => parseFloat(style(node).fontSize);
  const text = (node) => flat(node.textContent).slice(0, 90), lines = (pre) => pre.textContent.split("\\n");

  const typeset = window.MathJax?.startup?.document?.math ?? [];
  const source = new Map([...typeset].map((item) => [item.typesetRoot, item.math]));
  const formulas = all(".math:has(mjx-container)").map((box) => {
    const drawn = box.querySelector("mjx-container"), math = width(box.querySelector("mjx-math"));
    const inLine = box.matches("span.math"), scroller = inLine ? box : drawn;
    const over = Math.round((inLine ? math : Math.max(math, scroller.scrollWidth)) - scroller.clientWidth);
    return { box, over, sizes: [size(drawn), size(box)], tex: flat(source.get(drawn) ?? box.textContent) };
  });
  const cut = formulas.filter(({ over }) => over > 1);
  const scrolls = (box) => box.scrollWidth > box.clientWidth + 1;
  const pres = all("pre"), outputs = all(".cell_output pre"), tables = all(".table-scroll");
  const wide = [...pres, ...tables, ...all(".pst-scrollable-table-container")].filter(scrolls);
  const cue = (box) => box.parentElement.querySelector(":scope > .is-wide ~ .scroll-hint");
  const names = all(":not(pre) > code .pre").filter((name) => /^[\\w.]+$/.test(name.textContent));
  const titles = all(".exercise > .exercise-title, .pitfall > .admonition-title");
  return {
    width: document.documentElement.scrollWidth,
    wide_formulas: cut.map(({ over, tex }) => `${over} px too wide: ${tex}`),
    silent_formulas: cut.filter(({ box }) => !box.matches(".more-right, .more-left")).map(({ tex }) => tex),
    sizes: formulas.filter(({ sizes: [math, around] }) => Math.abs(math - around) > 0.2)
      .map(({ sizes, tex }) => `${sizes.join(" px in ")} px: ${tex}`),
    outputs: outputs.flatMap(lines),
    narrow: outputs.filter(scrolls)
      .filter((pre) => Math.max(...lines(pre).map((line) => [...line].length)) <= characters).map(text),
    silent: wide.filter((box) => !cue(box)?.getClientRects().length).map(text),
    unreached: wide.filter((box) => box.tabIndex !== 0 || !box.getAttribute("aria-label")).map(text),
    stops: [...pres, ...tables].filter((box) => box.tabIndex === 0 && !wide.includes(box)).map(text),
    wrapped: pres.filter((pre) => style(pre).textWrapMode !== "nowrap").map(text),
    broken: names.filter((name) => name.getClientRects().length > 1).map(text),
    marks: titles.filter((title) => style(title.parentElement, "::before").position !== "absolute" ||
      top(title) - top(title.parentElement) > 24).map(text),
  };
}"""


@pytest.fixture(scope="module")
def phone(in_book, long_form) -> dict[str, dict]:
    """What there is on a page at this width, in the short form on each fourth; light and dark in turn."""
    found = {}
    for n, name in enumerate(PAGES if long_form else PAGES[::4]):
        settings = {"viewport": {"width": 375, "height": 900}, "color_scheme": ("light", "dark")[n % 2]}
        with in_book(name, **settings) as page:
            page.evaluate(OPENED)
            found[name] = page.evaluate(MEASURED, CHARACTERS)
    return found


def told(phone: dict[str, dict], what: str) -> list[str]:
    return [f"{name}: {text}" for name, found in phone.items() for text in found[what]]


def test_hardly_a_formula_has_to_scroll(phone):
    wide = told(phone, "wide_formulas")
    assert len(wide) <= FORMULAS, f"{len(wide)} formulas, at most {FORMULAS}:\n" + "\n".join(wide)


def test_a_formula_that_scrolls_says_so(phone):
    assert told(phone, "silent_formulas") == []


def test_a_formula_is_as_large_as_the_text_around_it(phone):
    assert told(phone, "sizes") == []


def test_what_chapters_print_is_as_wide_as_a_phone(phone):
    wide = [
        f"{name}: {len(line)} characters: {line}"
        for name in sorted(CHAPTERS & phone.keys())
        for line in phone[name]["outputs"]
        if len(line) > CHARACTERS
    ]
    assert wide == [], f"{len(wide)} lines are wider than {CHARACTERS} characters:\n" + "\n".join(wide)


def test_lines_of_that_many_characters_need_no_scrolling(phone):
    assert told(phone, "narrow") == []


def test_code_outputs_and_tables_that_scroll_say_so_and_are_reached_by_keyboard(phone):
    assert told(phone, "silent") == [] and told(phone, "unreached") == []
    assert told(phone, "stops") == [], "a stop of the Tab key with nothing to scroll"


def test_no_name_is_broken(phone):
    assert told(phone, "wrapped") == [] and told(phone, "broken") == []


def test_marks_stand_beside_their_titles(phone):
    assert told(phone, "marks") == []


def test_no_page_is_wider_than_the_screen(phone):
    assert {name: found["width"] for name, found in phone.items() if found["width"] > 375} == {}
