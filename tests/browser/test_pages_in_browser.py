"""The built book in Chromium: every page at two widths and in two themes, then its working parts."""

from __future__ import annotations

import json
import re

import bookpages
import bookrules
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import SCREENS, SETTLED, opened
from piecepage import data_of, has_focus, tab_into
from sample import few

PAGES = [page.name for page in bookpages.pages()]
QUESTIONS = {page.name: len(bookrules.quizzes(page)) for page in bookpages.chapter_pages()}
WITH_QUESTIONS = [name for name, count in QUESTIONS.items() if count]
NEW = {page.name for page in bookpages.chapter_pages()} | {"index", "five-minutes"}
WIDE = """() =>
  [...document.querySelectorAll(".bd-article pre, .bd-article .table-scroll, .bd-article div.math")]
  .filter(box => box.checkVisibility() && [box, box.querySelector(":scope > mjx-container")].some(
    scroller => scroller && scroller.scrollWidth > scroller.clientWidth + 1))
  .map(box => box.textContent.slice(0, 80))"""
# Formulas that end at the edge without a word; in a line MathJax's copy for screen readers is not counted.
CUT = """async () => {
  const folds = [...document.querySelectorAll(".bd-article details:not([open])")];
  folds.forEach(fold => { fold.open = true; });
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const cut = [...document.querySelectorAll(".bd-article .math:not(.is-wide)")]
    .filter(box => box.offsetParent &&
      box.querySelector("mjx-math")?.getBoundingClientRect().width > box.clientWidth + 1)
    .map(box => box.textContent.slice(0, 80));
  folds.forEach(fold => { fold.open = false; });
  return cut;
}"""
CODE_FOLDS = """() => [...document.querySelectorAll(".cell details.hide:not([open]) > summary")]
  .filter(fold => fold.offsetParent).map(fold => fold.innerText.trim())"""
# Words of figures, drawings and pieces that are smaller than nine pixels where they are drawn.
SMALL = """() => [...document.querySelectorAll(".bd-article svg :is(text, tspan)")]
  .filter(text => text.getClientRects().length &&
    [...text.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .map(text => [text, text.getScreenCTM()])
  .map(([text, at]) =>
    [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(at.a, at.b), text.textContent.trim()])
  .filter(([size]) => size < 8.95)"""
# Of a closed fold of code: the label of _config.yml, and those that cells give themselves.
LABELS = {"Show the code"}.union(
    *(re.findall(r'code_prompt_show: "(.+)"', page.text) for page in bookpages.pages())
)
# axe leaves this rule out by default; voice control needs it.
AXE = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
# A chapter has thousands of coloured words and formulas, each of which axe would compare with its
# background (half a minute a page). One of each colour and ten formulas are judged for all.
SAMPLE = """() => {
  const seen = new Set();
  for (const word of document.querySelectorAll("pre span")) {
    if (seen.has(word.className)) word.replaceWith(...word.childNodes);
    else seen.add(word.className);
  }
  for (const formula of [...document.querySelectorAll("mjx-container")].slice(10)) formula.replaceWith("x");
}"""


# ---------------------------------------------------------------- every page


# Each page on each screen; in the short form each sixth page on one, and the next of them on another.
ON_SCREENS = [(name, *SCREENS[(n + k) % 4]) for k in range(4) for n, name in enumerate(PAGES)]


@pytest.mark.parametrize("name, width, theme", few(ON_SCREENS, 24))
def test_page_is_whole_and_accessible(in_book, name, width, theme):
    settings = {"viewport": {"width": width, "height": 900}, "color_scheme": theme}
    with in_book(name, **settings) as page:
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        math, typeset = page.locator(".math").count(), page.locator(".math mjx-container").count()
        assert typeset >= math, f"{typeset} of {math} formulas are typeset"
        assert page.locator("mjx-merror").count() == 0, "MathJax could not read a formula"
        assert page.locator(".course-piece:not([data-ready])").count() == 0, (
            "a quiz or a piece has not started"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (
            "the page is wider than the screen"
        )
        assert set(page.evaluate(CODE_FOLDS)) <= LABELS, "a fold has a label of its other state"
        assert page.evaluate(SMALL) == [], "words of a figure are too small to read"
        assert width < 1280 or name not in NEW or page.evaluate(WIDE) == [], "something scrolls sideways"
        assert page.evaluate(CUT) == [], "a formula is cut off, and nothing says so"
        page.evaluate(SAMPLE)
        page.add_style_tag(content="* { transition: none !important; }")  # no colour halfway to another
        page.watching = False  # axe fetches style sheets again, by addresses of its own
        violations = Axe().run(page, options=AXE).response["violations"]
        found = [
            f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
            for rule in violations
            for node in rule["nodes"]
        ]
        assert not found, "\n".join(found)


def test_a_chapter_opens_from_the_disk(chromium, built_site):
    path = bookpages.page_path(built_site, WITH_QUESTIONS[0])
    with opened(chromium, path.as_uri(), built_site.as_uri()) as page:
        assert page.locator("mjx-container").count() > 0
        assert page.locator(".course-piece[data-ready]").count() == page.locator(".course-piece").count() > 0


@pytest.mark.parametrize("name", few(WITH_QUESTIONS, 8))
def test_without_scripts_questions_and_explanations_can_be_read(in_book, name):
    with in_book(name, java_script_enabled=False) as page:
        cards = page.locator("quiz-card")
        assert cards.count() == QUESTIONS[name]
        for card in cards.all():
            data = data_of(card)
            card.locator("summary").click()
            text = card.inner_text()
            for option in data.get("options", []):
                assert plain(option["why"]) in text
            if data["kind"] == "number":
                assert data["shown"] in text and plain(data["right"]) in text


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"`([^`]+)`", r"\1", text)).strip()


