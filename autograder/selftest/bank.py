"""The bank: answers that test the tests.

`answers.py` in a function's folder holds right answers, written differently from the reference, and wrong
answers, each a mistake that people make, with its misconception, the check that must catch it and the reason
(see `entries`). `python -m autograder answers --show NAME` prints a whole answer.

A right answer must earn full marks. A wrong answer must be rejected by the check that it names, and all the
function's checks together must name exactly one misconception: its own.

Spoiled references have a result changed in a way that no mistake explains: they must be rejected without
naming a misconception. Stubs, which no file holds, are answers for every function that do nothing (`return
None`, an exception that is of every type asked for, ...). A stub must not earn a point in any check.
"""

import ast
import contextlib
import os
import re
import runpy
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.checks import checking, loading
from autograder.checks.student import Local
from autograder.results import CheckResult
from autograder.selftest import contracted
from autograder.selftest.entries import Answers, Spoiled
from autograder.topics import ANSWERS, ROOT, assignment_folder, solution_path

LAST_CELL = "last_cell"  # what the start cell calls the decorator of what a notebook builds
HOUSE_RULES = "house-rules"  # the clause of a docstring that names them


@dataclass(frozen=True)
class BankAnswer:
    suite: checking.Suite  # of its assignment
    function: str
    label: str  # "right-loop", "wrong-cast", "stub-none", "spoiled-1"
    source: str
    header: dict[str, str]
    spoiled: Spoiled | None = None

    @property
    def topic(self) -> str:
        return self.suite.topic

    @property
    def right(self) -> bool:
        return self.label.startswith("right-")

    @property
    def stub(self) -> bool:
        return self.label.startswith("stub-")

    @property
    def name(self) -> str:
        return f"{self.topic}/{self.function}/{self.label}"


def answers(topic: str, root: Path = ROOT) -> list[BankAnswer]:
    """Return a topic's answers, by function and label. Raise ValueError, naming the file, for bad ones."""
    suite, found = loading.suite(topic, root), []
    for path, function, written in files(topic, root):
        for label, header in sorted(written.headers.items(), key=lambda item: f"{item[0]}.py"):
            answer = BankAnswer(suite, function, label, written.source(label), header)
            _refuse_unknown(answer, path)
            found.append(answer)
    return found + _contracted(suite, root)


def _contracted(suite: checking.Suite, root: Path) -> list[BankAnswer]:
    """Return the references that break one of the house rules, for the functions that are held to them."""
    held = {c.function: c.body.rules for c in suite.checks if hasattr(c.body, "rules")}
    if not held:
        return []
    reference, found = _definitions(suite.topic, root), []
    before = [contracted.SPOILERS, *reference_sources(suite.topic, root).values()]
    for function, rules in held.items():
        node = reference[function]
        if not isinstance(node, ast.FunctionDef):
            raise ValueError(f"{suite.topic}/{function}: house rules are for functions, not for a class")
        for mistake, made in contracted.answers(function, rules, node).items():
            header = {"misconception": mistake, "check": "contract", "breaks": HOUSE_RULES}
            label = f"wrong-contract-{mistake}"
            found.append(BankAnswer(suite, function, label, "\n\n".join([*before, made]), header))
    return found


def files(topic: str, root: Path = ROOT) -> Iterator[tuple[Path, str, Answers]]:
    """Yield the files of a topic, each with its function and its answers as written."""
    functions = loading.suite(topic, root).functions()
    for path in sorted(assignment_folder(topic, root).glob(f"*/{ANSWERS}")):
        function = path.parent.name
        if function not in functions:
            raise ValueError(f"{path}: {function!r} is not a function of {topic}: {', '.join(functions)}")
        try:
            yield path, function, runpy.run_path(str(path))["answers"]
        except (ValueError, TypeError, KeyError, SyntaxError) as error:
            raise ValueError(f"{path}: {error}") from error


def _refuse_unknown(answer: BankAnswer, path: Path) -> None:
    suite, header = answer.suite, answer.header
    if answer.right:
        return
    if header["misconception"] not in suite.misconceptions:
        raise ValueError(f"{path}: {answer.label}: unknown misconception {header['misconception']!r}")
    if header["check"] not in {check.name for check in suite.of(answer.function)}:
        raise ValueError(f"{path}: {answer.label}: {answer.function} has no check {header['check']!r}")


def broken(topic: str, root: Path = ROOT) -> dict[str, list[str]]:
    """Map "function/id of the clause" to the labels of the wrong answers that break the clause."""
    found: dict[str, list[str]] = {}
    for answer in answers(topic, root):
        if clause := answer.header.get("breaks"):
            found.setdefault(f"{answer.function}/{clause}", []).append(answer.label)
    return found


