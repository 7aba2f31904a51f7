"""The downloads of a chapter: the directive `assignment`, and at the foot of a page its own notebook."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from . import notebooks
from .pages import chapters_of, topic_of

RUNS_ALONE = "runs on its own, with NumPy, PyTorch and matplotlib"
# Where published notebooks can be opened, and the variable that holds the address before their name.
LAUNCHERS = {"Colab": "BOOK_COLAB_URL", "Binder": "BOOK_BINDER_URL", "JupyterHub": "BOOK_JUPYTERHUB_URL"}


class Assignment(SphinxDirective):
    """```{assignment} lookup```: the chapter's notebooks, its assignment and its pages, as downloads."""

    required_arguments = 1
    option_spec = {"time": directives.unchanged_required}

    def run(self):
        topic, root = self.arguments[0], Path(self.env.app.srcdir)
        try:
            path = notebooks.exercise_path(root, topic)
            total = notebooks.points(path)
        except ExtensionError as missing:
            raise self.error(f"assignment {topic}: {missing}") from missing
        self.env.note_dependency(str(path))
        time = f", about {self.options['time']}" if "time" in self.options else ""
        base = "../" * self.env.docname.count("/") + notebooks.FOLDER
        pages = chapters_of(self.env.app).get(topic, [])
        items = [
            _download(
                base, notebooks.assignment_file(topic), "Assignment notebook", f"{total:g} points{time}"
            ),
            *(
                _download(base, notebooks.page_file(page), _notebook_title(pages, number))
                for number, page in enumerate(pages, 1)
            ),
        ]
        lines = [f"<li>{item}</li>" for item in items]
        rules = "../" * self.env.docname.count("/") + "book/reference/house-rules.html#check-your-work"
        note = f'Each {RUNS_ALONE}. Learning alone? <a href="{rules}">Check your work</a> yourself.'
        html = f'<ul class="course-assignment">\n{chr(10).join(lines)}\n</ul>\n<p>{note}</p>\n'
        return [nodes.raw("", html, format="html")]


def _notebook_title(pages: list[str], number: int) -> str:
    if len(pages) == 1:
        return "This chapter as a notebook"
    return f"Page {number} of this chapter as a notebook"


def _download(base: str, name: str, title: str, note: str = "") -> str:
    """Write the link to a notebook of the site, with what it is and where else it opens."""
    link = f'<a href="{base}/{name}" download>{title}<span class="visually-hidden">: {name}</span></a>'
    return f"{link}{f' ({escape(note)})' if note else ''}{_launch(name)}"


def add_download(app, pagename, templatename, context, doctree) -> None:
    """Add to each page of a chapter of several its own notebook, unless the page lists them all."""
    pages = chapters_of(app).get(topic_of(pagename), [])
    if len(pages) == 1 or pagename not in pages or 'class="course-assignment"' in context["body"]:
        return
    base = "../" * pagename.count("/") + notebooks.FOLDER
    link = _download(base, notebooks.page_file(pagename), "This page as a notebook", RUNS_ALONE)
    context["body"] += f'<p class="course-notebook">{link}</p>\n'


def _launch(name: str) -> str:
    """Write the links that open a published notebook, for each place whose address is known."""
    links = []
    for place, variable in LAUNCHERS.items():
        base = os.environ.get(variable, "").rstrip("/")
        if base:
            links.append(f', <a href="{escape(base)}/{name}">open {name} in {place}</a>')
    return "".join(links)


def setup(app) -> None:
    """Add the directive and the foot."""
    app.add_directive("assignment", Assignment)
    app.connect("html-page-context", add_download)
