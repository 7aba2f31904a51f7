"""The boxes of a page: drawings, exercises with their answers, folds, claims, summaries, what to read next.

What each is for, with an example, is in book/reference/contributing.md. They are made of `element`
nodes, since docutils has none for a figure that holds an SVG, or for text that folds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from . import drawings


class element(nodes.General, nodes.Element):
    """An HTML element: `tag`, `attributes` (a dict), and docutils' own classes and ids."""


def visit_element(self, node) -> None:
    self.body.append(self.starttag(node, node["tag"], "", **node.get("attributes", {})))


def depart_element(self, node) -> None:
    self.body.append(f"</{node['tag']}>")


def make(tag: str, *children: nodes.Node, classes=(), ids=(), **attributes: str) -> element:
    """Make an `element` with its children."""
    return element("", *children, tag=tag, classes=list(classes), ids=list(ids), attributes=attributes)


def folded(summary: element, inside: list[nodes.Node], *kinds: str) -> element:
    """Make what a reader opens by its `summary`."""
    return make("details", summary, make("div", *inside, classes=["fold-body"]), classes=["fold", *kinds])


def drawing(directive: SphinxDirective, name: str) -> nodes.raw:
    """Put the SVG of a drawing into the page itself."""
    root = Path(directive.env.app.srcdir)
    directive.env.note_dependency(str(root / drawings.FOLDER / f"{name}.svg"))
    try:
        return nodes.raw("", drawings.read(root, name), format="html")
    except ExtensionError as missing:
        raise directive.error(f"{directive.name}: {missing}") from missing


def table(
    kind: str, heads: Sequence[str], rows: Iterable[Iterable[nodes.Node]], named: bool = False
) -> nodes.table:
    """Make a table of the class `kind` from its heads and the nodes in the cells of its rows.

    In a `named` one the first column holds the heads of the rows.
    """
    whole, group = nodes.table(classes=[kind]), nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=1) for _ in heads]
    if named:
        group["stub"] = group[0]["stub"] = 1
    group += nodes.thead("", _row(map(nodes.Text, heads)))
    group += nodes.tbody("", *map(_row, rows))
    whole += group
    return whole


def _row(cells: Iterable[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


class Drawing(SphinxDirective):
    """```{drawing} gather```: an SVG of book/drawings; the content is its caption."""

    required_arguments = 1
    has_content = True

    def run(self):
        found = make("figure", drawing(self, self.arguments[0]), classes=["drawing"])
        if self.content:
            caption = make("figcaption")
            caption += self.parse_inline(" ".join(self.content))[0]
            found += caption
        return [found]


class Exercise(SphinxDirective):
    """````{exercise} Title````: numbered on its page; the answer stands in it as {answer}."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        number = self.env.temp_data["course-exercises"] = self.env.temp_data.get("course-exercises", 0) + 1
        title = make("p", nodes.Text(f"Exercise {number}: "), classes=["exercise-title"])
        title += self.parse_inline(self.arguments[0])[0]
        self.env.temp_data["course-answer"] = number
        inside = self.parse_content_to_nodes()
        return [make("div", title, *inside, classes=["exercise"], ids=[f"exercise-{number}"])]


class Answer(SphinxDirective):
    """```{answer}```: the worked answer of the exercise around it, folded."""

    has_content = True

    def run(self):
        number = self.env.temp_data.get("course-answer")
        if number is None:
            raise self.error("answer: stands in no exercise")
        name = make("span", nodes.Text(f" to exercise {number}"), classes=["visually-hidden"])
        summary = make("summary", nodes.Text("Worked answer"), name)
        return [folded(summary, self.parse_content_to_nodes(), "answer")]


class Fold(SphinxDirective):
    """```{fold} Title```: what the main line does not need. A title that starts "Proof" ends with a mark."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        summary = make("summary")
        summary += self.parse_inline(self.arguments[0])[0]
        kind = ["proof-fold"] if self.arguments[0].startswith("Proof") else []
        return [folded(summary, self.parse_content_to_nodes(), *kind)]


class Claims(SphinxDirective):
    """```{claims}```: a list of what the section checked of the lessons, each with a link to its erratum."""

    has_content = True

    def run(self):
        self.assert_has_content()
        inside = self.parse_content_to_nodes()
        count = sum(len(node) for node in inside if isinstance(node, nodes.bullet_list))
        if not count:
            raise self.error("claims: expected a list of claims")
        summary = make("summary", nodes.Text(f"{count} {'claim' if count == 1 else 'claims'} checked here"))
        return [make("details", summary, *inside, classes=["fold", "claims"])]


class Resumen(SphinxDirective):
    """:::{resumen}: the chapter's Spanish summary, folded and marked as Spanish."""

    has_content = True

    def run(self):
        self.assert_has_content()
        box = folded(
            make("summary", nodes.Text("Resumen en español")), self.parse_content_to_nodes(), "resumen"
        )
        box["attributes"]["lang"] = "es"
        return [box]


class ReadNext(SphinxDirective):
    """```{read-next}```: where to go on, and why."""

    has_content = True

    def run(self):
        self.assert_has_content()
        head = make("p", nodes.Text("Read next"), classes=["read-next-head"])
        return [
            make(
                "aside",
                head,
                *self.parse_content_to_nodes(),
                classes=["read-next"],
                **{"aria-label": "Read next"},
            )
        ]


def setup(app) -> None:
    skip = (lambda self, node: None, lambda self, node: None)
    app.add_node(element, html=(visit_element, depart_element), latex=skip, text=skip)
    for name, kind in {
        "drawing": Drawing,
        "exercise": Exercise,
        "answer": Answer,
        "fold": Fold,
        "claims": Claims,
        "resumen": Resumen,
        "read-next": ReadNext,
    }.items():
        app.add_directive(name, kind)
