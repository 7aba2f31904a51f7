"""The directive `record`: a file that a command has written to benchmarks/, in sentences and tables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import median

from docutils import nodes
from docutils.parsers.rst import directives
from jinja2 import Environment, StrictUndefined, TemplateError
from sphinx.util.docutils import SphinxDirective

FOLDER = "benchmarks"


class Markdown(str):
    """A text that is Markdown already."""


def literal(value: object) -> str:
    """Escape what Markdown would read as its own marks."""
    return value if isinstance(value, Markdown) else re.sub(r"([\\`*_{}\[\]<>|$~])", r"\\\1", str(value))


def fill(template: str, data: dict) -> str:
    """Fill a Jinja template of MyST with the values of a record, which is also there as `record`."""
    jinja = Environment(undefined=StrictUndefined, finalize=literal, trim_blocks=True)
    jinja.filters |= {
        "code": lambda text: Markdown(f"`{text}`"),
        "median": median,
        "number": format,
        "over": lambda values, others: [a / b for a, b in zip(values, others, strict=True)],
    }
    return jinja.from_string(template).render(data, record=data)


class Record(SphinxDirective):
    """```{record} soak.json```: the content, a template, with the values of that file.

    Its tables get the file's name as their class.
    """

    required_arguments = 1
    option_spec = {"command": directives.unchanged_required}
    has_content = True

    def run(self):
        path = Path(self.env.app.srcdir) / FOLDER / self.arguments[0]
        self.env.note_dependency(str(path))
        if "command" not in self.options:
            raise self.error(f"record {path.name}: add :command:, which says what writes the file")
        name, advice = f"{FOLDER}/{path.name}", f"run `{self.options['command']}`"
        if not path.is_file():
            raise self.error(f"record: {name} is missing: {advice}")
        try:
            text = fill("\n".join(self.content), json.loads(path.read_text("utf-8")))
        except (ValueError, TypeError, ArithmeticError, TemplateError) as error:
            raise self.error(f"record: {name} cannot be shown ({error!r}): {advice}") from error
        found = self.parse_text_to_nodes(text)
        for table in (table for node in found for table in node.findall(nodes.table)):
            table["classes"].append(path.stem)
        return found


def setup(app) -> None:
    """Add the directive."""
    app.add_directive("record", Record)
