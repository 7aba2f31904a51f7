"""What the names of a page stand for, read from its source: constants, tolerances, definitions."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable

LIBRARIES = {"np", "numpy", "torch", "F", "nn", "math", "optim"}
BUILTINS = set(dir(builtins))
ARITHMETIC = {
    "abs",
    "ceil",
    "exp",
    "finfo",
    "float",
    "floor",
    "iinfo",
    "int",
    "log",
    "log10",
    "log2",
    "prod",
    "round",
    "sqrt",
}
# Calls that only look at their arguments and can be made again: no state, nothing random, nothing long.
PURE = ARITHMETIC | {
    "all",
    "allclose",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "array",
    "array_equal",
    "asarray",
    "bool",
    "count_nonzero",
    "cpu",
    "cumsum",
    "detach",
    "dict",
    "diff",
    "double",
    "enumerate",
    "equal",
    "flatnonzero",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "item",
    "items",
    "keys",
    "len",
    "list",
    "max",
    "maximum",
    "mean",
    "median",
    "min",
    "minimum",
    "norm",
    "numpy",
    "ptp",
    "quantile",
    "range",
    "reshape",
    "set",
    "sign",
    "sorted",
    "square",
    "std",
    "sum",
    "tensor",
    "tolist",
    "tuple",
    "unique",
    "values",
    "var",
    "where",
    "zip",
}
# What holds of each number holds of these of them.
AGGREGATES = {"max", "min", "mean", "sum", "median", "item", "float", "round", "amax", "all", "any", "bool"}
# A name that was given one of these, or a comparison, is a distance or an answer.
ASKING = {"abs", "norm", "allclose", "isclose", "array_equal", "equal", "ptp", "isfinite", "all", "any"}


def root(node: ast.expr) -> str:
    """The name that an attribute chain begins with: "np" for np.linalg.norm; "" where it begins otherwise."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_library(func: ast.expr) -> bool:
    """Is this call's function one of Python's own or of an imported library?"""
    name = root(func)
    return name in LIBRARIES if isinstance(func, ast.Attribute) else name in BUILTINS


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else root(node.func)


