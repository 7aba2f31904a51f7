"""MyST Markdown to the plain Markdown that JupyterLab, VS Code and Colab show.

`convert` rewrites the roles and directives that a chapter may use. One that it does not know is
an error that names it: a downloaded notebook never shows raw markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from sphinx.util.nodes import split_explicit_title

ADMONITIONS = (
    "note tip warning important hint caution attention danger error seealso admonition dropdown topic"
).split()
_OPTION = re.compile(r"^:(?P<key>[\w-]+):\s*(?P<value>.*)$")
# Directives and roles of course.cover, on pages without cells whose reading time is measured too.
COVER = "cover word-map learning-table five-minutes chapter-map chapter-card ways-in way".split()
COVER_NUMBERS = ("word-map-number", "course-time")
# In this order: what comes first may hold what comes later without being read as it.
_INLINE = re.compile(
    r"(?P<role>\{(?P<name>[\w:.+-]+)\}(?P<tick>`+)(?P<text>.+?)(?P=tick))"
    r"|(?P<code>(?P<codetick>`+)(?!`).+?(?<!`)(?P=codetick)(?!`))"
    r"|(?P<display>\$\$(?P<formula>.+?)\$\$(?:[ \t]*\((?P<label>[\w:.-]+)\))?)"
    r"|(?P<math>(?<![\\$])\$(?!\s)[^$]+?(?<!\s)\$)"
    r"|(?P<image>!\[[^\]]*\]\([^)]*\))"
    r"|(?P<link>\[(?P<shown>[^\]\n]*)\]\((?P<target>[^)\s]*)\))"
    r"|(?P<footnote>\[\^[\w-]+\])",
    re.DOTALL,
)


class MarkdownError(ValueError):
    """A piece of MyST that has no rendering in a plain notebook."""


@dataclass
class Book:
    """What the text of a page refers to: the rest of the book, and what its cells computed."""

    page: str
    number: Callable[[str], str]  # name[:format] of a glued number -> its text
    title: Callable[[str], str]  # page, as a {doc} role writes it -> its title
    cite: Callable[[str, bool], str]  # keys, textual form wanted -> "Press and Wolf, 2017"
    reference: Callable[[str], str]  # label of a figure, equation, theorem or heading -> "Fig. 1.2"
    numbered: Callable[[str], str]  # the same, the bare number
    assignment: Callable[[str, dict], str]  # topic, options -> the sentence about the notebook
    devices: Callable[[str], str]  # name of a measurement -> its table, empty where no run has it
    reading: Callable[[str], str]  # page, as a {reading-time} role writes it -> how long it takes to read
    drawing: Callable[[str], str]  # name of a drawing -> the address of its picture, colours and all
    exercises: int = 0  # how many have been met so far
    cited: list[str] = field(default_factory=list)


class Fence(NamedTuple):
    """A fenced block of a text: its lines from `start` up to `end`, and what they say."""

    start: int
    end: int
    indent: str
    mark: str
    name: str  # of the directive, empty for a block of code
    rest: str  # of the line that opens it
    body: list[str]


@cache
def _parser():
    """Make MyST's own parser, which finds the blocks of a text; what stands in a line is not parsed."""
    from myst_parser.config.main import MdParserConfig
    from myst_parser.mdit_to_docutils.base import DocutilsRenderer
    from myst_parser.parsers.mdit import create_md_parser

    config = MdParserConfig(enable_extensions={"amsmath", "colon_fence", "dollarmath"})
    return create_md_parser(config, DocutilsRenderer).disable("inline")


def fences(text: str, page: str = "") -> list[Fence]:
    """Find the fenced blocks of a text, not those inside of them. MarkdownError for one without an end."""
    lines, found = text.split("\n"), []
    for token in _parser().parse(text):
        if token.type not in ("fence", "colon_fence"):
            continue
        start, end = token.map
        opening, last = lines[start], lines[end - 1].strip()
        if end - start < 2 or len(last) < len(token.markup) or set(last) != {token.markup[0]}:
            raise MarkdownError(f"{page}: the fence {opening.strip()!r} has no end")
        indent = opening[: opening.index(token.markup)]
        if indent.strip():
            raise MarkdownError(f"{page}: {opening.strip()!r}: begin the fence on a line of its own")
        name = re.match(r"\{([\w:.-]+)\}", token.info.strip())
        rest = token.info.strip()[name.end() if name else 0 :].strip()
        body = token.content.split("\n")[:-1]
        found.append(Fence(start, end, indent, token.markup, name[1] if name else "", rest, body))
    return found


