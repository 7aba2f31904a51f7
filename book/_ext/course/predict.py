"""{predict}: a question before a cell, whose answer waits until the reader has made a guess.

What it is for, with an example, is in book/reference/contributing.md. The page holds the question and its
options as a list; page/predict.js makes controls of them and keeps back the output of the cell that follows
and the text behind it. The cell has the tag `predict`, and neither stands without the other.
"""

from __future__ import annotations

import re

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from .boxes import make

logger = logging.getLogger(__name__)

OPTIONS = (2, 4)
TAG = "tag_predict"  # the class that myst-nb gives to a cell with the tag `predict`


class Predict(SphinxDirective):
    """```{predict} lookup-shape```: a question, then two to four options as a list, or `:number:`."""

    required_arguments = 1
    option_spec = {"number": directives.flag, "unit": directives.unchanged_required}
    has_content = True

    def run(self):
        name = self.arguments[0]
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name):
            raise self.fault("the id is the topic and a word, in lower case with hyphens")
        question, listed = self.parts()
        attributes = {"data-predict": name}
        if "number" in self.options:
            if listed:
                raise self.fault("asks for a number, and lists options too")
            attributes["data-unit"] = self.options.get("unit", "")
        elif "unit" in self.options:
            raise self.fault("has a unit and does not ask for a number; add :number:")
        elif not OPTIONS[0] <= len(listed) <= OPTIONS[1]:
            raise self.fault(
                f"found {len(listed)} options, expected a list of {OPTIONS[0]} to {OPTIONS[1]}, or :number:"
            )
        box = make("div", make("div", *question, classes=["predict-question"]), **attributes)
        if listed:
            box += make("ul", *map(self.option, listed), classes=["predict-options"])
        box["classes"], box["ids"] = ["predict"], [f"predict-{name}"]
        self.set_source_info(box)
        return [box]

    def fault(self, text: str) -> Exception:
        return self.error(f"predict {self.arguments[0]}: {text}")

    def parts(self) -> tuple[list[nodes.Node], list[nodes.list_item]]:
        """Return the question, and the options behind it."""
        inside = self.parse_content_to_nodes()
        listed = inside.pop() if inside and isinstance(inside[-1], nodes.bullet_list) else []
        if not inside or not all(isinstance(node, nodes.paragraph) for node in inside):
            raise self.fault(
                "expected a question in a paragraph, and behind it nothing but a list of options"
            )
        texts = [item.astext() for item in listed]
        if len(set(texts)) < len(texts):
            raise self.fault("two options are the same")
        return inside, list(listed)

    def option(self, item: nodes.list_item) -> nodes.Element:
        """Make an option; its plain text is what a reader's guess is kept by."""
        if len(item) != 1 or not isinstance(item[0], nodes.paragraph):
            raise self.fault("an option is one line of text")
        return make("li", *item[0].children, **{"data-option": item.astext()})


class Predictions(EnvironmentCollector):
    """Where each id of the book stands; whether each question has its cell, and each cell its question."""

    def clear_doc(self, app, env, docname) -> None:
        known(env).pop(docname, None)

    def merge_other(self, app, env, docnames, other) -> None:
        known(env).update({name: known(other)[name] for name in docnames if name in known(other)})

    def process_doc(self, app, doctree) -> None:
        boxes = list(doctree.findall(is_question))
        known(app.env)[app.env.docname] = [(box["attributes"]["data-predict"], box.line) for box in boxes]
        cells = {id(cell) for cell in doctree.findall(is_cell)}
        for box in boxes:
            cell = box.next_node(descend=False, siblings=True)
            name = box["attributes"]["data-predict"]
            if cell is None or id(cell) not in cells:
                logger.warning("predict %s: no cell tagged `predict` follows", name, location=box)
            elif not any("cell_output" in node["classes"] for node in cell.findall(nodes.container)):
                logger.warning("predict %s: its cell puts nothing out", name, location=box)
            cells.discard(id(cell))
        for cell in doctree.findall(is_cell):
            if id(cell) in cells:
                logger.warning("a cell tagged `predict` has no {predict} right above it", location=cell)


def is_question(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "predict" in node.get("classes", []) and "attributes" in node


def is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and TAG in node["classes"]


def known(env) -> dict[str, list[tuple[str, int]]]:
    """Return the ids on each page, with their lines."""
    if not hasattr(env, "course_predictions"):
        env.course_predictions = {}
    return env.course_predictions


def check_ids(app, env) -> None:
    """Warn of an id that stands twice in the book, since readers' guesses are kept by it."""
    first: dict[str, str] = {}
    for docname, found in sorted(known(env).items()):
        for name, line in found:
            if name in first:
                logger.warning(
                    "predict %s: the id is taken by %s", name, first[name], location=(docname, line)
                )
            first.setdefault(name, docname)


# Until page/predict.js has run, which a slow network delays, CSS keeps the answers out of sight.
WAIT = """\
{
  let shown = false;
  try { shown = localStorage.getItem("embedding-course-show-predictions"); } catch { /* refused: not kept */ }
  if (!shown) document.documentElement.classList.add("predictions-wait");
  addEventListener("load", () => document.documentElement.classList.remove("predictions-wait"));
}"""


def setup(app) -> None:
    app.add_directive("predict", Predict)
    app.add_env_collector(Predictions)
    app.connect("env-check-consistency", check_ids)
    app.add_js_file(None, body=WAIT)
    app.add_js_file("page/predict.js", loading_method="defer")
