"""For the tests of the cover and of the five minutes: their data, and a small site.

The site has both pages as they are, and stubs for all others.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlparse

import bookpages
import numpy as np
from axe_playwright_python.sync_playwright import Axe
from bookpages import FRONT_MATTER, ROOT
from course import words
from filelock import FileLock

PAGES = ("index", "five-minutes")


def source(name: str) -> str:
    return (ROOT / "book" / f"{name}.md").read_text("utf-8")


_site: list[Path] = []


def prepare(tmp_path_factory) -> None:
    """Build the site once for all files and workers of a run; `site` and `page` know it then."""
    base = tmp_path_factory.getbasetemp()
    root = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cover"
    with FileLock(root.with_suffix(".lock")):
        if not (root / "_build" / "html").is_dir():
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir()
            make(root)
    _site[:] = [root / "_build" / "html"]


def site() -> Path:
    """The folder of the site."""
    return _site[0]


def page(name: str) -> str:
    return bookpages.page_path(site(), name).as_uri()


def violations(opened) -> list[str]:
    """What axe finds on an open page."""
    opened.add_style_tag(content="* { transition: none !important; }")  # no colour halfway to another
    opened.watching = False  # axe fetches style sheets again, by addresses of its own
    options = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
    found = Axe().run(opened, options=options).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def weight(chromium, name: str) -> int:
    """Bytes, compressed, of the files that a first view of a page loads."""
    loaded = set()
    shown = chromium.new_page()
    shown.on("request", lambda request: loaded.add(request.url))
    shown.goto(page(name))
    shown.wait_for_load_state("networkidle")
    shown.close()
    files = {Path(unquote(urlparse(url).path)) for url in loaded if url.startswith("file:")}
    assert len(files) > 10
    return sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in files)


# ------------------------------------------------------------------ the data, unpacked anew


class Data:
    """window.WORD_MAP as the scripts of the page should read it."""

    def __init__(self, data: dict) -> None:
        value = {sign: k for k, sign in enumerate(words.SIGNS)}
        base, wide = words.BASE, words.WIDE
        self.common = data["words"].split()
        self.known = self.common + data["marks"].split()
        others, last = [], ""
        for same, rest in re.findall(r"(\d)([a-z]*)", data["others"]):
            last = last[: int(same)] + rest
            others.append(last)
        self.all = self.known + others
        ids, number = [], 0
        for step in data["ids"].split():
            number += int(step)
            ids.append(number)
        self.ids = ids + data["markIds"]
        found, at, text = [], 0, data["near"]
        while at < len(text):
            a, b = value[text[at]], value[text[at + 1]]
            if a < base - wide:
                found.append(a * base + b)
                at += 2
            else:
                found.append(
                    (base - wide) * base + ((a - base + wide) * base + b) * base + value[text[at + 2]]
                )
                at += 3
        n = data["neighbours"]
        assert len(found) == n * len(self.known)
        self.near = [[self.all[k] for k in found[i : i + n]] for i in range(0, len(found), n)]
        cosines = [(value[sign] + data["least"]) / 100 for sign in data["cosines"]]
        self.cosines = [cosines[i : i + n] for i in range(0, len(cosines), n)]
        half = data["levels"] // 2
        numbers = [level - half for sign in data["rows"] for level in divmod(value[sign], data["levels"])]
        self.rows = np.array(numbers).reshape(len(self.known), data["columns"]) * np.array(data["steps"])
        places = [(value[a] * base + value[b]) * base + value[c] for a, b, c in zip(*[iter(data["map"])] * 3)]
        self.map = np.array([divmod(place, 800) for place in places]) / 799  # right and up
        assert len(self.map) == len(self.all)

    def place(self, word: str) -> int:
        return self.known.index(word)


def script() -> Path:
    """The file with the data, made unless an earlier build or test has."""
    return words.script(ROOT, ROOT / "_build" / ".jupyter_cache")


@cache
def data() -> Data:
    return Data(words.read(script()))


def make(root: Path) -> Path:
    """Build the site below `root`; returns its folder."""
    bookpages.small_book(root, "# A small chapter\n\nIt says nothing.\n")
    book = root / "book"
    shutil.copytree(ROOT / "book" / "drawings", book / "drawings")
    shutil.copy(ROOT / "book" / "digits.yml", book)
    (book / "coverage.yml").write_text("A.M.1: {what: prerequisites, chapters: [index]}\n", "utf-8")
    linked = {
        found for name in PAGES for found in re.findall(r"\{doc\}`(?:[^`<]*<)?([\w/-]+)>?`", source(name))
    }
    named = sorted(linked - {*PAGES})
    for name in PAGES:
        shutil.copy(ROOT / "book" / f"{name}.md", book)
    for name in named:
        (book / name).parent.mkdir(exist_ok=True)
        topic = name.split("/")[1]
        text = f"# The page of {topic}\n\nOne sentence of six words.\n"
        if name.startswith("chapters/"):
            text = (
                FRONT_MATTER
                + text
                + f"\n```{{assignment}} {topic}\n:time: one to two and a half hours\n```\n"
            )
            (root / "exercises" / topic).mkdir()
            (root / "exercises" / topic / f"{topic}.ipynb").write_text(bookpages.student_notebook(), "utf-8")
        (book / f"{name}.md").write_text(text, "utf-8")
    (book / "chapters" / "small.md").unlink()
    toc = "".join(f"- file: book/{name}\n" for name in ("five-minutes", *named))
    (root / "_toc.yml").write_text(f"format: jb-book\nroot: book/index\nchapters:\n{toc}", "utf-8")
    # What the data are made from is the same here, so they need not be made again.
    kept = root / "_build" / ".jupyter_cache"
    kept.mkdir(parents=True)
    shutil.copy(script(), kept)
    run = bookpages.build(root)
    assert run.code == 0, f"{run.out}\n{run.err}"
    return root / "_build" / "html"
