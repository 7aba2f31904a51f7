"""Predictions in a small book: what is built, what waits for the guess, and all that shows it without one."""

import re

import bookpages
import browser
import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from bookpages import cell, page_path
from browser import SETTLED, opened

SET_UP = cell("import workbench as wb")


def predicted(source: str, text: str) -> str:
    """A cell that prints, tagged `predict`, and a paragraph behind it."""
    return f"{cell(source, ':tags: [predict]' + chr(10))}\n{text}\n"


PIECE = """
```{code-cell}
:tags: [remove-input]
wb.quiz("small-q1", "Is it?", [wb.option("yes", True, "It is."), wb.option("no", False, "It is not.")])
```
"""
PAGE = f"""\
# Small

{SET_UP}
See {{ref}}`the word below <small-below>`.

## One

```{{predict}} small-shape
Which *shape* has `E`?

- `(2, 3)`
- about $d^2$ rows
- none
```

{predicted('print("a shape")', "It was a zebra.")}
(small-below)=
Below stands a giraffe.

$$x = y$$ (small-equation)

{PIECE}
```{{predict}} small-rows
How many rows?

- two
- three
```

{predicted('print("row", "count")', "It was an okapi.")}
### A heading below

This is no answer.

## Two

```{{predict}} small-number
:number:
:unit: rows

How many of them?
```

{predicted('print("a number of rows")', "It was a walrus.")}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    root = bookpages.small_book(tmp_path_factory.mktemp("predictions"), PAGE)
    run = bookpages.build(root)
    assert run.code == 0, run.out + run.err
    return root / "_build" / "html"


@pytest.fixture
def base(site):
    with browser.serve(site) as address:
        yield address


@pytest.fixture
def page(chromium, base):
    with opened(chromium, f"{base}/book/chapters/small.html", base) as found:
        yield found


# ------------------------------------------------------------------ what is built


def test_the_page_holds_question_and_options_and_no_control(site):
    article = bookpages.parsed(page_path(site, "chapters/small")).article
    first, second, number = article.select(".predict")
    assert first.select_one(".predict-question").get_text().strip() == "Which shape has E?"
    assert [item.get_text() for item in first.select("ul > li")][::2] == ["(2, 3)", "none"]
    assert [item["data-option"] for item in second.select("li")] == ["two", "three"]
    assert number["data-unit"] == "rows" and not number.select("ul")
    assert not article.select("fieldset, legend, input")


def test_the_notebook_holds_question_and_options_as_markdown(site):
    notebook = nbformat.read(site / "notebooks" / "small.ipynb", as_version=4)
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert "Which *shape* has `E`?\n\n- `(2, 3)`\n- about $d^2$ rows\n- none" in text
    assert "How many of them?" in text and "{predict}" not in text and ":unit:" not in text
    assert 'print("a shape")' in [c.source for c in notebook.cells]


FAULTS = {
    "```{predict} small-none\nWhich?\n```": "small-none: found 0 options",
    "```{predict} small-lone\nWhich?\n\n- one\n```": "small-lone: found 1 options",
    "```{predict} small-many\nWhich?\n\n- a\n- b\n- c\n- d\n- e\n```": "small-many: found 5 options",
    "```{predict} small-same\nWhich?\n\n- a\n- a\n```": "small-same: two options are the same",
    "```{predict} small-both\n:number:\n\nHow many?\n\n- a\n- b\n```": "small-both: asks for a number",
    "```{predict} small-unit\n:unit: rows\n\nWhich?\n\n- a\n- b\n```": "small-unit: has a unit",
    "```{predict} small-mute\n- a\n- b\n```": "small-mute: expected a question",
    "```{predict} Small\nWhich?\n\n- a\n- b\n```": "Small: the id is",
    "```{predict} small-alone\nWhich?\n\n- a\n- b\n```\n\nText.": (
        "small-alone: no cell tagged `predict` follows"
    ),
    "```{predict} small-still\nWhich?\n\n- a\n- b\n```\n\n" + cell("x = 1", ":tags: [predict]\n"): (
        "small-still: its cell puts nothing out"
    ),
    cell("print(1)", ":tags: [predict]\n"): "a cell tagged `predict` has no {predict} right above it",
}


def test_what_is_wrong_stops_the_build_with_its_file_and_line(tmp_path):
    good = "```{predict} small-twice\nWhich?\n\n- a\n- b\n```\n\n" + cell("print(1)", ":tags: [predict]\n")
    text = f"# Small\n\n{SET_UP}\n{good}\n" + "\n\nText.\n\n".join(FAULTS)
    root = bookpages.small_book(tmp_path, text)
    bookpages.add_pages(root, more=f"# More\n\n{SET_UP}\n{good}")
    run = bookpages.build(root)
    assert run.code == 1
    told = re.sub(r"\x1b\[[\d;]*m", "", run.err)
    lines = (root / "book/chapters/small.md").read_text("utf-8").split("\n")
    for source, words in FAULTS.items():
        found = re.search(rf"chapters/small\.md:(\d+): .*{re.escape(words)}", told)
        assert found, f"{words!r} is not told:\n{told}"
        line = int(found[1])  # of the fence, or of the first line inside a cell
        assert source.split("\n")[0] in lines[line - 4 : line + 1], f"{words}: line {line}"
    assert re.search(r"small/more\.md:\d+: .*small-twice: the id is taken by book/chapters/small", told)


# ------------------------------------------------------------------ what waits, and what shows it

ANIMALS = ("zebra", "giraffe", "okapi", "walrus")
SHOWN = """() => [...document.querySelectorAll(".bd-article p")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => node.textContent).join("\\n")"""
GUESSES = """() => Object.fromEntries(
  Object.entries(localStorage).filter(([key]) => key.startsWith("embedding-course:predict:")))"""


def animals(page) -> list[str]:
    """Which of the answers a reader sees."""
    text = page.evaluate(SHOWN)
    return [name for name in ANIMALS if name in text]


def form(page, k: int):
    return page.locator(".predict-form").nth(k)


def press(page, k: int, name: str) -> None:
    form(page, k).get_by_role("button", name=name, exact=True).click()


def guesses(page) -> dict:
    return page.evaluate(GUESSES)


def test_each_prediction_keeps_back_what_follows_it_in_its_section(page):
    assert animals(page) == [] and "This is no answer." in page.evaluate(SHOWN)
    assert page.locator(".predict-wait[hidden=until-found]").count() == 6
    assert page.locator(".predict-form:visible").count() == 2  # the second waits behind the first
    form(page, 0).get_by_label("none").check()
    assert animals(page) == [], "choosing is no commitment"
    press(page, 0, "Commit")
    assert animals(page) == ["zebra", "giraffe"] and page.locator(".predict-form:visible").count() == 3
    assert form(page, 0).locator("legend").inner_text() == "You said: none"
    assert (
        form(page, 0).get_by_role("status").inner_text() == "You said none. What came out stands beside it."
    )
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "What came out"
    assert page.locator(".predict-result").first.inner_text().startswith("What came out\na shape") or (
        "a shape" in page.locator(".predict-result").first.inner_text()
    )
    press(page, 1, "Show me")
    assert animals(page) == ["zebra", "giraffe", "okapi"]
    assert form(page, 1).get_by_role("status").inner_text() == "Shown without a guess."
    assert page.locator("legend", has_text="You said").count() == 1


def test_a_guess_comes_back_and_is_forgotten_with_the_progress(page):
    form(page, 0).get_by_label("about").check()
    press(page, 0, "Commit")
    press(page, 1, "Show me")
    form(page, 2).locator("input").fill("1,000")
    press(page, 2, "Commit")
    assert set(guesses(page)) == {
        f"embedding-course:predict:small-{name}" for name in ("shape", "rows", "number")
    }
    page.reload()
    page.evaluate(SETTLED)
    assert animals(page) == list(ANIMALS)
    assert form(page, 2).locator("legend").inner_text() == "You said: 1,000 rows"
    assert form(page, 0).locator("legend mjx-container").count() == 1  # the option's formula, typeset
    assert page.locator("legend", has_text="You said").count() == 2
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Clear my progress").click()
    assert animals(page) == [] and guesses(page) == {} and page.locator(".predict-form :checked").count() == 0
    assert page.locator(".course-forgotten").inner_text() == "Your answers and progress are cleared."


def test_without_a_guess_or_with_one_that_is_no_number_nothing_is_shown(page):
    press(page, 0, "Commit")
    assert form(page, 0).get_by_role("status").inner_text() == "Choose an option first."
    press(page, 2, "Commit")
    assert form(page, 2).get_by_role("status").inner_text() == "Write a number first."
    for bad in ("many", "1,5", "1.2.3", "rows"):
        form(page, 2).locator("input").fill(bad)
        assert form(page, 2).get_by_role("status").inner_text() == ""
        press(page, 2, "Commit")
        assert form(page, 2).get_by_role("status").inner_text().startswith("That is not a number")
    assert animals(page) == [] and guesses(page) == {}
    form(page, 2).locator("input").fill("12 rows")
    press(page, 2, "Commit")
    assert animals(page) == ["walrus"] and form(page, 2).locator("legend").inner_text() == "You said: 12 rows"


@pytest.mark.parametrize("stored", ["{", "null", "7", '{"guess": "gone"}', '{"guess": 7}'])
def test_what_storage_holds_and_no_page_wrote_is_no_guess(page, stored):
    page.evaluate(
        """(stored) => ["shape", "number"].forEach((name) =>
          localStorage.setItem(`embedding-course:predict:small-${name}`, stored))""",
        stored,
    )
    page.reload()
    page.evaluate(SETTLED)
    assert animals(page) == [] and page.locator("legend", has_text="You said").count() == 0


def test_where_storage_is_refused_a_guess_lasts_as_long_as_the_page(chromium, base):
    with opened(chromium, "about:blank", base) as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused'); } })"
        )
        page.watching = False  # the theme's own scripts stumble
        page.goto(f"{base}/book/chapters/small.html")
        page.evaluate(SETTLED)
        assert animals(page) == []
        form(page, 0).get_by_label("none").check()
        press(page, 0, "Commit")
        assert animals(page) == ["zebra", "giraffe"]
        assert form(page, 0).locator("legend").inner_text() == "You said: none"
        press(page, 2, "Show all predictions")
        assert animals(page) == list(ANIMALS)


def test_one_switch_shows_everything_everywhere_and_is_remembered(page, base):
    press(page, 0, "Show all predictions")
    assert animals(page) == list(ANIMALS)
    switch = page.get_by_label("Show all predictions")
    assert (
        switch.is_checked()
        and form(page, 0).get_by_role("status").inner_text() == "Shown, as all predictions are."
    )
    page.evaluate("document.dispatchEvent(new CustomEvent('course-forget'))")
    page.reload()
    page.evaluate(SETTLED)
    assert animals(page) == list(ANIMALS), "a setting is no progress"
    assert page.locator(".predict-form fieldset:visible").count() == 2, (
        "options of which none can be chosen any more, and no field"
    )
    press(page, 2, "Hold predictions back")
    assert animals(page) == [] and not switch.is_checked() and guesses(page) == {}
    page.goto(f"{base}/book/index.html")  # a page without predictions has the switch too
    page.get_by_label("Show all predictions").check()
    page.goto(f"{base}/book/chapters/small.html")
    page.evaluate(SETTLED)
    assert animals(page) == list(ANIMALS)
    assert page.get_by_role("button", name="Commit").count() == 0


def test_by_keyboard_alone(page):
    page.locator(".predict-form input").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert animals(page) == [], "arrows choose and do not commit"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert form(page, 0).locator("legend").inner_text() == "You said: none"
    assert animals(page) == ["zebra", "giraffe"]
    # The Tab key goes on from what came out to the next question.
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'predict-small-rows'"):
            break
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert form(page, 1).locator("legend").inner_text() == "You said: two"
    form(page, 2).locator("input").focus()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    assert form(page, 2).locator("legend").inner_text() == "You said: 7 rows" and animals(page) == list(
        ANIMALS
    )


@pytest.mark.parametrize(
    "anchor, shown",
    [("small-below", ["zebra", "giraffe"]), ("equation-small-equation", ["zebra", "giraffe"]), ("two", [])],
)
def test_a_link_shows_what_it_leads_to(chromium, base, anchor, shown):
    with opened(chromium, f"{base}/book/chapters/small.html#{anchor}", base) as page:
        assert animals(page) == shown
        assert (
            page.evaluate("hash => document.getElementById(hash).getBoundingClientRect().top", anchor) < 900
        )
        if shown:
            assert "a link or a search" in form(page, 0).get_by_role("status").inner_text()
        assert guesses(page) == {}


def test_a_link_of_the_page_shows_what_it_leads_to_again_and_again(page):
    link = page.get_by_role("link", name="the word below")
    for _ in range(2):
        link.click()
        page.wait_for_function(
            "document.activeElement && document.querySelector('.predict-wait:not([hidden])')"
        )
        assert animals(page) == ["zebra", "giraffe"]
        page.evaluate(
            "document.dispatchEvent(new CustomEvent('course-forget'))"
        )  # hidden again, and the address stays
        assert animals(page) == []


def test_the_sites_search_shows_the_words_that_it_marks(chromium, base):
    with opened(chromium, f"{base}/book/chapters/small.html?highlight=okapi", base) as page:
        assert page.locator(".highlighted").count() == 1
        assert animals(page) == ["zebra", "giraffe", "okapi"]


def test_the_browsers_find_shows_what_it_finds(chromium, base):
    # A browser follows a link to words as it does its find: what is hidden is asked to show itself.
    with opened(chromium, f"{base}/book/chapters/small.html#:~:text=walrus", base) as page:
        page.wait_for_function("!document.querySelectorAll('.predict-wait')[5].hidden")
        assert animals(page) == ["walrus"]
        assert page.locator(".predict-result").nth(2).is_visible(), "the output shows with the text behind it"


@pytest.mark.parametrize("part", [0, 1])
def test_the_browsers_event_shows_output_and_text(page, part):
    page.evaluate(
        """(part) => document.querySelectorAll(".predict-wait")[part]
          .dispatchEvent(new Event("beforematch", { bubbles: true }))""",
        part,
    )
    assert animals(page) == ["zebra", "giraffe"] and page.locator(".predict-result").first.is_visible()


def test_a_browser_without_findable_hiding_hides_plainly(chromium, base):
    with opened(chromium, "about:blank", base) as page:
        page.add_init_script("delete HTMLElement.prototype.onbeforematch")
        page.goto(f"{base}/book/chapters/small.html")
        page.evaluate(SETTLED)
        assert page.locator('.predict-wait[hidden=""]').count() == 6 and animals(page) == []
        press(page, 0, "Show me")
        assert animals(page) == ["zebra", "giraffe"]
        page.emulate_media(media="print")
        assert animals(page) == list(ANIMALS)


def test_print_shows_everything_and_no_control(page):
    page.emulate_media(media="print")
    assert animals(page) == list(ANIMALS)
    assert page.locator(".predict-form :is(button, input):visible").count() == 0
    assert form(page, 0).locator(".predict-option").first.is_visible(), "the options are there to be read"
    page.emulate_media(media="screen")
    assert animals(page) == []


def test_without_scripts_everything_can_be_read(chromium, site):
    target = page_path(site, "chapters/small").as_uri()
    with opened(chromium, target, site.as_uri(), java_script_enabled=False) as page:
        shown = page.locator(".bd-article").inner_text()
        assert all(name in shown for name in ANIMALS) and "a number of rows" in shown
        assert page.locator(".predict li:visible").count() == 5 and page.locator(".predict-form").count() == 0


def test_before_the_script_has_run_no_answer_is_in_sight(chromium, base):
    with opened(chromium, "about:blank", base) as page:
        page.watching = False
        page.route("**/predict.js*", lambda route: route.abort())
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ window.early = ({SHOWN})(); }})")
        page.goto(f"{base}/book/chapters/small.html")
        early = page.evaluate("window.early")
        assert "This is no answer." in early and not any(name in early for name in ANIMALS)
        assert animals(page) == list(ANIMALS), "a script that does not arrive keeps nothing from the reader"


def test_a_page_is_read_when_nothing_on_it_waits(page):
    end = "window.scrollTo(0, document.documentElement.scrollHeight)"
    read = "() => (JSON.parse(localStorage.getItem('embedding-course:progress:small')) || {}).read === true"
    page.set_viewport_size({"width": 1280, "height": 300})
    page.evaluate(end)
    press(page, 0, "Show me")
    press(page, 1, "Show me")
    page.evaluate(end)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert not page.evaluate(read), "the third answer has not been shown"
    form(page, 2).locator("input").fill("3")
    press(page, 2, "Commit")
    page.evaluate(end)
    page.wait_for_function(read)


def test_a_piece_that_was_hidden_is_as_wide_as_its_column(page):
    press(page, 0, "Show me")
    wide = page.locator("quiz-card .quiz").bounding_box()["width"]
    assert wide == page.locator(".bd-article section p:visible").first.bounding_box()["width"] > 300
    page.get_by_label("yes").check()
    page.get_by_role("button", name="Check").click()
    assert page.locator(".quiz-why:visible").count() == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280])
def test_predictions_are_accessible(chromium, base, theme, width):
    settings = {"color_scheme": theme, "viewport": {"width": width, "height": 900}}
    with opened(chromium, f"{base}/book/chapters/small.html", base, **settings) as page:
        page.add_style_tag(content="* { transition: none !important; }")
        page.watching = False  # axe fetches style sheets again, by addresses of its own
        steps = [
            lambda: None,
            lambda: (
                form(page, 0).get_by_label("none").check(),
                press(page, 0, "Commit"),
                press(page, 2, "Commit"),
            ),
            lambda: (press(page, 1, "Show me"), press(page, 2, "Show all predictions")),
        ]
        for step in steps:
            step()
            violations = Axe().run(page).response["violations"]
            assert [(rule["id"], node["html"]) for rule in violations for node in rule["nodes"]] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
