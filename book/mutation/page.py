"""A page of the book, executed with its conditions examined."""

from __future__ import annotations

import ast
import copy
import linecache
import sys
import types
from dataclasses import dataclass
from pathlib import Path

from .conditions import Claim, Site
from .examination import Unrepeatable, Verdict, shared
from .names import Names, targets
from .probe import Probe
from .rewrite import PROBE, assert_site, quiz_site, thunk

# The calls whose conditions are tried: (kind, place of the argument, its name)
QUIZ = {"wb.option": ("option", 1, "right"), "wb.quiz_number": ("number", 2, "answer")}


@dataclass
class Finding:
    """One claim of a page and what became of it."""

    page: str
    line: int  # in the page's source
    kind: str
    text: str  # what a reason in book/asserts.yml names
    problem: str  # "", "survives", "literal", "identity", "wide", "not executed"
    detail: str
    tried: int
    site: int = 0  # number of the assert or option within the page


class PageRewriter(ast.NodeTransformer):
    """Rewrites a page's cells in order; statements are visited as they are executed."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.names = Names()
        self.offset = 0

    def cell(self, tree: ast.Module, offset: int) -> ast.Module:
        self.offset = offset
        tree.body = self.block(tree.body)
        return ast.fix_missing_locations(tree)

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        done = []
        for statement in statements:
            before = copy.deepcopy(statement)
            done.append(self.statement(statement))
            self.names.see(before)
        return done

    def statement(self, node: ast.stmt) -> ast.stmt:
        blocks = [name for name in ("body", "orelse", "finalbody", "handlers") if getattr(node, name, None)]
        if blocks:
            inside, outside = copy.deepcopy(self.names), self.names
            inside.forget(targets(node) | _bound_inside(node))
            for name in blocks:
                for part in getattr(node, name):
                    if isinstance(part, ast.ExceptHandler):
                        self.names = copy.deepcopy(inside)
                        part.body = self.block(part.body)
                if name != "handlers":
                    self.names = copy.deepcopy(inside)
                    setattr(node, name, self.block(getattr(node, name)))
            self.names = outside
            return node
        return self.visit(node)

    def add(self, site: Site) -> None:
        site.line += self.offset
        self.sites.append(site)

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        number = len(self.sites)
        site, made = assert_site(node, self.names)
        self.add(site)
        return ast.copy_location(ast.Assert(_check(number, made, None), node.msg), node)

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        place = _quiz_argument(node)
        if place is None:
            return node
        kind, holder, key = place
        value = holder[key] if isinstance(holder, list) else holder.value
        number = len(self.sites)
        site, made = quiz_site(kind, value, self.names)
        self.add(site)
        call = ast.copy_location(_check(number, made, node.args[0] if node.args else None), value)
        if isinstance(holder, list):
            holder[key] = call
        else:
            holder.value = call
        return node


def _bound_inside(node: ast.stmt) -> set[str]:
    """What a function's own statements and arguments bind."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return set()
    found = node.args
    arguments = [*found.posonlyargs, *found.args, *found.kwonlyargs, found.vararg, found.kwarg]
    return {part.arg for part in arguments if part}.union(*(targets(part) for part in node.body))


def _quiz_argument(node: ast.Call):
    """(kind, the list or keyword that holds the condition, its place in it) of a quiz's call, else None."""
    if ast.unparse(node.func) not in QUIZ:
        return None
    kind, place, name = QUIZ[ast.unparse(node.func)]
    if len(node.args) > place:
        return kind, node.args, place
    return next(((kind, keyword, None) for keyword in node.keywords if keyword.arg == name), None)


def _check(number: int, made: list[ast.expr], label: ast.expr | None) -> ast.Call:
    claims = ast.Tuple([thunk(part) for part in made[1:]], ast.Load())
    arguments = [ast.Constant(number), thunk(made[0]), claims]
    if label is not None:
        arguments.append(thunk(copy.deepcopy(label)))
    return ast.Call(ast.Attribute(ast.Name(PROBE, ast.Load()), "check", ast.Load()), arguments, [])


def cells_of(text: str) -> list[tuple[int, str, list[str]]]:
    """The code cells of a page's source: (lines of the page before it, its code, its tags)."""
    from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook

    if not is_myst_markdown_notebook(text):
        return []
    found, lines, begin = [], text.split("\n"), 0
    for cell in read_myst_markdown_notebook(text).cells:
        if cell.cell_type != "code":
            continue
        code = cell.source.split("\n")
        while lines[begin : begin + len(code)] != code:
            begin += 1
            if begin > len(lines):
                raise ValueError(f"the code cell that begins with {code[0]!r} is not in the page's source")
        found.append((begin, cell.source, cell.metadata.get("tags", [])))
        begin += len(code)
    return found


def examine(text: str, page: str) -> list[Finding]:
    """Execute a page's cells in this process, with its conditions examined."""
    module = types.ModuleType("__main__")
    rewriter = PageRewriter()
    probe = Probe(module.__dict__, rewriter.sites)
    module.__dict__[PROBE] = probe
    earlier, sys.modules["__main__"] = sys.modules["__main__"], module
    try:
        for number, (offset, source, tags) in enumerate(cells_of(text), 1):
            name = f"<{page}, code cell {number}>"
            linecache.cache[name] = (len(source), None, source.splitlines(True), name)
            tree = rewriter.cell(ast.parse(source, name), offset)
            probe.begin(rewriter.names)
            try:
                exec(compile(tree, name, "exec"), module.__dict__)
            except Unrepeatable as error:
                where = f"{page}: code cell {number}"
                raise RuntimeError(f"{where}: cannot be evaluated again: {error}") from error
            except Exception as error:
                if "raises-exception" not in tags:
                    where = f"{page}: code cell {number} (line {offset + 1})"
                    raise RuntimeError(f"{where}: {error!r}") from error
    finally:
        sys.modules["__main__"] = earlier
    return [finding for number in range(len(rewriter.sites)) for finding in findings(page, probe, number)]


def findings(page: str, probe: Probe, number: int) -> list[Finding]:
    """What is to be said of one site: a finding for each claim."""
    site, verdicts, made = probe.sites[number], probe.verdicts[number], []
    for claim, verdict in zip(site.claims, verdicts, strict=True):
        label = probe.labels[number]
        text = claim.text if site.kind == "assert" else f"{label}: {claim.text}"
        problem, detail = judged(site, claim, verdict, verdicts)
        tried = verdict.tried if verdict else 0
        made.append(Finding(page, site.line, site.kind, text, problem, detail, tried, number))
    return made


def judged(site: Site, claim: Claim, verdict: Verdict | None, verdicts: list) -> tuple[str, str]:
    """The problem with a claim, and what was tried or what turned it over."""
    if claim.trivial:
        return claim.trivial, "no value decides it"
    if verdict is None:
        return "not executed", "the page's cells never came here"
    if claim.computed:
        return "", "computed from the question's numbers"
    tried = ", ".join(verdict.tried_on) or "no value"
    if not verdict.overturned:
        for index in claim.neighbours:
            other = verdicts[index]
            if other and other.operand in shared(claim, site.claims) and not verdict.wide:
                return "", f"the chain bounds it from both sides; {other.overturned}"
        return "survives", f"tried on {tried}{', and a thousand times too wide' if verdict.wide else ''}"
    if verdict.wide:
        return "wide", f"stands a factor of 1000 either way; tried on {tried}"
    return "", verdict.overturned


def examine_file(path: Path, root: Path) -> list[Finding]:
    name = path.relative_to(root / "book").with_suffix("").as_posix()
    return examine(path.read_text(encoding="utf-8"), name)