# ---------------------------------------------------------------- the token view

WITH_TOKEN_VIEW = [page.name for page in bookpages.pages() if '"token-view"' in page.text]


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-"))]


def check_view(view, data: dict, position: int) -> None:
    """What is shown for a token is the product of its one-hot vector and the table, computed anew here."""
    token = data["tokens"][position]
    onehot = np.zeros(len(data["vocab"]))
    onehot[token] = 1
    row = onehot @ np.array(data["table"])
    pressed = view.locator("[aria-pressed=true]")
    assert pressed.count() == 1
    assert view.locator(".tv-sentence button").nth(position).get_attribute("aria-pressed") == "true"
    assert [float(bit) for bit in view.locator(".tv-bit").all_inner_texts()] == onehot.tolist()
    box = view.get_by_role("img")
    assert (
        box.get_attribute("aria-label")
        == f"one-hot vector of length {len(onehot)}, a one at position {token}"
    )
    assert view.locator("tr.is-chosen").count() == 1
    assert view.locator("tbody tr").nth(token).get_attribute("aria-current") == "true"
    assert numbers(" ".join(view.locator("tr.is-chosen td").all_inner_texts())) == pytest.approx(
        row, abs=1e-6
    )
    product = view.locator("p.tv-product").inner_text()
    assert f"1·E[{token}]" in product and product.count("1·E") == 1
    assert numbers(product.rsplit("=", 1)[1]) == pytest.approx(row, abs=1e-6)
    status = view.get_by_role("status").inner_text()
    assert f"id {token}" in status and data["vocab"][token] in status


@pytest.mark.parametrize("name", WITH_TOKEN_VIEW)
def test_token_view_shows_the_row_that_the_product_gives(in_book, name):
    with in_book(name) as page:
        view = page.locator("token-view").first
        data = data_of(view)
        for position in range(len(data["tokens"])):
            view.locator(".tv-sentence button").nth(position).click()
            check_view(view, data, position)


@pytest.mark.parametrize("name", WITH_TOKEN_VIEW)
def test_token_view_works_by_keyboard_alone(in_book, name):
    with in_book(name) as page:
        view = page.locator("token-view").first
        data = data_of(view)
        last = len(data["tokens"]) - 1
        tab_into(page, view)
        for key, position in (
            ("ArrowRight", 1),
            ("ArrowDown", 2),
            ("ArrowLeft", 1),
            ("End", last),
            ("ArrowRight", 0),
            ("Home", 0),
            ("ArrowUp", last),
        ):
            page.keyboard.press(key)
            check_view(view, data, position)
        # One Tab leaves the sentence, and coming back finds the chosen token.
        page.keyboard.press("Tab")
        assert view.locator(".tv-sentence button:focus").count() == 0
        page.keyboard.press("Shift+Tab")
        assert view.locator(".tv-sentence button:focus[aria-pressed=true]").count() == 1
        page.keyboard.press("Enter")
        check_view(view, data, last)


# ---------------------------------------------------------------- the quiz


def focused(page, card, wanted: str) -> None:
    """Tab on until the button with this name has the focus."""
    for _ in range(12):
        if has_focus(card.get_by_role("button", name=wanted)):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach the button {wanted!r}")


def answer_by_keyboard(page, card, data: dict, right: bool) -> None:
    tab_into(page, card)
    if data["kind"] == "number":
        page.keyboard.press("Control+A")
        page.keyboard.type(f"{data['answer'] + (0 if right else 2 * data['tolerance'] + 1)}")
    elif data["kind"] == "one":
        wanted = next(i for i, option in enumerate(data["options"]) if option["right"] == right)
        page.keyboard.press("Space")
        for _ in range(wanted):
            page.keyboard.press("ArrowDown")
    else:
        for option in data["options"]:
            if option["right"] == right:
                page.keyboard.press("Space")
            page.keyboard.press("Tab")
    focused(page, card, "Check")
    page.keyboard.press("Enter")


