"""The teacher's plan: its numbers against counts by hand, needs as the chapters say them, what is refused."""

import json
import re

import bookpages
import pytest
from bookpages import ROOT, cell, page, page_path, toc
from course import markdown, plan
from course.pages import chapters
from sphinx.errors import ExtensionError

PAGE = next(found for found in bookpages.pages() if found.name == "reference/plan")

# ------------------------------------------------------------------ a small course, counted by hand

CHAPTER = {
    # 120 lines of code are ten minutes, and the folded sixty are none.
    "one": "# First: a topic\n\nYou need NumPy.\n\n(one-part)=\n## Part\n\n"
    + cell("a = 1\n" * 120)
    + cell("a = 1\n" * 60, ":tags: [hide-input]\n")
    + cell('wb.piece("token-view", {"a": 1}, label="Rows of words")', ":tags: [remove-input]\n"),
    "two": "# Second\n\nYou need {doc}`one`, and a pencil. See {doc}`three`.\n\n"
    + cell("a = 1\n" * 240)
    + cell('wb.learning_table("It learns")', ":tags: [remove-input]\n"),
    "three": "# Third\n\nYou need {doc}`the second <two>`.\n\nAs in {ref}`one-part`.\n\n"
    + "```{claims}\n- *So*: {doc}`one`.\n```\n"
    + cell("a = 1\n" * 60),
}
TIMES = {"one": "about two hours, half of it for `f`.", "two": "one and a half to two hours.", "three": ""}
BUILD = '# %% [markdown] nbgrader={"grade_id": "about-build", "locked": true}\n# ## It speaks\n#\n# Text.\n'


def solution(time: str, first: str = "**Read first**: the chapter.", build: str = BUILD) -> str:
    return f"# %% [markdown]\n# # Title\n#\n# - **Time**: {time}\n# - {first}\n\n{build}"


@pytest.fixture
def small(tmp_path):
    """The root of a course of three topics."""
    for folder in ("book/chapters", "solutions", "benchmarks"):
        (tmp_path / folder).mkdir(parents=True)
    for name, text in CHAPTER.items():
        (tmp_path / f"book/chapters/{name}.md").write_text(page(text).text, "utf-8")
        write(tmp_path, name, solution(TIMES[name] or "one hour."))
        cells = [{"metadata": {"nbgrader": {"points": points}}} for points in (0, 3, 4.5)]
        (tmp_path / f"exercises/{name}").mkdir(parents=True)
        text = json.dumps({"cells": [*cells, {"metadata": {}}]})
        (tmp_path / f"exercises/{name}/{name}.ipynb").write_text(text, "utf-8")
    return tmp_path


def write(root, name, text):
    (root / f"solutions/{name}.py").write_text(text, "utf-8")


def read(root, *names):
    return plan.topics(root, {name: [f"book/chapters/{name}"] for name in names or CHAPTER})


def test_times_functions_and_points_are_those_counted_by_hand(small):
    found = read(small)
    assert [(t.title, t.minutes, t.low, t.high) for t in found.values()] == [
        ("First", 10, 2, 2),
        ("Second", 20, 1.5, 2),
        ("Third", 5, 1, 1),
    ]
    assert {(t.functions, t.points) for t in found.values()} == {(2, 7.5)}
    assert found["two"].hours() == pytest.approx(2 + 1 / 3)
    assert found["two"].hours(solved=False) == pytest.approx(1 / 3)


def test_needs_are_those_of_the_sentence_and_of_the_notebook(small):
    found = read(small)
    assert [set(t.needs) for t in found.values()] == [set(), {"one"}, {"two"}]  # a later topic is no need
    assert found["three"].links == {"two", "one"} and found["one"].links == set()
    write(small, "three", solution("one hour.", "**Before you start**: read this and\n#   {ref}`one-part`."))
    assert read(small)["three"].needs == {"one", "two"}


def test_a_link_in_claims_or_in_a_fold_is_none_of_the_text():
    text = "Of {doc}`a`.\n\n```{claims}\n- {doc}`b`\n```\n\n:::{fold} More\n{doc}`c`\n:::\n\nAnd {doc}`d`.\n"
    assert re.findall(r"`(\w)`", plan.body(text)) == ["a", "d"]


def test_pieces_have_their_title_and_the_label_above_them(small):
    first, second = (read(small)[name].pieces[0] for name in ("one", "two"))
    assert first == plan.Piece("one/token-view", "Rows of words", "book/chapters/one", "one-part")
    assert (second.name, second.title, second.label) == ("two/learning-table", "It learns", "")
    topic = read(small)["one"]
    assert topic.builds == "It speaks"
    chapter, piece = "{doc}`First </book/chapters/one>`", "{ref}`Rows of words <one-part>`"
    assert plan.shown(topic, first, "Look.") == f"- **{chapter}**. {piece}: Look. Last cell: *It speaks*."


