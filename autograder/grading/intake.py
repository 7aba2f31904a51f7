"""From a submitted notebook to the steps that are graded.

Locked cells come from the source, whatever the submission holds in their place. The
student's own cells (solution cells, and any they added, split or copied) run in the order
in which they stand. Whatever is odd is named in a note and handled; nothing here runs
student code, and nothing in a submission can make it raise.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from autograder import messages
from autograder.cells import tags
from autograder.checks.framework import checking
from autograder.execution.budget import kept_notes
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.results import Verdict

MAX_BYTES = 20_000_000


class Unreadable(Exception):
    """The submission cannot be read as a notebook; the text says why, in words."""


class Missing(Unreadable):
    """There is no notebook of the name that is asked for."""


@dataclass
class _Cell:
    source: str
    grade_id: str
    code: bool


def rebuild(source: dict, folder: Path, student: str, topic: str) -> Script:
    """The script of the submission in `folder`, against the assignment's source notebook."""
    notes: list[str] = []
    try:
        notebook = _read(_find(folder, topic, notes))
        cells = _cells(notebook, notes)
    except Unreadable as error:
        verdict: Verdict = "missing" if isinstance(error, Missing) else "invalid"
        return Script(student, topic, [], kept_notes(notes), str(error), verdict)
    steps = _merge(_source_cells(source), cells, notes)
    return Script(student, topic, steps, kept_notes(notes))


def _find(folder: Path, topic: str, notes) -> Path:
    path = folder / f"{topic}.ipynb"
    if folder.parent.is_symlink() or folder.is_symlink() or path.is_symlink():
        raise Unreadable(messages.LINK)
    found = notebook_in(folder, topic)
    if found is None:
        raise Missing(messages.no_notebook(path.name))
    if found != path:
        notes.append(messages.other_name(found.name, path.name))
    return found


def notebook_in(folder: Path, topic: str) -> Path | None:
    """The notebook of a submission's folder: of the topic's name, or the only one; None if it is neither.

    One of the topic's name is taken even if it is a link, which is then refused.
    """
    path = folder / f"{topic}.ipynb"
    if path.is_file() or path.is_symlink():
        return path
    others = sorted(p for p in folder.glob("*.ipynb") if p.is_file() and not p.is_symlink())
    return others[0] if len(others) == 1 else None


def _read(path: Path) -> dict:
    size = os.path.getsize(path)
    if size == 0:
        raise Unreadable(messages.EMPTY)
    if size > MAX_BYTES:
        raise Unreadable(messages.too_large(size, MAX_BYTES))
    try:
        notebook = json.loads(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unreadable(messages.NOT_UTF8) from None
    except (ValueError, RecursionError):
        raise Unreadable(messages.NOT_JSON) from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise Unreadable(messages.NO_CELLS)
    return notebook


def _cells(notebook: dict, notes) -> list[_Cell]:
    """The cells of a submission, read without trust in their types."""
    language = _language(notebook.get("metadata"))
    if language not in ("python", "ipython"):
        notes.append(messages.other_language(language))
    cells = []
    for cell in notebook["cells"]:
        if not isinstance(cell, dict):
            notes.append(messages.NOT_A_CELL)
            continue
        source = cell.get("source", "")
        if isinstance(source, list):
            source = "".join(s for s in source if isinstance(s, str))
        if not isinstance(source, str):
            notes.append(messages.NOT_TEXT)
            continue
        cells.append(_Cell(source, tags(cell).grade_id, cell.get("cell_type") == "code"))
    return cells


def _language(metadata) -> str:
    for key, name in (("kernelspec", "language"), ("language_info", "name")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return part[name].lower()
    return "python"


def _source_cells(source: dict) -> list[tuple[str, _Cell]]:
    """(role, cell) of the assignment's code cells: "check", "solution" or "given".

    On disk a source is a list of lines or a string; joining either gives the text.
    """
    found = [(tags(cell), cell["source"]) for cell in source["cells"] if cell["cell_type"] == "code"]
    return [(said.role, _Cell("".join(text), said.grade_id, True)) for said, text in found]


def _merge(source, submitted, notes) -> list:
    """Steps in the submission's order, with the source's locked cells in their places."""
    role = {cell.grade_id: role for role, cell in source if cell.grade_id}
    text = {cell.grade_id: cell.source for _, cell in source if cell.grade_id}
    order = [cell.grade_id for _, cell in source if cell.grade_id]
    placed: list[tuple[str, object]] = []  # (grade_id or "", step)
    seen: set[str] = set()
    for cell in submitted:
        known = role.get(cell.grade_id)
        if not cell.code:
            if known == "solution":
                notes.append(messages.not_code(cell.grade_id))
            continue
        if known in ("check", "given"):
            if cell.grade_id in seen:
                notes.append(messages.locked_twice(cell.grade_id))
                continue
            if known == "given" and cell.source.strip() != text[cell.grade_id].strip():
                notes.append(messages.locked_changed(cell.grade_id))
            seen.add(cell.grade_id)
            placed.append((cell.grade_id, _locked(cell.grade_id, role, text)))
        elif known == "solution" and cell.grade_id not in seen:
            seen.add(cell.grade_id)
            placed.append((cell.grade_id, CodeStep(cell.source, "solution", cell.grade_id)))
        elif cell.source.strip():
            if known == "solution":
                notes.append(messages.solution_twice(cell.grade_id))
            elif cell.grade_id:
                notes.append(messages.unknown_name(cell.grade_id))
            placed.append(("", CodeStep(cell.source, "added")))
    for index, grade_id in enumerate(order):
        if grade_id not in seen:
            _restore(grade_id, index, order, role, text, placed, notes)
    return [step for _, step in _checks_after_solutions(placed, notes)]


def _locked(grade_id, role, text):
    if role[grade_id] == "check":
        return CheckStep(grade_id.removeprefix(checking.CELL))
    return CodeStep(text[grade_id], "given", grade_id)


def _restore(grade_id, index, order, role, text, placed, notes):
    """Put a deleted locked cell back: a given cell early, a check as late as its place allows."""
    here = {g: n for n, (g, _) in enumerate(placed) if g}
    if role[grade_id] == "solution":
        notes.append(messages.solution_missing(grade_id))
        return
    notes.append(messages.locked_missing(grade_id))
    if role[grade_id] == "check":
        later = [here[g] for g in order[index + 1 :] if g in here and role[g] != "given"]
        where = min(later, default=len(placed))
    else:
        where = max((here[g] + 1 for g in order[:index] if g in here), default=0)
    placed.insert(where, (grade_id, _locked(grade_id, role, text)))


def _checks_after_solutions(placed, notes):
    """A check that was moved above its solution cell comes right after it."""
    result = list(placed)
    for grade_id, step in placed:
        if not isinstance(step, CheckStep):
            continue
        at = result.index((grade_id, step))
        solution = next((n for n, (g, _) in enumerate(result) if g == step.function), -1)
        if solution > at:
            notes.append(messages.locked_moved(grade_id, step.function))
            result.insert(solution, result.pop(at))
    return result
