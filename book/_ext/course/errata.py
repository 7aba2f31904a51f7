"""The directives `erratum`, one claim of a lesson and what holds, and `errata-counts`, their table."""

from __future__ import annotations

import re
from typing import NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from .boxes import table


class Lesson(NamedTuple):
    name: str
    claims: int  # claims that were checked, right ones included; the ids count them


LESSONS = {
    "M": Lesson("the math lesson", 58),
    "L": Lesson("the lookup-is-matmul lesson", 22),
    "P": Lesson("the anatomy post", 152),
    "R": Lesson("the RNN-course lesson", 32),
    "B": Lesson("the book page", 17),
}
VERDICTS = ("wrong", "trap", "imprecise", "unverifiable")  # of two that fit, an entry has the first
HEADS = ("lesson", "claims", *VERDICTS, "entries")
REQUIRED = ("verdict", "where", "chapter", "said", "source")
KEY = "course_errata"  # in Sphinx's environment: id -> Entry
TABLES = "course_errata_tables"  # there too: pages that hold the table


class Entry(NamedTuple):
    id: str
    verdict: str
    docname: str


def entries(env) -> dict[str, Entry]:
    if not hasattr(env, KEY):
        setattr(env, KEY, {})
    return getattr(env, KEY)


def tables(env) -> set[str]:
    if not hasattr(env, TABLES):
        setattr(env, TABLES, set())
    return getattr(env, TABLES)


class Erratum(SphinxDirective):
    """```{erratum} M14```: what a lesson says, what holds, and where that comes from."""

    required_arguments = 1
    has_content = True
    option_spec = {**dict.fromkeys(REQUIRED, directives.unchanged_required), "no-cell": directives.unchanged}

    def run(self):
        name, options = self.arguments[0], self.options
        self._check(name)
        entries(self.env)[name] = Entry(name, options["verdict"], self.env.docname)
        anchor = f"erratum-{name.lower()}"
        standard = self.env.get_domain("std")
        standard.anonlabels[anchor] = (self.env.docname, anchor)
        standard.labels[anchor] = (self.env.docname, anchor, name)

        block = nodes.admonition(ids=[anchor], classes=["erratum", f"erratum-{options['verdict']}"])
        self.set_source_info(block)
        block += nodes.title("", f"{name}: {options['verdict']}")
        block += self._line("Said", options["said"], f" ({options['where']})")
        held = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, held)
        if isinstance(held.children[0], nodes.paragraph):
            held.children[0].insert(0, [nodes.strong(text="Holds"), nodes.Text(": ")])
        block += held.children
        source = self._line("Source", options["source"])
        source += [nodes.Text(" "), nodes.strong(text="Taught in"), nodes.Text(": ")]
        source += self._chapters()
        block += source
        if "no-cell" in options:
            block += self._line("No cell", options["no-cell"])
        return [block]

    def _check(self, name: str) -> None:
        """Stop with a message that names the entry and what was expected of it."""
        options, where = self.options, f"erratum {name}"
        found = re.fullmatch(rf"([{''.join(LESSONS)}])(\d\d+)", name)
        if not found or not 1 <= int(found[2]) <= LESSONS[found[1]].claims:
            spans = ", ".join(f"{letter}01 to {letter}{lesson.claims}" for letter, lesson in LESSONS.items())
            raise self.error(f"{where}: expected an id of {spans}")
        missing = [key for key in REQUIRED if not options.get(key, "").strip()]
        if missing:
            raise self.error(f"{where}: no :{missing[0]}:; an entry has {', '.join(REQUIRED)}")
        if options["verdict"] not in VERDICTS:
            raise self.error(
                f"{where}: the verdict is {options['verdict']!r}, expected one of {', '.join(VERDICTS)}"
            )
        if "no-cell" in options and not options["no-cell"].strip():
            raise self.error(f"{where}: :no-cell: without a reason; say why nothing can be computed")
        if name in entries(self.env):
            raise self.error(f"{where}: the id is taken on {entries(self.env)[name].docname}")
        if not any(line.strip() for line in self.content):
            raise self.error(f"{where}: no text; it says what holds")

    def _line(self, label: str, text: str, note: str = "") -> nodes.paragraph:
        """Make a paragraph that begins with a label and ends with a stop; the text may hold roles."""
        parsed = nodes.Element()
        self.state.nested_parse(StringList([" ".join(text.split())], self.env.docname), self.lineno, parsed)
        line = nodes.paragraph("", "", nodes.strong(text=label), nodes.Text(f"{note}: "))
        line["classes"].append(f"erratum-{label.lower().replace(' ', '-')}")
        for child in parsed.children:
            line += child.children
        if not line.astext().endswith((".", "?", ".”")):
            line += nodes.Text(".")
        return line

    def _chapters(self) -> list[nodes.Node]:
        """Name the chapters or pages, with links to those that the book has."""
        found: list[nodes.Node] = []
        for topic in self.options["chapter"].replace(",", " ").split():
            pages = [f"book/{folder}/{topic}" for folder in ("chapters", "reference")]
            page = next((page for page in pages if page in self.env.found_docs), None)
            link = nodes.inline(text=topic.replace("-", " "))
            if page:
                link = self._link(page, link)
            found += [nodes.Text(", "), link] if found else [link]
        return [*found, nodes.Text(".")]

    def _link(self, page: str, text: nodes.Node) -> nodes.Node:
        from sphinx.addnodes import pending_xref

        link = pending_xref(
            "",
            text,
            refdomain="std",
            reftype="doc",
            reftarget=f"/{page}",
            refexplicit=False,
            refdoc=self.env.docname,
            refwarn=True,
        )
        self.set_source_info(link)
        return link


