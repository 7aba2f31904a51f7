"""Functions of different students that are the same code, but for names, comments and layout.

That is no accusation: a short function has few forms, and people learn together. So what is short, or what
the notebook itself shows, does not count.
"""

import ast
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping

LEAST = 60  # nodes of a function's syntax tree: a shorter one comes out alike by itself
Pair = tuple[str, str, tuple[str, ...]]  # two students, functions


def pairs(code: Mapping[str, Mapping[str, str]], common: float = 0.2) -> list[Pair]:
    """Return pairs of students with the functions in which their code is the same, the most functions first.

    `code` maps a student to the source of each function. A form that more than a share `common` of the
    class has is taken for the usual one, and left out; two students are never too many.
    """
    forms: dict[tuple[str, str], list[str]] = defaultdict(list)
    for student, functions in code.items():
        for function, source in functions.items():
            if form := normalized(source):
                forms[function, form].append(student)
    together: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (function, _), students in forms.items():
        if len(students) <= max(2, common * len(code)):
            for pair in itertools.combinations(sorted(students), 2):
                together[pair].append(function)
    found = [(*pair, tuple(sorted(functions))) for pair, functions in together.items()]
    return sorted(found, key=lambda pair: (-len(pair[2]), pair))


def normalized(source: str) -> str:
    """Return a form of the code without names, comments, annotations and docstrings; empty if too short."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ""
    try:
        tree = _Normal().visit(tree)
        size = sum(1 for _ in ast.walk(tree))
        return ast.dump(tree) if size >= LEAST else ""
    except RecursionError:
        return ""


class _Normal(ast.NodeTransformer):
    """Names become numbers in the order in which they come; what has no effect goes."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}
        self._next = itertools.count()

    def _number(self, name: str) -> str:
        if name not in self._numbers:
            self._numbers[name] = f"n{next(self._next)}"
        return self._numbers[name]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._number(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self._number(node.arg), None)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return ast.keyword(node.arg, self.visit(node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns = self._number(node.name), None
        node.body = _without_texts(node.body)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name, node.body = self._number(node.name), _without_texts(node.body)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return self.visit(ast.Assign([node.target], node.value))


def _without_texts(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    kept = [
        node for node in body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return kept or [ast.Pass()]
