"""The book's sources keep the conventions of reference/contributing.md. Nothing is built here.

Each rule is tried twice: on the book, where it finds nothing, and on a small text that breaks it.
"""

import re

import bookrules as rules
import pytest
from bookpages import EXTENSION, ROOT, Page, cell, chapter_pages, chapters, page, pages, toc

COVERAGE = rules.load(ROOT / "book" / "coverage.yml")
NAMES = [page.name for page in pages()]
every_page = pytest.mark.parametrize("page", pages(), ids=NAMES)
every_chapter_page = pytest.mark.parametrize("page", chapter_pages(), ids=lambda page: page.id)
every_chapter = pytest.mark.parametrize("topic", chapters())


# ------------------------------------------------------------------ pages and order


def test_every_page_of_the_table_of_contents_exists():
    assert [name for name in toc() if not (ROOT / f"{name}.md").is_file()] == []


def test_every_source_page_is_in_the_table_of_contents():
    sources = {path.relative_to(ROOT).with_suffix("").as_posix() for path in (ROOT / "book").rglob("*.md")}
    assert sources - set(toc()) == set()


def test_no_file_name_carries_a_number():
    assert [name for name in toc() if re.search(r"\d", name.replace("word2vec", ""))] == []


# ------------------------------------------------------------------ cells


@every_page
def test_every_figure_has_a_text_for_those_who_cannot_see_it(page):
    assert rules.alt_texts(page) == []


@pytest.mark.parametrize(
    "alt", ["", "a line", "_images/plot-of-the-losses.svg", "figures/losses of both runs"]
)
def test_a_figure_without_a_useful_text_is_found(alt):
    head = f"---\nmystnb:\n  image:\n    alt: '{alt}'\n---\n" if alt else ""
    assert rules.alt_texts(page(cell("fig, ax = plt.subplots()", head)))


@pytest.mark.parametrize(
    "source",
    ["plt.plot([1])", "plt.figure()", "ax.imshow(E)", "axes[0].bar(a, b)", "fig, axes = plt.subplots(2)"],
)
def test_a_cell_that_draws_is_recognised(source):
    assert rules.draws(source)


@pytest.mark.parametrize(
    "source", ["import matplotlib.pyplot as plt", "plt.rcParams.update({})", "x.max(axis=0)", "relax.sum()"]
)
def test_a_cell_that_draws_nothing_is_left_alone(source):
    assert not rules.draws(source)


@every_page
def test_cells_import_the_helper_and_the_pinned_packages_alone(page):
    assert rules.imports(page) == []


def test_another_import_is_found():
    assert rules.imports(page(cell("import pandas as pd")))
    assert rules.imports(page(cell("def f():\n    from book_helper import plot")))
    assert rules.imports(page(cell("import torch.nn as nn, os\nfrom numpy import linalg"))) == []


@every_page
def test_numbers_are_named_by_their_topic(page):
    assert rules.number_names(page) == []


def test_a_number_of_another_topic_is_found():
    assert rules.number_names(page(cell("wb.number('other-rows', 3)")))
    assert rules.number_names(page(cell("wb.number('small-rows', 3)"))) == []


@every_page
def test_predictions_are_named_by_their_topic_and_no_assert_tells_the_answer(page):
    assert rules.predictions(page) == []


def test_a_prediction_of_another_name_or_with_its_answer_in_an_assert_is_found():
    def predicted(name, source, tags="predict"):
        return page(
            f"```{{predict}} {name}\nWhich?\n\n- a\n- b\n```\n\n{cell(source, f':tags: [{tags}]' + chr(10))}"
        )

    assert rules.predictions(predicted("small-rows", "print(1)")) == []
    assert rules.predictions(predicted("other-rows", "print(1)"))
    assert rules.predictions(predicted("small-rows", "for i in (1, 2):\n    assert i < 3"))
    assert rules.predictions(predicted("small-rows", "assert 1", "predict, hide-input"))
    assert rules.predictions(predicted("small-rows", "assert 1", "predict, remove-input")) == []


def test_quizzes_are_three_to_six_a_chapter_and_unique():
    assert rules.quiz_rules(list(pages())) == []


def test_too_few_shared_foreign_or_open_quizzes_are_found():
    def quiz(*names, tag=":tags: [remove-input]\n"):
        return page("".join(cell(f'wb.quiz("{name}", "Which?", [])', tag) for name in names))

    good = quiz("small-q1", "small-q2", "small-q3")
    assert rules.quiz_rules([good]) == []
    assert rules.quiz_rules([quiz("small-q1", "small-q2")])
    assert rules.quiz_rules([quiz(*(f"small-q{i}" for i in range(7)))])
    assert rules.quiz_rules([quiz("small-q1", "small-q1", "small-q2")])
    assert rules.quiz_rules([quiz("small-q1", "other-q2", "small-q3")])
    assert rules.quiz_rules([quiz("small-q1", "small-q2", "small-q3", tag="")])
    assert len(rules.quiz_rules([quiz("small-q1", "small-q2", "small-q3", tag=":tags: [hide-input]\n")])) == 3


