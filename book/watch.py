"""Show the book while it is written: `python book/watch.py [--port N]`.

Serves the book that `make book` has built, on this machine alone. A page that is saved is read and written
again, by a process that holds Sphinx and every other page in memory, and the browser loads it again. Its
cells run only if its code has changed. Style sheets and scripts of book/_static are served as they are.

Nothing of _build/html is touched. What other pages say of a page, the index and the search stay as they were,
and only `make book` tells whether the book is right: each page is then read, and a warning fails it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
import time
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "book"), str(ROOT / "book" / "_ext")]

import build  # noqa: E402 - a file beside this one

if TYPE_CHECKING:  # workers that execute cells import this file, and need no Sphinx
    from course.renewal import Book

POLL = 0.15  # seconds between two looks at the files
EVENTS = "/-watch"  # where a page waits for news of itself
EVERYTHING = "*"
# Waits, below the text of a served page, for a time of writing later than its own.
RELOAD = """<script>
new EventSource("{address}?page=" + encodeURIComponent(location.pathname) + "&since={since}").onmessage =
  () => location.reload();
</script>"""
PROBLEMS = """<pre role="alert" style="position: fixed; inset: auto 0 0; z-index: 9999; max-height: 40vh;
overflow: auto; margin: 0; padding: 1em; white-space: pre-wrap; background: #fff; color: #a00">{text}</pre>"""

# ------------------------------------------------------------------ serving


