"""The drawings of the book: SVG files whose colours are names of page/colours.css.

A page holds the SVG itself, so that it follows the reader's theme. A notebook has no such names: there
a drawing is a picture in the light theme's colours, on its paper.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path

from sphinx.errors import ExtensionError

FOLDER = "book/drawings"
COLOURS = "book/_static/page/colours.css"
_NAME = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")


def read(root: Path, name: str) -> str:
    """Read the SVG of a drawing. ExtensionError if it is missing, or does not say in words what it shows."""
    path = root / FOLDER / f"{name}.svg"
    if not path.is_file():
        raise ExtensionError(f"{FOLDER}/{name}.svg is missing")
    svg = path.read_text(encoding="utf-8")
    for tag in ("title", "desc"):
        if not re.search(rf"<{tag}\b[^>]*>[^<]{{8,}}</{tag}>", svg):
            raise ExtensionError(f"{FOLDER}/{name}.svg has no <{tag}> that says what it shows")
    # A page that was searched for marks the words found, and fails where they are not drawn.
    return re.sub(r"<(title|desc)\b", r'<\1 class="nohighlight"', svg)


@cache
def light_colours(root: Path) -> dict[str, str]:
    """Read the names of colours.css and their values in the light theme, names of names resolved."""
    first, _, _ = (root / COLOURS).read_text(encoding="utf-8").partition('html[data-theme="dark"]')
    everything = (root / COLOURS).read_text(encoding="utf-8")
    found = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", everything))
    return found | dict(re.findall(r"(--[\w-]+):\s*([^;]+);", first))


def in_light_colours(root: Path, svg: str) -> str:
    """Replace every name of a colour in the SVG by its value in the light theme."""
    colours = light_colours(root)

    def value(match: re.Match) -> str:
        if match[1] not in colours:
            raise ExtensionError(f"{COLOURS} has no colour {match[1]}")
        return _NAME.sub(value, colours[match[1]])

    return _NAME.sub(value, svg)


def data_address(root: Path, name: str) -> str:
    """Write a drawing as the address of a picture that brings its bytes along."""
    svg = in_light_colours(root, read(root, name))
    style = f"background: {light_colours(root)['--ink-paper']}; font-family: sans-serif"
    svg = re.sub(r"<svg\b", f'<svg style="{style}"', svg, count=1)
    if "xmlns=" not in svg:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
