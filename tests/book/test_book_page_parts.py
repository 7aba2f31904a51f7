"""The parts of a page, each alone: numbers in sentences, drawings, figures in the page's colours, boxes."""

import base64
import re
from xml.etree import ElementTree

import bookpages  # first: it puts book/_ext on the path
import pytest
from bookpages import FRONT_MATTER, ROOT, cell
from bs4 import BeautifulSoup
from course import drawings, figures, markdown, numbers
from sample import few
from sphinx.errors import ExtensionError

# ------------------------------------------------------------------ numbers in sentences


def test_a_number_is_computed_behind_the_last_cell_above_its_sentence():
    text = numbers.expand(
        f"{cell('V = 5')}Rows: {{num}}`V`.\n\n{cell('V = 6')}Now {{num}}`V / 4 | .2f`.\n",
        "book/chapters/small",
    )
    cells = [match[0] for match in numbers._CELL.finditer(text)]
    assert [("_number(" in c, "V = " in c) for c in cells] == [
        (False, True),
        (True, False),
        (False, True),
        (True, False),
    ]
    assert (
        "_number('book-chapters-small-n1', V)" in cells[1]
        and "_number('book-chapters-small-n2', V / 4, '.2f')" in cells[3]
    )
    assert "Rows: {glue:text}`book-chapters-small-n1`." in text and "{num}" not in text


def test_other_words_change_no_hidden_cell_and_another_expression_does():
    def hidden(sentence):
        return re.findall(r"_number\(.*\)", numbers.expand(cell("V = 5") + sentence, "p"))

    assert hidden("Rows: {num}`V`.") == hidden("There are {num}`V` rows.") != hidden("Rows: {num}`V + 1`.")


def test_a_number_above_the_first_cell_is_refused_with_the_page_named():
    with pytest.raises(ValueError, match="chapters/small.*above the page's first code cell"):
        numbers.expand("Rows: {num}`V`.\n" + cell("V = 5"), "chapters/small")


@pytest.mark.parametrize("outer, inner", [("`````", "````"), ("::::", ":::"), ("````", ":::")])
def test_numbers_in_between_and_behind_boxes_are_computed(outer, inner):
    box = (
        f"{outer}{{exercise}} One\nRows: {{num}}`V`?\n\n{inner}{{answer}}\n{{num}}`V + 1`\n{inner}\n{outer}\n"
    )
    text = numbers.expand(cell("V = 5") + box + "Then {num}`V + 2`.\n\n" + box, "chapters/small")
    assert "{num}" not in text and text.count("{glue:text}") == text.count("_number(") == 5


def test_examples_of_numbers_stay_as_they_are():
    example = "````md\n" + cell("V = 7") + "Rows: {num}`V`.\n````\n"
    assert numbers.expand(cell("V = 5") + example, "p") == cell("V = 5") + example
    assert numbers.expand("No numbers.", "p") == "No numbers."


# ------------------------------------------------------------------ drawings

DRAWINGS = sorted(path.stem for path in (ROOT / drawings.FOLDER).glob("*.svg"))


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_legible_on_a_phone_and_in_the_books_colours(name):
    source = drawings.read(ROOT, name)
    svg = ElementTree.fromstring(source)
    ids = [svg.find(f"{{*}}{tag}").get("id") for tag in ("title", "desc")]
    assert svg.get("role") == "img" and svg.get("aria-labelledby").split() == ids
    width = float(svg.get("viewBox").split()[2])
    sizes = [float(text.get("font-size")) * 327 / width for text in svg.iter() if text.tag.endswith("text")]
    assert min(sizes, default=9) >= 9, f"{name}: text of {min(sizes):.1f} px on a phone"
    painted = re.findall(r'(?:fill|stroke)="([^"]+)"', source)
    assert {value for value in painted if not value.startswith("var(--") and value != "none"} == set()
    assert "var(--" not in drawings.in_light_colours(ROOT, source)


def test_a_drawing_that_is_missing_or_says_nothing_is_refused(tmp_path):
    with pytest.raises(ExtensionError, match="none.svg is missing"):
        drawings.read(tmp_path, "none")
    folder = tmp_path / drawings.FOLDER
    folder.mkdir(parents=True)
    (folder / "mute.svg").write_text('<svg viewBox="0 0 9 9"><title id="a">A long title</title></svg>')
    with pytest.raises(ExtensionError, match="no <desc>"):
        drawings.read(tmp_path, "mute")


def test_a_notebook_gets_a_drawing_in_light_colours():
    address = drawings.data_address(ROOT, "gather")
    svg = base64.b64decode(address.removeprefix("data:image/svg+xml;base64,")).decode()
    assert "var(--" not in svg and 'xmlns="http://www.w3.org/2000/svg"' in svg
    assert drawings.light_colours(ROOT)["--ink-text"] in svg


# ------------------------------------------------------------------ figures of cells

PLOT = """<?xml version="1.0"?><svg width="331pt" viewBox="0 0 331 200"><metadata>x</metadata><g id="figure_1">
 <g id="patch_1"><path d="M 0 0" style="fill: #ffffff"/></g>
 <path d="M 1 1" clip-path="url(#p1)" style="fill: none; stroke: #0072B2"/><rect style="fill: #ffffff"/>
 <text style="font: 10px 'DejaVu Sans', sans-serif; text-anchor: middle">step</text></g>
 <defs><clipPath id="p1"></clipPath></defs></svg>"""  # noqa: E501


