"""From a submitted notebook to the steps that are graded.

Locked cells come from the source, whatever the submission holds instead. The student's own cells (solution
cells, and any they added, split or copied) run in the order in which they stand. A cell that has lost its
name is recognized by its content. Anything odd is named in a note and handled; nothing here runs student
code, and no content of a submission can make it raise.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from autograder import messages
from autograder.cells import tags
from autograder.checks.checking import CELL, Suite
from autograder.execution.budget import kept_notes
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.grading import finding
from autograder.grading.reading import Cell, Notebook, Reader, Unreadable
from autograder.release.release import STUB
from autograder.release.solutions import HIDDEN
from autograder.results import Verdict

_NOT_WRITTEN = STUB.splitlines()[-1]  # the line that raises


@dataclass(frozen=True)
class Submission:
    """A submission that was read: the notebook, or why there is none, and the hashes of what was read."""

    contents: tuple[str, str]  # see `finding.HandedIn`
    notes: list[str]
    notebook: Notebook | Unreadable


def read(folder: Path, topic: str) -> Submission:
    """Read a submission once: its hashes are of what is graded. Raise `OSError` if the disk refuses."""
    reader = Reader()
    handed_in = finding.read(folder, topic, reader.feed)
    notes, notebook = [handed_in.note] if handed_in.note else [], handed_in.refused
    if isinstance(notebook, OSError):
        raise notebook
    try:
        return Submission(handed_in.contents, notes, notebook or reader.notebook())
    except Unreadable as error:
        return Submission(handed_in.contents, notes, error)


def rebuild(source: dict, folder: Path, student: str, suite: Suite) -> Script:
    """Return the script of the submission in `folder`, against the assignment's source notebook."""
    return script(source, read(folder, suite.topic), student, suite)


def script(source: dict, submission: Submission, student: str, suite: Suite) -> Script:
    """Return the script of a submission that was read."""
    notes, notebook = list(submission.notes), submission.notebook
    if isinstance(notebook, Unreadable):
        verdict: Verdict = "missing" if isinstance(notebook, finding.Missing) else "invalid"
        return Script(student, suite, [], kept_notes(notes), str(notebook), verdict)
    language = _about(notebook, ("kernelspec", "language"), ("language_info", "name")) or "python"
    if language not in ("python", "ipython"):
        notes.append(messages.other_language(language))
    cells = [cell for cell in notebook.cells if cell is not None]
    notes += [messages.NOT_A_CELL] * (len(notebook.cells) - len(cells))
    notes += [messages.NOT_TEXT for cell in cells if cell.source is None]
    merge = _Merge(source, [cell for cell in cells if cell.source is not None], notes)
    steps = merge.steps()
    python = _about(notebook, ("language_info", "version"))
    return Script(student, suite, steps, kept_notes(notes), absent=merge.absent, python=python)