def spoiled(topic: str, root: Path = ROOT) -> list[BankAnswer]:
    """Return the references of a topic with their results spoiled, by function."""
    suite, reference, found = loading.suite(topic, root), _definitions(topic, root), []
    definitions = reference_sources(topic, root).values()
    # Its text, not the module: that imports PyTorch, and every command imports this module.
    spoilers = Path(__file__).with_name("spoilers.py").read_text("utf-8")
    source = "\n\n".join([spoilers, *definitions])
    for _, function, written in files(topic, root):
        for n, one in enumerate(written.spoiled_results, 1):
            made = _spoil(reference[function], one)
            whole = "\n\n".join((source, made))
            found.append(BankAnswer(suite, function, f"spoiled-{n}", whole, {}, one))
    return found


def reference_sources(topic: str, root: Path = ROOT) -> dict[str, str]:
    """Return the constants, functions and classes that the topic's solutions define, by name, in order."""
    defined = {name: ast.unparse(node) for name, node in _definitions(topic, root).items()}
    return _constants(topic, root) | defined


def _definitions(topic: str, root: Path) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """Return what the topic's solutions define, by name: functions and classes, but not the last cell's."""
    tree = ast.parse(solution_path(topic, root).read_text("utf-8"))
    defined = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return {node.name: node for node in defined if LAST_CELL not in map(ast.unparse, node.decorator_list)}


def _constants(topic: str, root: Path) -> dict[str, str]:
    """Return the lines of the topic's solutions that define a CONSTANT, by its name."""
    lines = {}
    for node in ast.parse(solution_path(topic, root).read_text("utf-8")).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id.isupper()
        ):
            lines[node.targets[0].id] = ast.unparse(node)
    return lines


def _spoil(node: ast.FunctionDef | ast.ClassDef, spoiled: Spoiled) -> str:
    """Return code that replaces a definition by a wrapper that spoils its result."""
    methods = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
    of = methods.get(spoiled.method, node)
    if not isinstance(of, ast.FunctionDef):
        raise ValueError(
            f"{node.name}: expected one of its methods, {', '.join(methods)}; got {spoiled.method!r}"
        )
    names = ", ".join([*(a.arg for a in of.args.args), *(f"{a.arg}={a.arg}" for a in of.args.kwonlyargs)])
    lines = [
        f"def {of.name}({ast.unparse(of.args)}):",
        f"    right = reference({names})",
        f"    {'' if of.name == '__init__' else 'return '}{spoiled.result}",
    ]
    if of is node:
        return "\n".join([f"reference = {node.name}", *lines])
    static = ["@staticmethod"] if of.decorator_list else []
    lines[1] = lines[1].replace("reference", f"reference.{of.name}")
    body = "\n".join(f"    {line}" for line in [*static, *lines])
    return f"reference = {node.name}\n\n\nclass {node.name}(reference):\n{body}"


# What a stub does; `args` and `options` are its arguments.
_DEEDS = {
    "raises": "raise Nothing(f'{args} {options}')",
    "none": "return None",
    "array": "return np.array([0.5, 1.5, -2.0])",
    "first-argument": "return args[0] if args else None",
    "zero": "return 0",
    "tensor": "return torch.zeros(2, 3)",
    "list": "return []",
    "dict": "return {}",
}
_NOTHING = """\
import numpy as np
import torch


class Nothing(ValueError, TypeError, IndexError):
    pass


"""


def stubs(topic: str, root: Path = ROOT) -> list[BankAnswer]:
    """Return answers that do nothing, for every function of a topic; of a class also with its methods."""
    suite, defined, found = loading.suite(topic, root), _definitions(topic, root), []
    for function in suite.functions():
        for deed, body in _DEEDS.items():
            sources = {f"stub-{deed}": _method(function, body)}
            if isinstance(node := defined[function], ast.ClassDef):
                sources[f"stub-{deed}-methods"] = _class(node, body)
            for name, source in sources.items():
                found.append(BankAnswer(suite, function, name, _NOTHING + source, {}))
    return found


def _method(name: str, body: str, indent: str = "", first: str = "") -> str:
    return f"{indent}def {name}({first}*args, **options):\n{indent}    {body}\n"


def _class(node: ast.ClassDef, body: str) -> str:
    """Return the class with its bases, and `body` in each method except `__init__`."""
    lines = [f"class {node.name}({', '.join(map(ast.unparse, node.bases))}):\n"]
    for method in (n for n in node.body if isinstance(n, ast.FunctionDef)):
        if method.name == "__init__":
            lines.append("    def __init__(self, *args, **options):\n        super().__init__()\n")
        elif method.decorator_list:  # static: the first argument is not `self`
            lines.append("    @staticmethod\n" + _method(method.name, body, "    "))
        else:
            lines.append(_method(method.name, body, "    ", "self, "))
    return "\n".join(lines)


