"""The directive `soak`: what came of a large class whose graders were killed again and again."""

from __future__ import annotations

import json
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FILE = "benchmarks/soak.json"
COMMAND = "python -m autograder soak"
MOST = 5  # problems that are named


class Soak(SphinxDirective):
    """What was run and what differed, in sentences, and the list of all that was not compared."""

    def run(self):
        path = Path(self.env.app.srcdir) / FILE
        self.env.note_dependency(str(path))
        if not path.is_file():
            raise self.error(f"soak: {FILE} is missing: run `{COMMAND}`")
        try:
            found = json.loads(path.read_text("utf-8"))
            paragraphs = [nodes.paragraph(text=line) for line in _lines(found)]
            left_out = nodes.bullet_list()
            for name, why in found["left out of the comparison"].items():
                left_out += nodes.list_item(
                    "", nodes.paragraph("", "", nodes.literal(text=name), nodes.Text(f": {why}"))
                )
        except (ValueError, TypeError, KeyError) as error:
            raise self.error(f"soak: {FILE} cannot be read ({error!r}): run `{COMMAND}`") from error
        return [*paragraphs, left_out]


def _lines(found: dict):
    first, second = found["undisturbed"], found["killed"]
    mix = ", ".join(f"{count} {kind}" for kind, count in found["mix"].items())
    memory = ", ".join(f"{size / 1e6:.0f} MB at {share}" for share, size in first["bytes"].items())
    yield (
        f"Last run on {found['date']} on {found['cores']} cores: {found['students']} submissions of all "
        f"topics ({mix}). Undisturbed they took {first['seconds']:.0f} seconds, and the grader itself "
        f"{memory} of the class. Then {second['kills']} graders were killed, {second['while recording']} of "
        f"them while a result was recorded and {second['within a change of the gradebook']} of these within "
        "a change of the gradebook."
    )
    problems = [line.split(": ")[0] for line in found["problems"]]
    if problems:
        yield (
            f"{len(problems)} things are not as they should be: "
            f"{', '.join(problems[:MOST])}{' …' * (len(problems) > MOST)}"
        )
    else:
        yield "Nothing differs, and nothing was left behind."
    yield "Not compared:"


def setup(app) -> dict:
    app.add_directive("soak", Soak)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