def test_a_topic_without_a_piece_or_a_last_cell_says_so(small):
    write(small, "three", solution("one hour.", build=""))
    topic = read(small)["three"]
    assert (topic.pieces, topic.builds) == ((), "")
    said = plan.shown(topic, None, "Talk.")
    assert "This topic has no piece. Talk. The notebook has no last cell to show." in said


# ------------------------------------------------------------------ the line Time


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("about two hours.", (2, 2)),
        ("one and a half to two hours, half of it for `encode`.", (1.5, 2)),
        ("two to two and a half hours.", (2, 2.5)),
        ("one hour.", (1, 1)),
    ],
)
def test_a_time_is_read(small, said, hours):
    write(small, "one", solution(said))
    assert plan.solving(small / "solutions/one.py") == hours


@pytest.mark.parametrize(
    "said",
    [
        "two hours",
        "90 minutes.",
        "an hour or two.",
        "two or three hours.",
        "three to two hours.",
        "twelve hours.",
    ],
)
def test_a_time_of_another_form_is_refused_with_its_line(small, said):
    write(small, "one", solution(said))
    with pytest.raises(ExtensionError, match=rf"solutions/one\.py:4: \*\*Time\*\* is '{re.escape(said)}'"):
        read(small)


def test_what_a_topic_lacks_is_named(small):
    write(small, "one", "# %% [markdown]\n# # Title\n")
    with pytest.raises(ExtensionError, match=r"solutions/one\.py:1: no line"):
        read(small)
    write(small, "one", solution("one hour."))
    (small / "book/chapters/two.md").write_text(page("# Second\n").text, "utf-8")
    with pytest.raises(ExtensionError, match=r"book/chapters/two\.md: no sentence `You need"):
        read(small)
    (small / "solutions/one.py").unlink()
    with pytest.raises(ExtensionError, match=r"solutions/one\.py is missing"):
        read(small)


# ------------------------------------------------------------------ weeks and core


@pytest.mark.parametrize(
    ("hours", "most", "expected"),
    [
        ([3, 3, 3], 4, [(1, 1), (2, 2), (3, 3)]),
        ([2, 2, 1, 4], 4, [(1, 1), (1, 1), (2, 2), (3, 3)]),
        ([9, 3, 3], 4, [(1, 3), (3, 3), (4, 4)]),
        ([1, 9], 4, [(1, 1), (2, 4)]),
        ([40 / 60 + 1, 20 / 60 + 2, 4], 4, [(1, 1), (1, 1), (2, 2)]),
        ([35 / 60 + 1, 55 / 60, 1.5], 4, [(1, 1), (1, 1), (1, 1)]),
    ],
)
def test_a_week_takes_whole_topics_as_many_as_fit(hours, most, expected):
    assert plan.weeks(hours, most) == expected


def test_weeks_and_hours_are_written_in_words_of_the_table():
    assert (plan.week(3, 3), plan.week(3, 4)) == ("3", "3 to 4")
    assert (plan.span(2, 2), plan.span(1.5, 2)) == ("2 h", "1½ to 2 h")


def test_a_core_that_is_not_closed_is_refused_with_the_topic_named(small):
    with pytest.raises(ExtensionError, match="the core has three, which needs two: add two"):
        plan.check_core(read(small), ["three", "one"], [])
    with pytest.raises(ExtensionError, match="the core has three, which needs two"):
        plan.check_core(read(small), ["one"], ["three"])


def test_a_core_takes_half_of_all_hours(small):
    # By hand: 130, 140 and 65 minutes, of which 335 are all.
    found = read(small)
    with pytest.raises(ExtensionError, match="81% of all hours, expected 45% to 55%"):
        plan.check_core(found, ["one", "two"], [])
    with pytest.raises(ExtensionError, match="39% of all hours"):
        plan.check_core(found, ["one"], [])
    assert plan.check_core(found, ["one"], ["two", "three"]) == pytest.approx(155 / 335)


# ------------------------------------------------------------------ what the page gives


def directive(small, content="", **given):
    """A directive of the small course, as a page would write it."""
    made = plan.Plan.__new__(plan.Plan)
    made.topics, made.options = read(small), given
    made.arguments, made.content = ["show"], content.split("\n")
    return made


def test_sentences_are_one_for_each_topic(small):
    content = "- one: Look\n  at it.\n- two: And at this."
    said = {"one": "Look at it.", "two": "And at this."}
    assert directive(small, content).sentences(["one", "two"]) == said
    for wrong in (
        content.replace("two", "six"),
        "- one: Look.",
        f"{content}\n- two: Again.",
        f"Text.\n{content}",
    ):
        with pytest.raises(ExtensionError, match="show: expected a list .* of one, two, found"):
            directive(small, wrong).sentences(["one", "two"])