def test_a_figure_is_drawn_into_its_page_in_the_pages_colours(tmp_path):
    folder = tmp_path / "chapters"
    folder.mkdir()
    (tmp_path / "_images").mkdir()
    for name in ("0123456789abcdef0", "fedcba98765432100"):
        (tmp_path / "_images" / f"{name}.svg").write_text(PLOT)
    image = '<img alt="A line that rises." src="../_images/{}.svg" />'
    html = figures.inline_figures(
        image.format("0123456789abcdef0") + image.format("fedcba98765432100"), folder
    )
    plots = BeautifulSoup(html, "html.parser").select("svg.plot")
    assert [plot["aria-label"] for plot in plots] == ["A line that rises."] * 2 and "<img" not in html
    ids = re.findall(r'id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) and all(
        f'id="{name}"' in html for name in re.findall(r"url\(#([^)]+)\)", html)
    )
    assert (
        html.count("var(--plot-1)") == 2
        and "#0072B2" not in html
        and "<metadata" not in html
        and "<?xml" not in html
    )
    first = str(plots[0])
    assert (
        "fill: none" in first and "fill: #ffffff" in first
    )  # the ground goes, what is white on purpose stays
    assert "font-size: 10px" in first and "DejaVu" not in first


def test_a_picture_that_is_no_figure_stays(tmp_path):
    html = '<img alt="formgrader" src="../_images/formgrader.png" />'
    assert figures.inline_figures(html, tmp_path) == html


def test_every_colour_of_the_helper_has_a_name_in_both_themes():
    text = (ROOT / drawings.COLOURS).read_text("utf-8")
    light, _, dark = text.partition('html[data-theme="dark"]')
    workbench = (ROOT / "book" / "workbench.py").read_text("utf-8")
    palette = re.search(r"^colors = \[(.+)\]", workbench, re.MULTILINE)[1]
    for colour in re.findall(r"#\w{6}", palette):
        name = figures.COLOURS[colour.lower()]
        assert f"{name}:" in light and f"{name}:" in dark


# ------------------------------------------------------------------ boxes

BOXES = """# Small

```{code-cell}
import workbench as wb
V = 5
```

There are {num}`V` rows.

`````{exercise} By *hand*
Count.

````{answer}
Five.
````
`````

````{exercise} Again
Count again.
````

```{fold} Proof that it is so
Look.
```

```{claims}
- *One*: two.
- *Three*: four.
```

```{read-next}
The rest, because it is there.
```
"""


@pytest.fixture(scope="module")
def boxes(tmp_path_factory):
    root = bookpages.small_book(tmp_path_factory.mktemp("boxes"), BOXES)
    run = bookpages.build(root)
    assert run.code == 0, run.err
    site = root / "_build" / "html"
    page = bookpages.parsed(bookpages.page_path(site, "chapters/small"))
    return page.article, (site / "notebooks" / "small.ipynb").read_text("utf-8")


def test_exercises_are_numbered_and_their_answers_folded(boxes):
    article, _ = boxes
    titles = [title.get_text() for title in article.select(".exercise-title")]
    assert titles == ["Exercise 1: By hand", "Exercise 2: Again"]
    answers = article.select(".exercise details.answer:not([open])")
    assert (
        len(answers) == 1
        and "Five." in answers[0].get_text()
        and answers[0].summary.get_text() == "Worked answer to exercise 1"
    )
    assert article.select_one("details.proof-fold .fold-body").get_text(strip=True) == "Look."
    assert article.select_one("details.claims > summary").get_text() == "2 claims checked here"
    assert (
        article.select_one("aside[aria-label='Read next'] p:last-child").get_text()
        == "The rest, because it is there."
    )


def test_a_number_stands_in_its_sentence_and_its_cell_is_not_shown(boxes):
    article, _ = boxes
    assert "There are 5 rows." in article.get_text()
    assert len(article.select("div.cell")) == 1


def test_a_notebook_has_the_boxes_in_plain_markdown_and_no_hidden_cell(boxes):
    _, notebook = boxes
    assert "_number" not in notebook and "There are 5 rows." in notebook
    assert "**Exercise 1: By *hand***" in notebook and "<summary>Worked answer</summary>" in notebook
    assert "{" + "exercise}" not in notebook and "claims" not in notebook


@pytest.mark.parametrize(
    "text, words",
    few(
        [
            ("```{drawing} nothing\n```", "book/drawings/nothing.svg is missing"),
            ("```{answer}\nFive.\n```", "stands in no exercise"),
            ("```{claims}\nNo list.\n```", "expected a list of claims"),
            ("Rows: {num}`V`.", "above the page's first code cell"),
        ],
        4,
    ),
)
def test_a_box_that_is_wrong_stops_the_build_with_its_place(tmp_path, text, words):
    root = bookpages.small_book(tmp_path, f"# Small\n\n{text}\n\n{cell('import workbench as wb')}")
    run = bookpages.build(root)
    assert run.code == 1 and words in run.err and "small" in run.err


def test_unknown_markup_is_still_refused_in_a_notebook():
    with pytest.raises(markdown.MarkdownError):
        markdown.convert("```{nonsense}\n```", markdown.Book("p", *[None] * 9))
    assert FRONT_MATTER.startswith("---")
