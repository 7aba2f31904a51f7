"""The directive `attacks`: what the submissions that attack the grader came to when they last ran."""

from __future__ import annotations

import json
from pathlib import Path

import course_boxes
from course_misconceptions import table
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FILE = "benchmarks/attacks.json"
COMMAND = f"python -m autograder attacks --write {FILE}"
HEADS = {"attempt": 36, "verdicts": 11, "points": 9, "others": 10, "could reach": 34}


class Attacks(SphinxDirective):
    """A row for each attempt, folded under a line that says when, and with what, it was graded."""

    def run(self):
        path = Path(self.env.app.srcdir) / FILE
        self.env.note_dependency(str(path))
        if not path.is_file():
            raise self.error(f"attacks: {FILE} is missing: run `{COMMAND}`")
        try:
            found = json.loads(path.read_text("utf-8"))
            said = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
            line = f"{len(found['attempts'])} attempts, graded on {found['date']} with {said}"
            rows = [_cells(row) for row in found["attempts"]]
        except (ValueError, TypeError, KeyError) as error:
            raise self.error(f"attacks: {FILE} cannot be read ({error!r}): run `{COMMAND}`") from error
        title = course_boxes.make("summary", nodes.Text(line))
        return [course_boxes.folded(title, [table("attacks", HEADS, rows)])]


def _cells(row: dict) -> list[nodes.Node]:
    attempt = nodes.inline("", "", nodes.literal(text=row["attempt"]), nodes.Text(f" {row['does']}"))
    points, others = f"{row['points']:g} of {row['of']:g}", f"{row['others']:g} of {row['of others']:g}"
    reach = "; ".join(row["problems"]) or row["reaches"]
    return [attempt, *(nodes.Text(text) for text in (row["verdicts"], points, others, reach))]


def setup(app) -> dict:
    app.add_directive("attacks", Attacks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
