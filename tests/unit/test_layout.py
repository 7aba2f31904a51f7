"""The packages of the grader stand in floors, and the trust boundary is a folder."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from bookpages import ROOT

from autograder.topics import ANSWERS, module_name, topics

PACKAGE = ROOT / "autograder"
FLOORS = 8


def modules() -> list[Path]:
    """The grader's modules, without the bank's answers and the attacks, which are data."""
    found = (path for path in PACKAGE.rglob("*.py") if "cases" not in path.parts)
    return [path for path in found if path.name != ANSWERS]


def imported(path: Path) -> set[str]:
    """What a module imports of this project, in full."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == PACKAGE.name}


def room(name: str) -> str:
    """The package, or the module of the top floor, that a dotted name lies in."""
    return name.split(".")[1]


def test_what_runs_beside_student_code_imports_nothing_else_of_the_project():
    foreign = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in (PACKAGE / "sandboxed").rglob("*.py")
        for name in imported(path)
        if not name.startswith("autograder.sandboxed.")
    }
    assert foreign == set()


def test_packages_stand_in_floors() -> None:
    """No package imports one that imports it, and the way up has few steps."""
    needs: dict[str, set[str]] = {}
    for path in modules():
        mine = room(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if mine != "__init__":  # the door for `from autograder import check`
            needs.setdefault(mine, set()).update({room(name) for name in imported(path)} - {mine})
    floor: dict[str, int] = {}
    for name in TopologicalSorter(needs).static_order():
        floor[name] = 1 + max((floor[other] for other in needs.get(name, ())), default=0)
    assert max(floor.values()) <= FLOORS, floor


# Not the tools that try the grader or measure it: attacks and benchmarks are made for one assignment.
ENGINE = ("checks", "execution", "grading", "platforms", "release", "sandboxed")


def test_the_engine_imports_no_assignment_and_names_no_topic():
    """So that it grades other courses: it gets to content by `checks.loading` alone."""
    content = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in modules()
        for name in imported(path)
        if path.relative_to(PACKAGE).parts[0] != "assignments" and room(name) == "assignments"
    }
    assert content == set()
    names = {name for topic in topics() for name in (topic, module_name(topic))} - {"memory"}  # a word too
    found = {
        f"{path.relative_to(PACKAGE)}: {node.value}"
        for path in modules()
        if path.relative_to(PACKAGE).parts[0] in ENGINE
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found == set()


def test_a_function_of_an_assignment_is_a_folder_of_three_files():
    for topic in topics():
        folder = PACKAGE / "assignments" / module_name(topic)
        for function in (path for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"):
            have = {path.name for path in function.iterdir() if path.name != "__pycache__"}
            assert have == {"answers.py", "checks.py", "promises.txt"}, function
