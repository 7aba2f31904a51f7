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
    pytest.skip(f"Chromium is not installed (looked for {', '.join(NAMES)}): the pages are NOT tested in a browser")


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args) -> None:
        """The browser reports failed requests; a log on stderr would only hide them."""


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve `folder` on a free port of the loopback address; yields the address, without a final slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
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


def _environment(home: str) -> dict[str, str]:
    # The profile's caches and crash dumps follow these, away from the home of whoever runs the tests.
    return {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
