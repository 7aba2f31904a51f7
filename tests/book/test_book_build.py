"""The build: the real book once, and a small one through what can go wrong."""

import json
import re
import shutil
from pathlib import Path

import bookpages
import nbformat
import pytest
from bookpages import (
    ROOT,
    build,
    chapter_pages,
    chapters,
    executed,
    page_path,
    pages,
    small_book,
    write_chapter,
)
from bs4 import BeautifulSoup
from course import execute, notebooks as course_notebooks
from sample import few

# ------------------------------------------------------------------ the real book


def test_every_page_is_there(built_site):
    assert [page.name for page in pages() if not page_path(built_site, page.name).is_file()] == []
    front = bookpages.parsed(built_site / "index.html")
    assert (built_site / front.a["href"]).is_file() and front.html["lang"] == "en"


def test_pages_load_nothing_from_elsewhere(built_site):
    """Scripts, styles, images and fonts are files of the site; links that a reader follows may lead out."""
    problems = []
    for path in sorted(built_site.rglob("*.html")):
        if "_static" in path.parts:
            continue  # a template of the theme, which no page links
        soup = bookpages.parsed(path)
        for tag in soup.find_all(["script", "link", "img", "iframe", "source", "object", "video"]):
            address = tag.get("src") or tag.get("href") or tag.get("data") or ""
            if tag.name == "link" and not {
                "stylesheet",
                "icon",
                "preload",
                "modulepreload",
                "preconnect",
            } & set(tag.get("rel", [])):
                continue
            if re.match(r"(https?:)?//", address):
                problems.append(f"{path.name}: {address}")
            elif (
                address
                and not address.startswith("data:")
                and not (path.parent / address.split("?")[0]).is_file()
            ):
                problems.append(f"{path.name}: {address} is not in the site")
    assert problems == []


def test_every_image_has_a_text(built_site):
    problems = []
    for page in pages():
        soup = bookpages.parsed(page_path(built_site, page.name))
        for image in soup.select("article img"):
            if len(image.get("alt", "")) < 20 or "/" in image["alt"].split()[0]:
                problems.append(f"{page.name}: {image.get('alt')!r}")
    assert problems == []


NO_LESSON = {"hashed-tables"}  # an epilogue, of which no lesson speaks


def test_spanish_is_marked_and_labels_leave_anchors(built_site):
    for topic, (first, *others) in chapters().items():
        marks = []
        for page in (first, *others):
            soup = bookpages.parsed(page_path(built_site, page.name))
            if page is first:
                assert soup.select_one("details.resumen[lang=es]:not([open])").get_text(strip=True)
            anchors = [span["id"] for span in soup.select("span.covers[id]")]
            assert len(set(anchors)) == len(anchors)
            marks += soup.select("span.covers")
        assert bool(marks) == (topic not in NO_LESSON) and not any(mark.get_text() for mark in marks)


def test_nothing_of_a_class_or_of_the_instructor_is_published(built_site):
    names = {path.relative_to(built_site).parts[0] for path in built_site.rglob("*")}
    assert (
        names & {"submitted", "exercises", "solutions", "autograder", "tests", "source", "release"} == set()
    )
    notebooks = {path.relative_to(built_site).as_posix() for path in built_site.rglob("*.ipynb")}
    names = [page.id for page in chapter_pages()] + [f"{topic}-assignment" for topic in chapters()]
    assert notebooks == {f"notebooks/{name}.ipynb" for name in names}


every_page = pytest.mark.parametrize("page", chapter_pages(), ids=lambda page: page.id)


def downloads(site: Path, name: str) -> list:
    """The links of a page to files of the site: (link, file)."""
    path = page_path(site, name)
    links = bookpages.parsed(path).select("a[download]")
    return [(link, (path.parent / str(link["href"])).resolve()) for link in links]


@every_page
def test_every_page_of_a_chapter_links_its_notebook(built_site, page):
    wanted = (built_site / "notebooks" / f"{page.id}.ipynb").resolve()
    assert [file for _, file in downloads(built_site, page.name) if file == wanted] == [wanted]


@pytest.mark.parametrize("topic", chapters())
def test_a_chapter_links_its_notebooks(built_site, topic):
    links, found = zip(*downloads(built_site, chapters()[topic][-1].name), strict=True)
    names = [f"{topic}-assignment", *(page.id for page in chapters()[topic])]
    assert list(found) == [(built_site / "notebooks" / f"{name}.ipynb").resolve() for name in names]
    assert all(file.is_file() for file in found)
    assert found[0].read_bytes() == (ROOT / "exercises" / topic / f"{topic}.ipynb").read_bytes()
    points = course_notebooks.points(ROOT / "exercises" / topic / f"{topic}.ipynb")
    assert f"{points:g} points" in links[0].parent.get_text()


