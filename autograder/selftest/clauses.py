"""What the notebooks promise, clause by clause, each with the checks that test it.

`promises.txt` in a function's folder quotes its docstring, its introduction or the rules at the notebook's
head, one promise a line:

    any-shape | shapes | integer array of any shape
    fresh | copy, dtypes | never a view of the table
    - | | E: table of shape (V, d)

A clause's id is unique within its function. `-` in its place marks words that ask nothing of the student's
code, or nothing that another clause does not ask. Answers of the bank say which clause they break
(`entries.Answers.wrong`). `python -m autograder clauses` lists them, and what is missing.
"""

import argparse
import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder import status
from autograder.checks import loading
from autograder.selftest import bank
from autograder.topics import PROMISES, ROOT, assignment_folder, known, solution_path, topics as all_topics

NO_PROMISE = "-"


@dataclass(frozen=True)
class Clause:
    """One promise of a notebook, in its own words."""

    function: str
    id: str
    checks: tuple[str, ...]  # the names of the function's checks that test it
    text: str


def written(topic: str, root: Path = ROOT) -> list[Clause]:
    """Return all lines of a topic's promises, also those that ask nothing. Raise ValueError if one is bad."""
    found = []
    for function in loading.suite(topic, root).functions():
        folder = assignment_folder(topic, root) / function
        for n, line in enumerate(loading.promises(folder)[0].splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                found.append(_clause(function, line, f"{folder / PROMISES}:{n}"))
    return found


def _clause(function: str, line: str, where: str) -> Clause:
    parts = [part.strip() for part in line.split("|", 2)]
    if len(parts) != 3:
        raise ValueError(f"{where}: {line.strip()!r}; expected: id | checks | words of the notebook")
    checks = tuple(name.strip() for name in parts[1].split(",") if name.strip())
    if (parts[0] == NO_PROMISE) == bool(checks):
        raise ValueError(f"{where}: a clause has checks, and {NO_PROMISE!r} has none")
    return Clause(function, parts[0], checks, parts[2])


def clauses(topic: str, root: Path = ROOT) -> list[Clause]:
    """Return the promises of a topic's notebook, in its order."""
    return [c for c in written(topic, root) if c.id != NO_PROMISE]


def gaps(topic: str, broken: dict[str, list[str]], root: Path = ROOT) -> Iterator[str]:
    """Yield what is missing or false in a topic's clauses, in words.

    `broken` maps "function/id" to the labels of the answers that break the clause.
    """
    suite, lines, contract = loading.suite(topic, root), written(topic, root), Contract(topic, root)
    seen: set[str] = set()
    yield from _rules_said(suite, contract)
    for clause in lines:
        if not contract.says(clause):
            yield f"{clause.function}/{clause.id}: the notebook does not say {clause.text!r}"
        if clause.id == NO_PROMISE:
            continue
        name = f"{clause.function}/{clause.id}"
        if name in seen:
            yield f"{name}: stands there twice"
        seen.add(name)
        have = [c.name for c in suite.of(clause.function)]
        for check in sorted(set(clause.checks) - set(have)):
            yield f"{name}: there is no check {check!r}, but {', '.join(have)}"
        if not broken.get(name):
            yield f"{name}: no answer of the bank breaks it"
    for name in sorted(set(broken) - seen):
        yield f"{name}: {', '.join(broken[name])} breaks it, and there is no such clause"
    checks = {f"{clause.function}/{clause.id}": clause.checks for clause in lines}
    for answer in bank.answers(topic, root):
        breaks, caught = answer.header.get("breaks", ""), answer.header.get("check", "")
        if breaks and caught not in checks.get(f"{answer.function}/{breaks}", (caught,)):
            yield (
                f"{answer.function}/{answer.label}: its check {caught} does not look at the clause {breaks}"
            )
    yield from contract.unquoted(lines)


def _rules_said(suite, contract: "Contract") -> Iterator[str]:
    """Yield where a docstring names other house rules than the check `contract` asks for."""
    for function in suite.functions():
        held = [c.body.rules.rules for c in suite.of(function) if hasattr(c.body, "rules")]
        wanted = f"House rules: {', '.join(held[0])}." if held else ""
        said = re.search(r"House rules:[^.]*\.", plain(contract.docstrings[function]))
        if (said[0] if said else "") != wanted:
            yield f"{function}: the docstring says {said and said[0]!r}, and its checks {wanted!r}"


class Contract:
    """The text of a notebook: docstrings, the introduction of each function, the rules at its head."""

    def __init__(self, topic: str, root: Path = ROOT):
        self.text = solution_path(topic, root).read_text("utf-8")
        self.functions = loading.suite(topic, root).functions()
        nodes = {
            node.name: node
            for node in ast.parse(self.text).body
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        }
        self.docstrings = {name: _docstrings(nodes[name]) for name in self.functions}
        self.head = self._markdown("about") or self._markdown("intro")

    def says(self, clause: Clause) -> bool:
        """Return whether the docstring, the function's introduction or the notebook's head has the words."""
        introduction = self._markdown(f"about-{clause.function}")
        whole = (plain(self.docstrings[clause.function]), plain(introduction), plain(self.head))
        return any(plain(clause.text) in text for text in whole)

    def unquoted(self, lines: list[Clause]) -> Iterator[str]:
        """Yield a line for each sentence of docstrings and rules of which no clause quotes a word."""
        for function, docstring in self.docstrings.items():
            mine = [c.text for c in lines if c.function == function]
            for sentence in _unquoted(docstring, mine):
                yield f"{function}: no clause quotes {sentence!r}"
        for sentence in _unquoted(self._rules(), [c.text for c in lines]):
            yield f"rules: no clause quotes {sentence!r}"

    def _rules(self) -> str:
        """Return the rules at the notebook's head, with each list item and table row as a paragraph."""
        _, _, rules = re.split(r"\*\*Read\*\*|\*\*Read ", self.head)[0].partition("Rules")
        _, _, rules = rules.partition("\n")
        rows = re.sub(r"^\|[ :|-]+\|$\n", "", rules, flags=re.MULTILINE)
        return re.sub(r"^(?:- |(?=\|))", "\n\n", rows, flags=re.MULTILINE)

    def _markdown(self, grade_id: str) -> str:
        found = re.search(
            rf'^# %% \[markdown\].*"grade_id": "{re.escape(grade_id)}",.*\n((?:#.*\n)*)',
            self.text,
            re.MULTILINE,
        )
        return re.sub(r"^# ?", "", found[1], flags=re.MULTILINE) if found else ""


def _docstrings(node: ast.FunctionDef | ast.ClassDef) -> str:
    """Return the docstrings of a function, or of a class and its methods, without their examples."""
    methods = (
        [n for n in node.body if isinstance(n, ast.FunctionDef)] if isinstance(node, ast.ClassDef) else []
    )
    found = [ast.get_docstring(node) or "", *(ast.get_docstring(n) or "" for n in methods)]
    example = re.compile(r"^ *>>>.*?(?:\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
    return "\n\n".join(example.sub("\n", text) for text in found)


def plain(text: str) -> str:
    return " ".join(text.split())


def _unquoted(text: str, quotes: list[str]) -> Iterator[str]:
    whole, marked = plain(text), set()
    for quote in map(plain, quotes):
        start = whole.find(quote)
        while quote and start >= 0:
            marked |= set(range(start, start + len(quote)))
            start = whole.find(quote, start + 1)
    end = 0
    for paragraph in re.split(r"\n\s*\n", text):
        for sentence in re.split(r"(?<!\.\.\.)(?<=[.;])\s+", plain(paragraph)):
            if not sentence:
                continue
            start = whole.index(sentence, end)
            end = start + len(sentence)
            if marked.isdisjoint(range(start, end)):
                yield sentence


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "clauses",
        help="list what the notebooks promise, with the checks and the bank's answers to each promise",
        epilog=status.EPILOG.format(found=": a promise without a check or without an answer that breaks it"),
    )
    parser.add_argument("topic", nargs="*", help="only these topics (all by default)")
    parser.add_argument("--gaps", action="store_true", help="print only what is missing")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print each clause with its checks and answers, then what is missing; exit 1 if something is."""
    missing = []
    for topic in [known(name) for name in args.topic] or all_topics():
        broken = bank.broken(topic)
        if not args.gaps:
            print(f"\n{topic}")
            for c in clauses(topic):
                name = f"{c.function}/{c.id}"
                print(f"  {name} | {', '.join(c.checks)} | {', '.join(broken.get(name, ['-']))} | {c.text}")
        missing += [f"{topic}: {gap}" for gap in gaps(topic, broken)]
    print(*missing, sep="\n", end="\n" if missing else "")
    return status.FOUND if missing else status.DONE
