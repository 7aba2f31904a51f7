"""What the tests of this folder share: one browser, pages of the built book, and a file's piece."""

import contextlib
from pathlib import Path

import bookpages
import browser
import pytest

FOLDER = Path(__file__).parent
_open = contextlib.ExitStack()
_started: list = []  # the browser, while there is one


@pytest.fixture(scope="module")
def chromium():
    """The system's Chromium, started once for all files of this folder that a worker takes in a row."""
    if not _started:
        _started.append(_open.enter_context(browser.browser()))
    return _started[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """End the browser where the next test is of another folder.

    As long as it runs, Playwright's event loop runs in this thread, which then can neither run another one
    nor start a second browser.
    """
    if nextitem is None or nextitem.path.parent != FOLDER:
        _end()


def pytest_sessionfinish():
    """After a run that was stopped no test was the last."""
    _end()


def _end() -> None:
    _started.clear()
    _open.close()


@pytest.fixture(scope="module")
def in_book(chromium, built_site):
    """Opens a page of the built book, settled and watched: `with in_book("chapters/lookup") as page`.

    What waits for a prediction is shown, unless the test says otherwise.
    """
    with browser.serve(built_site) as address:

        def opened(name: str, shown: bool = True, **settings):
            if shown:
                settings = {**browser.shown(address), **settings}
            target = f"{address}/{bookpages.page_path(built_site, name).relative_to(built_site)}"
            return browser.opened(chromium, target, address, **settings)

        yield opened


@pytest.fixture
def view(request, chromium):
    """The file's PIECE on a page of its own, in a context with the settings that the test asks for."""
    with request.module.PIECE.opened(chromium, **getattr(request, "param", {})) as found:
        yield found
