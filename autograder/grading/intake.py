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
        raise Unreadable("the submission is a symbolic link; hand in the notebook itself")
    if path.is_file():
        return path
    others = sorted(p for p in folder.glob("*.ipynb") if p.is_file() and not p.is_symlink())
    if len(others) == 1:
        notes.append(f"The notebook is named {others[0].name}; {path.name} was expected.")
        return others[0]
    raise Missing(f"the submission holds no notebook {path.name}")


def _read(path: Path) -> dict:
    size = os.path.getsize(path)
    if size == 0:
        raise Unreadable("the notebook is an empty file")
    if size > MAX_BYTES:
        raise Unreadable(
            f"the notebook is {size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB "
            "are read (clear its outputs and hand it in again)"
        )
    try:
        notebook = json.loads(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unreadable("the notebook is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise Unreadable("the notebook is not valid JSON") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise Unreadable("the file is not a notebook of format 4 (it has no list of cells)")
    return notebook


def _cells(notebook: dict, notes) -> list[_Cell]:
    """The cells of a submission, read without trust in their types."""
    language = _language(notebook.get("metadata"))
    if language not in ("python", "ipython"):
        notes.append(f"The notebook names the language {language[:40]!r}; it was run as Python.")
    cells = []
    for cell in notebook["cells"]:
        if not isinstance(cell, dict):
            notes.append("A cell that is not a cell was left out.")
            continue
        source = cell.get("source", "")
        if isinstance(source, list):
            source = "".join(s for s in source if isinstance(s, str))
        if not isinstance(source, str):
            notes.append("A cell whose source is not text was left out.")
            continue
        grade = cell.get("metadata")
        grade = grade.get("nbgrader") if isinstance(grade, dict) else None
        grade_id = grade.get("grade_id") if isinstance(grade, dict) else None
        grade_id = grade_id if isinstance(grade_id, str) else ""
        cells.append(_Cell(source, grade_id, cell.get("cell_type") == "code"))
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
    found = []
    for cell in source["cells"]:
        if cell["cell_type"] != "code":
            continue
        grade = cell["metadata"].get("nbgrader", {})
        grade_id = grade.get("grade_id", "")
        role = (
            "check"
            if grade.get("grade") and not grade.get("solution")
            else ("solution" if grade.get("solution") else "given")
        )
        found.append((role, _Cell("".join(cell["source"]), grade_id, True)))
    return found


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
                notes.append(f"The cell `{cell.grade_id}` is not a code cell any more, so it did not run.")
            continue
        if known in ("check", "given"):
            if cell.grade_id in seen:
                notes.append(f"The locked cell `{cell.grade_id}` appears twice; once is enough.")
                continue
            if known == "given" and cell.source.strip() != text[cell.grade_id].strip():
                notes.append(f"The locked cell `{cell.grade_id}` was changed; the original was used.")
            seen.add(cell.grade_id)
            placed.append((cell.grade_id, _locked(cell.grade_id, role, text)))
        elif known == "solution" and cell.grade_id not in seen:
            seen.add(cell.grade_id)
            placed.append((cell.grade_id, CodeStep(cell.source, "solution", cell.grade_id)))
        elif cell.source.strip():
            if known == "solution":
                notes.append(f"The cell `{cell.grade_id}` appears twice; both ran, in order.")
            elif cell.grade_id:
                notes.append(f"A cell has the unknown name `{cell.grade_id[:60]}`; it ran where it stands.")
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
        notes.append(f"The cell `{grade_id}` is missing.")
        return
    notes.append(f"The locked cell `{grade_id}` is missing; it was put back.")
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
            notes.append(f"The locked cell `{grade_id}` stood above `{step.function}`; it ran after it.")
            result.insert(solution, result.pop(at))
    return result
