"""A class of twelve, made from the bank and from what goes wrong.

Right and wrong answers of the bank in student notebooks, and notebooks that are broken, odd or endless.
"""

import copy
import json
from pathlib import Path

from autograder.cells import tags
from autograder.selftest import bank
from autograder.topics import ROOT, exercise_path


def fill(notebook: dict, solutions: dict[str, str]) -> dict:
    """Return a copy of a student notebook with the sources of some cells, by `grade_id`, replaced."""
    filled = copy.deepcopy(notebook)
    for cell in filled["cells"]:
        name = tags(cell).grade_id
        if name in solutions:
            cell["source"] = solutions[name]
    return filled


def code(source: str) -> dict:
    """Return a code cell such as a student adds."""
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}


def right_answers(topic: str) -> dict[str, str]:
    """Return one right answer of the bank for every function."""
    return {a.function: a.source for a in reversed(bank.answers(topic)) if a.right}


def _mistakes(topic, notebook):
    """Fill in a wrong answer of the bank for every other function, right answers for the rest."""
    answers = right_answers(topic)
    wrong = {a.function: a.source for a in bank.answers(topic) if not a.right}
    return fill(notebook, answers | {f: wrong[f] for f in list(wrong)[::2]})


def _noisy(topic, notebook):
    answers = {
        name: f"import sys, warnings\nprint('working on it')\nwarnings.warn('careful')\n"
        f"print('on stderr', file=sys.stderr)\n{source}"
        for name, source in right_answers(topic).items()
    }
    return fill(notebook, answers)


def _added_cells(topic, notebook):
    """Put the work into added cells; the solution cells only pass it on."""
    filled = fill(notebook, {name: f"{name} = my_{name}" for name in right_answers(topic)})
    cells = []
    for cell in filled["cells"]:
        name = tags(cell).grade_id
        if name in right_answers(topic):
            cells.append(code(f"{right_answers(topic)[name]}\nmy_{name} = {name}"))
        cells.append(cell)
    return filled | {"cells": cells}


def _deleted_and_renamed(topic, notebook):
    """Delete every locked cell and rename the solution cells."""
    filled = fill(notebook, right_answers(topic))
    mine = [c for c in filled["cells"] if tags(c).grade_id in right_answers(topic)]
    for n, cell in enumerate(mine):
        cell["metadata"]["nbgrader"]["grade_id"] = f"cell-{n}"
    return filled | {"cells": mine}


def _duplicated_and_split(topic, notebook):
    filled, cells = fill(notebook, right_answers(topic)), []
    for n, cell in enumerate(filled["cells"]):
        if tags(cell).grade_id in right_answers(topic):
            half = copy.deepcopy(cell)
            half["source"] = "# my notes, split off from the cell below"
            cells += [half, cell]
        else:
            cells += [cell, cell] if n % 2 else [cell]
    return filled | {"cells": cells}


def _endless_and_exit(topic, notebook):
    answers = right_answers(topic)
    first, second, *_ = answers
    answers[first] = "while True:\n    pass"
    answers[second] = "import os\nos._exit(1)"
    return fill(notebook, answers)


def _other_kernel(topic, notebook):
    filled = fill(notebook, right_answers(topic))
    filled["metadata"] = {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}
    return filled


CLASS = {
    "01-right-answers": lambda t, nb: fill(nb, right_answers(t)),
    "02-some-mistakes": _mistakes,
    "03-prints-and-warns": _noisy,
    "04-cells-of-its-own": _added_cells,
    "05-untouched": lambda t, nb: nb,
    "06-broken-json": lambda t, nb: json.dumps(nb)[:-40],
    "07-empty-file": lambda t, nb: "",
    "08-no-notebook": None,
    "09-other-kernel": _other_kernel,
    "10-deleted-and-renamed": _deleted_and_renamed,
    "11-duplicated-and-split": _duplicated_and_split,
    "12-endless-loop-and-exit": _endless_and_exit,
}


def write_class(course: Path, topics: list[str]) -> None:
    """Write the class's submissions in nbgrader's layout, and the course's two-line configuration."""
    course.mkdir(parents=True, exist_ok=True)
    (course / "nbgrader_config.py").write_text(
        f'c = get_config()\nload_subconfig("nbgrader_config.py", path={str(ROOT)!r})\n'
    )
    for topic in topics:
        notebook = json.loads(exercise_path(topic).read_text("utf-8"))
        for student, make in CLASS.items():
            folder = course / "submitted" / student / topic
            folder.mkdir(parents=True, exist_ok=True)
            if make is not None:
                made = make(topic, notebook)
                text = made if isinstance(made, str) else json.dumps(made, indent=1)
                (folder / f"{topic}.ipynb").write_text(text, "utf-8")