class News:
    """When each page was last written, for browsers that wait, and what is wrong with it."""

    def __init__(self) -> None:
        self.problems: dict[str, list[str]] = {}
        self._written = {EVERYTHING: time.time_ns()}
        self._change = threading.Condition()

    def tell(self, page: str) -> None:
        """Wake the browsers that show this page."""
        with self._change:
            self._written[page] = time.time_ns()
            self._change.notify_all()

    def wait(self, page: str, since: int, seconds: float = 10) -> bool:
        """Wait for a page to be written after `since`, in nanoseconds; False if it was not."""

        def is_newer() -> bool:
            return max(self._written.get(page, 0), self._written[EVERYTHING]) > since

        with self._change:
            return self._change.wait_for(is_newer, seconds)


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a book, its pages with a script that waits for news of them."""

    book: Book
    news: News

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        path = Path(self.translate_path(self.path))
        if address.path == EVENTS:
            self._events(parse_qs(address.query))
        elif path.suffix == ".html" and path.is_file():
            self._page(path, page_of(address.path))
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        self.directory = "/"  # which drops what leads out of the folder
        name = super().translate_path(path).lstrip("/")
        file = self.book.file(name or "index.html")
        return str(file / "index.html" if file.is_dir() else file)

    def _page(self, path: Path, name: str) -> None:
        # The time from before the page is read: what is written meanwhile counts as news.
        body = RELOAD.format(address=EVENTS, since=time.time_ns())
        if problems := self.news.problems.get(name):
            body += PROBLEMS.format(text=escape("\n".join(problems)))
        data = path.read_text(encoding="utf-8").replace("</body>", f"{body}</body>", 1).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _events(self, query: dict[str, list[str]]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        page, since = page_of(query["page"][0]), int(query["since"][0])
        try:
            while not self.news.wait(page, since):
                self.wfile.write(b":\n\n")  # finds out whether the browser is still there
            self.wfile.write(b"data: written\n\n")
        except OSError:
            pass  # the page was closed

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_) -> None:
        """Say nothing of each request."""


def page_of(address: str) -> str:
    """Return the name of the page at an address: "book/index" for /book/index.html."""
    return unquote(address).lstrip("/").removesuffix(".html")


def serve(book: Book, news: News, port: int) -> ThreadingHTTPServer:
    """Start to serve a book at a port of this machine, or at a free one if that is taken."""
    handler = type("BookHandler", (Handler,), {"book": book, "news": news})
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


# ------------------------------------------------------------------ watching


def stamps(root: Path) -> dict[Path, tuple[int, int]]:
    """Return what changes when one of the files that the site is made from is saved."""
    found = {}
    for path in build.input_files(root):
        try:
            state = path.stat()
        except OSError:
            continue  # gone in this moment, as while it is saved
        found[path] = (state.st_mtime_ns, state.st_size)
    return found


class Watch:
    """Renews the pages whose files have changed, and says what came of it."""

    def __init__(self, book: Book, news: News, say=build.say):
        self.book, self.news, self.say = book, news, say
        self._before = stamps(book.root)
        self._told: set[Path] = set()

    def look(self) -> list[str]:
        """Do what the changes since the last look ask for; return the pages that were renewed or tried."""
        now = stamps(self.book.root)
        changed = [path for path in {**self._before, **now} if self._before.get(path) != now.get(path)]
        self._before = now
        todo: set[str] = set()
        for path in changed:
            name = path.relative_to(self.book.root).as_posix()
            if name.removesuffix(".md") in self.book.app.env.found_docs and path in now:
                todo.add(name.removesuffix(".md"))
            elif name.startswith("book/_static/"):
                self.news.tell(EVERYTHING)
            elif name.startswith("book/drawings/"):
                todo.update(self.book.users(path))
            elif path not in self._told and not path.name.startswith(".") and not path.name.endswith("~"):
                self._told.add(path)
                self.say(f"watch: {name} has changed; pages that need it stay as they are until `make book`")
        for page in sorted(todo):
            self.renew(page)
        return sorted(todo)

    def renew(self, page: str) -> None:
        """Renew a page, and say how long that took and what is wrong."""
        begin = time.monotonic()
        written, problems = self.book.renew(page)
        outcome = "written" if written else "NOT written, it stays as it was,"
        said = [f"watch: {page} {outcome} after {time.monotonic() - begin:.1f} s", *problems]
        self.news.problems[page] = said if problems else []
        self.news.tell(page)
        self.say("\n".join(said))
        if written:
            self.book.keep()


def opened(root: Path) -> Book:
    """Open the book that was built last; BuildError if there is none, or more than pages has changed."""
    site, work = root / "_build" / "html", root / "_build" / ".watch"
    with build.alone(root / "_build"):
        try:
            made_from = json.loads((root / "_build" / build.READ / build.MADE_FROM).read_text("utf-8"))
            stamp = json.loads((site / build.STAMP).read_text("utf-8"))
        except FileNotFoundError:
            raise build.BuildError("no built book to start from; run `make book` once") from None
        if made_from["besides"] != build.inputs(root, build.pages_of(root)):
            raise build.BuildError("files besides the pages have changed since `make book`; run it again")
        if made_from["inputs"] != stamp["inputs"]:
            raise build.BuildError("_build/html is of another build than _build/.read; run `make book` again")
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(root / "_build" / build.READ, work / "read")
    from course.renewal import Book, OtherSettings

    try:
        return Book(root, build.settings(root), work, site)
    except OtherSettings as error:
        raise build.BuildError(str(error)) from error


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python book/watch.py", description=__doc__.split("\n\n")[0])
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="(default: 8000, or a free one)")
    args = parser.parse_args(argv)
    build.say("watch: opening the book")
    site = ROOT / "_build" / "html" / build.STAMP
    try:
        book, news = opened(ROOT), News()
        server = serve(book, news, args.port)
        watch = Watch(book, news)
        for page in book.stale():
            watch.renew(page)
        build.say(f"watch: http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)")
        built = site.stat().st_mtime_ns
        while True:
            time.sleep(POLL)
            watch.look()
            if site.is_file() and site.stat().st_mtime_ns != built:
                build.say("watch: `make book` has built the book anew")
                port = str(server.server_port)
                os.execv(sys.executable, [sys.executable, str(Path(__file__)), "--port", port])
    except build.BuildError as failure:
        print(f"watch: FAILED: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
