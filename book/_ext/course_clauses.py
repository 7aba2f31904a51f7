"""The directives `clauses`, what the notebooks promise and its checks, and `mutants`, what they notice."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import course_boxes
from course_misconceptions import table, with_code
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

CLAUSES = {"the notebook's words": 52, "checks": 18, "answers that break it": 30}
MUTANTS = {
    "topic": 26,
    "mutants": 14,
    "killed": 14,
    "equivalent": 16,
    "killed of all": 15,
    "of those that differ": 15,
}
FILE = "benchmarks/mutants.json"
COMMAND = f"python -m autograder mutants --write {FILE}"


class Clauses(SphinxDirective):
    """For each topic a fold, in it a table for each function: words, checks, labels of answers."""

    def run(self):
        root = Path(self.env.app.srcdir)
        sys.path.insert(0, str(root))
        try:
            from autograder import topics
            from autograder.selftest import bank, clauses
        finally:
            sys.path.remove(str(root))
        found: list[nodes.Node] = []
        for topic in topics.topics(root):
            promises, broken = clauses.clauses(topic), bank.broken(topic)
            inside: list[nodes.Node] = []
            for function in dict.fromkeys(c.function for c in promises):
                mine = [c for c in promises if c.function == function]
                rows = [_row(c, broken.get(f"{c.function}/{c.id}", [])) for c in mine]
                inside += [
                    nodes.paragraph("", "", nodes.literal(text=function)),
                    table("clauses", CLAUSES, rows),
                ]
            title = course_boxes.make("summary", nodes.Text(f"{topic}: {len(promises)} promises"))
            found.append(course_boxes.folded(title, inside))
        self.env.note_reread()  # checks and bank may change without this page
        return found


def _row(clause, answers: list[str]) -> list[nodes.Node]:
    labels = ", ".join(label.removeprefix("wrong-") for label in answers)
    return [with_code(clause.text), nodes.Text(", ".join(clause.checks)), nodes.Text(labels)]


class Mutants(SphinxDirective):
    """A row for each topic: its mutants, those that are killed, those that behave as the reference."""

    def run(self):
        path = Path(self.env.app.srcdir) / FILE
        self.env.note_dependency(str(path))
        try:
            found = json.loads(path.read_text("utf-8"))["topics"]
            every = {
                key: sum(row[key] for row in found.values()) for key in ("mutants", "killed", "equivalent")
            }
            rows = [_counts(topic, row) for topic, row in [*found.items(), ("all", every)]]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise self.error(f"mutants: {FILE} cannot be read ({error!r}): run `{COMMAND}`") from error
        return [table("mutants", MUTANTS, rows)]


def _counts(topic: str, row: dict[str, int]) -> list[nodes.Node]:
    differ = row["mutants"] - row["equivalent"]
    shares = (f"{row['killed'] / of:.1%}" if of else "none" for of in (row["mutants"], differ))
    return [
        nodes.Text(str(text)) for text in (topic, row["mutants"], row["killed"], row["equivalent"], *shares)
    ]


def setup(app) -> dict:
    app.add_directive("clauses", Clauses)
    app.add_directive("mutants", Mutants)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
