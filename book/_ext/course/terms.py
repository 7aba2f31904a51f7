"""Links from the glossary back to the chapters: each definition ends with where its term is used.

The first {term} link of a term in a chapter gets an anchor while the chapter is read; the
glossary's lines are made when it is written.
"""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.environment.collectors import EnvironmentCollector

from .pages import CHAPTERS, chapters_of


class Uses(EnvironmentCollector):
    """For each chapter page: the terms it links, each with its first link's anchor; and the glossaries."""

    def clear_doc(self, app, env, docname) -> None:
        _uses(env).pop(docname, None)
        _glossaries(env).discard(docname)

    def merge_other(self, app, env, docnames, other) -> None:
        _uses(env).update({name: _uses(other)[name] for name in docnames if name in _uses(other)})
        _glossaries(env).update(_glossaries(other) & set(docnames))

    def process_doc(self, app, doctree) -> None:
        docname = app.env.docname
        if next(doctree.findall(addnodes.glossary), None) is not None:
            _glossaries(app.env).add(docname)
        if not docname.startswith(CHAPTERS):
            return
        found: dict[str, str] = {}
        for node in doctree.findall(addnodes.pending_xref):
            term = _key(node["reftarget"])
            if node.get("refdomain") == "std" and node["reftype"] == "term" and term not in found:
                found[term] = f"use-{len(found)}-{nodes.make_id(term)}"
                node[0]["ids"].append(
                    found[term]
                )  # the link's text keeps its id; the link itself is made later
        _uses(app.env)[docname] = found


def _key(term: str) -> str:
    """Write a term as it is looked up: its apostrophe is typographic in the glossary alone."""
    return term.lower().replace("’", "'")


def _uses(env) -> dict[str, dict[str, str]]:
    if not hasattr(env, "course_term_uses"):
        env.course_term_uses = {}
    return env.course_term_uses


def _glossaries(env) -> set[str]:
    if not hasattr(env, "course_glossaries"):
        env.course_glossaries = set()
    return env.course_glossaries


def glossaries_to_write(app, env) -> list[str]:
    """Have a glossary written again, since any chapter may have changed its links."""
    return sorted(_glossaries(env))


def add_links(app, doctree, docname) -> None:
    for glossary in doctree.findall(addnodes.glossary):
        for item in glossary.findall(nodes.definition_list_item):
            terms = [_key(part.astext()) for part in item if isinstance(part, nodes.term)]
            links = [link for term in terms for link in _links(app, docname, term)]
            if not links:
                continue
            line = nodes.paragraph("", "Used in: ", classes=["term-uses"])
            for i, link in enumerate(links):
                line += [*([nodes.Text(", ")] if i else []), link]
            item[-1] += line


def _links(app, docname: str, term: str) -> list[nodes.reference]:
    """Make the links to the first use of a term in each chapter, in the order of the book."""
    found = []
    for topic, pages in chapters_of(app).items():
        page = next((page for page in pages if term in _uses(app.env).get(page, {})), None)
        if page:
            uri = f"{app.builder.get_relative_uri(docname, page)}#{_uses(app.env)[page][term]}"
            found.append(nodes.reference("", topic, internal=True, refuri=uri))
    return found


def setup(app) -> None:
    app.add_env_collector(Uses)
    app.connect("env-updated", glossaries_to_write)
    app.connect("doctree-resolved", add_links)