def free_names(node: ast.AST) -> set[str]:
    """The names that an expression takes from the page, libraries among them."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    bound = {part.id for part in names if isinstance(part.ctx, ast.Store)}
    return {part.id for part in names} - bound - BUILTINS


def targets(node: ast.AST) -> set[str]:
    """The names that a statement, or anything inside it, binds in its own scope."""
    found, waiting = set(), [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
            continue
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            found.add(node.id)
        if isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        waiting += ast.iter_child_nodes(node)
    return found


class Names:
    """What is known of a page's names at one place of it; `see` moves past a statement."""

    def __init__(self) -> None:
        self.definitions: dict[str, ast.expr] = {}  # name -> the expression it was last given
        self.constants: set[str] = set()
        self.functions: set[str] = set()  # what `def` and `lambda` have made
        self.tolerances: set[str] = set()  # names, of functions too, that hold a multiple of a dtype's eps

    def see(self, statement: ast.stmt) -> None:
        """Take in one statement that stands in no function."""
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            if isinstance(target, ast.Name):
                return self._assign({target.id: value})
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                names = [name.id for name in target.elts if isinstance(name, ast.Name)]
                if len(names) == len(target.elts) == len(value.elts):
                    return self._assign(dict(zip(names, value.elts, strict=True)))
        self.forget(targets(statement))
        if isinstance(statement, ast.FunctionDef):
            self.functions.add(statement.name)
            returns = [n.value for n in ast.walk(statement) if isinstance(n, ast.Return) and n.value]
            if any(map(self.is_tolerance, returns)):
                self.tolerances.add(statement.name)
        return None

    def forget(self, names: Iterable[str]) -> None:
        for name in names:
            self.definitions.pop(name, None)
            self.constants.discard(name)
            self.tolerances.discard(name)
            self.functions.discard(name)

    def _assign(self, values: dict[str, ast.expr]) -> None:
        constant = {name for name, value in values.items() if self.is_constant(value)}
        tolerance = {name for name, value in values.items() if self.is_tolerance(value)}
        self.forget(values)
        self.constants |= constant
        self.tolerances |= tolerance
        self.functions |= {name for name, value in values.items() if isinstance(value, ast.Lambda)}
        self.definitions |= values

    def is_constant(self, node: ast.expr) -> bool:
        """A number, or texts and tuples, that only literals and constants decide."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.constants
        if isinstance(node, ast.UnaryOp):
            return self.is_constant(node.operand)
        if isinstance(node, ast.BinOp):
            return self.is_constant(node.left) and self.is_constant(node.right)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return all(map(self.is_constant, node.elts))
        if isinstance(node, ast.Attribute):
            return root(node) in LIBRARIES or self.is_constant(node.value)
        if isinstance(node, ast.Call):
            arithmetic = is_library(node.func) and called(node) in ARITHMETIC
            return arithmetic and all(map(self.is_constant, node.args))
        return False

    def is_tolerance(self, node: ast.expr) -> bool:
        """A multiple of what a dtype rounds by: how far two values may be apart, and no value itself."""
        if isinstance(node, ast.Name):
            return node.id in self.tolerances
        if isinstance(node, ast.Attribute):
            return node.attr in ("eps", "tiny", "smallest_subnormal") or self.is_tolerance(node.value)
        if isinstance(node, ast.Subscript):
            return self.is_tolerance(node.value)
        if isinstance(node, ast.BinOp):
            return self.is_tolerance(node.left) or self.is_tolerance(node.right)
        if isinstance(node, ast.UnaryOp):
            return self.is_tolerance(node.operand)
        if isinstance(node, ast.Lambda):
            return self.is_tolerance(node.body)
        if isinstance(node, ast.Call):
            if not is_library(node.func):
                return root(node.func) in self.tolerances
            return called(node) not in ("allclose", "isclose") and any(map(self.is_tolerance, node.args))
        return False

    def is_distance(self, node: ast.expr, following: frozenset = frozenset()) -> bool:
        """The size of a difference, or an aggregate of such sizes: what it is less than is a bound.

        `following` are the names whose definitions led here: a name may be defined by its earlier value.
        """
        if isinstance(node, ast.Name):
            definition = None if node.id in following else self.followed(node.id)
            return definition is not None and self.is_distance(definition, following | {node.id})
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, (ast.Div, ast.Mult)) and self.is_distance(node.left, following)
        if isinstance(node, ast.Call) and called(node) in ("abs", "norm"):
            parts = [part for argument in self._arguments(node) for part in ast.walk(argument)]
            return any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub) for part in parts)
        if isinstance(node, ast.Call) and called(node) in AGGREGATES:
            return any(self.is_distance(part, following) for part in self._arguments(node))
        if isinstance(node, ast.GeneratorExp):
            return self.is_distance(node.elt, following)
        return False

    def _arguments(self, node: ast.Call) -> list[ast.expr]:
        """What a function is called with, and what a method is called on."""
        if isinstance(node.func, ast.Attribute) and not is_library(node.func):
            return [*node.args, node.func.value]
        return node.args

    def followed(self, name: str) -> ast.expr | None:
        """The expression that `name` was given, where that is a distance or an answer.

        The value under an assert that a distance is small is what the distance is measured of. The
        expression must be one that can be computed again without a side effect.
        """
        node = self.definitions.get(name)
        if node is None or isinstance(node, ast.Constant):
            return node
        parts = list(ast.walk(node))
        calls = [part for part in parts if isinstance(part, ast.Call)]
        compares = any(isinstance(part, ast.Compare) for part in parts)
        asks = compares or any(called(call) in ASKING for call in calls)
        unsafe = any(isinstance(part, (ast.Lambda, ast.NamedExpr, ast.Await)) for part in parts)
        own = any(isinstance(call.func, ast.Name) and not is_library(call.func) for call in calls)
        pure = all(called(call) in PURE for call in calls) and not own
        return node if asks and pure and not unsafe else None
