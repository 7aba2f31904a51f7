"""Causes of errors and wrong answers that lie elsewhere than in the function that shows them.

A notebook is graded without a keyboard, with few packages and one version of Python. An error that comes
from this is shown with its cause, as far as its text tells. And a function that calls one which is wrong is
wrong with it.
"""

import ast
import re
import sys
import warnings
from collections.abc import Collection, Iterable

from autograder import messages

_NOBODY_TYPES = re.compile(r"\bEOFError: (EOF when reading a line|$)")
_LEAVES = re.compile(r"\bSystemExit\b|has no attribute 'ask_exit'")
_NO_MODULE = re.compile(r"\bModuleNotFoundError: No module named\b")
_MAY_BE_NEWER = re.compile(
    r"\bSyntaxError: |\bModuleNotFoundError: |\bImportError: cannot import name |"
    r"\bAttributeError: module \S+ has no attribute "
)
_MAGIC = re.compile(r"\s*(%%\w+)")
_KEEPS_NAMES = ("%%time", "%%capture", "%%prun")  # names defined below one of these reach the notebook


def behind(error: str, python: str = "") -> str:
    """Return sentences on an error's cause; `python` is the version that wrote the notebook, if known."""
    found = [messages.NO_KEYBOARD] if _NOBODY_TYPES.search(error) else []
    found += [messages.NO_EXIT] if _LEAVES.search(error) else []
    found += [messages.ONLY_THESE_PACKAGES] if _NO_MODULE.search(error) else []
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    if _MAY_BE_NEWER.search(error) and (written := _number(python)) and written > sys.version_info[:2]:
        found.append(messages.newer_python(f"{written[0]}.{written[1]}", here))
    return " ".join(found)


def swallowing(source: str) -> str:
    """Return the magic above a cell that keeps its names from the notebook; empty if there is none."""
    magic = _MAGIC.match(source)
    return magic[1] if magic and magic[1] not in _KEEPS_NAMES else ""


def calls(source: str, functions: Collection[str]) -> list[str]:
    """Return which of the functions the code names without defining them; none if it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    own = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    return [name for name in functions if name in named - own]


def first_to_mend(sources: dict[str, str], wrong: Iterable[str]) -> dict[str, str]:
    """Map functions that are wrong to one that is wrong too, which they call and which calls no such one.

    `sources` holds the code of the cell of each function.
    """
    wrong, found = list(wrong), {}
    for function in wrong:
        seen, at = [function], function
        while more := [name for name in calls(sources.get(at, ""), wrong) if name not in seen]:
            at = more[0]
            seen.append(at)
        if at != function and function not in calls(sources.get(at, ""), wrong):
            found[function] = at
    return found


def _number(python: str) -> tuple[int, int] | None:
    """Return the first two numbers of a version."""
    parts = re.match(r"(\d{1,3})\.(\d{1,3})", python, re.ASCII)
    return (int(parts[1]), int(parts[2])) if parts else None