@every_page
def test_a_page_s_notebook_is_plain_markdown_and_complete(built_site, page):
    notebook = nbformat.read(built_site / "notebooks" / f"{page.id}.ipynb", as_version=4)
    nbformat.validate(notebook)
    markdown = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert re.findall(r"^.*(?::::|```\{).*$|^\([\w-]+\)=|\{[a-z:.-]+\}`", markdown, flags=re.MULTILINE) == []
    helper, *code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert "workbench" in helper and code == [cell.source for cell in page.code()]
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


def outsiders(allowed=("numpy", "torch", "matplotlib", "ipython", "ipykernel")) -> list[str]:
    """Top-level modules of this environment that a student who installed `allowed` does not have."""
    from importlib.metadata import PackageNotFoundError, packages_distributions, requires

    def plain(name):
        return re.sub(r"[-_.]+", "-", name).lower()

    have, queue = set(), list(allowed)
    while queue:
        name = plain(queue.pop())
        if name in have:
            continue
        have.add(name)
        try:
            needed = requires(name) or []
        except PackageNotFoundError:
            continue
        queue += [bookpages.matched(r"^[\w.-]+", text)[0] for text in needed if "extra ==" not in text]
    return sorted(m for m, dists in packages_distributions().items() if not {plain(d) for d in dists} & have)


BLOCK = """\
import sys
class Installed:
    finder = next(f for f in sys.meta_path if getattr(f, "__name__", "") == "PathFinder")
    outsiders = set({names!r})
    def find_spec(self, name, path=None, target=None):
        return None if name.split(".")[0] in self.outsiders else self.finder.find_spec(name, path, target)
    def __getattr__(self, name):
        return getattr(self.finder, name)
sys.meta_path[sys.meta_path.index(Installed.finder)] = Installed()
for name in ("myst_nb", "nbgrader", "workbench"):
    try:
        __import__(name)
    except ModuleNotFoundError:
        continue
    raise AssertionError(name + " can be imported")
"""


@pytest.mark.parametrize("page", few(chapter_pages(), 12), ids=lambda page: page.id)
def test_a_page_s_notebook_runs_alone(built_site, page, monkeypatch, tmp_path):
    """From top to bottom in an empty folder, with a student's packages and no file of this repository."""
    names = outsiders()
    assert "myst_nb" in names and "nbgrader" in names and "numpy" not in names
    for name in ("PYTHONPATH", "BOOK_BUILD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    notebook = nbformat.read(built_site / "notebooks" / f"{page.id}.ipynb", as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(BLOCK.format(names=names)))
    outcome = execute.execute(nbformat.writes(notebook), timeout=120)
    assert outcome.error == "", f"cell {outcome.cell}: {outcome.error}"
    done = nbformat.reads(outcome.notebook, as_version=4)
    html = "".join(
        o.data.get("text/html", "") for cell in done.cells for o in cell.get("outputs", []) if "data" in o
    )
    if any("wb.quiz" in cell.source for cell in page.code()):
        assert "<quiz-card" in html and "<script>" in html  # it brings what draws it
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ a small book, step by step

CHAPTER = """\
# Small

```{code-cell}
import helper
print("the helper says", helper.WORD)
```

Text that changes.

FIGURE

```{prf:theorem} One
:label: thm-small-one
It is one.
```

```{prf:theorem} Two
:label: thm-small-two
It is two.
```

$$
x = 1
$$ (eq-small-x)

$$
y = 2
$$ (eq-small-y)

See {numref}`fig-small-square`, {prf:ref}`thm-small-two` and equation {eq}`eq-small-y`.

```{assignment} small
```
""".replace("FIGURE\n", bookpages.figure_cell("fig-small-square"))
REPOSITORY = "https://github.com/example/course"
PLANTED = "planted-notebook-was-executed"


def plant(root: Path) -> Path:
    """Notebooks where a class puts them, which leave a file behind if anything runs them."""
    trace = root / PLANTED
    notebook = nbformat.v4.new_notebook(
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        cells=[
            nbformat.v4.new_markdown_cell("# Planted"),
            nbformat.v4.new_code_cell(f"open({str(trace)!r}, 'w').close()\nprint({PLANTED!r})"),
        ],
    )
    for place in ("submitted/ann/small", "exercises/other", "autograded/ann/small", "book/chapters"):
        (root / place).mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, root / place / "planted.ipynb")
    return trace


def text_of(site: Path) -> str:
    return BeautifulSoup(
        (site / "book" / "chapters" / "small.html").read_text("utf-8"), "html.parser"
    ).get_text()


