"""The directive `coverage-table`: where the book teaches each item of book/coverage.yml.

The role `covers` leaves an anchor at each passage. They are collected while pages are read, and
the tables are made when their page is written, so that a changed chapter changes them too.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from .boxes import table
from .pages import topic_of

logger = logging.getLogger(__name__)

FILE = "book/coverage.yml"
FOLDERS = ("book/chapters/", "book/reference/", "book/")
# Names in coverage.yml of pages outside the chapters; until they exist the table calls them pages.
NOT_CHAPTERS = {"index", "notation", "glossary", "errata", "sources", "models", "bibliography"}
HEADS = ("label", "what it is", "where it is taught")


class coverage_table(nodes.General, nodes.Element):
    """Stands for a table until its page is written; `lesson` is the letter of its labels."""


class Covers(SphinxRole):
    """{covers}`A.M.3 A.L.2`: this passage teaches these items of book/coverage.yml."""

    def run(self):
        path = Path(self.env.app.srcdir) / FILE
        self.env.note_dependency(str(path))
        known = _read(path)
        used = self.env.temp_data.setdefault("course-covers", Counter())
        spans = []
        for label in self.text.split():
            if label not in known:
                logger.warning("covers: %r is not in %s", label, FILE, location=self.get_location())
                continue
            used[label] += 1  # an id may stand on a page once: later passages carry their number
            anchor = f"covers-{label}" + (f"-{used[label]}" if used[label] > 1 else "")
            spans.append(nodes.inline(classes=["covers"], ids=[anchor], covers=label))
        return spans, []


class CoverageTable(SphinxDirective):
    """```{coverage-table} M```: the items of the math lesson, each with links to its passages."""

    required_arguments = 1

    def run(self):
        lesson, path = self.arguments[0], Path(self.env.app.srcdir) / FILE
        self.env.note_dependency(str(path))
        if not any(label.split(".")[1] == lesson for label in _read(path)):
            raise self.error(f"coverage-table {lesson}: {FILE} has no label A.{lesson}.1")
        return [coverage_table(lesson=lesson)]


@cache
def _read(path: Path) -> dict:
    """Read the labels and what they stand for, once a build."""
    return yaml.safe_load(path.read_text("utf-8"))


# ------------------------------------------------------------------ collecting


class Claims(EnvironmentCollector):
    """For each page: its claims, as (label, anchor, the section's title), and whether it has a table."""

    def clear_doc(self, app, env, docname) -> None:
        _claims(env).pop(docname, None)
        _tables(env).discard(docname)

    def merge_other(self, app, env, docnames, other) -> None:
        _claims(env).update({name: _claims(other)[name] for name in docnames if name in _claims(other)})
        _tables(env).update(_tables(other) & set(docnames))

    def process_doc(self, app, doctree) -> None:
        found = [
            (node["covers"], node["ids"][0], _section(node))
            for node in doctree.findall(nodes.inline)
            if "covers" in node.attributes
        ]
        if found:
            _claims(app.env)[app.env.docname] = found
        if next(doctree.findall(coverage_table), None) is not None:
            _tables(app.env).add(app.env.docname)


def _claims(env) -> dict:
    if not hasattr(env, "course_claims"):
        env.course_claims = {}
    return env.course_claims


def _tables(env) -> set:
    if not hasattr(env, "course_coverage_tables"):
        env.course_coverage_tables = set()
    return env.course_coverage_tables


def _section(node: nodes.Node) -> tuple[tuple[bool, str], ...]:
    """Return the title of a node's section, in parts, each with whether it is a formula."""
    while not isinstance(node, nodes.section):
        node = node.parent
        if node is None:
            return ((False, "beginning"),)
    title = node[node.first_child_matching_class(nodes.title)]
    return tuple((isinstance(part, nodes.math), part.astext()) for part in title)


# ------------------------------------------------------------------ writing


def tables_to_write(app, env) -> list[str]:
    """Have the pages with a table written again, since any page may have changed them."""
    return sorted(_tables(env))


def fill(app, doctree, docname) -> None:
    """Put the tables in the place of their nodes."""
    found = list(doctree.findall(coverage_table))
    if not found:
        return
    entries = _read(Path(app.srcdir) / FILE)
    for node in found:
        mine = {label: entry for label, entry in entries.items() if label.split(".")[1] == node["lesson"]}
        rows, count = [], {"taught": 0, "planned": 0, "out of scope": 0}
        for label, entry in mine.items():
            state, where = _where(app, docname, entry, _places(app, label, entry["chapters"]))
            count[state] += 1
            rows.append((nodes.literal(text=label), nodes.Text(entry["what"]), where))
        said = ", ".join(f"{number} {state}" for state, number in count.items() if number)
        node.replace_self(
            [nodes.paragraph(text=f"{len(mine)} items: {said}."), table("coverage", HEADS, rows, named=True)]
        )


def _places(app, label: str, topics: list[str]) -> list[tuple[str, str, tuple]]:
    """List where a label is claimed, (page, anchor, title): its owner's passages first, one in a section."""
    order = {name.removesuffix(".md"): i for i, name in enumerate(app.config.external_site_map)}

    def rank(docname: str) -> tuple:
        topic = topic_of(docname)
        return (topics.index(topic) if topic in topics else len(topics), order.get(docname, len(order)))

    found: dict[tuple[str, tuple], tuple[str, str, tuple]] = {}
    for docname in sorted(_claims(app.env), key=rank):
        for claimed, anchor, title in _claims(app.env)[docname]:
            if claimed == label:
                found.setdefault((docname, title), (docname, anchor, title))
    return list(found.values())


def _where(app, here: str, entry: dict, places: list) -> tuple[str, nodes.inline]:
    """Return the state of an item, and its links, what is still planned, and the reason if it has one."""
    parts: list[list[nodes.Node]] = []
    for docname, anchor, title in places:
        link = nodes.reference(internal=True, refuri=f"{_uri(app, here, docname)}#{anchor}")
        link += nodes.Text(f"{topic_of(docname)}: ")
        link += [nodes.math(text, text) if formula else nodes.Text(text) for formula, text in title]
        parts.append([link])
    for topic in entry["chapters"]:
        if not any(folder + topic in app.env.found_docs for folder in FOLDERS):
            kind = "on a page" if topic in NOT_CHAPTERS else "in a chapter"
            parts.append([nodes.Text(f"{kind} that is planned: {topic}")])
    if "reason" in entry:
        parts.append([nodes.Text(f"out of scope: {entry['reason']}")])
    where = nodes.inline()
    for i, part in enumerate(parts):
        where += [*([nodes.Text("; ")] if i else []), *part]
    return "out of scope" if "reason" in entry else "taught" if places else "planned", where


def _uri(app, here: str, docname: str) -> str:
    # On the same page the relative address is empty.
    return "" if docname == here else app.builder.get_relative_uri(here, docname)


def setup(app) -> None:
    app.add_node(coverage_table)
    app.add_role("covers", Covers())
    app.add_directive("coverage-table", CoverageTable)
    app.add_env_collector(Claims)
    app.connect("env-updated", tables_to_write)
    app.connect("doctree-resolved", fill)
