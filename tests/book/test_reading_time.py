"""The time that a chapter's head names is the one for what the chapter holds."""

import re

import bookpages
import pytest
from bookpages import build, cell, chapter_pages, chapters, page, page_path
from bs4 import BeautifulSoup
from course import on_device, reading
from course.reading import Amount, amounts, in_words, sentence

TEXT = """\
# Two words

Four words and $x + y$ `E[i] + 1`, see {term}`the row <row>`. {covers}`A.M.3`

$$
a = b
c = d
$$ (eq-one)

:::{resumen}
Tres palabras más.
:::

```python
print(1)
```
"""


def test_words_and_lines_are_counted_as_a_reader_meets_them():
    shown, folded = amounts(page(TEXT).text)
    # Title 2, "Four words and", formula 1, "E[i]" and "1", "see the row"; the Spanish three are folded.
    assert shown == Amount(words=2 + 3 + 1 + 2 + 3, lines=2 + 1)
    assert folded == Amount(words=3)


def test_what_is_folded_is_a_second_figure_and_what_is_removed_none():
    text = (
        cell("a = 1\n\nb = 2")
        + cell("c = 3", ":tags: [hide-input]\n")
        + cell("d = 4\ne = 5", ":tags: [remove-input]\n")
        + ":::{dropdown} The proof\nFive words stand in here.\n:::\n\n"
        + "```{admonition} A hint\n:class: tip dropdown\nThree more words.\n```\n"
    )
    assert amounts(page(text).text) == (Amount(words=4, lines=2), Amount(words=8, lines=1))


def test_a_caption_is_text_that_is_shown():
    head = "---\nmystnb:\n  figure:\n    caption: |\n      Three words here.\n---\n"
    assert amounts(page(cell("plot()", head)).text) == (Amount(words=3, lines=1), Amount())


def test_two_hundred_words_or_twelve_lines_are_a_minute():
    assert Amount(words=400).minutes == Amount(lines=24).minutes == 2
    assert Amount(words=100, lines=6).minutes == 1


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0.2, "5 minutes"),
        (22.4, "20 minutes"),
        (57.6, "1 hour"),
        (62.6, "1 hour 5 minutes"),
        (131, "2 hours 10 minutes"),
    ],
)
def test_times_are_rounded_to_five_minutes(minutes, text):
    assert in_words(minutes) == text


# ------------------------------------------------------------------ an independent count


# What the page puts over a box by itself: "Exercise 3", "Theorem 2".
NAMED = {"exercise": 2, "prf:proof": 1, "prf:": 2}


def parsed_words(tokens, parser) -> int:
    """Words of MyST's own tokens: a formula, a number, a reference and a citation are one each."""
    found = 0
    for token in tokens:
        name = token.meta.get("name", "")
        if token.type in ("fence", "colon_fence") and token.info.startswith("{"):
            title = re.sub(r"^\{.*?\}", "", token.info)
            body = re.sub(r"^(:[\w-]+:.*\n)+", "", token.content)
            found += next((words for box, words in NAMED.items() if token.info.startswith("{" + box)), 0)
            if not re.match(r"\{(device-figures|assignment|on-device)\}", token.info):
                found += parsed_words(parser.parse(title), parser) + parsed_words(parser.parse(body), parser)
        elif token.type == "inline":
            found += parsed_words(token.children, parser)
        elif token.type == "myst_role":
            in_place = {"term": re.sub(r"\s*<[^>]*>$", "", token.content), "covers": ""}
            titled = re.match(r"(.*?)\s*<[^>]*>$", token.content)
            text = in_place.get(name, titled[1] if titled and name in ("ref", "doc") else "one")
            found += sum(bool(re.search(r"\w", word)) for word in text.split())
        elif token.type in ("math_inline", "math_single"):
            found += 1
        elif token.type in ("text", "code_inline"):
            found += sum(bool(re.search(r"\w", word)) for word in token.content.split())
    return found


@pytest.mark.parametrize("chapter", chapter_pages(), ids=lambda chapter: chapter.id)
def test_the_words_of_a_chapter_are_those_that_the_parser_finds(chapter):
    from myst_parser.config.main import MdParserConfig
    from myst_parser.mdit_to_docutils.base import DocutilsRenderer
    from myst_parser.parsers.mdit import create_md_parser

    config = MdParserConfig(enable_extensions={"amsmath", "colon_fence", "dollarmath", "tasklist"})
    parser = create_md_parser(config, DocutilsRenderer)
    captions = [c.metadata.get("mystnb", {}).get("figure", {}).get("caption") or "" for c in chapter.code()]
    with_devices = bookpages.page(on_device.opened(chapter.text, chapter.name), chapter.name)
    texts = [with_devices.markdown(), *captions]
    expected = sum(parsed_words(parser.parse(text), parser) for text in texts)
    shown, folded = amounts(chapter.text)
    assert shown.words + folded.words == pytest.approx(expected, rel=0.01)


