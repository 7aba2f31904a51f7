"""A page that holds one interactive piece alone, as the output of a notebook's cell brings it."""

from __future__ import annotations

import contextlib
import copy
import functools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import bookpages
import pytest
from course import execute

Change = Callable[[dict], object]  # of the data, in place


@functools.cache
def workbench():
    """The helper of the chapters, which makes the output."""
    return execute.load(bookpages.ROOT / "book" / "workbench.py")


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece with the data it is fed, and pages on which it stands alone.

    Each of `refuses` is a change of the data after which they do not fit, and what the piece says of it.
    With `clock` the time of a page begins there and stands still until the test moves it.
    """

    name: str
    data: dict
    label: str
    refuses: tuple[tuple[Change, str], ...] = ()
    clock: datetime | None = None

    def output(self, change: Change = lambda data: None) -> str:
        """The HTML that a notebook stores: outside the book it comes with its script and style."""
        data = copy.deepcopy(self.data)
        change(data)
        with pytest.MonkeyPatch.context() as environment:
            environment.delenv("BOOK_BUILD", raising=False)
            return workbench().piece(self.name, data, label=self.label)._repr_mimebundle_()["text/html"]

    def document(self, change: Change = lambda data: None, theme: str = "light") -> str:
        """A whole page with the piece; the theme gives the colours that the book's page would give."""
        back, text = ("#fff", "#000") if theme == "light" else ("#121212", "#eee")
        return (
            f'<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8">'
            f'<title>A piece</title></head><body style="background: {back}; color: {text}">'
            f"<main><h1>A piece</h1>{self.output(change)}</main></body></html>"
        )

    @contextlib.contextmanager
    def opened(
        self, chromium, change: Change = lambda data: None, theme: str = "light", **settings
    ) -> Iterator:
        """The piece, started, in a context with `settings`; an error in a script fails the test."""
        with _page(chromium, **settings) as page:
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            if self.clock:
                page.clock.install(time=self.clock)
            page.set_content(self.document(change, theme))
            if self.clock:
                page.clock.pause_at(self.clock + timedelta(days=1))
            view = page.locator(f"{self.name}[data-ready]")
            view.wait_for()
            yield view
            assert errors == []

    def refused(self, chromium, change: Change) -> str:
        """What the piece says instead of showing the changed data."""
        with _page(chromium) as page:
            page.set_content(self.document(change))
            message = page.locator(".piece-error").inner_text()
            assert page.locator("[data-ready]").count() == 0
            return message


@contextlib.contextmanager
def _page(chromium, **settings) -> Iterator:
    context = chromium.new_context(**{"viewport": {"width": 1280, "height": 1000}, **settings})
    try:
        yield context.new_page()
    finally:
        context.close()


def in_book(site: Path, page: str, name: str) -> Piece:
    """The one piece of this name on a page of the built book, with the data it has there."""
    html = bookpages.page_path(site, page).read_text("utf-8")
    (found,) = re.findall(
        rf'<{name}\b[^>]*>\s*<script type="application/json">(.*?)</script>', html, re.DOTALL
    )
    data = json.loads(found)
    return Piece(name, data, data.pop("label"))


# The reader asks for less motion, as far as `view` is concerned.
less_motion = pytest.mark.parametrize("view", [{"reduced_motion": "reduce"}], indirect=True, ids=["reduce"])


def stand_still(nodes) -> bool:
    """Are there any of these, and do they all change without a transition?"""
    nodes.first.wait_for(state="attached")
    found = nodes.evaluate_all("nodes => nodes.map((node) => getComputedStyle(node).transitionDuration)")
    return set(found) == {"0s"}


def data_of(view) -> dict:
    """What the page feeds a piece or a quiz with."""
    return json.loads(view.locator('script[type="application/json"]').text_content())


def met(goals) -> list[bool]:
    """Which items of a list of goals are marked as reached."""
    return goals.evaluate_all("items => items.map((item) => item.classList.contains('is-met'))")


def decimals(text: str) -> list[float]:
    """The numbers of a text that have a fraction."""
    return [float(found) for found in re.findall(r"-?\d+\.\d+", text.replace("−", "-"))]


def has_focus(node) -> bool:
    return node.evaluate("node => node === document.activeElement")


def tab_to(node) -> None:
    """Press Tab once; the focus is then on `node`."""
    node.page.keyboard.press("Tab")
    assert has_focus(node), "the key Tab leads elsewhere"


def tab_into(page, target) -> None:
    """Press Tab from just before `target` until the focus is inside it."""
    target.evaluate(
        "node => { const start = document.createElement('button'); "
        "node.before(start); start.focus(); start.blur(); start.remove(); }"
    )
    for _ in range(5):
        page.keyboard.press("Tab")
        if target.locator(":focus").count():
            return
    pytest.fail("five presses of Tab do not reach the element")
