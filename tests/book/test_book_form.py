"""Chapters keep their form; each rule is tried on the book, and on a small chapter that breaks it."""

import bookform
import bookrules as rules
import pytest
from bookpages import Page, cell, chapters, page, pages
from course.reading import amounts

EXERCISE = """\
`````{exercise} By hand
Count the rows.

````{answer}
Five.
````
`````
"""
DRAWING = "```{drawing} %s\nA table.\n```\n"
PIECE = cell('wb.piece("token-view", {}, label="A table")', ":tags: [remove-input]\n")
FIRST = f"""\
# Small

{{doc}}`small/last` closes the chapter.

:::{{resumen}}
Uno. Dos. Tres.
:::

## Rows

{cell("import workbench as wb")}
{PIECE}
{DRAWING % "one"}
{DRAWING % "two"}
{"Text of the page. " * 10}

{EXERCISE}
"""
WORKS = "".join(f"- {{cite:t}}`work{i}`, because it is good.\n" for i in range(3))
LAST = f"""\
# The last

## Columns

{cell("import workbench as wb")}
{DRAWING % "three"}
There are {{num}}`wb.colors[0]`.

{EXERCISE}
```{{claims}}
- *A lesson says so*: it is so, see {{ref}}`erratum-m01`.
```

## Assignment

Write it.

## Recap

A table has rows.

```{{read-next}}
{WORKS}```
"""


def chapter(first=FIRST, last=LAST, more=()):
    pages = [
        page(first),
        *(page(text, f"chapters/small/more-{i}") for i, text in enumerate(more)),
        page(last, "chapters/small/last"),
    ]
    return pages


@pytest.mark.parametrize("pages", chapters().values(), ids=lambda pages: pages[0].topic)
def test_a_chapter_of_several_pages_has_its_form(pages):
    assert bookform.form(*pages) == []


def test_the_page_behind_the_chapters_keeps_the_limits_of_a_page():
    practice = next(found for found in pages() if found.name == "practice")
    shown, _ = amounts(practice.text)
    assert shown.words <= bookform.WORDS_A_PAGE
    for rule in (bookform.alone, bookform.code, bookform.lessons):
        assert rule(practice) == []


def test_a_good_chapter_is_left_alone():
    assert bookform.form(*chapter()) == []
    assert rules.quiz_rules(chapter()) == ["small: 0 quiz questions, expected 3 to 6"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("Text of the page. " * 10, "word " * 2001, "at most 2000"),
        (
            "Text of the page. " * 10,
            "```{fold} More\n" + "word " * 5001 + "\n```\n",
            "words with what is folded, at most 5000",
        ),
        ("Text of the page. " * 10, cell("a = 1\n" * 720, ":tags: [x]\n"), "minutes, at most 60"),
        (cell("import workbench as wb"), "", "'wb' is used and no cell of this page makes it"),
        ("Text of the page. ", cell("np.zeros(3)"), "'np' is used"),
        ("Text of the page. " * 10, "{num}`V + 1`\n", "'V' is used"),
        (":::{resumen}\nUno. Dos. Tres.\n:::\n", "", "no {resumen}"),
        (":::{resumen}\nUno. Dos. Tres.\n:::\n", ":::{resumen}\nUno.\n:::\n", "1 sentences"),
        ("{doc}`small/last`", "The last page", "no {doc} leads to chapters/small/last"),
        (EXERCISE, "", "the section 'Rows' has no exercise"),
        ("````{answer}\nFive.\n````", "", "the exercise 'By hand' has no {answer}"),
        ("Text of the page. " * 10, cell("a = 1\n" * 15 + "b = 2"), "16 lines, at most 15"),
        ("Text of the page. " * 10, cell(f"a = '{'x' * 75}'"), "81 characters wide, at most 80"),
        ("Text of the page. " * 10, cell("wb.number('small-a', 1)"), "shows wb.number"),
        (DRAWING % "two", DRAWING % "one", "2 drawings, expected 3"),
        ("Text of the page. ", "The lesson says otherwise. ", "'lesson' in"),
        ("Text of the page. ", "The anatomy post is long. ", "'anatomy post' in"),
    ],
)
def test_a_page_that_breaks_a_rule_is_found(old, new, problem):
    assert old in FIRST
    assert [text for text in bookform.form(*chapter(FIRST.replace(old, new))) if problem in text]


def test_a_summary_below_the_first_section_is_found():
    summary = ":::{resumen}\nUno. Dos. Tres.\n:::\n"
    late = FIRST.replace(summary, "") + summary
    assert [text for text in bookform.head(*chapter(late)) if "stands below 'Rows'" in text]


def test_a_late_piece_is_found():
    late = FIRST.replace(PIECE, "") + PIECE
    assert bookform.pieces(page(FIRST)) == [] and "expected the first half" in bookform.pieces(page(late))[0]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("## Recap", "## In short", "the heading 'Recap' is missing"),
        (WORKS, WORKS.splitlines()[0] + "\n", "lists 1 works, expected 3 to 5"),
        (WORKS, WORKS * 2, "lists 6 works"),
    ],
)
def test_an_end_without_recap_or_works_is_found(old, new, problem):
    assert old in LAST
    assert problem in " ".join(bookform.end(*chapter(last=LAST.replace(old, new))))


def test_a_chapter_has_two_to_four_pages_and_limits_of_its_own():
    long = "# More\n\n" + "word " * 1700
    assert bookform.length(*chapter(more=[long] * 2)) == []
    assert "5 pages, expected 2 to 4" in " ".join(bookform.length(*chapter(more=["# More"] * 3)))
    assert "words, at most 4000" in " ".join(bookform.length(*chapter(more=[long, long], last=long)))
    assert "1 pages" in bookform.length(page(FIRST))[0]


def test_sections_and_blocks_are_read_through_fences():
    text = (
        "## One\n\n```python\n## no heading\n```\n\n:::{note}\n`````{exercise} A\nB\n`````\n:::\n\n## Two\n"
    )
    assert [name for name, _ in bookform.sections(Page("chapters/small", text))] == ["One", "Two"]
    assert bookform.blocks(text, "exercise") == ["B"] and bookform.blocks(text, "note") == [
        "`````{exercise} A\nB\n`````"
    ]


def test_claims_names_of_labels_and_other_words_are_no_lessons():
    allowed = (
        "(small-the-table-of-the-rnn-course-lesson)=\n## Rows\n\n"
        "See {ref}`small-lesson`. It lessens.\n\n```{claims}\n- *A lesson*: no.\n```\n"
    )
    assert bookform.lessons(page(allowed)) == []
    for text in ("Two lessons.", "A Lesson says.", "## The lesson\n", "the RNN course", "The book page"):
        assert bookform.lessons(page(text)), text
