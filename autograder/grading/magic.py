"""`%load_ext autograder`: the magic `%check`, which checks the notebook that it stands in.

The file is what is checked, as it was saved. So the magic remembers what each cell held when it ran, and asks
for the notebook to be saved if the file holds something else.
"""

import json
import os
from pathlib import Path

from autograder.execution import bwrap
from autograder.grading import alone
from autograder.grading.telling import built_book
from autograder.topics import ROOT, UnknownName

USAGE = "%check [FUNCTION] [NOTEBOOK.ipynb]"


class Check:
    """The magic of one kernel."""

    def __init__(self, shell):
        self._shell = shell
        self._ran: dict[str, str] = {}  # by the cell's id, what it held when it ran last
        shell.events.register("pre_run_cell", self._note)
        shell.register_magic_function(self.check, magic_name="check")

    def _note(self, info) -> None:
        if info.cell_id and not info.raw_cell.lstrip().startswith("%"):
            self._ran[info.cell_id] = info.raw_cell

    def check(self, line: str) -> None:
        """Print what is not right yet in this notebook, or in one function of it: %check [FUNCTION]."""
        words = line.split()
        files = [word for word in words if word.endswith(".ipynb")]
        functions = [word for word in words if word not in files]
        if len(files) > 1 or len(functions) > 1:
            print(f"expected {USAGE}, found {line!r}")
            return
        path = Path(files[0]) if files else self._path()
        if path is None:
            print(f"the kernel does not know its notebook's file here; name it: {USAGE}")
            return
        if unsaved(path, self._ran):
            print(f"Save the notebook first: {path.name} does not hold what ran here.")
            return
        absent = bwrap.missing()
        if absent:
            print(f"Your code runs unfenced, with your rights: {absent[0]}")
        try:
            graded = alone.check(path, unfenced=bool(absent), function=functions[0] if functions else "")
        except (alone.CannotCheck, UnknownName) as error:
            print(error)
            return
        print(alone.text(graded, built_book(ROOT)))

    def _path(self) -> Path | None:
        """Return the notebook's file, as Jupyter's servers and VS Code tell a kernel."""
        told = os.environ.get("JPY_SESSION_NAME") or self._shell.user_ns.get("__vsc_ipynb_file__")
        return Path(told) if told and str(told).endswith(".ipynb") else None


def unsaved(path: Path, ran: dict[str, str]) -> bool:
    """Return whether a cell ran with another content than the file has; False if the file cannot be read."""
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        saved = {cell["id"]: "".join(cell["source"]) for cell in cells if "id" in cell}
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return bool(saved) and any(saved.get(name, "").strip() != source.strip() for name, source in ran.items())
