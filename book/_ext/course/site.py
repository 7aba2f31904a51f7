"""The site around the pages: its settings, scripts and execution, and what is done when it is written."""

from __future__ import annotations

import os
import shutil
from html import escape
from pathlib import Path

from sphinx.errors import ExtensionError

from . import cover, execute, lighten, notebooks, pages

SCRIPT = "math.js"  # beside this file, copied into every site
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


def set_up(app, config) -> None:
    """Key the execution cache, add the pieces, and the links whose addresses are given."""
    root = Path(app.srcdir)
    execute.set_environment(root)
    config.nb_execution_cache_path = str(execute.cache_folder(root))
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
    lighten.copy_mathjax(app)
    shutil.copyfile(Path(__file__).with_name(SCRIPT), Path(app.outdir) / "_static" / SCRIPT)


def jobs() -> int:
    """Return how many pages are executed or written at once."""
    return int(os.environ.get("BOOK_JOBS") or min(4, len(os.sched_getaffinity(0))))


def execute_pages(app, env, docnames) -> None:
    """Execute what is stale before any page is read; one failing cell stops the build."""
    ahead = cover.ahead(app, docnames)
    failed = execute.execute_stale(app, list(docnames), jobs(), lambda line: print(line, flush=True), ahead)
    if failed:
        raise ExtensionError("\n\n".join(failed))


def write_on_all_cores(app, env) -> None:
    """Let Sphinx write the pages of a whole book in several processes.

    It reads them in one: not all extensions say that they may be read in several.
    """
    if app.fresh_env_used:
        app.parallel = jobs() + 1  # one of them starts the others


def finish(app, exception) -> None:
    if exception is not None or app.builder.format != "html":
        return
    notebooks.write_notebooks(app)
    execute.write_executed(app, Path(app.outdir).parent / "executed")
    pages.lead_on(app)
    page = f"{app.config.root_doc}.html"
    text = INDEX.format(title=escape(app.config.html_title), page=page)
    (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")
    lighten.lighten(Path(app.outdir))


def setup(app) -> None:
    """Add the scripts of every page, and what happens before the first page is read and after the last."""
    for name in ("course.js", "progress.js", "repairs.js", "page/reading.js", SCRIPT):
        app.add_js_file(name, loading_method="defer")
    app.connect("config-inited", set_up)
    app.connect("builder-inited", prepare)
    # After every other handler: sphinx_external_toc may still change the list of pages.
    app.connect("env-before-read-docs", execute_pages, priority=900)
    app.connect("env-updated", write_on_all_cores)
    app.connect("html-page-context", lighten.drop_unused_pieces, priority=900)
    app.connect("build-finished", finish, priority=900)