def formula_lines(text: str) -> int:
    found = re.findall(r"\$\$(.+?)\$\$", text, flags=re.DOTALL)
    return sum(len([line for line in body.split("\n") if line.strip()]) for body in found)


@pytest.mark.parametrize("chapter", chapter_pages(), ids=lambda chapter: chapter.id)
def test_the_lines_of_a_chapter_are_those_of_its_cells(chapter):
    shown_lines = folded_lines = 0
    cells = r"^```\{code-cell\}.*?\n(.*?)^```$"
    for source in re.findall(cells, chapter.text, flags=re.DOTALL | re.MULTILINE):
        head = re.match(r"(?s:---\n.*?\n---\n)|(:\w+:.*\n)*", source)[0]
        lines = [line for line in source[len(head) :].split("\n") if line.strip()]
        if "hide-input" in head:
            folded_lines += len(lines)
        elif "remove-" not in head:
            shown_lines += len(lines)
    boxes = r"^(?P<mark>:{3,}|`{3,})\{(?:fold|answer)\}.*?^(?P=mark)$"
    folded = "\n".join(match[0] for match in re.finditer(boxes, chapter.text, flags=re.DOTALL | re.MULTILINE))
    code = re.findall(r"^```python\n(.*?)^```$", folded, flags=re.DOTALL | re.MULTILINE)
    folded_lines += formula_lines(folded) + sum(source.count("\n") - source.count("\n\n") for source in code)
    shown_lines += formula_lines(chapter.text) - formula_lines(folded)
    shown, folded = amounts(chapter.text)
    assert (shown.lines, folded.lines) == (shown_lines, folded_lines)


# ------------------------------------------------------------------ the role


@pytest.mark.parametrize("topic", chapters())
def test_a_chapter_s_head_names_its_computed_time(topic):
    first = chapters()[topic][0]
    head = first.text.split("## A concrete start")[0]
    assert f"{{reading-time}}`{topic}`" in " ".join(head.split())


@pytest.mark.long
def test_the_page_and_its_notebook_show_the_time_of_the_page_that_is_named(tmp_path):
    text = "# Small\n\nReading takes about {reading-time}`small`.\n\n" + cell("a = 1\n" * 150)
    root = bookpages.small_book(tmp_path, text)
    run = build(root)
    assert run.code == 0, run.out + run.err
    site, shown = root / "_build" / "html", "Reading takes about 15 minutes with its code."
    html = page_path(site, "chapters/small").read_text("utf-8")
    assert shown in BeautifulSoup(html, "html.parser").get_text()
    assert shown in (site / "notebooks" / "small.ipynb").read_text("utf-8")


def test_a_page_that_is_not_there_is_an_error_that_names_it(tmp_path):
    message = r"chapters/small: .* names 'other', but book/chapters/other\.md does not exist"
    with pytest.raises(reading.ExtensionError, match=message):
        reading.of_page(tmp_path, "book/chapters/small", "other")


def test_a_chapter_takes_the_time_of_all_its_pages_and_a_page_its_own(tmp_path):
    folder = tmp_path / "book" / "chapters" / "small"
    folder.mkdir(parents=True)
    for path, lines in (
        (folder.with_suffix(".md"), 60),
        (folder / "more.md", 120),
        (folder / "last.md", 180),
    ):
        path.write_text(page(cell("a = 1\n" * lines)).text)
    assert reading.of_page(tmp_path, "book/index", "chapters/small") == "30 minutes with its code"
    assert reading.of_page(tmp_path, "book/chapters/small", "small/more") == "10 minutes with its code"
    assert reading.of_page(tmp_path, "book/chapters/small/more", "last") == "15 minutes with its code"


def test_the_sentence_names_what_is_folded_only_where_something_is():
    assert sentence(page(cell("a = 1\n" * 60)).text) == "5 minutes with its code"
    folded = cell("a = 1\n" * 120, ":tags: [hide-input]\n")
    assert sentence(page(folded).text) == "5 minutes with its code (10 minutes more with what is folded)"
