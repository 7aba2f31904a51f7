"""What a result depends on, as short hashes: so that what has not changed is not run again.

There are two of them, for two questions.

`engine`: would any submission be examined otherwise? It covers every file of the package, byte for byte,
but for the topics' checks and the tools of APART, with the versions of Python and of three packages. A
change there, be it a comment, runs everything again.

`of_check`: would this one check say something else? A topic's folder holds the checks of six to ten
functions, and an edit for one of them must not run the others again: whole files are too coarse there. So
it walks from the check's own function along what that names (globals, the modules of this package that it
reads, default values, closures, classes with their bases, data), each once. Of a function the bytecode and
the constants count; comments and layout do not. Of other packages nothing counts here, for `engine` has
their versions. To the code come the texts of the mistakes that the check can name.

The walk sees what is named in the code. It would miss what is looked up by a name that is put together
while the check runs; checks do not do that.
"""

import functools
import hashlib
import importlib.metadata
import re
import sys
import types
from pathlib import Path, PurePath

import numpy as np

from autograder.checks import checking
from autograder.topics import CARRIED, CODE, ROOT as COURSE

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "autograder"
# What no result depends on: the tools beside grading. The course's files, which a wheel carries in the
# package, count through the assignment and the texts of its checks. Of its topic's folder a check depends on
# what it reaches.
APART = ("conformance", "gpu", "selftest", CARRIED)
VERSIONS = ("numpy", "torch", "ipython")
_ADDRESS = re.compile(r"0x[0-9a-f]+")


class Hash:
    """A hash of parts, each told apart from the next; a part may come in pieces."""

    def __init__(self, *parts):
        self._digest = hashlib.sha256()
        for part in parts:
            self.add(part)

    def add(self, part) -> None:
        """A whole part."""
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogateescape")
        self.begin(len(data))
        self.update(data)

    def begin(self, size: int) -> None:
        """A part of so many bytes, which `update` gets."""
        self._digest.update(size.to_bytes(8, "little"))

    def update(self, piece: bytes) -> None:
        self._digest.update(piece)

    def text(self) -> str:
        return self._digest.hexdigest()[:24]


def short(*parts) -> str:
    """A hash of the parts, each told apart from the next."""
    return Hash(*parts).text()


@functools.cache
def engine() -> str:
    """Everything that grades, apart from the checks: a change of it runs everything again."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in VERSIONS]
    return short(_files(ROOT), of(checking.run), sys.version, *versions)


def _files(root: Path) -> str:
    """The code and the templates below `root` that count for every result."""
    found = sorted(path for kind in ("*.py", "*.j2") for path in root.rglob(kind))
    names = [path.relative_to(root) for path in found if counts(path.relative_to(root))]
    return short(*(part for name in names for part in (name, (root / name).read_bytes())))


def counts(path: Path) -> bool:
    """Does every result depend on this file of the package?"""
    return path.parts[0] not in APART and (path.parts[0] != "checks" or path.parts[1] == "framework")


def of_check(topic: str, check: checking.Check) -> str:
    """A check with all that it reaches, the texts of the mistakes that it can name, and its examples."""
    body, catalogue = _reach(check.body), checking.suite(topic).misconceptions
    named = sorted(body.strings & set(catalogue))
    # The message holds the title and the place of a section: when that changes, so does what is told.
    texts = [f"{name}: {catalogue[name]} {catalogue[name].message(f'{topic}, {name!r}')}" for name in named]
    shown = [e for e in checking.suite(topic).examples.get(check.function, ()) if e.is_for(check.name)]
    return short(check.id, check.points, check.accelerator, body.digest(), *texts, *shown)


def named(check: checking.Check) -> set[str]:
    """The words in the code of a check that may be keys of its topic's catalogue."""
    return _reach(check.body).strings


def of(function) -> str:
    """A function with all that it reaches."""
    return _reach(function).digest()


def _reach(function) -> "_Reach":
    found = _Reach()
    found.visit(function)
    return found


