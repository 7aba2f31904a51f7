"""Figures of cells, drawn into the page in its own colours.

myst-nb writes a matplotlib figure as a file and shows it as an image, which no colour of the page
reaches: in dark mode it stays a light plate. Here each such image becomes the SVG itself, with the
colours of `workbench` replaced by the names that page/colours.css gives them in both themes, without
its white ground, and with its words in the page's face. Its alternative text stays its name.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from sphinx.errors import ExtensionError

# workbench's colours and matplotlib's own, and the names of page/colours.css.
COLOURS = {
    "#0072b2": "--plot-1",
    "#e69f00": "--plot-2",
    "#009e73": "--plot-3",
    "#cc79a7": "--plot-4",
    "#d55e00": "--plot-5",
    "#56b4e9": "--plot-6",
    "#000000": "--ink-text",
    "#d9d9d9": "--ink-hair",
    "#808080": "--ink-line",
    "#262626": "--ink-text",
}
_IMAGE = re.compile(
    r'<img alt="(?P<alt>[^"]*)"[^>]*?src="(?P<src>[^"]*?_images/[0-9a-f]{16,}\.svg)"[^>]*?/?>'
)
_GROUND = re.compile(
    r'(<g id="patch_[12]">\s*<path [^>]*?style=")fill: #ffffff(?:; stroke: #ffffff)?([^"]*")'
)
_IDS = re.compile(r'(\bid="|url\(#|href="#)')
_FONT = re.compile(r"font: (?:italic |bold |\d+ )*([\d.]+)px [^;\"]*")
_POWER = re.compile(
    r"""<tspan\ x="0"\ y="(?P<y>[-\d.]+)"\ style="font-size:\ (?P<size>[\d.]+)px[^"]*">1</tspan>\s*
        <tspan\ x="[\d.]+"\ y="(?P=y)"\ style="[^"]*">0</tspan>\s*
        (?P<exponent>(?:<tspan\ x="[\d.]+"\ y="[-\d.]+"\ style="font-size:"""
    r"""\ [\d.]+px[^"]*">[\d\u2212]</tspan>\s*)+)""",
    re.VERBOSE,
)
EXPONENT = 9.5  # matplotlib gives exponents 0.7 of the size of their 10, too small to read on a phone


def inline(svg: str, alt: str, prefix: str) -> str:
    """Make the SVG of a figure a part of a page; `prefix` keeps its ids apart from those of other figures."""
    start = svg.find("<svg")
    view = re.search(r'viewBox="([^"]+)"', svg)
    if start < 0 or view is None:
        raise ExtensionError(f"figure {prefix}: no SVG with a viewBox; matplotlib's output has changed")
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg[start:], flags=re.DOTALL)
    text = re.sub(
        r'<style type="text/css">.*?</style>', "", text, flags=re.DOTALL
    )  # would reach all of the page
    text = _GROUND.sub(r"\1fill: none\2", text)
    for colour, name in COLOURS.items():
        text = re.sub(colour, f"var({name})", text, flags=re.IGNORECASE)
    text = _FONT.sub(r"font-size: \1px", text)
    text = _POWER.sub(_power, text)
    text = _IDS.sub(rf"\g<1>{prefix}-", text)
    text = re.sub(r"\n\s*", "\n", text)
    body = text[text.index(">") + 1 :]
    return f'<svg class="plot" role="img" aria-label="{alt}" viewBox="{view[1]}">{body}'


def _power(match: re.Match) -> str:
    """Write a tick's power of ten, whose digits matplotlib places one by one, with a readable exponent."""
    digits = re.sub(r"<[^>]+>|\s", "", match["exponent"])
    base = f'<tspan x="0" y="{match["y"]}" style="font-size: {match["size"]}px">10</tspan>'
    return f'{base}<tspan dy="-4" style="font-size: {EXPONENT}px">{digits}</tspan>\n'


def inline_figures(page: str, folder: Path) -> str:
    """Draw its figures into the HTML of a page, which lies in `folder`."""
    count = 0

    def drawn(match: re.Match) -> str:
        nonlocal count
        count += 1
        svg = (folder / html.unescape(match["src"])).read_text(encoding="utf-8")
        return inline(svg, match["alt"], f"plot{count}")

    return _IMAGE.sub(drawn, page)


def finish(app, exception) -> None:
    if exception is not None or app.builder.format != "html":
        return
    for path in sorted(Path(app.outdir).rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        drawn = inline_figures(text, path.parent)
        if drawn != text:
            path.write_text(drawn, encoding="utf-8")


def setup(app) -> None:
    app.connect("build-finished", finish)
