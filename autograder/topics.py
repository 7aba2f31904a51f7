"""The course's topics: their order, and the files of each topic's editions.

All functions take the `root` of a course's content: `_toc.yml`, `solutions/`, `exercises/` and the folders
of the assignments. The default is the environment variable AUTOGRADER_CONTENT, else the package's own.

A topic id (`scatter-add`) names its assignment, folder and chapter; Python files spell it
with `_`. The order is that of the chapters in `_toc.yml`, and is written down nowhere else.

In a checkout these files lie beside the package. A wheel carries those that grading reads inside the
package, in the same layout.
"""

import difflib
import importlib.metadata
import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

NAME = "embedding-course"
CODE = Path(__file__).resolve().parent.parent  # the folder that holds the package
CARRIED = "_course"  # in the package: the course's files, put there when a wheel is built (pyproject.toml)
INSTALLED = (CODE / "autograder" / CARRIED).is_dir()
OWN = CODE / "autograder" / CARRIED if INSTALLED else CODE
COMMAND = NAME if INSTALLED else "python -m autograder"  # as it is typed
VARIABLE = "AUTOGRADER_CONTENT"
ROOT = Path(os.environ[VARIABLE]).resolve() if os.environ.get(VARIABLE) else OWN

CHAPTERS = "book/chapters/"
# In the folder of an assignment, and in that of each of its functions; `checks.loading` describes them.
MISTAKES, CHECKS, PROMISES, ANSWERS = "mistakes.py", "checks.py", "promises.txt", "answers.py"
# The lines of a table of contents that name a page. No YAML parser: the bank also runs without one.
_FILE = re.compile(r"^ *(?:- +)?(?:root|file): *[\"']?([^\s\"'#]+)", re.MULTILINE)


def version() -> str:
    """Return the version of this grader: its wheel's, or that in the checkout's pyproject.toml."""
    if INSTALLED:
        return importlib.metadata.version(NAME)
    return tomllib.loads((OWN / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def build_folder(root: Path = ROOT) -> Path:
    """Return the folder for files made from the course's: `_build` beside them, or a wheel user's cache."""
    root = Path(root)
    if not INSTALLED or root.resolve() != OWN:
        return root / "_build"
    import platformdirs  # comes with Jupyter; a GPU machine lacks it, but has a checkout

    return platformdirs.user_cache_path(NAME) / version()


def module_name(topic: str) -> str:
    """Return the name of a topic's Python files: `scatter-add` -> `scatter_add`."""
    return topic.replace("-", "_")


def topic_of(path: Path) -> str:
    """Return the topic of a solutions file: `solutions/scatter_add.py` -> `scatter-add`."""
    return Path(path).stem.replace("_", "-")


def pages(root: Path = ROOT) -> list[str]:
    """Return the chapters of `_toc.yml` in reading order, as topic ids, without the pages below a chapter."""
    toc = root / "_toc.yml"
    if not toc.is_file():
        raise NoCourse(
            f"{toc}: not found, and no solutions/ beside it; {VARIABLE} names the folder that holds a course"
        )
    files = [Path(f).with_suffix("").as_posix() for f in _FILE.findall(toc.read_text("utf-8"))]
    names = [f.removeprefix(CHAPTERS) for f in files if f.startswith(CHAPTERS)]
    return [name for name in names if "/" not in name]


def topics(root: Path = ROOT) -> list[str]:
    """Return the topics with an assignment, in reading order; without a book, in alphabetical order."""
    root = Path(root)
    if not (root / "_toc.yml").is_file() and (root / "solutions").is_dir():
        return sorted(topic_of(path) for path in (root / "solutions").glob("*.py"))
    return [t for t in pages(root) if (root / "solutions" / f"{module_name(t)}.py").is_file()]


def known(topic: str, root: Path = ROOT) -> str:
    """Return `topic` itself, if the course has it; else raise `UnknownName`, listing those it has."""
    names = topics(root)
    if topic not in names:
        hint = near(topic, names)
        raise UnknownName(f"no topic {topic!r}; the topics are: {', '.join(names) or 'none yet'}{hint}")
    return topic


class NoCourse(FileNotFoundError):
    """A folder that is to hold a course's content holds none."""


class UnknownName(ValueError):
    """A topic, function, answer or attempt that does not exist; the text lists those that do."""


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the one of `names` that was probably meant, ignoring case and dashes; empty if none is near."""
    spelled = {_folded(known): known for known in names}
    found = difflib.get_close_matches(_folded(name), spelled, 1)
    return spelled[found[0]] if found else ""


def near(name: str, names: Iterable[str]) -> str:
    """Return the end of a clause about an unknown name: " (did you mean NAME?)"; empty if none is near."""
    found = nearest(name, names)
    return f" (did you mean {found}?)" if found else ""


def _folded(name: str) -> str:
    return module_name(name.casefold())


def solution_path(topic: str, root: Path = ROOT) -> Path:
    """Return the path of the instructor edition, the single source of the others."""
    return Path(root) / "solutions" / f"{module_name(known(topic, root))}.py"


def assignment_folder(topic: str, root: Path = ROOT) -> Path:
    """Return the folder of an assignment's checks, answers and promises, see `checks.loading`."""
    root = Path(root)
    inside = CODE if root == OWN else root  # a wheel has them in the package
    folder = inside / "autograder" / "assignments"
    return (folder if folder.is_dir() else root / "assignments") / module_name(topic)


def has_checks(topic: str, root: Path = ROOT) -> bool:
    """Return whether the topic has a folder of checks; if not, its solutions state its tests and points."""
    return (assignment_folder(topic, root) / MISTAKES).is_file()


def exercise_path(topic: str, root: Path = ROOT) -> Path:
    """Return the path of the student edition."""
    return Path(root) / "exercises" / known(topic, root) / f"{topic}.ipynb"


def source_notebook_path(topic: str, root: Path = ROOT) -> Path:
    """Return the path of the nbgrader source notebook, which `release.write_sources` makes."""
    return source_folder(root) / known(topic, root) / f"{topic}.ipynb"


def source_folder(root: Path = ROOT) -> Path:
    """Return the folder of all source notebooks: nbgrader's `source_directory`."""
    return build_folder(root) / "source"