@pytest.mark.long
def test_a_small_book_step_by_step(tmp_path):
    root = small_book(tmp_path, CHAPTER, helper='WORD = "one"\n')
    trace = plant(root)
    site = root / "_build" / "html"

    run = build(root)
    assert run.code == 0, run.out + run.err
    assert executed(run) == 1 and "the helper says one" in text_of(site)
    assert "See Fig. 1, Theorem 2 and equation (2)." in text_of(site)
    plain_text = "\n".join(
        cell["source"] for cell in json.loads((site / "notebooks" / "small.ipynb").read_text())["cells"]
    )
    for text in (
        "See Figure 1, Theorem 2 and equation (2).",
        "**Figure 1.** A square.",
        "**Theorem 2 (Two).**",
        "y = 2 \\tag{2}",
    ):
        assert text in plain_text
    assert json.loads((site / "notebooks" / "small-assignment.ipynb").read_text())["nbformat"] == 4
    notebook = (site / "notebooks" / "small.ipynb").read_bytes()
    # Notebooks of a class are neither executed nor published.
    assert not trace.exists()
    published = [path for path in site.rglob("*") if path.is_file() and PLANTED.encode() in path.read_bytes()]
    assert published == [] and not list(site.rglob("planted*"))

    # Without a change there is nothing to do.
    made = (site / "index.html").stat().st_ino
    run = build(root)
    assert run.code == 0 and "nothing has changed" in run.out, run.out + run.err
    assert (site / "index.html").stat().st_ino == made

    # A change of prose executes nothing.
    write_chapter(root, CHAPTER.replace("Text that changes.", "Another text."))
    run = build(root)
    assert run.code == 0 and executed(run) == 0, run.out + run.err
    assert "Another text." in text_of(site) and "the helper says one" in text_of(site)

    page = site / "book" / "chapters" / "small.html"
    assert not re.search(r"https?://(?!www\.w3\.org)", page.read_text("utf-8"))  # nor any link out

    # A change of the helper executes the chapter again. Addresses become links when they are given.
    write_chapter(root, CHAPTER)
    (root / "book" / "helper.py").write_text('WORD = "two"\n')
    run = build(
        root,
        BOOK_REPOSITORY_URL=REPOSITORY,
        BOOK_COLAB_URL="https://example.org/colab/",
        BOOK_BINDER_URL="https://example.org/b?urlpath=lab/tree",
    )
    assert run.code == 0 and executed(run) == 1, run.out + run.err
    assert "the helper says two" in text_of(site)
    links = {a.get("href") for a in bookpages.parsed(page).find_all("a")}
    assert {REPOSITORY, f"{REPOSITORY}/edit/main/book/chapters/small.md"} <= links
    assert {
        "https://example.org/colab/small.ipynb",
        "https://example.org/colab/small-assignment.ipynb",
        "https://example.org/b?urlpath=lab/tree/small.ipynb",
    } <= links
    assert not any("JupyterHub" in a.get_text() for a in bookpages.parsed(page).find_all("a"))
    # And the same chapter gives the same notebook, to the byte.
    assert (site / "notebooks" / "small.ipynb").read_bytes() == notebook

    # A cell that fails fails the build, by page, line and cell; the site of before stays as it was.
    write_chapter(root, CHAPTER.replace("helper.WORD)", "helper.WORDS)"))
    run = build(root)
    assert run.code == 1
    assert (
        re.search(r"book/chapters/small\.md:\d+: code cell 1 failed", run.err) and "AttributeError" in run.err
    )
    assert "FAILED: nothing was published" in run.err and "earlier build" in run.err
    assert "the helper says two" in text_of(site)

    # A page that comes out without its outputs fails the build, by page and cell.
    write_chapter(root, CHAPTER.partition("Text that changes.")[0] + "```{assignment} small\n```\n")
    config = root / "_config.yml"
    config.write_text(config.read_text().replace("execute_notebooks: cache", 'execute_notebooks: "off"'))
    run = build(root)
    assert run.code == 1
    assert (
        "book/chapters/small: code cell 1 (import helper) has an output, and the page does not show it"
        in run.err
    )


BROKEN = """\
# Small

```{code-cell}
import warnings; warnings.warn("careful")
```

{term}`no term`, {doc}`no-page`, {py:class}`numpy.nothing`. {covers}`A.M.99`

```{assignment} small
```

```{record} attacks.json
:command: python -m autograder attacks --write benchmarks/attacks.json

{{ date }}
```
"""


def test_every_warning_fails_the_build_and_all_are_told(tmp_path):
    root = small_book(tmp_path, BROKEN)
    shutil.rmtree(root / "exercises")
    run = build(root)
    assert run.code == 1
    told = ("stderr", "no term", "no-page", "numpy.nothing", "A.M.99")
    assert [text for text in told if text not in run.err] == []
    assert "exercises/small/small.ipynb is missing: run `python -m autograder release`" in run.err
    assert "benchmarks/attacks.json is missing: run `python -m autograder attacks --write" in run.err
    assert "there is no site" in run.err and not (root / "_build" / "html").exists()


def test_a_page_of_the_contents_that_does_not_exist_is_named_at_once(tmp_path):
    root = small_book(tmp_path, "# Small\n")
    (root / "book" / "chapters" / "small.md").unlink()
    run = build(root)
    assert run.code == 1 and "book/chapters/small.md" in run.err and "execution" not in run.out


def test_tests_read_the_pages_that_the_build_reads():
    assert [f"book/{page.name}" for page in bookpages.pages()] == bookpages.toc()
