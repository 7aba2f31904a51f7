"""How long a page takes to read: 200 words and twelve lines of code a minute, from its source.

What a cell prints and the figures are not counted, nor is what stands in {on-device}. What is
folded (cells tagged `hide-input` or `hide-cell`, dropdowns) is a second figure; what is taken off
the page (`remove-input`, `remove-cell`) is none.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from . import numbers, on_device
from .markdown import Book, convert, fences

logger = logging.getLogger(__name__)

WORDS_A_MINUTE = 200
LINES_A_MINUTE = 12
STEP = 5  # minutes that a time is rounded to
FOLDED_TAGS = {"hide-input", "hide-cell"}
FOLDS = ("answer", "claims", "dropdown", "fold", "resumen")
REMOVED_TAGS = {"remove-input", "remove-cell"}


@dataclass(frozen=True)
class Amount:
    """An amount of reading: words of text, and lines that are code or a displayed formula."""

    words: int = 0
    lines: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.words + other.words, self.lines + other.lines)

    @property
    def minutes(self) -> float:
        return self.words / WORDS_A_MINUTE + self.lines / LINES_A_MINUTE


def code_lines(source: str) -> int:
    """Count the lines of code that are not blank."""
    return sum(bool(line.strip()) for line in source.split("\n"))


def text_amount(markdown: str) -> Amount:
    """Count a text without folded parts. A number, a citation, a formula in a line are a word each."""

    def one(*_) -> str:
        return "one"

    nothing = Book("", one, one, one, one, one, lambda *_: "", lambda *_: "", one, lambda *_: "")
    text, lines = convert(markdown, nothing), 0
    for pattern in (r"^\s*(?:> )?\s*(`{3,}).*?\n(.*?)^\s*(?:> )?\s*\1\s*$", r"()\$\$(.+?)\$\$"):
        found = re.findall(pattern, text, flags=re.DOTALL | re.MULTILINE)
        lines += sum(code_lines(body.replace(">", "")) for _, body in found)
        text = re.sub(pattern, " ", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"(?<![\\$])\$(?!\s)[^$]+?(?<!\s)\$", "one", text)
    text = re.sub(r"\]\([^)\s]*\)", "]", text)  # the address behind a link
    text = re.sub(r"^\s*\d+\.\s", " ", text, flags=re.MULTILINE)  # the numbers of a list
    return Amount(sum(bool(re.search(r"\w", word)) for word in text.split()), lines)


def split(markdown: str) -> tuple[str, str]:
    """Split a text into its shown and folded parts: what is in a dropdown is folded, its title is shown."""
    lines, shown, folded, at = markdown.split("\n"), [], [], 0
    for fence in fences(markdown):
        shown += lines[at : fence.start]
        at = fence.end
        options = [line for line in fence.body[:4] if re.match(r"\s*:[\w-]+:", line)]
        if fence.name in FOLDS or any(re.match(r"\s*:class:.*\bdropdown\b", line) for line in options):
            shown.append(fence.rest)
            folded += [line for line in fence.body if line not in options]
        elif fence.name:
            inside = split("\n".join(fence.body))
            shown += [lines[fence.start], inside[0], lines[fence.end - 1]]
            folded.append(inside[1])
        else:
            shown += lines[fence.start : fence.end]
    return "\n".join([*shown, *lines[at:]]), "\n".join(folded)


def amounts(source: str) -> tuple[Amount, Amount]:
    """Count what a page's source shows, and what it folds."""
    return _amounts(numbers.expand(on_device.opened(source, "this page"), "this page"))


@functools.lru_cache(maxsize=256)  # a chapter counts on the cover, in the plan and in its own text
def _amounts(source: str) -> tuple[Amount, Amount]:
    from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
    from nbformat.v4 import new_markdown_cell

    notebook = is_myst_markdown_notebook(source)
    cells = read_myst_markdown_notebook(source).cells if notebook else [new_markdown_cell(source)]
    shown, folded = Amount(), Amount()
    for cell in cells:
        if cell.cell_type == "markdown":
            parts = split(cell.source)
            shown, folded = shown + text_amount(parts[0]), folded + text_amount(parts[1])
            continue
        tags = set(cell.metadata.get("tags", []))
        caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption")
        if caption and "remove-cell" not in tags:
            shown += text_amount(caption)
        code = Amount(lines=code_lines(cell.source))
        if tags & FOLDED_TAGS:
            folded += code
        elif not tags & REMOVED_TAGS:
            shown += code
    return shown, folded


def rounded(minutes: float) -> int:
    """Round a time to five minutes, and to no less than that."""
    return max(STEP, STEP * round(minutes / STEP))


def in_words(minutes: float) -> str:
    """Write a time rounded to five minutes: "1 hour 40 minutes"."""
    hours, rest = divmod(rounded(minutes), 60)
    parts = [f"{hours} hour{'s' * (hours > 1)}"] * bool(hours) + [f"{rest} minutes"] * bool(rest)
    return " ".join(parts)


def sentence(*sources: str) -> str:
    """Write what the role shows: the time for what these pages show, and that for what they fold."""
    shown, folded = Amount(), Amount()
    for source in sources:
        more = amounts(source)
        shown, folded = shown + more[0], folded + more[1]
    text = f"{in_words(shown.minutes)} with its code"
    return f"{text} ({in_words(folded.minutes)} more with what is folded)" if folded.minutes else text


def of_page(root: Path, docname: str, target: str) -> str:
    """Write the same for what `target` names, seen from the page `docname`: a page, or a whole chapter."""
    return sentence(*(path.read_text(encoding="utf-8") for path in sources_of(root, docname, target)))


def sources_of(root: Path, docname: str, target: str) -> list[Path]:
    """List the file of the page that `target` names, relative to `docname` as in {doc}, and its subpages."""
    name = normpath(join(dirname(docname), target)) if not target.startswith("/") else target[1:]
    path = root / f"{name}.md"
    if not path.is_file():
        raise ExtensionError(f"{docname}: {{reading-time}} names {target!r}, but {name}.md does not exist")
    return [path, *sorted(path.with_suffix("").glob("*.md"))]


class ReadingTime(SphinxRole):
    """{reading-time}`lookup`: how long the page or chapter `lookup` takes to read."""

    def run(self):
        try:
            text = of_page(Path(self.env.app.srcdir), self.env.docname, self.text.strip())
        except ExtensionError as missing:
            logger.warning("%s", missing, location=self.get_location())
            return [], []
        return [nodes.Text(text)], []


def setup(app) -> None:
    """Add the role."""
    app.add_role("reading-time", ReadingTime())