class errata_counts(nodes.General, nodes.Element):
    """The place of the table, until every page has been read."""


class ErrataCounts(SphinxDirective):
    """A row for each lesson: claims checked, and entries by verdict."""

    def run(self):
        tables(self.env).add(self.env.docname)
        return [errata_counts()]


def rows(found: list[Entry]) -> list[list[str]]:
    """List the table's cells, in words: a row for each lesson, then the sums."""
    counted = []
    for letter, lesson in LESSONS.items():
        mine = [entry.verdict for entry in found if entry.id.startswith(letter)]
        counted.append([lesson.claims, *(mine.count(verdict) for verdict in VERDICTS), len(mine)])
    names = [lesson.name.removeprefix("the ") for lesson in LESSONS.values()]
    sums = [sum(column) for column in zip(*counted, strict=True)]
    return [[name, *map(str, row)] for name, row in zip([*names, "all"], [*counted, sums], strict=True)]


def fill_in(app, doctree, docname: str) -> None:
    """Put the table in place, its lessons linked to their pages."""
    places = list(doctree.findall(errata_counts))
    if not places:
        return
    found = sorted(entries(app.env).values())
    filled = []
    for letter, (name, *counts) in zip([*LESSONS, ""], rows(found), strict=True):
        # In the order of the ids; an entry's page may be the second of its lesson.
        mine = [entry.docname for entry in found if letter and entry.id.startswith(letter)]
        pages = list(dict.fromkeys(mine))
        first: nodes.Node = nodes.Text(name)
        if pages:
            first = nodes.inline()
            for page, text in zip(pages, [name, *["continued"] * len(pages)], strict=False):
                if len(first):
                    first += nodes.Text(", ")
                uri = app.builder.get_relative_uri(docname, page)
                first += nodes.reference("", text, internal=True, refuri=uri)
        filled.append((first, *map(nodes.Text, counts)))
    for place in places:
        place.replace_self(table("errata-counts", HEADS, filled))


def purge(app, env, docname: str) -> None:
    tables(env).discard(docname)
    for name in [name for name, entry in entries(env).items() if entry.docname == docname]:
        del entries(env)[name]


def merge(app, env, docnames, other) -> None:
    tables(env).update(tables(other) & set(docnames))
    entries(env).update({name: e for name, e in entries(other).items() if e.docname in docnames})


def with_counts(app, env) -> list[str]:
    """Have pages that hold the table written at each build, since any other page may change it."""
    return sorted(tables(env))


def setup(app) -> None:
    skip = (lambda self, node: None, lambda self, node: None)
    app.add_node(errata_counts, html=skip, latex=skip, text=skip)
    app.add_directive("erratum", Erratum)
    app.add_directive("errata-counts", ErrataCounts)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", with_counts)
    app.connect("doctree-resolved", fill_in)