def problems(answer: BankAnswer, results: list[CheckResult]) -> list[str]:
    """Return how the results differ from the answer's header, in words; empty if they do not."""
    if answer.stub:
        return [f"earns {r.points:g} of {r.max_points:g} in {r.check}" for r in results if r.points]
    if answer.spoiled:
        return _guesses(answer.spoiled, results)
    if answer.right:
        return [
            f"right answer refused by {r.check}: {r.verdict}: {r.misconception or r.message}"
            for r in results
            if r.verdict != "right"
        ]
    named = f"{answer.function}.{answer.header['check']}"
    mine = answer.header["misconception"]
    told: dict[str, str] = {}
    for r in results:
        if r.misconception:
            told.setdefault(r.misconception, r.check)
    caught = next(r for r in results if r.check == named)
    found = []
    if caught.verdict == "right":
        found.append(f"not rejected by {named}")
    elif caught.misconception != mine:
        found.append(
            f"{named} told {caught.misconception or repr(caught.message)} ({caught.verdict}), expected {mine}"
        )
    found += [f"{c} also told {m}" for m, c in told.items() if m != mine]
    if answer.header.get("alone"):
        found += [f"{r.check} is lost too" for r in results if r.check != named and r.verdict != "right"]
    return found


def _guesses(spoiled: Spoiled, results: list[CheckResult]) -> list[str]:
    """Return how the results differ from what `Answers.spoiled` says."""
    lost = {r.check.partition(".")[2] for r in results if r.verdict in ("wrong", "error")}
    wanted = set(spoiled.loses)
    if spoiled.keeps is not None:
        wanted |= {r.check.partition(".")[2] for r in results} - set(spoiled.keeps)
    found = [] if lost else [f"{spoiled.result} is rejected by no check"]
    found += [f"{spoiled.result} is not rejected by {name}" for name in sorted(wanted - lost)]
    found += [f"{spoiled.result} is rejected by {name}" for name in sorted(lost & set(spoiled.keeps or ()))]
    for r in results:
        if r.misconception:
            found.append(f"{r.check} told {r.misconception} of {spoiled.result}")
        elif r.verdict != "right" and not r.message:
            found.append(f"{r.check} says nothing of {spoiled.result}")
    return found


def setup_source(topic: str, root: Path = ROOT) -> str:
    """Return the notebook's setup cell, which runs before every answer."""
    # No jupytext: the bank must run with only PyTorch, NumPy and pytest.
    _, *cells = re.split(r"^# %% *", solution_path(topic, root).read_text("utf-8"), flags=re.MULTILINE)
    for head, _, source in (cell.partition("\n") for cell in cells):
        if '"grade_id": "setup"' in head:
            return source.strip("\n")
    raise ValueError(f"{solution_path(topic, root)}: no cell with the grade_id 'setup'")


def run_in_process(
    answer: BankAnswer, setup: str, seeds, checks: list[checking.Check] | None = None
) -> Iterator[list[CheckResult]]:
    """Yield the results for each seed, examined in this interpreter; by default of all the checks."""
    namespace = {"__name__": "__main__"}
    checks = answer.suite.of(answer.function) if checks is None else checks
    with open(os.devnull, "w") as nowhere, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an answer's output and warnings are not the bank's
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            exec(compile(setup, "setup", "exec"), namespace)
            exec(compile(answer.source, answer.name, "exec"), namespace)
            runs = [[checking.run(c, Local(namespace), seed) for c in checks] for seed in seeds]
    yield from runs


def run_piped(answer: BankAnswer, setup: str, seeds, fork_server) -> Iterator[list[CheckResult]]:
    """Yield the results for each seed, examined across a pipe as the grader does it.

    A wrong answer meets only the check that must catch it. The function's other checks judge it in
    process: both kinds of student give them the same values.
    """
    checks = answer.suite.of(answer.function)
    if not answer.right:
        checks = [c for c in checks if c.name == answer.header["check"]]
    with fork_server.submission() as submission:
        for source in (setup, answer.source):
            ran = submission.run_cell(source)
            if ran.error:
                raise RuntimeError(f"{answer.name}: {ran.error}\n{ran.text}")
        results = submission.put([(check, seed) for seed in seeds for check in checks])
        yield from ([*each] for each in zip(*[iter(results)] * len(checks)))
