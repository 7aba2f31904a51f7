"""The course's topics: their order, and the file that each of a topic's editions lives in.

A topic id (`scatter-add`) names its assignment, folder and chapter; Python files spell it
with `_`. The order is that of the chapters in `_toc.yml`, and is written down nowhere else.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CHAPTERS = "book/chapters/"
# The lines of a table of contents that name a page. No YAML parser: the bank also runs where there is none.
_FILE = re.compile(r"^ *(?:- +)?(?:root|file): *[\"']?([^\s\"'#]+)", re.MULTILINE)


def module_name(topic: str) -> str:
    """The name of a topic's Python files: `scatter-add` -> `scatter_add`."""
    return topic.replace("-", "_")


def topic_of(path: Path) -> str:
    """The topic of a solutions file: `solutions/scatter_add.py` -> `scatter-add`."""
    return Path(path).stem.replace("_", "-")


def pages(root: Path = ROOT) -> list[str]:
    """The chapters of `_toc.yml` in reading order, as topic ids: a page below a chapter's first is none."""
    toc = root / "_toc.yml"
    if not toc.is_file():
        raise FileNotFoundError(f"{toc}: not found; the order of the topics is read from it")
    files = [Path(f).with_suffix("").as_posix() for f in _FILE.findall(toc.read_text("utf-8"))]
    names = [f.removeprefix(CHAPTERS) for f in files if f.startswith(CHAPTERS)]
    return [name for name in names if "/" not in name]


def topics(root: Path = ROOT) -> list[str]:
    """The topics that have an assignment, in reading order."""
    root = Path(root)
    return [t for t in pages(root) if (root / "solutions" / f"{module_name(t)}.py").is_file()]


def known(topic: str, root: Path = ROOT) -> str:
    """`topic` itself, if the course has it; else a `ValueError` that names those it has."""
    names = topics(root)
    if topic not in names:
        raise ValueError(f"no topic {topic!r}; the topics are: {', '.join(names) or 'none yet'}")
    return topic


def solution_path(topic: str, root: Path = ROOT) -> Path:
    """The instructor edition, and single source of the others."""
    return Path(root) / "solutions" / f"{module_name(known(topic, root))}.py"


def exercise_path(topic: str, root: Path = ROOT) -> Path:
    """The student edition."""
    return Path(root) / "exercises" / known(topic, root) / f"{topic}.ipynb"


def source_notebook_path(topic: str, root: Path = ROOT) -> Path:
    """The nbgrader source notebook, which `release.write_sources` makes."""
    return Path(root) / "_build" / "source" / known(topic, root) / f"{topic}.ipynb"
