"""Where a message sends a student: labels of the book's sections, looked up by the grader."""

import json

import pytest
import sample_course
from bookpages import chapter_pages, chapters

from autograder import sections
from autograder.checks import contract, loading
from autograder.release import release, solutions
from autograder.topics import topics

PAGE = """# Small

(small-a-rule)=
(small-two-words)=
## Two *words*

```md
(small-quoted)=
## Quoted
```

(small-inside)=
A paragraph.

## Without a label
"""


@pytest.fixture
def course(tmp_path):
    """A book of one chapter with two pages."""
    folder = tmp_path / "book" / "chapters" / "small"
    folder.mkdir(parents=True)
    folder.with_suffix(".md").write_text(PAGE)
    (folder / "more.md").write_text("(small-more)=\n# More\n")
    return tmp_path


def test_a_label_leads_to_title_page_and_address(course):
    first, page = "book/chapters/small", "book/chapters/small/more"
    assert sections.find("small-two-words", "a check", course) == (
        "Two *words*",
        first,
        f"{first}.html#small-two-words",
    )
    for label in ("small-a-rule", "small-inside"):
        assert sections.find(label, "a check", course).title == "Two *words*"
    assert sections.find("small-more", "a check", course) == ("More", page, f"{page}.html#small-more")
    sentence = "Read “More” in the chapter: `book/chapters/small/more.html#small-more`."
    assert sections.pointer("small-more", "a check", course) == sentence


@pytest.mark.parametrize("label", ["small-none", "small-quoted"])
def test_a_label_that_no_page_has_is_named_with_who_asked(course, label):
    with pytest.raises(sections.LabelError, match=rf"lookup, check a.b: no page has the label \({label}\)="):
        sections.find(label, "lookup, check a.b", course)


def test_a_label_that_stands_twice_is_refused(course):
    (course / "book" / "chapters" / "small" / "again.md").write_text("(small-more)=\n## Again\n")
    with pytest.raises(sections.LabelError, match="small/again, book/chapters/small/more have"):
        sections.find("small-more", "a check", course)


def test_without_the_book_a_message_names_the_label(tmp_path):
    assert (
        sections.pointer("small-more", "a check", tmp_path) == "Read the section `small-more` of the chapter."
    )


@pytest.mark.parametrize("topic", topics())
def test_every_message_points_to_one_section_of_its_chapter(topic):
    pages = {f"book/{page.name}" for page in chapters()[topic]}
    for name, mistake in loading.suite(topic).misconceptions.items():
        rules = mistake.section == contract.SECTION and name in contract.MISTAKES
        assert rules or mistake.section.startswith(f"{topic}-"), (
            f"{topic}: {name} is sent to {mistake.section}"
        )
        assert rules or sections.find(mistake.section, name).page in pages


def test_every_label_exists_once():
    found = [label for page in chapter_pages() for label, _ in sections.labels(page.text)]
    assert len(found) > 90 and sorted(found) == sorted(set(found))


def test_a_release_refuses_a_label_that_leads_nowhere(tmp_path):
    root = sample_course.make(tmp_path / "course")
    release._refuse_lost_labels(sample_course.TOPIC, root)  # a course without a book
    (root / "book" / "chapters").mkdir(parents=True)
    with pytest.raises(
        release.ReleaseError, match=r"assignments/moving_average/mistakes.py: 'sum': no page has the label"
    ):
        release._refuse_lost_labels(sample_course.TOPIC, root)
    release._refuse_lost_labels("small", root)  # a topic without checks


ASKS = """# %% [markdown] nbgrader={"grade": false, "grade_id": "about", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Read {ref}`small-more`.
"""  # noqa: E501


def test_an_assignment_shows_the_title_that_a_section_has_now(course):
    (solution := course / "solutions" / "small.py").parent.mkdir()
    solution.write_text(ASKS)
    (course / "_toc.yml").write_text("- file: book/chapters/small\n")

    def shown():
        (path,) = release.write_sources(course)
        return json.loads(path.read_text())["cells"][0]["source"]

    assert shown() == ["Read “More”."]
    assert release.write_sources(course) == []
    sections._labels.cache_clear()
    (course / "book" / "chapters" / "small" / "more.md").write_text("(small-more)=\n# More of it\n")
    assert shown() == ["Read “More of it”."]


def test_a_label_that_is_lost_is_named_with_the_cell_of_the_assignment(course, tmp_path):
    (path := tmp_path / "small.py").write_text(ASKS.replace("small-more", "small-gone"))
    with pytest.raises(
        solutions.SourceError, match=r"small.py:1: cell 'about': no page has the label \(small-gone\)="
    ):
        solutions.source_notebook(path, course)
