"""What the book says in sentences: no digit that a cell has not computed, and a plain tone.

Each rule is tried twice: on the book, where it finds nothing, and on a small text that breaks it.
"""

import bookprose
import pytest
from bookpages import ROOT, cell, page, pages
from bookrules import load

ALLOWED = load(ROOT / "book" / "digits.yml")
every_page = pytest.mark.parametrize("page", pages(), ids=[found.name for found in pages()])


@every_page
def test_digits_in_prose_come_from_cells(page):
    assert bookprose.digits_in_prose(page, ALLOWED) == []


@pytest.mark.parametrize(
    "text",
    [
        "The table has 512 rows.",
        "A fifth of 10⁶ bytes.",
        ":::{note} A heading\nIt takes 3 bytes.\n:::",
        "```{prf:proof}\nWe need 2 cases.\n```",
        "| rows |\n| --- |\n| 12 |",
        "- a list\n- of 2 things",
        "Text with `code` and 7 more.",
        "```{predict} small-rows\nWhich of 3 rows?\n\n- one\n- two\n```",
        "```{record} small.json\n:command: make\n\nIt took {{ seconds }} of 7 s.\n```",
        "```{predict} small-rows\nWhich?\n\n- one\n- two\n```\n\n- a list of 2",
        cell("1", "---\nmystnb:\n  figure:\n    caption: All 5 rows.\n---\n"),
        cell("1", "---\nmystnb:\n  image:\n    alt: A line through 3 points.\n---\n"),
    ],
)
def test_a_typed_digit_is_found(text):
    assert bookprose.digits_in_prose(page(text), [])


@pytest.mark.parametrize(
    "text",
    [
        "Row `E[3]` and ``a `4` b``.",
        "$V = 3$ and $$\nd = 4\n$$",
        "\\begin{align}\n1 &= 1\n\\end{align}",
        "```{math}\n:label: eq-1\n2 + 2\n```",
        "```python\nx = 3\n```",
        "````md\n```{code-cell}\n3\n```\nOf 7.\n````",
        "{glue:text}`small-2` and {doc}`a <page-3>`, {cite}`press2017using`",
        "[Version 2](https://example.org/3) or <https://example.org/4>",
        "# Title 1\n\n## Part 2",
        "(label-3)=\n% a comment of 2023\n1. first\n2. second",
        "```{list-table} Table 3\n:widths: 20 80\n* - a\n  - b\n```",
        cell("print(3)"),
        "```{predict} small-rows\nWhich?\n\n- 25\n- more\n  than 16\n```",
        "```{record} small.json\n:command: make\n\n{% for t in a[:5] %}\n{{ 100 * t }} %\n{% endfor %}\n```",
    ],
)
def test_digits_in_code_math_roles_links_and_headings_are_left_alone(text):
    assert bookprose.digits_in_prose(page(text), []) == []


def test_a_listed_digit_may_stand_on_its_page_alone():
    allowed = [{"page": "chapters/small", "text": "GPT-2", "reason": "a name"}]
    assert bookprose.digits_in_prose(page("GPT-2's ids, and (GPT-2)."), allowed) == []
    assert bookprose.digits_in_prose(page("GPT-2's ids", "chapters/other"), allowed)
    group = [{**allowed[0], "page": "chapters/s*"}]
    assert bookprose.digits_in_prose(page("GPT-2's ids"), group) == []
    assert bookprose.digits_in_prose(page("GPT-2's ids", "chapters/other"), group)
    assert bookprose.digits_in_prose(page("GPT-25 and 2"), allowed)


def test_every_listed_digit_has_a_reason_and_a_use():
    assert bookprose.unused_exceptions(ALLOWED, pages()) == []


def test_a_listed_digit_without_reason_or_use_is_found():
    small = [page("GPT-2 is a model.")]
    assert bookprose.unused_exceptions([{"page": "*", "text": "GPT-2", "reason": "a name"}], small) == []
    assert bookprose.unused_exceptions([{"page": "*", "text": "GPT-2", "reason": ""}], small)
    assert bookprose.unused_exceptions([{"page": "*", "text": "GPT-2"}], small)
    assert bookprose.unused_exceptions([{"page": "*", "text": "GPT-3", "reason": "a name"}], small)


@every_page
def test_sentences_are_plain(page):
    assert bookprose.tone(page) == []


def test_an_exclamation_mark_and_an_emoji_are_found():
    assert bookprose.tone(page("Well done!"))
    assert bookprose.tone(page("Well done \U0001f389."))
    assert bookprose.tone(page("Not `!=`, and $n!$ is fine.")) == []


HELD = [
    found
    for found in pages()
    if found.is_chapter or found.name in ("index", "practice", "reference/contributing")
]


@pytest.mark.parametrize("page", HELD, ids=[found.name for found in HELD])
def test_the_field_s_words_are_used(page):
    assert bookprose.words(page) == []


@pytest.mark.parametrize(
    "text",
    [
        "The awaited token.",
        "## The awaited words",
        "It costs a thousand\nmillion bytes.",
        "The derivative by $x$ is one.",
        "A sharp angle and a blunt angle.",
        "Its initialisation.",
        "A look-up.",
        "A non-linearity.",
        "The back-propagation.",
        cell("1", "---\nmystnb:\n  figure:\n    caption: Two blunt angles.\n---\n"),
    ],
)
def test_a_word_that_is_not_the_field_s_is_found(text):
    assert bookprose.words(page(text))


def test_other_uses_of_the_same_words_are_left_alone():
    allowed = (
        "The derivative by hand, a sharp peak, backpropagation, `awaited token`, a thousand times a million."
    )
    assert bookprose.words(page(allowed)) == []


def test_the_contributor_page_lists_the_words():
    guide = next(found for found in pages() if found.name == "reference/contributing")
    assert [right for right in bookprose.WORDS if f"| {right}" not in guide.text] == []
