"""The course's Sphinx extension: its roles and directives, the site's assets, the notebooks.

Loaded by `local_extensions` in _config.yml. What each role and directive is for, with an
example, is in book/reference/contributing.md.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from functools import cache
from html import escape
from pathlib import Path

import course_cover
import course_execute
import course_lighten
import course_notebooks
import course_pages
import course_reading
import yaml
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
SCRIPTS = ("math.js",)  # beside this file, copied into every site
INDEX = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta http-equiv="refresh" content="0; url={page}">
<link rel="icon" href="data:,">
</head>
<body><main><h1>{title}</h1><p><a href="{page}">Open the book</a></p></main></body>
</html>
"""


# ------------------------------------------------------------------ roles and directives


@cache
def labels(path: Path) -> frozenset[str]:
    """The labels of book/coverage.yml, read once a build."""
    return frozenset(yaml.safe_load(path.read_text(encoding="utf-8")))


class Covers(SphinxRole):
    """{covers}`A.M.3 A.L.2`: this passage teaches these items of book/coverage.yml."""

    def run(self):
        path = Path(self.env.app.srcdir) / "book" / "coverage.yml"
        self.env.note_dependency(str(path))
        known = labels(path)
        used = self.env.temp_data.setdefault("course-covers", Counter())
        spans = []
        for label in self.text.split():
            if label not in known:
                logger.warning("covers: %r is not in book/coverage.yml", label, location=self.get_location())
                continue
            used[label] += 1  # an id may stand on a page once: later passages carry their number
            anchor = f"covers-{label}" + (f"-{used[label]}" if used[label] > 1 else "")
            spans.append(nodes.inline(classes=["covers"], ids=[anchor], covers=label))
        return spans, []


class Assignment(SphinxDirective):
    """```{assignment} lookup```: the chapter's notebooks, its assignment and its pages, as downloads."""

    required_arguments = 1
    option_spec = {"time": directives.unchanged_required}

    def run(self):
        topic, root = self.arguments[0], Path(self.env.app.srcdir)
        try:
            path = course_notebooks.exercise_path(root, topic)
            total = course_notebooks.points(path)
        except ExtensionError as missing:
            raise self.error(f"assignment {topic}: {missing}") from missing
        self.env.note_dependency(str(path))
        time = f", about {self.options['time']}" if "time" in self.options else ""
        base = "../" * self.env.docname.count("/") + course_notebooks.FOLDER
        pages = course_pages.chapters_of(self.env.app).get(topic, [])
        items = [
            _download(
                base,
                course_notebooks.assignment_file(topic),
                "Assignment notebook",
                f"{total:g} points{time}",
            ),
            *(
                _download(base, course_notebooks.page_file(page), _notebook_title(pages, number))
                for number, page in enumerate(pages, 1)
            ),
        ]
        lines = [f"<li>{item}</li>" for item in items]
        html = f'<ul class="course-assignment">\n{chr(10).join(lines)}\n</ul>\n<p>Each {RUNS_ALONE}.</p>\n'
        return [nodes.raw("", html, format="html")]


RUNS_ALONE = "runs on its own, with NumPy, PyTorch and matplotlib"


def _notebook_title(pages: list[str], number: int) -> str:
    if len(pages) == 1:
        return "This chapter as a notebook"
    return f"Page {number} of this chapter as a notebook"


def _download(base: str, name: str, title: str, note: str = "") -> str:
    """The link to a notebook of the site, with what it is and where else it opens."""
    link = f'<a href="{base}/{name}" download>{title}<span class="visually-hidden">: {name}</span></a>'
    return f"{link}{f' ({escape(note)})' if note else ''}{_launch(name)}"


def add_download(app, pagename, templatename, context, doctree) -> None:
    """The foot of each page of a chapter of several: itself as a notebook, unless it lists them all."""
    pages = course_pages.chapters_of(app).get(course_pages.topic_of(pagename), [])
    if len(pages) == 1 or pagename not in pages or 'class="course-assignment"' in context["body"]:
        return
    base = "../" * pagename.count("/") + course_notebooks.FOLDER
    link = _download(base, course_notebooks.page_file(pagename), "This page as a notebook", RUNS_ALONE)
    context["body"] += f'<p class="course-notebook">{link}</p>\n'


# Where published notebooks can be opened, and the variable that holds the address before their name.
LAUNCHERS = {"Colab": "BOOK_COLAB_URL", "Binder": "BOOK_BINDER_URL", "JupyterHub": "BOOK_JUPYTERHUB_URL"}


def _launch(name: str) -> str:
    """Links that open a published notebook, for each place whose address is known."""
    links = []
    for place, variable in LAUNCHERS.items():
        base = os.environ.get(variable, "").rstrip("/")
        if base:
            links.append(f', <a href="{escape(base)}/{name}">open {name} in {place}</a>')
    return "".join(links)


# ------------------------------------------------------------------ the site


def set_up(app, config) -> None:
    """Key the execution cache, add the pieces, and the links whose addresses are given."""
    root = Path(app.srcdir)
    course_execute.set_environment(root)
    config.nb_execution_cache_path = str(course_execute.cache_folder(root))
    for path in sorted((root / "book" / "_static" / "pieces").glob("*.js")):
        app.add_js_file(f"pieces/{path.name}", loading_method="defer")
    options = config.html_theme_options
    repository = os.environ.get("BOOK_REPOSITORY_URL", "").rstrip("/")
    if repository:
        options.update(
            repository_url=repository,
            repository_branch=os.environ.get("BOOK_REPOSITORY_BRANCH", "main"),
            path_to_docs="",
            use_repository_button=True,
            use_issues_button=True,
            use_edit_page_button=True,
        )


def prepare(app) -> None:
    if app.builder.format != "html":
        return
    # TeX inside a cell's HTML output needs MathJax on pages where Sphinx sees no math.
    app.set_html_assets_policy("always")
    course_lighten.copy_mathjax(app)
    for name in SCRIPTS:
        shutil.copyfile(HERE / name, Path(app.outdir) / "_static" / name)


def execute_pages(app, env, docnames) -> None:
    """Execute what is stale before any page is read; one failing cell stops the build."""
    jobs = int(os.environ.get("BOOK_JOBS") or min(4, len(os.sched_getaffinity(0))))
    failed = course_execute.execute_stale(app, list(docnames), jobs, lambda line: print(line, flush=True))
    if failed:
        raise ExtensionError("\n\n".join(failed))


def finish(app, exception) -> None:
    if exception is not None or app.builder.format != "html":
        return
    course_notebooks.write_notebooks(app)
    course_execute.write_executed(app, Path(app.outdir).parent / "executed")
    course_pages.lead_on(app)
    page = f"{app.config.root_doc}.html"
    text = INDEX.format(title=escape(app.config.html_title), page=page)
    (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")
    course_lighten.lighten(Path(app.outdir))


def setup(app) -> dict:
    app.add_role("covers", Covers())
    app.add_role("reading-time", course_reading.ReadingTime())
    app.add_directive("assignment", Assignment)
    for name in ("course.js", "progress.js", "repairs.js", "page/reading.js"):
        app.add_js_file(name, loading_method="defer")
    for name in SCRIPTS:
        app.add_js_file(name, loading_method="defer")
    course_cover.setup(app)
    app.connect("config-inited", set_up)
    app.connect("builder-inited", prepare)
    # After every other handler: sphinx_external_toc may still change the list of pages.
    app.connect("env-before-read-docs", execute_pages, priority=900)
    app.connect("html-page-context", course_lighten.drop_unused_pieces, priority=900)
    app.connect("html-page-context", add_download)
    app.connect("build-finished", finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