def answer_of(card):
    return card.locator("input").evaluate_all(
        "nodes => nodes.map((node) => node.type === 'text' ? node.value : node.checked)"
    )


def check_result(card, data: dict, right: bool) -> None:
    status = card.get_by_role("status").inner_text()
    assert status.startswith("✓ Right" if right else "✗ Not right")
    shown = [plain(text) for text in card.locator(".quiz-why:visible").all_inner_texts()]
    if data["kind"] == "number":
        assert len(shown) == 1 and plain(data["right" if right else "wrong"]) in shown[0]
        return
    assert len(shown) == len(data["options"])
    for text, option in zip(shown, data["options"]):
        assert plain(option["why"]) in text
        assert text.startswith("✓ Right" if option["right"] else "✗ Wrong")


@pytest.mark.parametrize("name", few(WITH_QUESTIONS, 6, first=1))
def test_quiz_is_answered_by_keyboard_and_remembered(in_book, name):
    with in_book(name) as page:
        cards = page.locator("quiz-card").all()
        data = [data_of(card) for card in cards]
        assert len(data) == QUESTIONS[name]
        rights = [i % 3 != 2 for i in range(len(data))]  # every third one is answered wrongly
        for card, found, right in zip(cards, data, rights):
            assert card.locator(".quiz-why:visible").count() == 0
            answer_by_keyboard(page, card, found, right)
            check_result(card, found, right)
        before = [answer_of(card) for card in cards]
        page.reload()
        page.evaluate(SETTLED)
        assert [answer_of(card) for card in cards] == before
        for card, found, right in zip(cards, data, rights):
            check_result(card, found, right)
            focus_first = card.locator("input").first
            tab_into(page, card)
            focused(page, card, "Start over")
            page.keyboard.press("Enter")
            assert has_focus(focus_first)
            assert card.locator(".quiz-why:visible").count() == 0
            assert card.get_by_role("status").inner_text() == "Your answer is cleared."
        page.reload()
        page.evaluate(SETTLED)
        assert not any(any(answer_of(card)) for card in cards)
        assert (
            page.evaluate(
                "Object.keys(localStorage).filter((key) => key.startsWith('embedding-course:quiz:'))"
            )
            == []
        )


@pytest.fixture(scope="module")
def number_card(in_book):
    """The first question of the book that is answered by a number."""
    for name in WITH_QUESTIONS:
        with in_book(name) as page:
            for card in page.locator("quiz-card").all():
                data = data_of(card)
                if data["kind"] == "number" and isinstance(data["answer"], int):
                    yield page, card, data
                    return
    pytest.fail("no chapter asks for a whole number")


@pytest.mark.parametrize(
    ("write", "verdict"),
    [
        (lambda n, unit: f"{n:,}", "✓ Right"),
        (lambda n, unit: f" {n} {unit} ", "✓ Right"),
        (lambda n, unit: f"{n / 10}e1", "✓ Right"),
        (lambda n, unit: f"{n}.0", "✓ Right"),
        (lambda n, unit: f"−{n}", "✗ Not right"),
        (lambda n, unit: "", "Write a number first."),
        (lambda n, unit: "many", "That is not a number"),
        (lambda n, unit: "1,5", "That is not a number"),
        (lambda n, unit: "1.2.3", "That is not a number"),
    ],
)
def test_numbers_may_be_written_as_people_write_them(number_card, write, verdict):
    page, card, data = number_card
    card.locator("input").fill(write(data["answer"], data["unit"]))
    card.get_by_role("button", name="Check").click()
    assert card.get_by_role("status").inner_text().startswith(verdict)
    assert card.get_by_label("Your answer").count() == 1


@pytest.mark.parametrize("name", WITH_QUESTIONS[:1])
def test_without_answers_and_with_damaged_storage_the_quiz_still_works(in_book, name):
    with in_book(name) as page:
        card = page.locator("quiz-card").first
        card.get_by_role("button", name="Check").click()
        assert card.get_by_role("status").inner_text() in ("Choose an answer first.", "Write a number first.")
        data = data_of(card)
        for stored in (
            "{",
            "null",
            '{"checked": true}',
            json.dumps({"question": "another", "answer": ["x"], "checked": True}),
        ):
            page.evaluate(
                "([key, value]) => localStorage.setItem(key, value)",
                [f"embedding-course:quiz:{data['id']}", stored],
            )
            page.reload()
            page.evaluate(SETTLED)
            assert not any(answer_of(card)) and card.get_by_role("status").inner_text() == ""
