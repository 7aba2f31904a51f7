"""Is the finished site whole? Every page of the table of contents, every output of its cells.

Sphinx calls a build a success when a page came out without its outputs; this looks again, at
the HTML itself, and compares it with the executed notebooks.
"""

from __future__ import annotations

import re
from pathlib import Path

GLUE = "application/papermill.record/"


def toc_pages(toc: dict | list) -> list[str]:
    """List the pages that a parsed _toc.yml names, without suffix, in order."""
    if isinstance(toc, list):
        return [page for child in toc for page in toc_pages(child)]
    if not isinstance(toc, dict):
        return []
    here = [re.sub(r"\.(md|ipynb)$", "", toc[key]) for key in ("root", "file") if key in toc]
    return here + [page for child in toc.values() if isinstance(child, list) for page in toc_pages(child)]


def check_site(site: Path, executed: Path, pages: list[str]) -> list[str]:
    """List what is missing in `site`, a sentence each; `executed` holds the pages' executed notebooks."""
    import nbformat  # here, since it takes a second that a build with nothing to do need not spend
    from bs4 import BeautifulSoup, SoupStrainer

    # All else of a page is not kept: that takes half the time. A strainer sees all classes as one text.
    cells = SoupStrainer("div", class_=re.compile(r"(?:^|\s)cell(?:\s|$)"))
    problems = []
    for page in pages:
        path = site / f"{page}.html"
        if not path.is_file():
            problems.append(f"{page}: the page of _toc.yml was not built ({path.name} is missing)")
            continue
        notebook = executed / f"{page}.ipynb"
        if notebook.is_file():
            soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser", parse_only=cells)
            problems += check_page(page, nbformat.read(notebook, as_version=4), soup)
    if not (site / "index.html").is_file():
        problems.append("index.html is missing")
    return problems


def check_page(page: str, notebook, soup) -> list[str]:
    """Compare the cells of one executed notebook with the cells of its page."""
    problems = []
    shown = soup.select("div.cell")
    expected = [
        (i, cell) for i, cell in enumerate(_code_cells(notebook), 1) if "remove-cell" not in tags(cell)
    ]
    if len(shown) != len(expected):
        return [f"{page}: the page shows {len(shown)} code cells, the chapter has {len(expected)}"]
    for (number, cell), div in zip(expected, shown, strict=True):
        where = f"{page}: code cell {number} ({_first_line(cell)})"
        if cell.execution_count is None and "skip-execution" not in tags(cell):
            problems.append(f"{where} was not executed")
        problems += [f"{where} {text}" for text in _missing_results(cell)]
        if _visible(cell) and not _has_output(div):
            problems.append(f"{where} has an output, and the page does not show it")
    return problems


def tags(cell) -> list[str]:
    return cell.metadata.get("tags", [])


def _code_cells(notebook) -> list:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _first_line(cell) -> str:
    line = next((line.strip() for line in cell.source.splitlines() if line.strip()), "empty")
    return line if len(line) < 60 else line[:57] + "..."


def _mime_types(output) -> list[str]:
    return [name for name in output.get("data", {}) if not name.startswith(GLUE)]


def _visible(cell) -> bool:
    """Return whether the executed cell holds anything that a page shows."""
    if "remove-output" in tags(cell):
        return False
    for output in cell.outputs:
        if output.output_type == "stream" and output.text.strip():
            # _config.yml removes stderr from pages, with a warning that fails the build.
            if output.name == "stdout":
                return True
        elif output.output_type == "error" or _mime_types(output):
            return True
    return False


def _missing_results(cell) -> list[str]:
    """List the outputs that a cell's own source promises and its outputs lack."""
    found = [name for output in cell.outputs for name in _mime_types(output)]
    missing = []
    if {"image", "figure"} & set(cell.metadata.get("mystnb", {})) and not any(
        n.startswith("image/") for n in found
    ):
        missing.append("has alt text or a caption, but drew no figure")
    if re.search(r"^\s*wb\.(quiz|quiz_number|piece)\(", cell.source, re.M) and "text/html" not in found:
        missing.append("calls wb.quiz or wb.piece, but shows nothing (it must be the cell's last expression)")
    return missing


def _has_output(div) -> bool:
    """Return whether there is something inside the cell's output box."""
    box = div.select_one(".cell_output")
    if box is None:
        return False
    return (
        bool(box.get_text(strip=True))
        or box.find(["img", "svg", "object", "canvas", "table", "script"]) is not None
    )