# ------------------------------------------------------------------ the shape of a chapter
# The rules for its pages together are in test_book_form.py.


@every_chapter
def test_a_chapter_has_its_spanish_summary(topic):
    assert rules.resumen(chapters()[topic][0]) == []


def test_a_missing_short_or_late_summary_is_found():
    three = "Uno. Dos. Tres."
    summary = f":::{{resumen}}\n{three}\n:::\n"
    assert rules.resumen(page(f"# Small\n\nAn idea.\n\n{summary}\n(small-start)=\n## Start\n")) == []
    for text, problem in {
        "No summary.": "no {resumen}",
        "# Small\n\nAn idea.\n\n:::{resumen}\nUno.\n:::\n": "1 sentences",
        f"# Small\n\nAn idea.\n\n## A concrete start\n\n{summary}": "stands below 'A concrete start'",
        f"# Small\n\n{summary}\nAn idea.\n\n## Start\n": "above the chapter's first paragraph",
        f"# Small\n\nAn idea.\n\n{summary}\nTwo pages.\n\n## Start\n": "between the {resumen} and the first",
    }.items():
        assert [found for found in rules.resumen(page(text)) if problem in found], problem


@every_chapter_page
def test_a_page_of_a_chapter_begins_as_a_notebook(page):
    assert rules.head(page) == []


def test_a_chapter_without_head_or_helper_is_found():
    assert rules.head(Page("chapters/small", "# Small\n"))
    assert rules.head(page(cell("import numpy as np")))
    assert rules.head(page(cell("import workbench as wb"))) == []


@every_chapter
def test_a_chapter_offers_its_assignment_on_its_last_page(topic):
    assert rules.assignment(*chapters()[topic]) == []


def test_a_missing_or_foreign_assignment_is_found():
    assert rules.assignment(page("```{assignment} small\n```")) == []
    assert rules.assignment(page("```{assignment} other\n```"))
    assert rules.assignment(page("Text."))
    here, last = page("```{assignment} small\n```"), page("```{assignment} small\n```", "chapters/small/last")
    assert rules.assignment(page("Text."), last) == []
    assert rules.assignment(here, last) and rules.assignment(here, page("Text.", "chapters/small/last"))


# ------------------------------------------------------------------ references and coverage


def test_terms_papers_and_pages_exist():
    known = {p.name for p in pages()}
    glossary = next(p for p in pages() if p.topic == "glossary")
    keys = set(
        re.findall(
            r"^@\w+\{([^,]+),", (ROOT / "book" / "references.bib").read_text("utf-8"), flags=re.MULTILINE
        )
    )
    problems = [
        text for p in pages() for text in rules.references(p, known, rules.terms(glossary.text), keys)
    ]
    assert problems == []


def test_a_reference_to_nothing_is_found():
    def problems(text):
        return rules.references(
            page(text), {"chapters/small", "index"}, {"one-hot vector"}, {"press2017using"}
        )

    assert (
        problems("{doc}`small`, {doc}`../index`, {term}`a row <one-hot vector>`, {cite}`press2017using`")
        == []
    )
    assert problems("{doc}`later`")
    assert problems("{doc}`index`")
    assert problems("{term}`two-hot vector`")
    assert problems("{cite}`press2017using, nobody2020`")


def test_roles_are_read_between_directives_and_not_in_code():
    text = "```{prf:proof}\nA {term}`one`.\n```\n\n{term}`two`\n\n```{note}\n{term}`three`\n```\n"
    text += "```text\n{term}`four`\n```\n\n````md\n```{note}\n{term}`five`\n```\n````\n\n{term}`six`\n"
    assert rules.role_targets(page(text), "term") == ["one", "two", "three", "six"]


def test_a_term_is_defined_once_and_in_order():
    glossary = next(p for p in pages() if p.topic == "glossary").text
    found = [
        line
        for line in re.search(r"\{glossary\}\n(.*?)^```", glossary, re.DOTALL | re.MULTILINE)[1].split("\n")
        if re.match(r"\w", line)
    ]
    assert found == sorted(set(found), key=str.lower)


def test_the_index_links_every_chapter():
    index = next(p for p in pages() if p.name == "index")
    assert [
        mine[0].name for mine in chapters().values() if mine[0].name not in rules.role_targets(index, "doc")
    ] == []


LABELS = {"M": 23, "L": 11, "P": 47, "R": 22, "B": 15, "G": 8}
PLANNED = {
    "lookup",
    "scatter-add",
    "initialization",
    "weight-tying",
    "positions",
    "word2vec",
    "geometry",
    "frequency",
    "memory",
    "language-model",
    "sources",
    "errata",
    "models",
    "notation",
    "glossary",
    "index",
}


def test_the_coverage_list_is_complete():
    assert set(COVERAGE) == {f"A.{letter}.{i}" for letter, last in LABELS.items() for i in range(1, last + 1)}


