"""What a result depends on, as short hashes: so that what has not changed is not run again.

There are two, for two questions.

`engine`: would any submission be examined otherwise? It covers every file of the package, byte for byte,
but for the assignments and the tools of APART, with the versions of Python and of three packages. A
change there, be it a comment, runs everything again.

`of_checks`: would one function's checks say something else? An edit for one function must not run the
checks of the others again, and an edit of answers or promises none.
"""

import functools
import hashlib
import importlib.metadata
import re
import sys
from pathlib import Path

from autograder.checks.checking import Suite
from autograder.topics import CARRIED, CHECKS, MISTAKES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "autograder"
# What not every result depends on: the tools beside grading, and the content, which counts by `of_checks` and
# the source notebook.
APART = ("assignments", "conformance", "gpu", "selftest", CARRIED)
VERSIONS = ("numpy", "torch", "ipython")
_WORD = re.compile(r"[\w-]+")


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
    return short(_files(ROOT), sys.version, *versions)


def _files(root: Path) -> str:
    """The code and the templates below `root` that count for every result."""
    found = sorted(path for kind in ("*.py", "*.j2") for path in root.rglob(kind))
    names = [path.relative_to(root) for path in found if counts(path.relative_to(root))]
    return short(*(part for name in names for part in (name, (root / name).read_bytes())))


def counts(path: Path) -> bool:
    """Does every result depend on this file of the package?"""
    return path.parts[0] not in APART


@functools.cache
def _named_by_the_engine() -> set[str]:
    """Words in what all checks are made of, among them the keys of mistakes that it names."""
    return {
        word for path in (ROOT / "checks").glob("*.py") for word in _WORD.findall(path.read_text("utf-8"))
    }


def of_checks(suite: Suite, folder: Path) -> dict[str, str]:
    """For each check, by its id: would it say something else? A hash of what it is made of.

    That are the `checks.py` of its function and what the assignment's checks share, byte for byte, with the
    messages whose keys stand in them.
    """
    shared = [path for path in sorted(folder.glob("*.py")) if path.name != MISTAKES]
    named = _named_by_the_engine()
    texts = {path: path.read_text("utf-8") for path in shared}
    found: dict[str, str] = {}
    for function in suite.functions():
        sources = {**texts, (own := folder / function / CHECKS): own.read_text("utf-8")}
        words = named | set(_WORD.findall("\n".join(sources.values())))
        # A message holds the title and the place of a section: when that changes, so does what is told.
        told = [
            f"{key}: {mistake.message(f'{suite.topic}, {key!r}')}"
            for key, mistake in suite.misconceptions.items()
            if key in words
        ]
        files = [part for path, text in sources.items() for part in (path.relative_to(folder), text)]
        state = short(*files, *told)
        found |= {check.id: short(state, check.id, check.points) for check in suite.of(function)}
    return found
