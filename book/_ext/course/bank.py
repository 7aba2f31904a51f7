"""The directives `misconceptions` and `clauses`: what the checks catch, from the grader's bank of answers."""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from .boxes import folded, make, table

MISCONCEPTIONS = ("check", "the mistake", "answers")
CLAUSES = ("the notebook's words", "checks", "answers that break it")


class Misconceptions(SphinxDirective):
    """A table for each topic: function, check, the mistake, and how many answers of the bank make it."""

    def run(self) -> list[nodes.Node]:
        root = Path(self.env.app.srcdir)
        from autograder import topics
        from autograder.checks import loading
        from autograder.selftest import bank

        found: list[nodes.Node] = []
        for topic in topics.topics(root):
            rows = _mistakes(bank.answers(topic), loading.suite(topic).misconceptions)
            cells = [(nodes.literal(text=c), with_code(m), nodes.Text(n)) for c, m, n in rows]
            title = make("summary", nodes.Text(f"{topic}: {sum(int(n) for *_, n in rows)} wrong answers"))
            found.append(folded(title, [table("misconceptions", MISCONCEPTIONS, cells)]))
        self.env.note_reread()  # the bank may change without this page
        return found


def _mistakes(answers, mistakes) -> list[tuple[str, str, str]]:
    counted: dict[tuple[str, str], int] = {}
    for answer in answers:
        if not answer.right:
            key = (f"{answer.function}.{answer.header['check']}", answer.header["misconception"])
            counted[key] = counted.get(key, 0) + 1
    return [(check, mistakes[m].mistake, str(n)) for (check, m), n in counted.items()]


class Clauses(SphinxDirective):
    """For each topic a fold, in it a table for each function: words, checks, labels of answers."""

    def run(self) -> list[nodes.Node]:
        root = Path(self.env.app.srcdir)
        from autograder import topics
        from autograder.selftest import bank, clauses

        found: list[nodes.Node] = []
        for topic in topics.topics(root):
            promises, broken = clauses.clauses(topic), bank.broken(topic)
            inside: list[nodes.Node] = []
            for function in dict.fromkeys(c.function for c in promises):
                mine = [c for c in promises if c.function == function]
                rows = [_clause(c, broken.get(f"{c.function}/{c.id}", [])) for c in mine]
                inside += [
                    nodes.paragraph("", "", nodes.literal(text=function)),
                    table("clauses", CLAUSES, rows),
                ]
            title = make("summary", nodes.Text(f"{topic}: {len(promises)} promises"))
            found.append(folded(title, inside))
        self.env.note_reread()  # checks and bank may change without this page
        return found


def _clause(clause, answers: list[str]) -> list[nodes.Node]:
    labels = ", ".join(label.removeprefix("wrong-") for label in answers)
    return [with_code(clause.text), nodes.Text(", ".join(clause.checks)), nodes.Text(labels)]


def with_code(text: str) -> nodes.inline:
    """Make a sentence in which `code` between backticks is code."""
    parts = re.split(r"`([^`]+)`", text)
    return nodes.inline(
        "", "", *(nodes.literal(text=part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts))
    )


def setup(app) -> None:
    """Add the directives."""
    app.add_directive("misconceptions", Misconceptions)
    app.add_directive("clauses", Clauses)
