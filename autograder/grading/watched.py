"""A notebook checked at each save: with warm processes, and only what the save can have changed."""

import ast
import dis
import inspect
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType

from autograder.checks.checking import Suite
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.grading.alone import CannotCheck, examined, in_order, script_of
from autograder.results import Graded
from autograder.sandboxed.jail import Bounds

POLL = 0.1  # seconds between two looks at a watched file
_NAME = re.compile(r"\w+")
_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Seen:
    """What came of a save: all results, and which functions were checked again for it (None: all)."""

    graded: Graded
    again: list[str] | None = None


def watched(
    path: Path, topic: str = "", seed: int = 0, limits: Limits = Limits(), unfenced: bool = False
) -> Iterator[Seen | CannotCheck]:
    """Yield what comes of the notebook now, and again after each save: results, or why there are none."""
    with ForkServer(None if unfenced else Bounds()) as fork_server:
        before: tuple[Script, Graded] | None = None
        stamp = None
        while True:
            while (now := _stamp(path)) == stamp:
                time.sleep(POLL)
            stamp = now
            try:
                script = script_of(path, topic)
            except CannotCheck as error:
                yield error
                continue
            again = affected(before[0], script) if before else None
            if before is None or again is None:
                graded = examined(script, fork_server, seed, limits)
            else:
                only = {check.id for name in again for check in script.suite.of(name)}
                new = (
                    examined(script, fork_server, seed, limits, only)
                    if only
                    else replace(before[1], results=[])
                )
                graded = _together(script.suite, before[1], new)
            before = script, graded
            yield Seen(graded, again)


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file is saved; zeros if there is none, as for a moment while one is."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def _together(suite: Suite, before: Graded, new: Graded) -> Graded:
    """Return the new results beside the other ones of before."""
    results = {r.check: r for r in (*before.results, *new.results)}
    return replace(new, results=in_order(suite, list(results.values())))


def affected(before: Script, now: Script) -> list[str] | None:
    """Return the functions whose checks can come out otherwise than before; None if that may be all of them.

    It is known where the cells are the same but for solution cells that define functions and classes alone.
    Then these are affected, and whatever names them: other cells, and checks.
    """
    if (before.absent, before.python, list(map(_fixed, before.steps))) != (
        now.absent,
        now.python,
        list(map(_fixed, now.steps)),
    ):
        return None
    pairs = [(a.source, b.source) for a, b in zip(before.steps, now.steps) if isinstance(b, CodeStep)]
    names: set[str] = set()
    for old, new in pairs:
        if old != new:
            if not (_only_defines(old) and _only_defines(new)):
                return None
            names |= (_binds(old) or set()) | (_binds(new) or set())
    cells = [(_binds(new), _reads(new)) for _, new in pairs]
    size = -1
    while len(names) > size:
        size = len(names)
        for binds, reads in cells:
            if binds is None or reads is None:
                return None
            names |= binds if reads & names else set()
    functions = [step.function for step in now.steps if isinstance(step, CheckStep)]
    names &= {*functions}  # a check asks for functions alone
    return [name for name in functions if name in names or _words_of_checks(now.suite, name) & names]


def _fixed(step: CodeStep | CheckStep) -> tuple:
    """Return what of a step may not change, if only some functions are to be checked again."""
    if isinstance(step, CheckStep):
        return ("check", step.function)
    return (step.kind, step.grade_id, "" if step.kind == "solution" else step.source)


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _only_defines(source: str) -> bool:
    """Return whether a cell only imports, and defines functions and classes that set nothing outside."""
    tree = _parsed(source)
    return (
        tree is not None
        and all(isinstance(node, (*_DEFINES, ast.Import, ast.ImportFrom)) for node in tree.body)
        and not any(isinstance(node, ast.Global) for node in ast.walk(tree))
    )


def _binds(source: str) -> set[str] | None:
    """Return the names that a cell binds, but for those inside of functions and classes; None if unknown."""
    tree = _parsed(source)
    if tree is None:
        return None
    found: set[str] = set()
    rest: list[ast.AST] = [tree]
    while rest:
        node = rest.pop()
        if isinstance(node, _DEFINES):
            found.add(node.name)
            continue
        if isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        rest += ast.iter_child_nodes(node)
    return found


def _reads(source: str) -> set[str] | None:
    """Return the global names that a cell looks up, in functions too; None if unknown."""
    try:
        todo = [compile(source, "cell", "exec", dont_inherit=True)]
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    found: set[str] = set()
    while todo:
        code = todo.pop()
        found |= {x.argval for x in dis.get_instructions(code) if x.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
        todo += [part for part in code.co_consts if isinstance(part, CodeType)]
    return found


def _words_of_checks(suite: Suite, function: str) -> set[str]:
    """Return the words of the file in which a function's checks stand: they may ask for another function."""
    found: set[str] = set()
    for path in {inspect.getsourcefile(check.body) for check in suite.of(function)}:
        lines = Path(path).read_text("utf-8").split("\n") if path else []
        found |= set(_NAME.findall("\n".join(x for x in lines if not x.startswith(("from ", "import ")))))
    return found