def convert(text: str, book: Book) -> str:
    """Rewrite one cell's MyST as plain Markdown."""
    lines, out, at = text.split("\n"), [], 0

    def prose(end: int) -> None:
        # Targets and comments go.
        kept = [line for line in lines[at:end] if not re.match(r"^(\(([\w:.-]+)\)=\s*$|%)", line)]
        if kept:
            out.append(_inline("\n".join(kept), book))

    for fence in fences(text, book.page):
        prose(fence.start)
        out.append(_block(fence, book))
        at = fence.end
    prose(len(lines))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n")


def _options(body: list[str]) -> tuple[dict[str, str], list[str]]:
    """Split a directive's leading options from its content."""
    options: dict[str, str] = {}
    rest = list(body)
    if rest and rest[0].strip() == "---":
        end = next((i for i, line in enumerate(rest[1:], 1) if line.strip() == "---"), 0)
        for line in rest[1:end]:
            key, _, value = line.partition(":")
            options[key.strip()] = value.strip()
        rest = rest[end + 1 :]
    while rest and (found := _OPTION.match(rest[0])):
        options[found["key"]] = found["value"]
        rest.pop(0)
    while rest and not rest[0].strip():
        rest.pop(0)
    return options, rest


def _quote(title: str, body: str) -> str:
    """Write a block quotation with a bold first line: what an admonition becomes."""
    lines = [f"**{title}**", "", *body.split("\n")] if title else body.split("\n")
    return "\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n"


def _block(fence: Fence, book: Book) -> str:
    """Rewrite one fenced block or directive as plain Markdown."""
    name, rest, indent = fence.name, fence.rest, fence.indent

    def shifted(text: str) -> str:
        return "\n".join((indent + line).rstrip() for line in text.split("\n")) if indent else text

    if not name:
        return shifted("\n".join([f"{fence.mark}{rest}", *fence.body, fence.mark]))
    options, content = _options(fence.body)
    inner = "\n".join(content)
    if name in ("code", "code-block", "sourcecode"):
        return shifted("\n".join([f"```{rest}", *content, "```"]))
    if name == "math":
        return shifted(_display(inner, options.get("label", ""), book))
    if name in ADMONITIONS:
        title = _inline(rest, book) if rest else name.capitalize().replace("Seealso", "See also")
        return shifted(_quote(title, convert(inner, book)))
    if name == "prf:proof":
        proof = convert(inner, book)
        return shifted(f"\n*Proof.* {proof}{chr(10) * 2 if proof.endswith('$$') else ' '}$\\square$\n")
    if name.startswith("prf:"):
        kind = name[4:].capitalize()
        if options.get("label") and "nonumber" not in options:
            kind += f" {book.numbered(options['label'])}"
        title = f"{kind} ({_inline(rest, book)})." if rest else f"{kind}."
        return shifted(_quote(title, convert(inner, book)))
    if name == "resumen":
        return shifted(_quote("Resumen en español", convert(inner, book)))
    if name == "assignment":
        return shifted(f"\n{book.assignment(rest, options)}\n")
    if name == "drawing":
        return shifted(f"\n![]({book.drawing(rest)})\n\n*{_inline(inner.strip(), book)}*\n")
    if name == "exercise":
        book.exercises += 1
        return shifted(_quote(f"Exercise {book.exercises}: {_inline(rest, book)}", convert(inner, book)))
    if name == "predict":
        return shifted(f"\n{convert(inner, book)}\n")
    if name in ("answer", "fold"):
        title = "Worked answer" if name == "answer" else _inline(rest, book)
        return shifted(f"\n<details><summary>{title}</summary>\n\n{convert(inner, book)}\n\n</details>\n")
    if name == "read-next":
        return shifted(_quote("Read next", convert(inner, book)))
    if name == "claims":
        return ""  # it leads to the errata, which are not beside the notebook
    if name == "device-figures":
        return shifted(f"\n{book.devices(rest)}\n")
    if name == "list-table":
        return shifted(_list_table(rest, inner, book))
    if name == "table":
        return shifted(
            f"\n**{_inline(rest, book)}**\n\n{convert(inner, book)}\n" if rest else convert(inner, book)
        )
    if name in ("div", "container") or name in COVER:
        return shifted(convert(inner, book))
    if name in ("epigraph", "pull-quote"):
        return shifted(_quote("", convert(inner, book)))
    if name == "rubric":
        return shifted(f"\n**{_inline(rest, book)}**\n")
    raise MarkdownError(
        f"{book.page}: the directive {{{name}}} has no rendering in a downloaded notebook; "
        "use another, or teach book/_ext/course/markdown.py to convert it"
    )


