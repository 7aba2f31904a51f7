"""The directive `memory-bounds`: what bounding a submission's memory costs, and how far a flood gets."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median

from course_misconceptions import table
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FILE = "benchmarks/memory.json"
COMMAND = "python -m autograder memory"
COST = {"bounded by": 40, "milliseconds a submission": 30, "beside no bound": 30}
FLOODS = {"a flood by": 40, "held at most": 30, "of the limit": 30}


class MemoryBounds(SphinxDirective):
    """Two tables, below a line that says when, and with what, they were measured."""

    def run(self):
        path = Path(self.env.app.srcdir) / FILE
        self.env.note_dependency(str(path))
        if not path.is_file():
            raise self.error(f"memory-bounds: {FILE} is missing: run `{COMMAND}`")
        try:
            found = json.loads(path.read_text("utf-8"))
            line = (
                f"Measured on {found['date']}, on {found['cores']} cores: {found['students']} honest "
                f"submissions of {found['topic']} one at a time, {found['rounds']} rounds of every way in "
                "turn, medians; and floods under the watcher, which looks every "
                f"{1e3 * found['interval']:.0f} ms, {found['rounds']} times each, the worst, by the kernel's "
                f"count. The limit was {found['limit'] / (1 << 30):g} GiB."
            )
            tables = [
                table("memory-cost", COST, list(_cost(found["seconds"]))),
                table("memory-floods", FLOODS, list(_floods(found["floods"], found["limit"]))),
            ]
        except (ValueError, TypeError, KeyError) as error:
            raise self.error(f"memory-bounds: {FILE} cannot be read ({error!r}): run `{COMMAND}`") from error
        return [nodes.paragraph(text=line), *tables]


def _cost(seconds: dict[str, list[float]]):
    for way, each in seconds.items():
        ratio = median(mine / none for mine, none in zip(each, seconds["none"], strict=True))
        yield _cells(way, f"{1e3 * median(each):.0f}", f"{ratio:.2f}")


def _floods(floods: dict[str, list[dict]], limit: int):
    for name, each in floods.items():
        most = max(one["most"] for one in each)
        yield _cells(name, f"{most / (1 << 30):.2f} GiB", f"{100 * most / limit:.0f} %")


def _cells(*texts: str) -> list[nodes.Node]:
    return [nodes.Text(text) for text in texts]


def setup(app) -> dict:
    app.add_directive("memory-bounds", MemoryBounds)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
