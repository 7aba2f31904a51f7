"""Conditions rewritten so that their values can be replaced.

Each operand of a condition becomes `__probe__.value(number, lambda: operand, bound, ...)`. The
probe (probe.py) keeps the value, and later evaluates the condition with another value in its place.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field

from .conditions import ORDER, Claim, Operand, Site, constants, is_denial, links, trivial
from .names import LIBRARIES, Names, called, free_names, is_library, root

PROBE = "__probe__"
# Decided by which objects there are, not by a value: the answer itself is what is replaced.
ABOUT_OBJECTS = {
    "isinstance",
    "issubclass",
    "hasattr",
    "callable",
    "shares_memory",
    "may_share_memory",
    "gradcheck",
    "gradgradcheck",
}
NEARLY_ZERO = 1e-6
DEPTH = 4  # definitions of definitions that are followed
COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Set, ast.Tuple, ast.List, ast.ListComp, ast.SetComp, ast.DictComp)
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


@dataclass
class _Context:
    """Where in a condition the rewriting is."""

    outer: frozenset = frozenset()  # operands that this place is a part of
    questions: frozenset = frozenset()  # calls of the page's functions around this place
    bound: frozenset = frozenset()  # names that comprehensions around this place bind
    following: frozenset = frozenset()  # names whose definitions this place is in
    compared: bool = False
    used: set = field(default_factory=set)  # operands met so far, shared with the contexts around this one

    def plain(self) -> _Context:
        made = copy.copy(self)
        made.compared = False
        return made

    def into(self, index: int) -> _Context:
        made = self.plain()
        made.outer = self.outer | {index}
        return made


class Rewriter:
    """Rewrites the condition of one site; `names` is what the page's names stand for at that place."""

    def __init__(self, site: Site, names: Names):
        self.site, self.names = site, names
        self.keys: dict[str, int] = {}

    def claim(self, node: ast.expr) -> ast.expr:
        """Note one claim of the site; returns its rewritten expression."""
        context = _Context()
        made = self.visit(node, context)
        claim = Claim(ast.unparse(node), trivial(node, self.names))
        claim.sides, claim.measured = self.sides(node)
        claim.denies, claim.constants = is_denial(node), constants(node)
        claim.operands = sorted(context.used, key=lambda index: (self.site.operands[index].depth, index))
        self.site.claims.append(claim)
        return made

    def sides(self, node: ast.expr) -> tuple[tuple[int, ...], bool]:
        """The sides of the claim's inequality, the lesser first, and whether the lesser is a measure.

        What is only to be more than nothing, or than rounding, has no measure of how much more.
        """
        compares = [part for part in ast.walk(node) if isinstance(part, ast.Compare)]
        if len(compares) != 1 or len(compares[0].ops) != 1 or not isinstance(compares[0].ops[0], ORDER):
            return (), False
        sides = [compares[0].left, compares[0].comparators[0]]
        less, more = sides if isinstance(compares[0].ops[0], (ast.Lt, ast.LtE)) else sides[::-1]
        keys = [ast.dump(side) for side in (less, more)]
        if any(key not in self.keys for key in keys):
            return (), False
        value = less.value if isinstance(less, ast.Constant) else None
        nearly_zero = isinstance(value, (int, float)) and abs(value) <= NEARLY_ZERO
        return tuple(self.keys[key] for key in keys), not nearly_zero and not self.names.is_tolerance(less)

    # ------------------------------------------------------------ operands

    def operand(self, node: ast.expr, context: _Context) -> int:
        """The number of an operand; equal expressions are one operand."""
        key = ast.dump(node)
        if key not in self.keys:
            self.keys[key] = len(self.site.operands)
            made = Operand(ast.unparse(node), len(context.outer), self.names.is_constant(node))
            self.site.operands.append(made)
        index = self.keys[key]
        found = self.site.operands[index]
        found.depth = min(found.depth, len(context.outer))
        found.questions |= context.questions
        found.compared |= context.compared
        for outer in context.outer - {index}:
            self.site.operands[outer].inside.add(index)
        context.used.add(index)
        return index

    def wrap(self, index: int, node: ast.expr, inner: ast.expr, context: _Context, followed=None) -> ast.Call:
        mentioned = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        bound: list[ast.expr] = [ast.Name(name, ast.Load()) for name in sorted(mentioned & context.bound)]
        arguments = [ast.Constant(index), thunk(inner), ast.Tuple(bound, ast.Load())]
        if followed is not None:
            arguments.append(thunk(followed))
        return ast.Call(ast.Attribute(ast.Name(PROBE, ast.Load()), "value", ast.Load()), arguments, [])

    def whole(self, node: ast.expr, context: _Context) -> ast.expr:
        """An operand that is replaced as it is, and not by what it is computed from."""
        return self.wrap(self.operand(node, context), node, node, context)

    def noted(self, node: ast.expr, context: _Context) -> ast.expr:
        """A part whose value is kept for comparison and not replaced."""
        apart = context.plain()
        apart.used = set()
        return self.whole(node, apart)

    # ------------------------------------------------------------ expressions

    def visit(self, node: ast.expr, context: _Context) -> ast.expr:
        method = getattr(self, f"visit_{type(node).__name__}", None)
        if method:
            return method(node, context)
        if isinstance(node, Comprehension):
            return self.comprehension(node, context.plain())
        if isinstance(node, (ast.BoolOp, ast.Dict, ast.Starred, *COMPUTED)):
            return self.children(node, context.plain())
        return node

    def children(self, node: ast.expr, context: _Context) -> ast.expr:
        made = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(made, name, self.visit(value, context))
            elif isinstance(value, list):
                items = [self.visit(item, context) if isinstance(item, ast.expr) else item for item in value]
                setattr(made, name, items)
        return made

    def visit_IfExp(self, node: ast.IfExp, context: _Context) -> ast.expr:
        # Its test chooses between values and is none.
        inner = context.plain()
        return ast.IfExp(node.test, self.visit(node.body, inner), self.visit(node.orelse, inner))

    def visit_Name(self, node: ast.Name, context: _Context) -> ast.expr:
        if node.id in context.bound:
            return node
        index = self.operand(node, context)
        followed, definition = None, self.names.followed(node.id)
        if definition is not None and node.id not in context.following and len(context.following) < DEPTH:
            inner = context.into(index)
            inner.following = context.following | {node.id}
            followed = self.visit(definition, inner)
            self.site.operands[index].defined = True
        return self.wrap(index, node, node, context, followed)

    def visit_Attribute(self, node: ast.Attribute, context: _Context) -> ast.expr:
        if self.names.is_constant(node):
            return self.noted(node, context) if context.compared else node
        # A copy has no gradient, and answers about an object say nothing of its numbers.
        if node.attr in ("grad", "requires_grad") or node.attr.startswith("is_"):
            return self.whole(node, context)
        index = self.operand(node, context)
        inner = ast.Attribute(self.visit(node.value, context.into(index)), node.attr, node.ctx)
        return self.wrap(index, node, inner, context)

    def visit_Subscript(self, node: ast.Subscript, context: _Context) -> ast.expr:
        index = self.operand(node, context)
        # The index says which value is meant; it is no value under the assert.
        inner = ast.Subscript(self.visit(node.value, context.into(index)), node.slice, node.ctx)
        return self.wrap(index, node, inner, context)

    def visit_Call(self, node: ast.Call, context: _Context) -> ast.expr:
        library, functions = is_library(node.func), self.names.functions
        handed = any(isinstance(item, ast.Lambda) or root(item) in functions for item in node.args)
        if called(node) in ABOUT_OBJECTS or (handed and not library):
            return self.whole(node, context)
        index = self.operand(node, context)
        inner, function = context.into(index), node.func
        if isinstance(function, ast.Attribute) and not library:
            function = ast.Attribute(self.visit(function.value, inner), function.attr, function.ctx)
        elif not library and isinstance(function, ast.Name):
            self.site.operands[index].function = function.id
        if library:
            arguments = [self.visit(item, inner) for item in node.args]
        else:
            arguments = self.asked(node, index, inner)
        return self.wrap(index, node, ast.Call(function, arguments, node.keywords), context)

    def asked(self, node: ast.Call, index: int, context: _Context) -> list[ast.expr]:
        """The arguments of an own call: values if it answers yes or no; constants are settings."""
        inner = context.plain()
        inner.questions = context.questions | {index}
        settings = [item for item in node.args if self.names.is_constant(item)]
        if len(settings) == len(node.args):
            settings = []
        return [item if item in settings else self.part(item, inner) for item in node.args]

    def visit_Compare(self, node: ast.Compare, context: _Context) -> ast.expr:
        if any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
            return self.whole(node, context)
        made = [self.side(node, number, context) for number in range(len(node.ops) + 1)]
        return ast.Compare(made[0], node.ops, made[1:])

    def side(self, node: ast.Compare, number: int, context: _Context) -> ast.expr:
        """One side of a comparison. The bound of an inequality stays: it is not what was measured."""
        side, beside = [node.left, *node.comparators][number], self.beside(node, number)
        inner = context.plain()
        inner.compared = not all(isinstance(op, ORDER) for op, *_ in beside)
        if inner.compared:
            return self.part(side, inner)
        if self.is_bound(side, beside):
            return self.noted(side, inner)
        # A sum or a ratio is what is compared; replacing a divisor would say nothing of it.
        arithmetic = isinstance(side, (ast.BinOp, ast.UnaryOp)) and not self.names.is_distance(side)
        return self.whole(side, inner) if arithmetic else self.part(side, inner)

    def beside(self, node: ast.Compare, number: int) -> list[tuple[ast.cmpop, ast.expr, bool]]:
        """(operator, other side, is the other side the lesser one) for each neighbour of a side."""
        sides, found = [node.left, *node.comparators], []
        for index in (number - 1, number):
            if 0 <= index < len(node.ops):
                op = node.ops[index]
                other_is_left = index < number
                less = isinstance(op, (ast.Lt, ast.LtE)) == other_is_left
                found.append((op, sides[index if other_is_left else index + 1], less))
        return found

    def is_bound(self, side: ast.expr, beside: list) -> bool:
        others, names = [other for _, other, _ in beside], self.names
        if not free_names(side) - LIBRARIES:
            return True
        if any(less and names.is_distance(other) for _, other, less in beside):
            return True
        if names.is_constant(side):
            return not all(map(names.is_constant, others))
        if names.is_tolerance(side):
            return not any(names.is_tolerance(other) or names.is_constant(other) for other in others)
        return False

    def part(self, node: ast.expr, context: _Context) -> ast.expr:
        """What is compared or handed to a question: a value, whatever it is made of."""
        if not isinstance(node, COMPUTED) or not free_names(node) - LIBRARIES:
            return self.visit(node, context)
        index = self.operand(node, context)
        return self.wrap(index, node, self.visit(node, context.into(index)), context)

    def comprehension(self, node: Comprehension, context: _Context) -> ast.expr:
        """What is iterated over and what is made of it; the filters choose between values and are none."""
        made, inner = copy.deepcopy(node), context
        for old, new in zip(node.generators, made.generators, strict=True):
            new.iter = self.visit(old.iter, inner)
            inner = inner.plain()
            inner.bound |= {part.id for part in ast.walk(old.target) if isinstance(part, ast.Name)}
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(made, part, self.visit(getattr(node, part), inner))
        return made


def thunk(body: ast.expr) -> ast.Lambda:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), body)


def assert_site(statement: ast.Assert, names: Names) -> tuple[Site, list[ast.expr]]:
    """The site of an assert; the expressions are its whole condition and then each claim."""
    site = Site("assert", statement.lineno)
    rewriter, made = Rewriter(site, names), []
    for chain in links(statement.test, names):
        first = len(site.claims)
        made += [rewriter.claim(pair) for pair in chain]
        chained = range(first, len(site.claims))
        for index in chained:
            site.claims[index].neighbours = [i for i in (index - 1, index + 1) if i in chained]
    return site, [rewriter.visit(statement.test, _Context()), *made]


def quiz_site(kind: str, value: ast.expr, names: Names) -> tuple[Site, list[ast.expr]]:
    """The site of an option's `right`, or of a number's answer."""
    site = Site(kind, value.lineno)
    rewriter = Rewriter(site, names)
    made = rewriter.claim(value)
    if kind == "number":
        # The product of a question's own numbers is computed; a number alone is not.
        claim = site.claims[0]
        claim.trivial = "literal" if isinstance(value, ast.Constant) else ""
        claim.computed = not claim.trivial and names.is_constant(value)
    return site, [rewriter.visit(value, _Context()), made]
