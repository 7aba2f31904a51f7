"""Short hashes of what a result depends on, so that unchanged work is not repeated.

There are two, for two questions.

`engine`: would any submission be examined differently? It covers the code and templates of the package, byte
for byte, except the assignments and the tools of APART, with the versions of Python and of three packages.
Any change there, even of a comment, runs everything again.

`of_checks`: would one function's checks give another result? An edit for one function must not rerun the
checks of the others, and an edit of answers or promises must rerun none.
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
# Not part of `engine`: the tools beside grading, and the content, which counts by `of_checks` and the source
# notebook.
APART = ("assignments", "conformance", "gpu", "platforms", "selftest", "settings", CARRIED)
VERSIONS = ("numpy", "torch", "ipython")
_WORD = re.compile(r"[\w-]+")


class Hash:
    """A hash of parts, whose boundaries count; a part may come in pieces."""

    def __init__(self, *parts):
        self._digest = hashlib.sha256()
        for part in parts:
            self.add(part)

    def add(self, part) -> None:
        """Add a whole part."""
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogateescape")
        self.begin(len(data))
        self.update(data)

    def begin(self, size: int) -> None:
        """Begin a part of `size` bytes, which `update` adds."""
        self._digest.update(size.to_bytes(8, "little"))

    def update(self, piece: bytes) -> None:
        self._digest.update(piece)

    def text(self) -> str:
        return self._digest.hexdigest()[:24]


def short(*parts) -> str:
    """Return a hash of the parts, whose boundaries count."""
    return Hash(*parts).text()


@functools.cache
def engine() -> str:
    """Return a hash of all that grades, apart from the checks: a change of it runs everything again."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in VERSIONS]
    return short(_files(ROOT), sys.version, *versions)


def _files(root: Path) -> str:
    """Return a hash of the code and templates below `root` that count for every result."""
    found = sorted(path for kind in ("*.py", "*.j2", "*.js", "*.css") for path in root.rglob(kind))
    names = [path.relative_to(root) for path in found if counts(path.relative_to(root))]
    return short(*(part for name in names for part in (name, (root / name).read_bytes())))


def counts(path: Path) -> bool:
    """Return whether every result depends on this file of the package."""
    return path.parts[0] not in APART


@functools.cache
def _named_by_the_engine() -> set[str]:
    """Return the words in the shared code of all checks, among them the keys of mistakes that it names."""
    return {
        word for path in (ROOT / "checks").glob("*.py") for word in _WORD.findall(path.read_text("utf-8"))
    }


def of_checks(suite: Suite, folder: Path) -> dict[str, str]:
    """Return a hash for each check, by its id, that changes if the check might give another result.

    It covers the `checks.py` of its function and what the assignment's checks share, byte for byte, with
    the messages whose keys appear in them.
    """
    shared = [path for path in sorted(folder.glob("*.py")) if path.name != MISTAKES]
    named = _named_by_the_engine()
    texts = {path: path.read_text("utf-8") for path in shared}
    found: dict[str, str] = {}
    for function in suite.functions():
        sources = {**texts, (own := folder / function / CHECKS): own.read_text("utf-8")}
        words = named | set(_WORD.findall("\n".join(sources.values())))
        # A message holds the title and place of a section, so a change there changes the message.
        told = [
            f"{key}: {mistake.message(f'{suite.topic}, {key!r}')}"
            for key, mistake in suite.misconceptions.items()
            if key in words
        ]
        files = [part for path, text in sources.items() for part in (path.relative_to(folder), text)]
        state = short(*files, *told)
        found |= {check.id: short(state, check.id, check.points) for check in suite.of(function)}
    return found
