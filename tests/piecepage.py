"""A page that holds one interactive piece alone, as the output of a notebook's cell brings it."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from bookpages import ROOT


@functools.cache
def workbench():
    """The helper of the chapters, which makes the output."""
    spec = importlib.util.spec_from_file_location("workbench_of_pieces", ROOT / "book" / "workbench.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def output(name: str, data: dict, label: str) -> str:
    """The HTML that a notebook stores for the piece: outside the book it comes with its script and style."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("BOOK_BUILD", raising=False)
        return workbench().piece(name, data, label=label)._repr_mimebundle_()["text/html"]


def document(name: str, data: dict, label: str, theme: str = "light") -> str:
    """A whole page with the piece; the theme gives the colours that the book's page would give."""
    back, text = ("#fff", "#000") if theme == "light" else ("#121212", "#eee")
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8">'
        f'<title>A piece</title></head><body style="background: {back}; color: {text}">'
        f"<main><h1>A piece</h1>{output(name, data, label)}</main></body></html>"
    )


@contextlib.contextmanager
def opened(chromium, html: str, clock: datetime | None = None, **settings) -> Iterator:
    """The page in a browser; an error in one of its scripts fails the test.

    With `clock` the page's time begins there and stands still until the test moves it.
    """
    with _context(chromium, **settings) as page:
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        if clock:
            page.clock.install(time=clock)
        page.set_content(html)
        if clock:
            page.clock.pause_at(clock + timedelta(days=1))
        yield page
        assert errors == []


def refused(chromium, html: str) -> str:
    """What the piece says instead of showing data that do not fit."""
    with _context(chromium) as page:
        page.set_content(html)
        message = page.locator(".piece-error").inner_text()
        assert page.locator("[data-ready]").count() == 0
        return message


@contextlib.contextmanager
def _context(chromium, **settings) -> Iterator:
    context = chromium.new_context(**{"viewport": {"width": 1280, "height": 1000}, **settings})
    try:
        yield context.new_page()
    finally:
        context.close()