def _about(notebook: Notebook, *places: tuple[str, str]) -> str:
    """Return the first text at these places of a notebook's metadata, in lower case; read without trust."""
    for key, name in places:
        part = notebook.metadata.get(key) if isinstance(notebook.metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return part[name].lower()
    return ""


def _source_cells(source: dict) -> list[tuple[str, Cell]]:
    """Return (role, cell) of the assignment's named code cells: "check", "solution" or "given".

    On disk a source is a list of lines or a string; joining either gives the text.
    """
    found = [(tags(cell), cell["source"]) for cell in source["cells"] if cell["cell_type"] == "code"]
    return [(said.role, Cell("".join(text), said.grade_id, True)) for said, text in found if said.grade_id]


class _Merge:
    """The submission's cells and the source's locked cells, merged.

    `absent` maps functions without a code cell to the message if they are defined nowhere else.
    """

    def __init__(self, source: dict, submitted: list[Cell], notes: list[str]):
        cells = _source_cells(source)
        self._role = {cell.grade_id: role for role, cell in cells}
        self._text = {cell.grade_id: cell.source or "" for _, cell in cells}
        self._order, self._notes = list(self._role), notes
        self.absent: dict[str, str] = {}
        names = {tags(cell).grade_id for cell in source["cells"]} - {""}
        self._nameless = bool(submitted) and not any(cell.grade_id in names for cell in submitted)
        if self._nameless:
            notes.append(messages.NAMES_LOST)
        asked = [cell.grade_id for cell in submitted if cell.grade_id.startswith(CELL)]
        gone = dict.fromkeys(name.removeprefix(CELL) for name in asked if name not in self._role)
        self._earlier = bool(gone)  # an edition of the assignment that asks for other functions
        if self._earlier:
            notes.append(messages.earlier_edition(list(gone)))
        self._submitted = self._named(submitted)

    def steps(self) -> list:
        """Return the steps in the submission's order, with the source's locked cells in their places."""
        placed: list[tuple[str, object]] = []  # (grade_id or "", step)
        times = Counter(cell.grade_id for cell in self._submitted if cell.code)
        seen: set[str] = set()
        for cell in self._submitted:
            name, source = cell.grade_id, cell.source or ""
            role, first = self._role.get(name), name not in seen
            if not cell.code:
                if role == "solution" and name not in times:
                    self._notes.append(messages.not_code(name))
                    self.absent[name] = ""
                continue
            seen.add(name)
            if role in ("check", "given"):
                if not first:
                    continue
                if times[name] > 1:
                    self._notes.append(messages.locked_again(name, times[name]))
                changed = source.strip() != self._text[name].strip()
                if role == "given" and changed and not self._earlier:
                    self._notes.append(messages.locked_changed(name))
                placed.append((name, self._locked(name)))
            elif role == "solution" and first:
                if times[name] > 1:
                    self._notes.append(self._again(name, times[name]))
                placed.append((name, CodeStep(source, "solution", name)))
            elif source.strip():
                if role != "solution" and name and not self._earlier:
                    self._notes.append(messages.unknown_name(name))
                placed.append(("", CodeStep(source, "added", name if role == "solution" else "")))
        for index, name in enumerate(self._order):
            if name not in seen:
                self._restore(name, index, placed)
        return [step for _, step in self._checks_after_solutions(placed)]

    def _named(self, submitted: list[Cell]) -> list[Cell]:
        """Return the submitted cells, with lost names restored where the content shows them."""
        there = {cell.grade_id for cell in submitted}
        found = list(submitted)
        lost = [n for n, cell in enumerate(found) if cell.code and cell.grade_id not in self._role]
        for name in self._order if lost else ():
            if name in there:
                continue
            is_it = self._recogniser(name)
            # The last definition counts.
            at = next((n for n in reversed(lost) if is_it(found[n].source or "")), None)
            if at is not None:
                lost.remove(at)
                found[at] = replace(found[at], grade_id=name)
                if self._role[name] == "solution" and not self._nameless:
                    self._notes.append(messages.recognised(name))
        return found

    def _recogniser(self, name: str):
        """Return a function that says whether a text is that of the cell of this name."""
        if self._role[name] == "solution":
            return re.compile(rf"^(?:(?:async +)?def|class) +{re.escape(name)}\b", re.MULTILINE).search
        # Students have only the part of a cell above its hidden tests.
        text = self._text[name].partition(f"### {HIDDEN[0]}")[0].strip()
        return lambda source: source.strip() == text

    def _again(self, name: str, times: int) -> str:
        """Return the note on a solution cell that appears repeatedly: copied, split, or handed out again."""
        texts = [c.source or "" for c in self._submitted if c.code and c.grade_id == name]
        if _NOT_WRITTEN in texts[-1] and not all(_NOT_WRITTEN in text for text in texts):
            return messages.solution_undone(name)
        return messages.solution_again(name, times)

    def _locked(self, name: str):
        if self._role[name] == "check":
            return CheckStep(name.removeprefix(CELL))
        return CodeStep(self._text[name], "given", name)

    def _restore(self, name: str, index: int, placed: list) -> None:
        """Put a deleted locked cell back: a given cell early, a check as late as its place allows."""
        here = {g: n for n, (g, _) in enumerate(placed) if g}
        role = self._role[name]
        if role == "solution":
            self.absent.setdefault(name, messages.solution_missing(name))
            return
        if not self._nameless:
            self._notes.append(messages.locked_missing(name))
        if role == "check":
            later = [here[g] for g in self._order[index + 1 :] if g in here and self._role[g] != "given"]
            where = min(later, default=len(placed))
        else:
            where = max((here[g] + 1 for g in self._order[:index] if g in here), default=0)
        placed.insert(where, (name, self._locked(name)))

    def _checks_after_solutions(self, placed: list) -> list:
        """Move each check that stands above its solution cell to right after it."""
        result = list(placed)
        for name, step in placed:
            if not isinstance(step, CheckStep):
                continue
            at = result.index((name, step))
            solution = next((n for n, (g, _) in enumerate(result) if g == step.function), -1)
            if solution > at:
                self._notes.append(messages.locked_moved(name, step.function))
                result.insert(solution, result.pop(at))
        return result
