"""The notebooks of a chapter: each of its pages, able to run on its own, and its assignment."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from posixpath import dirname, join, normpath

import nbformat
from sphinx.errors import ExtensionError

from . import device_views, drawings, numbers
from .bibliography import Bibliography
from .execute import load
from .markdown import Book, convert
from .pages import CHAPTERS, chapters_of
from .reading import of_page

FOLDER = "notebooks"  # inside the site
HELPER_NOTE = (
    "The next cell carries the helper that draws this notebook's quizzes and interactive pieces. Run it "
    "first; it needs nothing. The cells below need NumPy, PyTorch and matplotlib."
)
HINT = "run `python -m autograder release`"


def exercise_path(root: Path, topic: str) -> Path:
    """Find the student edition of a topic's assignment; an error says how to make it."""
    path = root / "exercises" / topic / f"{topic}.ipynb"
    if not path.is_file():
        raise ExtensionError(f"exercises/{topic}/{topic}.ipynb is missing: {HINT}")
    return path


def points(path: Path) -> float:
    """Sum the nbgrader points of a student notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    total = sum(cell["metadata"].get("nbgrader", {}).get("points") or 0 for cell in cells)
    if not total:
        raise ExtensionError(f"{path.name}: no cell carries nbgrader points; {HINT}")
    return total


def assignment_file(topic: str) -> str:
    return f"{topic}-assignment.ipynb"


def page_file(docname: str) -> str:
    """Name the notebook of a chapter's page: `lookup.ipynb` for the first, else `lookup-gather.ipynb`."""
    return f"{docname.removeprefix(CHAPTERS).replace('/', '-')}.ipynb"


def write_notebooks(app) -> None:
    """Write the notebook of every page of a chapter, and `<topic>-assignment.ipynb`, into the site."""
    root, folder = Path(app.srcdir), Path(app.outdir) / FOLDER
    found = chapters_of(app)
    if not found:
        return
    folder.mkdir(exist_ok=True)
    first_cells = FirstCells(root)
    written = {assignment_file(topic): "an assignment" for topic in found}
    for topic, pages in found.items():
        shutil.copyfile(exercise_path(root, topic), folder / assignment_file(topic))
        for docname in pages:
            other = written.setdefault(page_file(docname), docname)
            if other != docname:
                raise ExtensionError(
                    f"{docname}: {other} has the notebook {page_file(docname)}; use another name"
                )
            write_notebook(app, docname, first_cells)


def write_notebook(app, docname: str, first_cells: FirstCells) -> None:
    """Write the notebook of one page of a chapter into the site."""
    path = Path(app.outdir) / FOLDER / page_file(docname)
    path.parent.mkdir(exist_ok=True)
    notebook = standalone_notebook(app, docname, first_cells)
    # sort_keys and a final newline: the same page gives the same bytes.
    text = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8")


class FirstCells:
    """The cells that make `import workbench` work, from the workbench of this book; see there."""

    def __init__(self, root: Path):
        self._workbench = load(root / "book" / "workbench.py")
        self._made: dict[tuple[str, ...], str] = {}

    def of(self, source: str) -> str:
        """Return the cell for a notebook of this code: it carries the long files that the code reads."""
        long = tuple(name for name, call in self._workbench.LONG.items() if call in source)
        if long not in self._made:
            self._made[long] = self._workbench.standalone_source(long)
        return self._made[long]


def standalone_notebook(app, docname: str, first_cells: FirstCells) -> dict:
    """Rewrite an executed page of a chapter as a notebook without outputs, in plain Markdown."""
    executed = Path(app.env.mystnb_config.output_folder, docname)
    source = nbformat.read(executed.with_name(executed.name + ".ipynb"), as_version=4)
    glue_file = executed.with_name(executed.name + ".glue.json")
    glued = json.loads(glue_file.read_text(encoding="utf-8")) if glue_file.is_file() else {}
    book = page_of(app, docname, glued)
    cells = []
    for cell in source.cells:
        if cell.cell_type == "markdown":
            text = convert(cell.source, book)
            if text.strip():
                cells.append(_cell("markdown", text))
        elif cell.cell_type == "code" and numbers.TAG not in cell.metadata.get("tags", []):
            cells.append(
                _cell(
                    "code",
                    cell.source,
                    hidden=bool({"hide-input", "remove-input"} & set(cell.metadata.get("tags", []))),
                )
            )
            figure = cell.metadata.get("mystnb", {}).get("figure", {})
            if figure.get("caption"):
                name = f"**{book.reference(figure['name'])}.** " if figure.get("name") else ""
                cells.append(_cell("markdown", name + convert(figure["caption"], book)))
    first_cell = first_cells.of("\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code"))
    # The helper comes after the title, where a reader expects the first code.
    cells[1:1] = [_cell("markdown", HELPER_NOTE), _cell("code", first_cell, hidden=True)]
    if book.cited:
        entries = Bibliography(Path(app.srcdir) / "book" / "references.bib")
        lines = [f"- {entries.reference(key)}" for key in sorted(set(book.cited))]
        cells.append(_cell("markdown", "\n".join(["## References", "", *lines])))
    stem = page_file(docname).removesuffix(".ipynb")
    for index, cell in enumerate(cells):
        cell["id"] = hashlib.sha256(f"{stem}\0{index}\0{cell['source']}".encode()).hexdigest()[:12]
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    nbformat.validate(notebook)
    return notebook


