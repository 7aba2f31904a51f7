"""The suite of an assignment, made from its folder: `suite("lookup")`.

    lookup/
        mistakes.py          MATTER, CONTRACT, DEVICE, COST: each mistake's description, text for students
                             and section, by kind; or MISTAKES, where kinds are not told apart
        shared.py, ...       helpers of the checks of several functions
        encode/              a folder for each function or class that the notebook asks for
            checks.py        functions marked with `@check(points=...)`, in the order of a report
            promises.txt     the notebook's promises, and examples (see `clauses` and `examples`)
            answers.py       right and wrong answers, which test the checks (see `selftest.bank`)

The functions come in the order of the notebook, which is that of the cells `check-NAME` in its solutions.
"""

import functools
import importlib
import importlib.util
import re
import sys
import types
import zlib
from dataclasses import replace
from pathlib import Path

from autograder import sections
from autograder.checks import contract, examiner_errors, examples
from autograder.checks.checking import CELL, BrokenChecks, Check, Misconception, Suite
from autograder.topics import CHECKS, CODE, MISTAKES, PROMISES, ROOT, assignment_folder, known, solution_path

EXAMPLES = "# examples:"  # begins the line of promises.txt below which the examples stand
KINDS = ("matter", "contract", "device", "cost")  # of mistakes: the chapter's, the house rules', ...
_CELL = re.compile(rf'"grade_id": "{CELL}(\w+)"')


def suite(topic: str, root: Path = ROOT) -> Suite:
    """Return the checks of a topic's assignment, its mistakes and its examples.

    Raise `UnknownName` if the course has no such topic, `BrokenChecks` if its files cannot be loaded.
    """
    topic = known(topic, root)
    return _suite(topic, assignment_folder(topic, root), solution_path(topic, root))


@functools.cache
def _suite(topic: str, folder: Path, solution: Path) -> Suite:
    try:
        return _loaded(topic, folder, solution)
    except BrokenChecks:
        raise
    except Exception as error:  # noqa: BLE001 - loading a module runs it, and it may raise anything
        raise BrokenChecks(examiner_errors.of_loading(topic, error)) from error


def _loaded(topic: str, folder: Path, solution: Path) -> Suite:
    if not (folder / MISTAKES).is_file():
        raise BrokenChecks(f"{folder / MISTAKES}: no such file; an assignment's folder holds one")
    package = _package(folder)
    made = Suite(_mistakes(importlib.import_module(f"{package}.mistakes")), topic)
    for function in _functions(topic, folder, solution):
        module = importlib.import_module(f"{package}.{function}.checks")
        for name, body in vars(module).items():
            if (marked := getattr(body, "check", None)) and body.__module__ == module.__name__:
                made.checks.append(Check(function, name.replace("_", "-"), **marked, body=body, suite=made))
                if rules := getattr(body, "rules", None):
                    section = contract.SECTION if sections.has(contract.SECTION, solution.parents[1]) else ""
                    shared = {
                        key: replace(m, kind="contract", section=section) for key, m in rules.mistakes.items()
                    }
                    made.misconceptions = shared | made.misconceptions
        if not made.of(function):
            raise BrokenChecks(f"{folder / function / CHECKS}: expected a function marked with @check")
        if told := examples.parse(promises(folder / function)[1], function):
            made.examples[function] = told
    return made


def _mistakes(module: types.ModuleType) -> dict[str, Misconception]:
    """Return the mistakes of a topic by key. Raise `BrokenChecks` if a key stands under two kinds."""
    found = dict(getattr(module, "MISTAKES", {}))
    for kind in KINDS if not found else ():
        for key, mistake in getattr(module, kind.upper(), {}).items():
            if key in found:
                raise BrokenChecks(f"{module.__file__}: {key!r} stands there twice")
            found[key] = replace(mistake, kind=kind)
    return found


def _functions(topic: str, folder: Path, solution: Path) -> list[str]:
    """Return the functions in the notebook's order. Raise `BrokenChecks` if folder and notebook differ."""
    asked = list(dict.fromkeys(_CELL.findall(solution.read_text("utf-8"))))
    have = {path.parent.name for path in folder.glob(f"*/{CHECKS}")}
    for name in asked:
        if name not in have:
            raise BrokenChecks(f"{solution}: cell {CELL}{name}: there is no {folder / name / CHECKS}")
    for name in sorted(have - set(asked)):
        raise BrokenChecks(f"{folder / name / CHECKS}: {solution} has no cell {CELL}{name}")
    return asked


def promises(folder: Path) -> tuple[str, str]:
    """Return (lines of promises, lines of examples) of a function's `promises.txt`; empty if it has none."""
    path = folder / PROMISES
    text = path.read_text("utf-8") if path.is_file() else ""
    clauses, _, below = text.partition(EXAMPLES)
    return clauses, below.partition("\n")[2]


def _package(folder: Path) -> str:
    """Return the name under which the files of an assignment are imported.

    Those of this package keep their names; others are imported below a module that stands for their folder of
    assignments, so that equal names in two courses do not clash.
    """
    if folder.is_relative_to(CODE / "autograder"):
        return ".".join(folder.relative_to(CODE).parts)
    name = f"assignments_{zlib.crc32(str(folder.parent.resolve()).encode()):08x}"
    if name not in sys.modules:
        module = types.ModuleType(name)
        module.__path__ = [str(folder.parent)]
        sys.modules[name] = module
    return f"{name}.{folder.name}"
