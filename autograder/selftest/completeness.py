"""What the bank and the examples of a topic lack: rules that `answers` reports beside its mismatches."""

import ast
import contextlib
import functools
import io
from collections.abc import Iterator
from pathlib import Path

from autograder.checks import checking, loading
from autograder.checks.student import Local
from autograder.release import release, solutions
from autograder.selftest import bank
from autograder.topics import CHECKS, ROOT, assignment_folder, solution_path

FEWEST = 2  # right answers of a function, and as many wrong ones


def missing(topic: str, root: Path = ROOT) -> Iterator[str]:
    """Yield what is missing or unknown: answers of a function or a mistake, checks that an example names."""
    suite, answers = loading.suite(topic, root), bank.answers(topic, root)
    for function in suite.functions():
        for kind, right in (("right", True), ("wrong", False)):
            number = sum(a.function == function and a.right == right for a in answers)
            if number < FEWEST:
                yield f"{function}: {number} {kind} answers, expected {FEWEST} or more"
    yield from _unknown_mistakes(suite, assignment_folder(topic, root))
    made = {answer.header.get("misconception") for answer in answers}
    for key in suite.misconceptions:
        if key not in made:
            yield f"{key}: no answer makes this mistake"
    for function, found in suite.examples.items():
        have = [check.name for check in suite.of(function)]
        for example in found:
            for name in example.checks:
                if name not in have:
                    yield f"{function}: example `{example.call}` is for {name!r}, expected {', '.join(have)}"


def _unknown_mistakes(suite: checking.Suite, folder: Path) -> Iterator[str]:
    """Yield each place in the checks that raises `Wrong` with a key which MISTAKES lacks."""
    for path in sorted([*folder.glob("*.py"), *folder.glob(f"*/{CHECKS}")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Wrong" and node.args:
                key = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                if isinstance(key, str) and key not in suite.misconceptions:
                    yield f"{path.relative_to(folder)}:{node.lineno}: Wrong({key!r}), no key of MISTAKES"


def refused(answer: bank.BankAnswer, root: Path = ROOT) -> Iterator[str]:
    """Yield what the examples say against a right answer."""
    for example in answer.suite.examples.get(answer.function, ()):
        if said := example.contradicted(student(answer, root)):
            yield f"{answer.name}: {said}"


def visible(answer: bank.BankAnswer, root: Path = ROOT) -> Iterator[str]:
    """Yield what the notebook's visible tests say against a right answer.

    The other functions are the reference's. So is what stands in the answer's own cell beside it:
    other reference functions may use a helper there.
    """
    namespace: dict = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        for name, source in _cells(answer.topic, root):
            if not name.startswith("try-") or name in (f"try-{answer.function}", "try-together"):
                exec(compile(source, name, "exec"), namespace)
            if name == answer.function:
                exec(compile(answer.source, answer.name, "exec"), namespace)
    found = set(namespace["OUTCOMES"].values())
    if found != {namespace["PASS"]}:
        yield f"{answer.name}: visible tests: {', '.join(found) or 'none ran'}: {said.getvalue().strip()}"


@functools.cache
def _cells(topic: str, root: Path) -> list[tuple[str, str]]:
    """Return the code of a notebook as (grade_id, source), as far as its visible tests need it."""
    return [
        (cell.grade_id, solutions.outside(cell.node["source"], solutions.HIDDEN))
        for cell in solutions.filled(solution_path(topic, root), root)
        if cell.node["cell_type"] == "code" and cell.grade_id not in ("build", "excerpt", "summary", "table")
    ]


def student(answer: bank.BankAnswer, root: Path = ROOT) -> Local:
    """Return the answer in a namespace of this process, beside what the notebook gives."""
    given = Path(release.__file__).with_name("given") / "start.py"
    namespace = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for source in (given.read_text("utf-8"), bank.setup_source(answer.topic, root), answer.source):
            exec(source, namespace)
    return Local(namespace)