class _Reach:
    """The code and the data that a function comes to, each once."""

    def __init__(self):
        self.seen, self.parts, self.strings = {}, [], set()
        self._alive = []  # what was looked at, so that nothing else gets its id

    def digest(self) -> str:
        return short(*self.parts)

    def visit(self, value) -> None:
        if isinstance(value, str):
            self.strings.add(value)
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes, type(...))):
            self.parts.append(repr(value))
            return
        if id(value) in self.seen:
            self.parts.append(f"again {self.seen[id(value)]}")
            return
        self.seen[id(value)] = len(self.seen)
        self._alive.append(value)
        self._visit(value)

    def _visit(self, value) -> None:
        if isinstance(value, types.CodeType):
            self._code(value)
        elif isinstance(value, types.FunctionType) and _ours(value.__module__):
            self._function(value)
        elif isinstance(value, type) and _ours(value.__module__):
            self._class(value)
        elif isinstance(value, (list, tuple)):
            self._items(type(value).__name__, value)
        elif isinstance(value, (set, frozenset)):
            self._items("set", sorted(value, key=repr))
        elif isinstance(value, dict):
            self._items("dict", [x for pair in value.items() for x in pair])
        elif isinstance(value, np.ndarray):
            self._items("array", [str(value.dtype), value.shape, value.tobytes()])
        elif isinstance(value, (classmethod, staticmethod)):
            self._items(type(value).__name__, [value.__func__])
        elif isinstance(value, property):
            self._items("property", [value.fget, value.fset])
        elif isinstance(value, functools.cached_property):
            self._items("property", [value.func])
        elif isinstance(value, functools.partial):
            self._items("partial", [value.func, value.args, value.keywords])
        elif isinstance(value, types.ModuleType):
            self.parts.append(f"module {value.__name__}")
        elif isinstance(value, PurePath):
            self.parts.append(f"path {_place(value)}")
        elif hasattr(value, "__wrapped__"):  # functools.cache and its like
            self._items("wrapper", [value.__wrapped__])
        elif isinstance(value, types.MethodType):
            self._items("method", [value.__self__, value.__func__])
        elif isinstance(value, checking.Suite):
            self.parts.append("suite")  # its texts are counted where a check names them
        elif _ours(type(value).__module__):
            self._items(type(value).__qualname__, [type(value), getattr(value, "__dict__", {})])
        else:
            name = getattr(value, "__qualname__", None) or _ADDRESS.sub("", repr(value))
            self.parts.append(f"{getattr(value, '__module__', '')} {name}")

    def _items(self, kind: str, values) -> None:
        self.parts.append(f"{kind} of {len(values)}")
        for value in values:
            self.visit(value)

    def _function(self, function) -> None:
        self.parts.append("function")
        self._code(function.__code__)
        self.visit(function.__defaults__)
        self.visit(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)
        names, known = _names(function.__code__), function.__globals__
        for name in sorted(names & set(known)):
            self.parts.append(name)
            value = known[name]
            if isinstance(value, types.ModuleType):
                self._module(value, names)
            else:
                self.visit(value)

    def _module(self, module, names: set[str]) -> None:
        """Of a module of this package, what the function may take out of it."""
        self.parts.append(f"module {module.__name__}")
        if _ours(module.__name__):
            for name in sorted(names & set(vars(module))):
                self.parts.append(name)
                self.visit(vars(module)[name])

    def _code(self, code) -> None:
        self.parts.append(code.co_code.hex())
        self.parts.append(f"{code.co_names} {code.co_varnames} {code.co_freevars} {code.co_flags}")
        for constant in code.co_consts:
            self.visit(constant)

    def _class(self, class_) -> None:
        self.parts.append(f"class {class_.__qualname__}")
        for base in class_.__bases__:
            self.visit(base)
        for name, value in sorted(vars(class_).items()):
            if name not in ("__doc__", "__dict__", "__weakref__", "__module__"):
                self.parts.append(name)
                self.visit(value)


def _names(code) -> set[str]:
    """Every global and attribute that a function's code names, those within it included."""
    inner = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _place(path: PurePath) -> str:
    """A path as seen from the course or the code, if it lies there: where these lie changes no result."""
    for base in (COURSE, CODE):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


def _ours(module: str | None) -> bool:
    return (module or "").split(".")[0] == PACKAGE
