"""`make watch` on a small book: what an edit changes, what it leaves, and what is told."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import bookpages
import pytest
from bookpages import ROOT, build, small_book, write_chapter

TEXT = """\
# Small

```{code-cell}
print("six is", 2 * 3)
```

Text that changes. See {numref}`fig-small` and {doc}`small/second`.

FIGURE

```{assignment} small
```
""".replace("FIGURE\n", bookpages.figure_cell("fig-small"))
SECOND = "# Second\n\nIt stays.\n\n```{drawing} small\nA square.\n```\n"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A small square</title>'
    '<desc>Nothing but a square</desc><rect width="9" height="9"/></svg>'
)
CHAPTER, OTHER = "book/chapters/small", "book/chapters/small/second"


class Watched:
    """`book/watch.py` of a book, as a terminal and a browser see it."""

    def __init__(self, root: Path):
        self.root = root
        command = [sys.executable, str(root / "book" / "watch.py"), "--port", "0"]
        env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.startswith("BOOK_")}
        self.process = subprocess.Popen(
            command, cwd=root, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        # A test that waits for what never comes fails then, and hangs no run.
        self.limit = threading.Timer(300, self.process.kill)
        self.limit.start()
        self.started = self.said("http://")
        self.address = bookpages.matched(r"http://127\.0\.0\.1:\d+", self.started)[0]

    def end(self) -> None:
        self.limit.cancel()
        self.process.kill()
        self.process.communicate()

    def said(self, text: str) -> str:
        """Wait until it says this; return all that it says until then."""
        assert self.process.stdout
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line)
            if text in line:
                return "".join(lines)
        assert self.process.stderr
        raise AssertionError(f"it ended without {text!r}:\n{''.join(lines)}\n{self.process.stderr.read()}")

    def page(self, name: str = CHAPTER) -> str:
        with urllib.request.urlopen(f"{self.address}/{name}.html") as answer:
            return answer.read().decode()

    def waiting(self, name: str = CHAPTER):
        """Wait for news of a page as its own script does."""
        script = bookpages.matched(r'EventSource\("(.*?)" \+ .*? \+ "(.*?)"\)', self.page(name))
        return urllib.request.urlopen(f"{self.address}{script[1]}/{name}.html{script[2]}", timeout=60)

    def edit(self, old: str, new: str, file: str = f"{CHAPTER}.md") -> None:
        path = self.root / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Path:
    root = small_book(tmp_path_factory.mktemp("watched"), TEXT)
    bookpages.add_pages(root, second=SECOND)
    shutil.copy(ROOT / "book" / "watch.py", root / "book" / "watch.py")
    (root / "book" / "drawings").mkdir()
    (root / "book" / "drawings" / "small.svg").write_text(DRAWING, "utf-8")
    run = build(root)
    assert run.code == 0, run.out + run.err
    return root


@pytest.fixture
def watched(book):
    watching = Watched(book)
    yield watching
    watching.end()
    write_chapter(book, TEXT)


def plain(html: str) -> str:
    """A page without the checksums of its files, and without what is added while it is served."""
    html = re.sub(r"<script>\s*new EventSource.*?</script>", "", html, flags=re.DOTALL)
    return re.sub(r"\?v=[0-9a-f]+", "", html)


def site(root: Path) -> dict[str, bytes]:
    built = root / "_build" / "html"
    return {str(path): path.read_bytes() for path in built.rglob("*") if path.is_file()}


def test_an_edited_sentence_is_shown_and_nothing_else_is_written(watched):
    built = site(watched.root)
    assert "Text that changes." in watched.page() and 'role="alert"' not in watched.page()
    news = watched.waiting()
    watched.edit("Text that changes.", "Another text.")
    said = watched.said("written after")
    assert news.readline() == b"data: written\n"
    assert "Another text." in watched.page() and "Text that changes." not in watched.page()
    assert "nothing executed" in said and OTHER not in said
    # But for the sentence it is the page that a build makes: outputs, numbers, ways to what has moved.
    whole = (watched.root / "_build" / "html" / f"{CHAPTER}.html").read_text("utf-8")
    assert plain(watched.page()).replace("Another text.", "Text that changes.") == plain(whole)
    assert "six is 6" in whole and "Fig. 1.1" in whole and 'id="lead-on"' in whole
    new = watched.root / "_build" / ".watch" / "html"
    assert [path.relative_to(new).as_posix() for path in new.rglob("*.html")] == [f"{CHAPTER}.html"]
    with urllib.request.urlopen(f"{watched.address}/notebooks/small.ipynb") as notebook:
        assert b"Another text." in notebook.read()
    # The script is in what is served, and in no file; the built book is as `make book` left it.
    assert "EventSource" in watched.page(OTHER)
    assert not any("EventSource" in path.read_text("utf-8") for path in new.rglob("*.html"))
    assert site(watched.root) == built


def test_changed_code_is_executed(watched):
    watched.edit("2 * 3", "2 * 3 + 1")
    assert f"{CHAPTER} done in" in watched.said("written after")
    assert "six is 7" in watched.page()


def test_a_broken_page_stays_as_it_was_and_is_told(watched):
    news = watched.waiting()
    watched.edit("2 * 3", "2 / 0")
    watched.said("NOT written")
    assert "code cell 1 failed" in watched.said("ZeroDivisionError")
    assert news.readline() == b"data: written\n"  # since the page now says what is wrong
    assert "six is 6" in watched.page()
    assert (
        "ZeroDivisionError" in bookpages.matched('<pre role="alert".*?</pre>', watched.page(), re.DOTALL)[0]
    )
    # Another page does not wait for it, and it comes back itself.
    watched.edit("It stays.", "It changes.", f"{OTHER}.md")
    watched.said(f"{OTHER} written after")
    assert "It changes." in watched.page(OTHER)
    watched.edit("It changes.", "It stays.", f"{OTHER}.md")
    watched.said(f"{OTHER} written after")
    watched.edit("2 / 0", "2 * 3 * 1")
    watched.said(f"{CHAPTER} written after")
    assert 'role="alert"' not in watched.page() and "Fig. 1.1" in watched.page()


def test_a_warning_is_told_and_the_page_written(watched):
    watched.edit("Text that changes.", "Another {doc}`no-page`.")
    watched.said("written after")
    assert "no-page" in watched.said("no-page")
    assert "Another" in watched.page()
    assert "no-page" in bookpages.matched('<pre role="alert".*?</pre>', watched.page(), re.DOTALL)[0]


def test_drawings_and_style_sheets_are_shown_as_they_are(watched):
    news = watched.waiting(OTHER)
    watched.edit('width="9"', 'width="8"', "book/drawings/small.svg")
    watched.said(f"{OTHER} written after")
    assert news.readline() == b"data: written\n" and 'width="8"' in watched.page(OTHER)
    watched.edit('width="8"', 'width="9"', "book/drawings/small.svg")
    watched.said(f"{OTHER} written after")
    style = watched.root / "book" / "_static" / "course.css"
    before, news = style.read_text("utf-8"), watched.waiting()
    style.write_text(before + "/* new */", "utf-8")
    assert news.readline() == b"data: written\n"
    with urllib.request.urlopen(f"{watched.address}/_static/course.css") as answer:
        assert answer.read().endswith(b"/* new */")
    style.write_text(before, "utf-8")


def test_what_needs_the_whole_book_is_told_once(watched):
    toc = watched.root / "_toc.yml"
    before = toc.read_text("utf-8")
    for text in (before + "\n", before):
        toc.write_text(text, "utf-8")
        watched.edit("It stays.", "It stays. ", f"{OTHER}.md")
        said = watched.said(f"{OTHER} written after")
        assert ("_toc.yml has changed; pages that need it stay as they are until `make book`" in said) == (
            text != before
        )


def test_it_starts_from_a_book_that_was_built(watched, tmp_path):
    watched.process.send_signal(signal.SIGINT)
    out, err = watched.process.communicate()
    assert watched.process.returncode == 0 and err == "", out + err
    # What was edited in between is read at the start.
    watched.edit("Text that changes.", "Edited in between.")
    again = Watched(watched.root)
    assert f"{CHAPTER} written after" in again.started
    assert "Edited in between." in again.page()
    again.end()
    # Another file, or no book, is an error that says what to do.
    helper, read = watched.root / "book" / "helper.py", watched.root / "_build" / ".read"
    helper.write_text("WORD = 1\n", "utf-8")
    assert "files besides the pages have changed since `make book`" in refused(watched.root)
    helper.unlink()
    read.rename(tmp_path / "read")
    assert "no built book to start from; run `make book`" in refused(watched.root)
    (tmp_path / "read").rename(read)


def refused(root: Path) -> str:
    run = subprocess.run([sys.executable, str(root / "book" / "watch.py")], capture_output=True, text=True)
    assert run.returncode == 1 and "Traceback" not in run.stderr
    return run.stderr