def _list_table(title: str, content: str, book: Book) -> str:
    """Rewrite a {list-table}, whose first row is its head, as a Markdown table."""
    rows: list[list[str]] = []
    for token in _parser().parse(content):
        if token.type == "list_item_open" and token.level == 1:
            rows.append([])
        elif token.type == "list_item_open":
            rows[-1].append("")
        elif token.type == "inline":
            rows[-1][-1] += token.content
    cells = [[_inline(cell, book).replace("\n", " ") for cell in row] for row in rows]
    table = ["| " + " | ".join(row) + " |" for row in cells]
    table.insert(1, "|" + " --- |" * len(cells[0]))
    head = [f"**{_inline(title, book)}**", ""] if title else []
    return "\n" + "\n".join(head + table) + "\n"


def _display(formula: str, label: str, book: Book) -> str:
    tag = f" \\tag{{{book.numbered(label)}}}" if label else ""
    return f"$$\n{formula.strip()}{tag}\n$$"


def _inline(text: str, book: Book) -> str:
    """Rewrite the roles and links in a paragraph; code and math stay as they are."""

    def replace(match: re.Match) -> str:
        if match["role"]:
            return _role(match["name"], match["text"], book)
        if match["display"]:
            if match["label"]:
                return _display(match["formula"], match["label"], book)
            return match["display"]
        if match["link"]:
            # A file of the book is not beside the notebook; its name in words is.
            external = re.match(r"https?://", match["target"])
            shown = _inline(match["shown"], book)
            return f"[{shown}]({match['target']})" if external else shown
        if match["image"] or match["footnote"]:
            raise MarkdownError(
                f"{book.page}: {match.group()!r} has no rendering in a downloaded notebook; "
                "draw figures in cells and write notes in the text"
            )
        return match.group()

    # A claim of coverage goes, with the blank before it.
    return _INLINE.sub(replace, re.sub(r"[ \t]*\{covers\}`[^`]*`", "", text))


def _role(name: str, text: str, book: Book) -> str:
    """Rewrite one role as plain text."""
    titled, shown, target = split_explicit_title(text)
    title = shown if titled else ""
    if name == "glue:text":
        return book.number(text)
    if name in ("term", "download", *COVER_NUMBERS):
        return title or text
    if name == "abbr":  # {abbr}`VJP (vector-Jacobian product)` reads well as it stands
        return text
    if name in ("cite", "cite:p"):
        return f"({book.cite(text, False)})"
    if name == "cite:t":
        return book.cite(text, True)
    if name == "doc":
        return f"“{title or book.title(target)}”"
    if name in ("ref", "numref", "prf:ref"):
        # A {numref} may hold a template for its number: {numref}`Figure %s <fig-x>`.
        if "%s" in title:
            return title.replace("%s", book.numbered(target))
        return title or book.reference(target)
    if name == "reading-time":
        return book.reading(text)
    if name == "eq":
        return f"({book.numbered(target)})"
    if name == "math":
        return f"${text}$"
    if name in ("code", "kbd", "samp", "file"):
        return f"`{text}`"
    if name in ("sub", "sup"):
        return f"<{name}>{text}</{name}>"
    raise MarkdownError(
        f"{book.page}: the role {{{name}}} has no rendering in a downloaded notebook; "
        "use another, or teach book/_ext/course/markdown.py to convert it"
    )
