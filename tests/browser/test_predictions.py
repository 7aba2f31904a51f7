"""Every prediction of the book: no answer can be read before its guess, and it stands beside it after."""

from __future__ import annotations

import re

import bookpages
import pytest
from browser import SETTLED

PAGES = [
    page for page in bookpages.pages() if re.search(r"^:tags: \[[^\]]*\bpredict\b", page.text, re.MULTILINE)
]
# The cell of each prediction, and what waits behind it: its output, and what follows in its section.
WAITING = """() => {
  // What is no text of its own: MathJax's copies, links' marks, controls; and what stays folded in any case.
  const OUTSIDE = "script, style, mjx-container, button, details, form, title, desc, " +
    ".headerlink, .scroll-hint, .course-piece";
  const texts = (root) => {
    const found = [], walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) found.push(walk.currentNode);
    return found.filter((node) => node.data.trim() && !node.parentElement.closest(OUTSIDE));
  };
  const data = (nodes) => nodes.map((node) => node.data.trim());
  return [...document.querySelectorAll(".bd-article .tag_predict")].map((cell) => {
    const behind = [cell.querySelector(".cell_output")];
    let next = cell;
    while ((next = next.nextElementSibling) && next.tagName !== "SECTION") behind.push(next);
    const all = behind.flatMap(texts), own = all.filter((node) => !node.parentElement.closest("a"));
    const seen = all.filter((node) => node.parentElement.checkVisibility({ visibilityProperty: true }));
    const drawings = (node) => [...node.querySelectorAll("svg, img, canvas, math, .course-piece")];
    return {
      code: cell.querySelector(".cell_input")?.innerText ?? "",
      output: behind[0].textContent.trim(),
      lines: own.flatMap((node) => node.data.split("\\n")).map((line) => line.trim()),
      seen: data(seen),
      unseen: data(all.filter((node) => !seen.includes(node))),
      drawn: behind.flatMap(drawings)
        .filter((node) => node.checkVisibility() && !node.closest("button, details"))
        .map((node) => node.outerHTML.slice(0, 80)),
    };
  });
}"""
SIZES = """() =>
  [...document.querySelectorAll(".predict-wait :is(.course-piece, svg, canvas, figure, .math, pre)")]
  .filter((node) => !node.closest("details, button") && node.checkVisibility())
  .map((node) => [node.tagName, node.getBoundingClientRect()])
  .map(([tag, box]) => [tag, Math.round(box.width), Math.round(box.height)])"""
LONG = 25  # characters of a line that stands nowhere else by chance


def commit(page, k: int, guess: str = "12") -> None:
    """Make the k-th guess of the page: its first option, or a number."""
    form = page.locator(".predict-form").nth(k)
    if form.locator("input[type=text]").count():
        form.locator("input").fill(guess)
    else:
        form.locator("input").first.check()
    form.get_by_role("button", name="Commit").click()


@pytest.mark.parametrize("source", PAGES, ids=lambda page: page.id)
def test_an_answer_cannot_be_read_before_the_guess(in_book, source):
    with in_book(source.name, shown=False) as page:
        found = page.evaluate(WAITING)
        assert len(found) == len(
            re.findall(r"^:tags: \[[^\]]*\bpredict\b", without_examples(source), re.MULTILINE)
        )
        visible = page.locator("body").inner_text()
        for code in page.locator(".cell_input:visible").all():
            visible = visible.replace(code.inner_text(), "")  # a line to be printed may stand in the code
        for waiting in found:
            assert waiting["output"], "the cell puts nothing out"
            assert not re.search(r"^\s*assert\b", waiting["code"], re.MULTILINE), (
                "the cell's code asserts the answer"
            )
            assert waiting["seen"] == [] and waiting["drawn"] == [], "this can be read before the guess"
            told = [line for line in waiting["lines"] if len(line) >= LONG and line in visible]
            assert told == [], "the page says it somewhere else"


@pytest.mark.parametrize("source", PAGES, ids=lambda page: page.id)
def test_guess_and_result_stand_side_by_side_and_the_page_goes_on(in_book, source):
    with in_book(source.name, shown=False) as page:
        for k in range(page.locator(".tag_predict").count()):
            sides = page.locator(".predict-sides").nth(k)
            result = sides.locator(".predict-result")
            assert not result.is_visible()
            commit(page, k)
            waiting = page.evaluate(WAITING)[k]
            assert len(waiting["seen"]) > 0 and result.is_visible()
            assert result.evaluate("node => node === document.activeElement")
            assert sides.locator("legend").inner_text().startswith("You said: ")
            guess, came = sides.locator("form").bounding_box(), result.bounding_box()
            assert guess["x"] + guess["width"] <= came["x"] and abs(guess["y"] - came["y"]) < 30
        assert [waiting["unseen"] for waiting in page.evaluate(WAITING)] == [[]] * (k + 1)
        assert page.locator(".predict-wait .math:not(:has(mjx-container))").count() == 0
        sizes = page.evaluate(SIZES)
        page.set_viewport_size({"width": 375, "height": 900})
        for sides in page.locator(".predict-sides").all():
            guess, came = (
                sides.locator("form").bounding_box(),
                sides.locator(".predict-result").bounding_box(),
            )
            assert came["y"] >= guess["y"] + guess["height"] and abs(came["x"] - guess["x"]) < 2
        # Guesses come back, and what was laid out while it was hidden is as large as what never was.
        page.set_viewport_size({"width": 1280, "height": 900})
        page.reload()
        page.evaluate(SETTLED)
        assert page.locator(".predict-sides.has-guess").count() == page.locator(".tag_predict").count()
        assert page.evaluate(SIZES) == sizes


def without_examples(source) -> str:
    """The page's text without the source that it shows."""
    return re.sub(r"^(`{4,}|~{4,})md$.*?^\1$", "", source.text, flags=re.DOTALL | re.MULTILINE)