def _cell(kind: str, source: str, hidden: bool = False) -> dict:
    cell: dict = {"cell_type": kind, "metadata": {}, "source": source}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
        if hidden:  # JupyterLab folds it, as the page does
            cell["metadata"]["jupyter"] = {"source_hidden": True}
    return cell


def page_of(app, docname: str, glued: dict) -> Book:
    """Collect what `convert` needs to know, answered from Sphinx's environment."""
    from myst_nb.core.variables import format_plain_text

    env = app.env
    entries = Bibliography(Path(app.srcdir) / "book" / "references.bib")
    where = f"{docname}.md"

    def number(text: str) -> str:
        name, _, spec = text.partition(":")
        if name not in glued:
            raise ExtensionError(f"{where}: no cell gives the number {name!r}")
        return format_plain_text(glued[name]["data"]["text/plain"], spec or "s")

    def title(target: str) -> str:
        name = normpath(join(dirname(docname), target)) if not target.startswith("/") else target[1:]
        if name not in env.titles:
            raise ExtensionError(f"{where}: {{doc}} names {target!r}, a page that is not in the book")
        return env.titles[name].astext()

    def cite(keys: str, textual: bool) -> str:
        try:
            text = entries.cite(keys, textual)
        except KeyError as missing:
            raise ExtensionError(f"{where}: {missing.args[0]}") from missing
        book.cited.extend(key.strip() for key in keys.split(","))
        return text

    def numbered(label: str) -> str:
        return _numbered(env, where, label)[1]

    def reference(label: str) -> str:
        kind, text = _numbered(env, where, label)
        return f"{kind} {text}".strip()

    def assignment(topic: str, options: dict) -> str:
        total = points(exercise_path(Path(app.srcdir), topic))
        time = f", about {options['time']}" if options.get("time") else ""
        return f"The assignment is the notebook `{assignment_file(topic)}` ({total:g} points{time})."

    def devices(name: str) -> str:
        return device_views.markdown(Path(app.srcdir), name)

    def reading(target: str) -> str:
        return of_page(Path(app.srcdir), docname, target)

    def drawing(name: str) -> str:
        return drawings.data_address(Path(app.srcdir), name)

    book = Book(where, number, title, cite, reference, numbered, assignment, devices, reading, drawing)
    return book


def _numbered(env, where: str, label: str) -> tuple[str, str]:
    """Find kind and number of a labelled theorem, equation or figure; or a heading's title."""
    proof = getattr(env, "proof_list", {}).get(label)
    if proof:
        return proof["realtype"].capitalize(), _fignumber(env, proof["docname"], proof["countertype"], label)
    equations = env.get_domain("math").equations
    if label in equations:
        page, number = equations[label]
        if env.config.math_numfig and env.config.numfig:
            return "Equation", _fignumber(
                env, page, "displaymath", "equation-" + re.sub(r"[^\w]+", "-", label).lower()
            )
        return "Equation", str(number)
    standard = env.get_domain("std")
    if label in standard.anonlabels:
        page, target = standard.anonlabels[label]
        for kind in ("figure", "table", "code-block"):
            if target in env.toc_fignumbers.get(page, {}).get(kind, {}):
                return {"figure": "Figure", "table": "Table", "code-block": "Listing"}[kind], _fignumber(
                    env, page, kind, target
                )
        if label in standard.labels:
            return "", f"“{standard.labels[label][2]}”"
    raise ExtensionError(f"{where}: nothing in the book is labelled {label!r}")


def _fignumber(env, page: str, kind: str, target: str) -> str:
    try:
        return ".".join(map(str, env.toc_fignumbers[page][kind][target]))
    except KeyError:
        raise ExtensionError(f"{page}: {kind} {target!r} has no number") from None
