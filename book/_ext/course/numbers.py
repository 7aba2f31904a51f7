"""{num}`V * d` in a sentence: a number that the page's own kernel computes, without plumbing in its code.

``{num}`share | .1%` `` shows the value of an expression, in the format after the bar where there is
one. Before the page is read, each becomes a `{glue:text}` and a line of a hidden cell behind the last
code cell above the sentence, where the expression sees the variables as the reader does there. The
hidden cell belongs to the notebook that the execution cache is keyed on: another expression runs the
page again, other words do not. An expression holds neither a backtick nor a bar.
"""

from __future__ import annotations

import re

TAG = "course-numbers"  # of the hidden cells, which downloaded notebooks leave out
_CELL = re.compile(r"^(?P<mark>`{3,})\{code-cell\}.*?^(?P=mark)[ \t]*\n", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(?P<mark>`{3,}|:{3,}|~{3,})(?P<info>.*)$", re.MULTILINE)
_NUM = re.compile(r"(?<!`)\{num\}`(?P<expression>[^`|]+?)(?:\s*\|\s*(?P<spec>[^`]+?))?\s*`")
_HIDDEN = """\
```{{code-cell}} ipython3
:tags: [remove-cell, {tag}]
from workbench import number as _number
{lines}
```

"""


def quoted(text: str) -> list[tuple[int, int]]:
    """Find where the text shows its own markup: from begin to end of each fence that names no directive."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int, bool]] = []
    for line in _FENCE.finditer(text):
        mark, info = line["mark"], line["info"].strip()
        if opened and not info and mark.startswith(opened[-1][0]):
            _, start, shown = opened.pop()
            if shown:
                found.append((start, line.end()))
        elif not (opened and opened[-1][2]):
            opened.append((mark, line.start(), not info.startswith("{")))
    return found


def expand(text: str, docname: str) -> str:
    """Replace each {num} of a page by a {glue:text} and a line of a hidden cell.

    ValueError, naming the page, for a number above the first code cell.
    """
    if "{num}`" not in text:
        return text
    prefix = re.sub(r"[^a-z0-9]+", "-", docname.lower()).strip("-")
    examples = quoted(text)
    out, count, position = [], 0, 0
    for cell in [*_CELL.finditer(text), None]:
        if cell and any(start < cell.start() < end for start, end in examples):
            continue
        end = cell.start() if cell else len(text)
        lines: list[str] = []

        def glued(match: re.Match) -> str:
            if any(start < position + match.start() < end for start, end in examples):
                return match[0]
            name = f"{prefix}-n{count + len(lines) + 1}"
            spec = f", {match['spec']!r}" if match["spec"] else ""
            lines.append(f"_number({name!r}, {match['expression'].strip()}{spec})")
            return f"{{glue:text}}`{name}`"

        prose = _NUM.sub(glued, text[position:end])
        if lines and position == 0:
            raise ValueError(f"{docname}: a {{num}} stands above the page's first code cell")
        count += len(lines)
        if lines:
            out.append("\n" + _HIDDEN.format(tag=TAG, lines="\n".join(lines)))
        out.append(prose)
        if cell:
            out.append(cell[0])
            position = cell.end()
    return "".join(out)


def on_source_read(app, docname: str, source: list[str]) -> None:
    source[0] = expand(source[0], docname)


def setup(app) -> None:
    app.connect("source-read", on_source_read)
