"""A loopback server for a folder and the system's Chromium, for the tests that open pages."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

# A page is as a reader sees it once its formulas are typeset and its fonts are there.
SETTLED = (
    "Promise.resolve(window.MathJax?.startup?.promise).then(() => document.fonts.ready).then(() => true)"
)
SCREENS = [(375, "light"), (1280, "dark"), (375, "dark"), (1280, "light")]  # on which pages are looked at
NAMES = ("chromium", "chromium-browser", "google-chrome")
# Quiet flags: none of the browser's own services may reach for the network during a test.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """Path of the system's Chromium; without one the test is skipped, and says so by name."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    pytest.skip(
        f"Chromium is not installed (looked for {', '.join(NAMES)}): the pages are NOT tested in a browser"
    )


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args, seen: list[tuple[str, int]], **settings) -> None:
        self.seen = seen
        super().__init__(*args, **settings)

    def log_request(self, code="-", size="-") -> None:
        self.seen.append((self.path, int(code)))

    def log_message(self, *args) -> None:
        """The browser reports failed requests; a log on stderr would only hide them."""


@contextlib.contextmanager
def serve(folder: Path, seen: list[tuple[str, int]] | None = None) -> Iterator[str]:
    """Serve `folder` on a free port of the loopback address; yields the address, without a final slash.

    What is asked for is appended to `seen`, as (path, status).
    """
    handler = functools.partial(_Quiet, directory=str(folder), seen=[] if seen is None else seen)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def browser() -> Iterator:
    """A Playwright browser on the system's Chromium, with a fresh profile that is removed at the end."""
    path = chromium()
    from playwright.sync_api import sync_playwright

    # launch() refuses --user-data-dir and makes a new temporary profile of its own for each start.
    with tempfile.TemporaryDirectory(prefix="chromium-") as home, sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS), env=_environment(home))
        try:
            yield started
        finally:
            started.close()


def _environment(home: str) -> dict[str, str | float | bool]:
    # The profile's caches and crash dumps follow these, away from the home of whoever runs the tests.
    return {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}


def _is_called_off(request, scripts: bool) -> bool:
    """No failure of the page: what the browser calls off itself, without scripts or when it moves on."""
    if not scripts and request.failure == "csp":
        return True  # the preloading of scripts
    return request.url.endswith("favicon.svg") and request.failure == "net::ERR_ABORTED"


def shown(address: str) -> dict:
    """Settings of `opened` for a reader who has chosen to see every prediction's answer at once."""
    switch = {"name": "embedding-course-show-predictions", "value": "yes"}
    return {"storage_state": {"cookies": [], "origins": [{"origin": address, "localStorage": [switch]}]}}


@contextlib.contextmanager
def opened(chromium, target: str, allowed: str, **settings) -> Iterator:
    """A page at `target`, settled; whatever it logs, fails to get or asks of others fails the test.

    What is done to the page inside the block is watched too, until `page.watching` is set to False.
    """
    context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
    page, faults = context.new_page(), []
    page.watching = True
    scripts = settings.get("java_script_enabled", True)

    def note(wrong: bool, fault: str) -> None:
        if wrong and page.watching:
            faults.append(fault)

    page.on(
        "console",
        lambda message: note(message.type in ("error", "warning"), f"console {message.type}: {message.text}"),
    )
    page.on("pageerror", lambda error: note(True, f"error: {error}"))
    page.on(
        "request",
        lambda request: note(
            not request.url.startswith((allowed, "data:", "blob:")), f"outside: {request.url}"
        ),
    )
    page.on(
        "requestfailed",
        lambda request: note(
            not _is_called_off(request, scripts), f"failed: {request.url} ({request.failure})"
        ),
    )
    page.on("response", lambda answer: note(answer.status >= 400, f"status {answer.status}: {answer.url}"))
    try:
        page.goto(target)
        if scripts:
            page.evaluate(SETTLED)
        yield page
        assert not faults, "\n".join(faults)
    finally:
        context.close()
