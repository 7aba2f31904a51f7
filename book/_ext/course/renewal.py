"""The built book in memory, of which single pages are read and written again: what `book/watch.py` shows.

It starts from what Sphinx has read in the last `make book`, and from the site that this made, which it never
touches. A page is written into a folder of its own, and finished there as a build finishes its whole site.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import re
import shutil
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import cast

from bs4 import BeautifulSoup
from docutils import nodes
from jupyter_book.config import get_final_config
from jupyter_cache import get_cache
from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import CONFIG_OK
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx_external_toc.collectors import TocTreeCollectorWithStyles

from . import check, execute, figures, lighten, notebooks, pages

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class OtherSettings(Exception):
    """What was read is of other settings than those of now; the message says what to do."""


class Book:
    """Sphinx with every page of the built book in memory; renews a page at a time, in the folder `new`."""

    def __init__(self, root: Path, settings: dict, work: Path, site: Path):
        """Open a book with what build.py sets besides _config.yml; `work` holds what was read, in `read`."""
        self.root, self.work, self.site, self.new = root, work, site, work / "html"
        self._kept = work / "read" / ENV_PICKLE_FILENAME
        self._said = io.StringIO()
        self._patches = ExitStack()  # of docutils, for as long as the book is open
        self._patches.enter_context(patch_docutils())
        self._patches.enter_context(docutils_namespace())
        config, _ = get_final_config(
            user_yaml=self.root / "_config.yml",
            cli_config=settings,
            sourcedir=self.root,
            use_external_toc=True,
        )
        self.app = Sphinx(
            srcdir=self.root,
            confdir=None,
            outdir=self.work / "made",
            doctreedir=self.work / "read",
            buildername="html",
            confoverrides=config,
            status=None,
            warning=self._said,
        )
        if self.app.env.config_status != CONFIG_OK:
            raise OtherSettings("what `make book` has read is of other settings; run it again")
        self.app.env.find_files(self.app.config, self.app.builder)
        self._builder = cast(StandaloneHTMLBuilder, self.app.builder)
        self._builder.search = False  # prepares no index: that of the search stays as it was
        self._builder.prepare_writing(set(self.app.env.found_docs))
        self._builder.search = True
        self._first_cells = notebooks.FirstCells(self.root)
        self._doctrees: dict[str, nodes.document] = {}
        self._number("")
        gc.freeze()  # or each collection of garbage goes through the whole book

    def stale(self) -> list[str]:
        """List the pages that were saved after they were last read."""
        env = self.app.env
        saved = {name: os.stat(env.doc2path(name)).st_mtime_ns // 1000 for name in env.found_docs}
        return sorted(name for name, when in saved.items() if when > env.all_docs.get(name, 0))

    def users(self, path: Path) -> list[str]:
        """List the pages that show a file, a drawing for instance."""
        shown = self.app.env.dependencies.items()  # by their paths, some of them below the root
        return sorted(page for page, files in shown if path in {self.root / file for file in files})

    def renew(self, name: str) -> tuple[bool, list[str]]:
        """Read and write a page again; return whether that could be done, and what is wrong with the page.

        If it could not, the page and all that is known of the book are as before.
        """
        self._said.seek(0)
        self._said.truncate()
        try:
            self._read(name)
            self._write(name)
            problems = self._finish(name)
        except Exception as error:  # noqa: BLE001 - whatever an author's page makes Sphinx do is told, not the end
            problems = [f"{type(error).__name__}: {error}"]
            if not type(error).__module__.startswith("sphinx"):
                problems += traceback.format_tb(error.__traceback__)[-2:]
            self._restore()
            return False, self._warnings() + problems
        return True, self._warnings() + problems

    def _restore(self) -> None:
        """Take the environment that was kept last: of a page that fails, a part is gone from this one."""
        with self._kept.open("rb") as file:
            env = pickle.load(file)
        env.setup(self.app)
        # What extensions have set at the start, on the environment and on its domains, is not stored with it.
        before = self.app.env
        for old, new in [(before, env), *((before.domains[name], env.domains[name]) for name in env.domains)]:
            vars(new).update({key: value for key, value in vars(old).items() if key not in vars(new)})
        self.app.env = env
        self._builder.env = env
        self.app.registry.publishers.clear()  # they hold the earlier one
        env.find_files(self.app.config, self._builder)

    def _warnings(self) -> list[str]:
        return [line for line in _COLOUR.sub("", self._said.getvalue()).splitlines() if line]

    def keep(self) -> None:
        """Store what was read, for the next start and for the time after a page that is broken."""
        with self._kept.open("wb") as file:
            pickle.dump(self.app.env, file, pickle.HIGHEST_PROTOCOL)

    def _read(self, name: str) -> None:
        app, env = self.app, self.app.env
        app.events.emit("env-before-read-docs", env, [name])  # runs the cells, if code has changed
        app.events.emit("env-purge-doc", env, name)
        env.clear_doc(name)
        app.builder.read_doc(name)
        app.events.emit("env-updated", env)
        self._number(name)

    def _number(self, name: str) -> None:
        """Number sections, figures, theorems and equations, which goes through the doctrees of every page."""
        env = self.app.env
        read = env.get_doctree  # reading them all takes longer than all the rest of a page
        self._doctrees.pop(name, None)
        env._pickled_doctree_cache.pop(name, None)
        for listener in self.app.events.listeners["env-get-updated"]:
            collector = getattr(listener.handler, "__self__", None)
            if isinstance(collector, TocTreeCollectorWithStyles):
                type(collector).__init__(collector)  # it goes on counting chapters where it stopped before

        def kept(page: str):
            if page not in self._doctrees:
                self._doctrees[page] = read(page)
            return self._doctrees[page]

        vars(env)["get_doctree"] = kept
        try:
            list(env.check_dependents(self.app, {name}))
        finally:
            del vars(env)["get_doctree"]

    def _write(self, name: str) -> None:
        builder = self._builder
        shutil.rmtree(self.work / "made", ignore_errors=True)
        builder.images.clear()
        with logging.pending_warnings():
            doctree = self.app.env.get_and_resolve_doctree(name, builder)
            builder.write_doc_serialized(name, doctree)
            builder.write_doc(name, doctree)
        builder.copy_image_files()

    def _finish(self, name: str) -> list[str]:
        """Do with one page what a build does with its finished site, and put it in place."""
        problems: list[str] = []
        made = self.work / "made"
        path = made / f"{name}.html"
        html = lighten.light_page(figures.inline_figures(path.read_text(encoding="utf-8"), path.parent))
        for topic, (first, *others) in pages.chapters_of(self.app).items():
            if name == first and others:
                later = {other: self.file(f"{other}.html").read_text(encoding="utf-8") for other in others}
                html = pages.leading_on(html, topic, later)
            if name in (first, *others):
                try:
                    notebooks.write_notebook(self.app, name, self._first_cells)
                except ExtensionError as error:  # which fails a build, but can wait while one writes
                    problems.append(str(error))
        path.write_text(html, encoding="utf-8")
        cache = get_cache(self.app.config.nb_execution_cache_path)
        notebook = execute.executed(self.app, name, cache)
        if notebook:
            problems += check.check_page(name, notebook, BeautifulSoup(html, "html.parser"))
        for file in [*made.glob("_images/*"), *made.glob("notebooks/*"), path]:
            target = self.new / file.relative_to(made)
            target.parent.mkdir(parents=True, exist_ok=True)
            file.replace(target)
        return problems

    def file(self, name: str) -> Path:
        """Find what to serve under a name: a renewed one, a style sheet as it is now, or the built one."""
        layers = [self.new, self.root / "book" if name.startswith("_static/") else self.new, self.site]
        return next((layer / name for layer in layers if (layer / name).is_file()), self.site / name)
