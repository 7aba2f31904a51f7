"""A chapter of several pages in a small book: downloads, numbers, times, progress, old links."""

import json

import bookpages
import browser
import nbformat
import pytest
from bookpages import cell, figure_cell, page_path
from browser import SETTLED, opened

SET_UP = cell("import workbench as wb")


def quiz(name: str) -> str:
    options = 'wb.option("yes", True, "It is."), wb.option("no", False, "It is not.")'
    return cell(f'wb.quiz("{name}", "Is it?", [{options}])', ":tags: [remove-input]\n")


FIRST = f"""\
# Small

(small-start)=
## Start

{SET_UP}
A {{num}}`1 + 1 | d` stands here. Both pages take {{reading-time}}`small`. {"word " * 1000}

{figure_cell("fig-small-one")}
{quiz("small-q1")}
```{{prf:theorem}} One
:label: thm-small-one
It is one.
```
"""
MORE = f"""\
# More of it

{SET_UP}
See {{numref}}`fig-small-two`, {{prf:ref}}`thm-small-two` and {{numref}}`fig-small-one`. {"word " * 760}

{figure_cell("fig-small-two")}
{quiz("small-q2")}
{quiz("small-q3")}
```{{prf:theorem}} Two
:label: thm-small-two
It is two.
```

(small-what-it-costs)=
## The cost

It costs a million. {{covers}}`A.M.3`

## Something else

Text.
"""
LAST = f"""\
# The last

{SET_UP}
## Assignment

```{{assignment}} small
```
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    root = bookpages.small_book(tmp_path_factory.mktemp("pages"), FIRST)
    bookpages.add_pages(root, more=MORE, last=LAST)
    run = bookpages.build(root)
    assert run.code == 0, run.out + run.err
    return root / "_build" / "html"


def soup(site, name):
    return bookpages.parsed(page_path(site, name))


def links(site, name):
    """The downloads of a page: what the link says, and the file."""
    here = page_path(site, name).parent
    return [
        (a.find(string=True), (here / a["href"]).resolve())
        for a in soup(site, name).select("article a[download]")
    ]


# ------------------------------------------------------------------ what is built


def test_every_page_is_a_notebook_that_stands_at_its_foot(site):
    notebooks = (site / "notebooks").resolve()
    assert {path.name for path in notebooks.iterdir()} == {
        "small.ipynb",
        "small-more.ipynb",
        "small-last.ipynb",
        "small-assignment.ipynb",
    }
    assert links(site, "chapters/small") == [("This page as a notebook", notebooks / "small.ipynb")]
    assert links(site, "chapters/small/more") == [("This page as a notebook", notebooks / "small-more.ipynb")]
    assert links(site, "chapters/small/last") == [
        ("Assignment notebook", notebooks / "small-assignment.ipynb"),
        ("Page 1 of this chapter as a notebook", notebooks / "small.ipynb"),
        ("Page 2 of this chapter as a notebook", notebooks / "small-more.ipynb"),
        ("Page 3 of this chapter as a notebook", notebooks / "small-last.ipynb"),
    ]


def test_a_notebook_holds_its_page_with_quizzes_as_plain_cells(site):
    notebook = nbformat.read(site / "notebooks" / "small-more.ipynb", as_version=4)
    nbformat.validate(notebook)
    code = [c for c in notebook.cells if c.cell_type == "code"]
    assert [c.source for c in code[1:]] == [c.source for c in bookpages.page(MORE).code()]
    folded = [c.source for c in code if c.metadata.get("jupyter", {}).get("source_hidden")]
    assert [text for text in folded if "wb.quiz(" in text] == [
        c.source for c in code if "wb.quiz(" in c.source
    ]
    assert not any("tags" in c.metadata for c in code)
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert "See Figure 1.2, Theorem 1.2 and Figure 1.1." in text


def test_figures_and_theorems_are_numbered_through_the_chapter(site):
    assert "See Fig. 1.2, Theorem 1.2 and Fig. 1.1." in soup(site, "chapters/small/more").article.get_text()
    captions = [
        soup(site, name).select_one(".caption-number").get_text(strip=True)
        for name in ("chapters/small", "chapters/small/more")
    ]
    assert captions == ["Fig. 1.1", "Fig. 1.2"]
    assert (
        "Theorem 1.2" in soup(site, "chapters/small/more").select_one(".proof .admonition-title").get_text()
    )


def test_a_quiz_without_its_code_is_one_in_the_page(site):
    more = soup(site, "chapters/small/more")
    assert len(more.select("quiz-card")) == 2 and "wb.quiz" not in more.article.get_text()


def test_the_role_names_the_time_of_the_chapter(site):
    assert "Both pages take 10 minutes with its code" in soup(site, "chapters/small").article.get_text()


def test_the_build_tells_scripts_minutes_and_questions(site):
    text = (site / "_static" / "pages.js").read_text("utf-8")
    told = dict(line.removeprefix("window.").removesuffix(";").split(" = ") for line in text.splitlines())
    minutes = json.loads(told["READING_MINUTES"])
    pages = [f"book/chapters/small{rest}" for rest in ("", "/more", "/last")]
    assert [minutes[page] for page in pages] == [10, 4, 0] and set(minutes) == {*pages, "book/index"}
    assert json.loads(told["CHAPTER_QUESTIONS"]) == {"small": dict(zip(pages, [1, 2, 0]))}


def test_the_table_of_coverage_and_the_glossary_name_the_chapter():
    from course.pages import chapters, topic_of

    assert topic_of("book/chapters/small/more") == topic_of("book/chapters/small") == "small"
    assert topic_of("book/reference/notation") == "notation"
    names = ["book/index", "book/chapters/small", "book/chapters/small/more.md", "book/chapters/other"]
    assert chapters(names) == {"small": names[1:2] + ["book/chapters/small/more"], "other": [names[3]]}


@pytest.mark.long
def test_two_pages_with_one_name_of_a_notebook_are_refused(tmp_path):
    root = bookpages.small_book(tmp_path, f"# Small\n\n{SET_UP}")
    bookpages.add_pages(root, assignment=f"# More\n\n{SET_UP}")
    run = bookpages.build(root)
    assert (
        run.code == 1 and "an assignment has the notebook small-assignment.ipynb; use another name" in run.err
    )


# ------------------------------------------------------------------ in the browser


@pytest.mark.parametrize(
    ("hash", "place"),
    [
        ("start", "chapters/small.html#start"),
        ("small-start", "chapters/small.html#small-start"),
        ("what-it-costs", "chapters/small/more.html#small-what-it-costs"),  # the heading has other words now
        ("small-what-it-costs", "chapters/small/more.html#small-what-it-costs"),
        ("thm-small-two", "chapters/small/more.html#thm-small-two"),
        ("covers-A.M.3", "chapters/small/more.html#covers-A.M.3"),
        ("something-else", "chapters/small/more.html#something-else"),
        ("assignment", "chapters/small/last.html#assignment"),
        ("nowhere", "chapters/small.html#nowhere"),
    ],
)
def test_old_links_lead_to_where_the_matter_stands_now(chromium, site, hash, place):
    with opened(chromium, "about:blank", site.as_uri()) as page:
        page.watching = False  # the first page is left while it still loads its scripts
        page.goto(f"{page_path(site, 'chapters/small').as_uri()}#{hash}")
        page.wait_for_url(f"**/{place}")
        page.watching = True
        page.evaluate(SETTLED)
        if hash != "nowhere":
            assert page.evaluate("document.getElementById(location.hash.slice(1)) !== null")
    assert "lead-on" not in page_path(site, "chapters/small/more").read_text("utf-8")


SHOWN = """() => [...document.querySelectorAll(".bd-docs-nav li")]
  .filter((item) => item.querySelector(":scope > a.internal"))
  .map((item) => [":scope > a > .minutes", ":scope > .course-progress"]
    .map((part) => item.querySelector(part)?.textContent ?? ""))"""


def shown(page) -> list[list[str]]:
    """What the contents say of each page of the chapter: minutes and progress; the cover has none."""
    return [row for row in page.evaluate(SHOWN)][-3:]


def answer(page) -> None:
    for card in page.locator("quiz-card").all():
        card.get_by_label("yes").check()
        card.get_by_role("button", name="Check").click()


def test_the_contents_show_minutes_and_the_progress_of_chapter_and_pages(chromium, site):
    with browser.serve(site) as base, opened(chromium, f"{base}/book/chapters/small.html", base) as page:
        assert [row[0] for row in shown(page)] == ["10 min", "4 min", ""]
        # What a reader of the long page had done is kept with the first page.
        page.evaluate(
            """localStorage.setItem("embedding-course:progress:small",
              '{"read":true,"quiz":{"right":5,"total":5}}')"""
        )
        page.reload()
        page.evaluate(SETTLED)
        assert shown(page)[0][1] == "1 of 3 pages read"  # and no question of today's pages
        answer(page)
        assert shown(page)[0][1] == "1 of 3 pages read · quiz 1 of 3"
        page.goto(f"{base}/book/chapters/small/more.html")
        page.evaluate(SETTLED)
        answer(page)
        assert [row[1] for row in shown(page)[:2]] == ["1 of 3 pages read · quiz ✓", "quiz ✓"]
        for name in ("more", "last"):
            page.goto(f"{base}/book/chapters/small/{name}.html")
            page.evaluate(
                """() => localStorage.setItem("embedding-course:progress:small/" +
                  location.pathname.match(/(\\w+)\\.html/)[1], '{"read":true}')"""
            )
        page.reload()
        page.evaluate(SETTLED)
        with page.expect_download():
            page.locator(".course-assignment a").first.click()
        assert [row[1] for row in shown(page)] == [
            "read ✓ · quiz 1 of 3 · notebook ✓",
            "read ✓",
            "read ✓ · notebook ✓",
        ]
