"""The book's pages as the tests read them, the built site, and small books to try the build on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "book" / "_ext"
if str(EXTENSION) not in sys.path:
    sys.path.append(str(EXTENSION))

FRONT_MATTER = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  name: python3
  display_name: Python 3
---

"""


@dataclass(frozen=True)
class Page:
    """One source page: its name below book/ ("chapters/lookup", "chapters/lookup/gather") and its text."""

    name: str
    text: str

    @property
    def topic(self) -> str:
        """The chapter that the page belongs to; of any other page the name of its file."""
        return self.name.split("/")[1] if self.is_chapter else self.name.rsplit("/", 1)[-1]

    @property
    def id(self) -> str:
        """The name in the ids of tests, and in the names of notebooks: "lookup", "lookup-gather"."""
        return self.name.removeprefix("chapters/").replace("/", "-")

    @property
    def is_chapter(self) -> bool:
        """Is it a page of a chapter?"""
        return self.name.startswith("chapters/")

    def cells(self) -> list:
        """The cells as myst-nb reads them; a page without a notebook's head is one Markdown cell."""
        from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
        from nbformat.v4 import new_markdown_cell

        if is_myst_markdown_notebook(self.text):
            return read_myst_markdown_notebook(self.text).cells
        return [new_markdown_cell(self.text)]

    def code(self) -> list:
        return [cell for cell in self.cells() if cell.cell_type == "code"]

    def markdown(self) -> str:
        return "\n\n".join(cell.source for cell in self.cells() if cell.cell_type == "markdown")


def toc(root: Path = ROOT) -> list[str]:
    """The pages of _toc.yml, in order, as "book/chapters/lookup"."""
    from course.check import toc_pages

    return toc_pages(yaml.safe_load((root / "_toc.yml").read_text("utf-8")))


@cache
def pages() -> tuple[Page, ...]:
    """Every page of the book whose source exists."""
    found = []
    for name in toc():
        path = ROOT / f"{name}.md"
        if path.is_file():
            found.append(Page(name.removeprefix("book/"), path.read_text("utf-8")))
    return tuple(found)


def chapter_pages() -> tuple[Page, ...]:
    """Every page of every chapter; each is a notebook of its own."""
    return tuple(page for page in pages() if page.is_chapter)


@cache
def chapters() -> dict[str, tuple[Page, ...]]:
    """The pages of each chapter, by topic."""
    found: dict[str, tuple[Page, ...]] = {}
    for page in chapter_pages():
        found[page.topic] = (*found.get(page.topic, ()), page)
    return found


def page(text: str, name: str = "chapters/small") -> Page:
    """A small page to try a rule on."""
    return Page(name, FRONT_MATTER + text)


def cell(source: str, head: str = "") -> str:
    """A code cell as a page's source has it."""
    return f"```{{code-cell}}\n{head}{source}\n```\n"


_FIGURE = """\
---
mystnb:
  image:
    alt: A black square and nothing else in it.
  figure:
    caption: A square.
    name: %s
---
"""


def figure_cell(name: str) -> str:
    """A code cell that draws a black square, as a figure with a label."""
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    return cell(f"from IPython.display import SVG\nSVG('{drawn}')", _FIGURE % name)


# ------------------------------------------------------------------ building


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


def build(root: Path, *arguments: str, **settings: str) -> Run:
    """Run a book's build.py as a user would, with `settings` as the only BOOK_ variables set."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.startswith("BOOK_")}
    env.update(settings)
    command = [sys.executable, str(root / "book" / "build.py"), *arguments]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
    return Run(done.returncode, done.stdout, done.stderr)


def built_site() -> Path:
    """The built book. Builds it unless it is there and nothing has changed since."""
    run = build(ROOT)
    assert run.code == 0, f"python book/build.py exited with {run.code}:\n{run.out}\n{run.err}"
    return ROOT / "_build" / "html"


def page_path(site: Path, name: str) -> Path:
    """The file of a page in the site: "chapters/lookup" -> .../book/chapters/lookup.html"""
    return site / "book" / f"{name}.html"


def parsed(path: Path) -> BeautifulSoup:
    """An HTML file of a built site, parsed once for each state of it; nobody may change what is returned."""
    return _parsed(path, path.stat().st_mtime_ns)


@cache
def _parsed(path: Path, changed: int) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def matched(pattern: str, text: str, flags: int = 0) -> re.Match[str]:
    """Return the first match of a pattern that the text has to have."""
    found = re.search(pattern, text, flags)
    assert found, f"nothing matches {pattern!r} in {text[:200]!r}"
    return found


def student_notebook(points: float = 2.5) -> str:
    cell: dict = {
        "cell_type": "code",
        "execution_count": None,
        "id": "check",
        "metadata": {"nbgrader": {"grade": True, "grade_id": "check", "points": points}},
        "outputs": [],
        "source": "raise SystemExit('a student notebook is not executed')",
    }
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def small_book(root: Path, chapter: str, helper: str = "") -> Path:
    """A book of one chapter, `small`, with this book's configuration and build; returns its root."""
    for name in ("_config.yml", "requirements.txt", "constraints.txt"):
        shutil.copy(ROOT / name, root / name)
    book = root / "book"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(EXTENSION, book / "_ext", ignore=ignore)
    for name in ("_static", "data", "materials"):
        shutil.copytree(ROOT / "book" / name, book / name, ignore=ignore)
    for name in ("build.py", "workbench.py"):
        shutil.copy(ROOT / "book" / name, book / name)
    (root / "_toc.yml").write_text(
        "format: jb-book\nroot: book/index\nchapters:\n- file: book/chapters/small\n", "utf-8"
    )
    (book / "index.md").write_text("# A small book\n\nIts chapter is {doc}`chapters/small`.\n", "utf-8")
    (book / "references.bib").write_text("", "utf-8")
    (book / "coverage.yml").write_text("A.M.3: {what: a table, chapters: [small]}\n", "utf-8")
    if helper:
        (book / "helper.py").write_text(helper, "utf-8")
    (book / "chapters").mkdir()
    write_chapter(root, chapter)
    (root / "exercises" / "small").mkdir(parents=True)
    (root / "exercises" / "small" / "small.ipynb").write_text(student_notebook(), "utf-8")
    return root


def write_chapter(root: Path, text: str) -> None:
    (root / "book" / "chapters" / "small.md").write_text(FRONT_MATTER + text, "utf-8")


def add_pages(root: Path, **texts: str) -> None:
    """Give the chapter of a small book further pages, by slug; it is numbered then, as in this book."""
    toc = "format: jb-book\nroot: book/index\nparts:\n- caption: Chapters\n  numbered: 1\n  chapters:\n"
    toc += "  - file: book/chapters/small\n    sections:\n"
    (root / "book" / "chapters" / "small").mkdir()
    for slug, text in texts.items():
        (root / "book" / "chapters" / "small" / f"{slug}.md").write_text(FRONT_MATTER + text, "utf-8")
        toc += f"    - file: book/chapters/small/{slug}\n"
    (root / "_toc.yml").write_text(toc, "utf-8")


def executed(run: Run) -> int:
    """How many pages a build says it has executed."""
    if "nothing executed" in run.out:
        return 0
    found = re.search(r"(\d+) to execute", run.out)
    assert found, f"the build does not say what it executed:\n{run.out}\n{run.err}"
    return int(found[1])
