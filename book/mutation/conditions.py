"""What a condition claims: the parts of an assert and of a quiz option that are judged one by one."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from dataclasses import dataclass, field

from .names import LIBRARIES, Names, called, free_names

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
COMPARISONS = {"allclose", "isclose", "array_equal", "equal", "close"}  # of a call's first two arguments
COPIES = {"copy", "clone", "detach"}


@dataclass
class Operand:
    """A part of a condition whose value can be replaced, wherever it stands in it."""

    text: str
    depth: int  # how many operands it is inside of
    constant: bool = False  # only literals decide it
    inside: set[int] = field(default_factory=set)  # operands that this one is computed from
    questions: set[int] = field(default_factory=set)  # calls that it is handed to
    compared: bool = False  # stands at a side of ==, of `in`, or the like
    function: str = ""  # the page's function that it calls
    defined: bool = False  # a name with a definition that can be followed


@dataclass
class Claim:
    """One thing that a condition claims: an operand of `and`, a link of a chained comparison."""

    text: str
    trivial: str = ""  # "literal" or "identity" where no value can decide it
    sides: tuple[int, ...] = ()  # of one inequality: the operand that is less, the one that is more
    measured: bool = False  # the inequality says how much: more than rounding is no measure
    denies: bool = False  # says that values differ: it is false where they are equal
    computed: bool = False  # a quiz's number that is computed from literals
    neighbours: list[int] = field(default_factory=list)  # claims beside it in a chained comparison
    operands: list[int] = field(default_factory=list)
    constants: list = field(default_factory=list)


@dataclass
class Site:
    """An assert, an option or a number of a quiz."""

    kind: str  # "assert", "option", "number"
    line: int
    claims: list[Claim] = field(default_factory=list)
    operands: list[Operand] = field(default_factory=list)


def _bare(node: ast.expr) -> str:
    """The expression without the calls that only copy a value."""

    class Copies(ast.NodeTransformer):
        def visit_Call(self, call):
            self.generic_visit(call)
            copies = isinstance(call.func, ast.Attribute) and call.func.attr in COPIES
            return call.func.value if copies and not call.args else call

    return ast.dump(Copies().visit(copy.deepcopy(node)))


def trivial(node: ast.expr, names: Names) -> str:
    """Why no value can decide the condition: "literal", "identity", or "" where one can."""
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    if isinstance(node, ast.Name) and isinstance(names.definitions.get(node.id), ast.Constant):
        return "literal"
    if not free_names(node):
        return "literal"
    sides = []
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = [node.left, node.comparators[0]]
    elif isinstance(node, ast.Call):
        if called(node) in ("bool", "all", "any") and len(node.args) == 1:
            return trivial(node.args[0], names)
        if called(node) in COMPARISONS and len(node.args) >= 2:
            sides = node.args[:2]
    return "identity" if sides and _bare(sides[0]) == _bare(sides[1]) else ""


def is_denial(node: ast.expr) -> bool:
    """Does the condition say that something is not so, without any inequality?"""
    parts = list(ast.walk(node))
    denies = any(isinstance(part, (ast.Not, ast.NotEq, ast.NotIn)) for part in parts)
    return denies and not any(isinstance(part, ORDER) for part in parts)


def constants(node: ast.expr) -> list:
    """The literals in a condition: numbers, texts, and sets, lists and tuples of them."""
    kinds = (ast.Set, ast.List, ast.Tuple, ast.UnaryOp, ast.USub, ast.Constant, ast.Load)
    displays = (ast.Constant, ast.UnaryOp, ast.Set, ast.List, ast.Tuple)
    return [
        ast.literal_eval(part)
        for part in ast.walk(node)
        if isinstance(part, displays) and all(isinstance(inner, kinds) for inner in ast.walk(part))
    ]


def links(node: ast.expr, names: Names) -> list[Sequence[ast.expr]]:
    """The claims of an assert's condition, those of one chained comparison together."""

    def is_limit(side):
        return not free_names(side) - LIBRARIES or names.is_tolerance(side)

    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [chain for value in node.values for chain in links(value, names)]
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        sides = [node.left, *node.comparators]
        pairs = [ast.Compare(a, [op], [b]) for a, op, b in zip(sides[:-1], node.ops, sides[1:], strict=True)]
        # Two bounds side by side in a chain belong to their neighbours, and are no claim.
        return [[pair for pair in pairs if not all(map(is_limit, (pair.left, *pair.comparators)))] or pairs]
    return [[node]]
