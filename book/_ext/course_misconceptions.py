"""The directive `misconceptions`: which check catches which mistake, from the bank of answers."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import course_boxes
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

HEADS = {"check": 30, "the mistake": 60, "answers": 10}


class Misconceptions(SphinxDirective):
    """A table for each topic: function, check, the mistake, and how many answers of the bank make it."""

    def run(self):
        root = Path(self.env.app.srcdir)
        sys.path.insert(0, str(root))
        try:
            from autograder import topics
            from autograder.checks import loading
            from autograder.selftest import bank
        finally:
            sys.path.remove(str(root))
        found: list[nodes.Node] = []
        for topic in topics.topics(root):
            rows = _rows(bank.answers(topic), loading.suite(topic).misconceptions)
            cells = [(nodes.literal(text=c), with_code(m), nodes.Text(n)) for c, m, n in rows]
            title = course_boxes.make(
                "summary", nodes.Text(f"{topic}: {sum(int(n) for *_, n in rows)} wrong answers")
            )
            found.append(course_boxes.folded(title, [table("misconceptions", HEADS, cells)]))
        self.env.note_reread()  # the bank may change without this page
        return found


def with_code(text: str) -> nodes.inline:
    """A sentence in which `code` between backticks is code."""
    parts = re.split(r"`([^`]+)`", text)
    return nodes.inline(
        "", "", *(nodes.literal(text=part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts))
    )


def _rows(answers, catalogue) -> list[tuple[str, str, str, str]]:
    counted: dict[tuple[str, str], int] = {}
    for answer in answers:
        if not answer.right:
            key = (f"{answer.function}.{answer.header['check']}", answer.header["misconception"])
            counted[key] = counted.get(key, 0) + 1
    return [(check, catalogue[m].mistake, str(n)) for (check, m), n in counted.items()]


def table(kind: str, heads: dict[str, int], rows) -> nodes.table:
    """A table of class `kind`: its heads with the widths of their columns, and rows of nodes."""
    whole, group = nodes.table(classes=[kind]), nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=w) for w in heads.values()]
    head, body = nodes.thead(), nodes.tbody()
    head += _row([nodes.Text(text) for text in heads])
    for cells in rows:
        body += _row(cells)
    group += [head, body]
    whole += group
    return whole


def _row(cells) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        entry, paragraph = nodes.entry(), nodes.paragraph()
        paragraph += cell
        entry += paragraph
        row += entry
    return row


def setup(app) -> dict:
    app.add_directive("misconceptions", Misconceptions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