def test_names_that_do_not_exist_are_refused(small):
    assert directive(small, core="two, one").named("core") == ["two", "one"]
    with pytest.raises(ExtensionError, match=":core: names six; topics are one, two, three"):
        directive(small, core="one six").named("core")
    with pytest.raises(ExtensionError, match=":pieces: names one/other; pieces are one/token-view"):
        directive(small, pieces="one/other").pieces()


def test_the_piece_of_the_option_is_shown_else_the_first(small):
    path = small / "book/chapters/one.md"
    path.write_text(path.read_text("utf-8") + cell('wb.piece("other-view", {}, label="More")'), "utf-8")
    titles = {name: piece and piece.title for name, piece in directive(small).pieces().items()}
    assert titles == {"one": "Rows of words", "two": "It learns", "three": None}
    assert directive(small, pieces="one/other-view").pieces()["one"].title == "More"


# ------------------------------------------------------------------ the book's own page


@pytest.fixture(scope="module")
def book():
    return plan.topics(ROOT, chapters(toc()))


def options(view: str) -> dict[str, str]:
    """The options of one of the page's directives."""
    fence = next(f for f in markdown.fences(PAGE.text) if (f.name, f.rest) == ("plan", view))
    return dict(re.findall(r"^:(\w+): (.+)$", "\n".join(fence.body), flags=re.MULTILINE))


def test_the_needs_of_two_topics_are_those_read_by_hand(book):
    assert book["weight-tying"].needs == {"lookup", "scatter-add", "initialization"}
    model = book["language-model"]
    assert model.needs == {"lookup", "weight-tying", "positions"}
    assert model.links - model.needs == {"initialization", "word2vec", "memory"}


def test_every_topic_has_its_piece_and_its_last_cell(book):
    assert len(book) == 11 and [t.name for t in book.values() if not (t.pieces and t.builds)] == []


def test_what_the_page_says_of_needs_is_so(book):
    def all_needs(name):
        return set(book[name].needs).union(*(all_needs(need) for need in book[name].needs))

    later = [name for name in book if name not in ("lookup", "scatter-add")]
    assert all({"lookup", "scatter-add"} <= all_needs(name) for name in later)
    alone = {name for name in later if all_needs(name) == {"lookup", "scatter-add"}}
    assert alone == {"initialization", "positions", "word2vec"}
    assert all_needs("memory") == {"weight-tying"} | all_needs("weight-tying")


def test_the_core_of_the_page_is_closed_and_smaller_ones_are_not(book):
    core = {name: options("core")[name].split() for name in ("core", "read")}
    assert 0.45 <= plan.check_core(book, core["core"], core["read"]) <= 0.55
    with pytest.raises(ExtensionError, match="weight-tying, which needs initialization"):
        plan.check_core(book, core["core"], ["positions"])


def test_a_number_on_the_page_is_an_option_or_computed():
    prose = re.sub(r"^:hours: \d+$", "", PAGE.text, flags=re.MULTILINE).replace("word2vec", "")
    assert not re.search(r"\d", prose)
    assert options("weeks")["hours"] == options("core")["hours"]


@pytest.fixture(scope="module")
def shown(built_site):
    return bookpages.parsed(page_path(built_site, "reference/plan"))


def rows(table) -> list[list[str]]:
    return [[c.get_text(" ", strip=True) for c in row(["th", "td"])] for row in table.select("tbody tr")]


def test_the_page_shows_a_row_for_each_topic_and_the_sums(book, shown):
    *found, total = rows(shown.select_one("table.plan-weeks"))
    assert [row[0] for row in found] == [topic.title for topic in book.values()]
    assert sum(int(row[4]) for row in found) == int(total[4])
    assert sum(float(row[5]) for row in found) == float(total[5])
    read = [
        sum(int(n) * m for n, m in zip(re.findall(r"\d+", row[2])[::-1], (1, 60))) for row in (*found, total)
    ]
    assert sum(read[:-1]) == read[-1]
    assert total[1] == f"{found[-1][1]} weeks"


def test_the_matrix_says_in_words_what_its_marks_mean(book, shown):
    for topic, row in zip(book.values(), rows(shown.select_one("table.plan-needs")), strict=True):
        marks = dict(zip(book, row[1:]))
        assert {name for name, mark in marks.items() if mark == "● needs"} == topic.needs
        assert {name for name, mark in marks.items() if mark == "○ looks back"} == topic.links - topic.needs


def test_each_topic_has_something_to_show_behind_a_link(book, shown):
    section = shown.select_one("section#what-to-show-in-class")
    items = section.select("ul > li")
    assert len(items) == len(book)
    for topic, item in zip(book.values(), items):
        assert topic.builds in item.get_text() and len(item("a")) == 2
        title = item("a")[1].get_text().replace("’", "'")  # typographic on the page
        assert title in {piece.title for piece in topic.pieces}