@pytest.mark.parametrize("label", COVERAGE)
def test_a_coverage_entry_says_what_and_where(label):
    entry = COVERAGE[label]
    assert set(entry) - {"reason"} == {"what", "chapters"}
    assert len(entry["what"]) > 8 and len(entry.get("reason", "a long reason")) > 8
    assert entry["chapters"] and set(entry["chapters"]) <= PLANNED
    assert len(set(entry["chapters"])) == len(entry["chapters"])


def test_existing_pages_claim_what_they_own_and_nothing_else():
    assert rules.covers(list(pages()), COVERAGE) == []


def test_a_claim_between_two_directives_is_found_and_one_in_an_example_is_not():
    text = "```{note}\nA.\n```\n\nRows. {covers}`A.M.3`\n\n```{note}\nB. {covers}`A.M.4`\n```\n"
    assert rules.claims(page(text)) == ["A.M.3", "A.M.4"]
    assert rules.claims(page("````md\n" + text + "````\n\n```text\n{covers}`A.M.5`\n```\n")) == []


def test_unclaimed_unknown_and_unlisted_labels_are_found():
    coverage = {
        "A.M.3": {"what": "a table", "chapters": ["small"]},
        "A.M.4": {"what": "a map", "chapters": ["other", "small"]},
    }
    assert rules.covers([page("Rows. {covers}`A.M.3`")], coverage) == []
    assert rules.covers([page("Rows. {covers}`A.M.3 A.M.4`")], coverage) == []
    assert rules.covers([page("Rows.")], coverage)
    assert rules.covers([page("Rows. {covers}`A.M.3 A.M.99`")], coverage)
    assert rules.covers(
        [page("Rows. {covers}`A.M.3`"), page("{covers}`A.M.3 A.M.4`", "chapters/other")], coverage
    )
    assert rules.covers([page("Rows. {covers}`A.M.3`"), page("Maps.", "chapters/other")], coverage)
    assert rules.covers([page("Text."), page("Rows. {covers}`A.M.3`", "chapters/small/more")], coverage) == []


# ------------------------------------------------------------------ the contributor page


CONTRIBUTING = next((p for p in pages() if p.topic == "contributing"), None)


def test_every_role_and_directive_that_chapters_use_is_documented():
    used = set()
    for p in chapter_pages():
        used |= set(re.findall(r"\{[\w:.+-]+\}(?=`)", p.markdown())) | set(
            re.findall(r"^(?:`{3,}|:{3,})(\{[\w:.-]+\})", p.text, flags=re.MULTILINE)
        )
    # What MyST itself explains well enough is not a convention of this course.
    standard = {
        "{eq}",
        "{math}",
        "{ref}",
        "{prf:ref}",
        "{note}",
        "{admonition}",
        "{list-table}",
        "{sub}",
        "{sup}",
    }
    undocumented = {
        name for name in used - standard if name not in CONTRIBUTING.text and not name.startswith("{prf:")
    }
    assert undocumented == set()


def test_files_and_settings_that_the_contributor_page_names_exist():
    text = CONTRIBUTING.text
    named = [
        name
        for name in re.findall(r"`((?:book|autograder|tests)/[\w./-]+|_\w+\.yml)`", text)
        if "<" not in name
    ]
    assert [name for name in named if not (ROOT / name).exists()] == []
    code = "".join(
        path.read_text("utf-8")
        for path in [*(EXTENSION / "course").glob("*.py"), *(ROOT / "book").glob("*.py")]
    )
    # Addresses are documented in one place: the guide for instructors, who set them.
    guide = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    assert set(re.findall(r"`(BOOK_\w+)`", guide)) == set(re.findall(r"\"(BOOK_\w+(?:URL|BRANCH))\"", code))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert [
        name
        for name in re.findall(r"^make ([\w-]+)", text, flags=re.MULTILINE)
        if not re.search(rf"^{name}:", makefile, re.MULTILINE)
    ] == []
    options = re.findall(r"`(--\w+)", text)
    assert [name for name in options if f'"{name}"' not in code] == []


def test_every_module_of_the_extension_is_named_on_the_contributor_page():
    modules = {path.stem for path in (EXTENSION / "course").glob("*.py")} - {"__init__"}
    assert {name for name in modules if f"`course.{name}`" not in CONTRIBUTING.text} == set()


def test_examples_are_shown_as_they_are_tried():
    """Each source in the page's examples stands below it again, where the build runs it."""
    shown = re.findall(r"^````md\n(.*?)^````$", CONTRIBUTING.text, flags=re.DOTALL | re.MULTILINE)
    live = re.sub(r"^````md\n.*?^````$", "", CONTRIBUTING.text, flags=re.DOTALL | re.MULTILINE)
    assert len(shown) >= 9
    # A claim of coverage would be false on this page, and an entry of the errata would count twice:
    # their examples are shown and not run.
    tried = [text for text in shown if "{covers}" not in text and "{erratum}" not in text]
    assert [text for text in tried if text.strip() not in live] == []
