"""The content of a course with topics of its own, or with functions switched off: put together in its folder.

    DIR/topics/solutions/TOPIC.py        adds a topic or replaces one, as AUTOGRADER_CONTENT's `solutions/`
    DIR/topics/assignments/TOPIC/        its checks, which need not be public

`enter` makes `DIR/.autograder/content` of links to the content that everybody has and to that folder, and
starts the command again with it: what is loaded follows from AUTOGRADER_CONTENT, once a process.

A function that is switched off is given. Its solution stands in the notebook, finished, since other functions
and the last cell may call it; its tests and its points are gone.
"""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder import files, topics
from autograder.settings.course_toml import Settings, SettingsError, read
from autograder.topics import CHECKS, VARIABLE, assignment_folder, module_name, near, topic_of

ADDED = "topics"  # the folder beside course.toml
FOLDER = Path(".autograder") / "content"
_BASE = f"{VARIABLE}_BASE"  # the content that everybody has, for a command that was started again
_BOOK = ("_toc.yml", "book")  # linked whole, where the content has them
_CELL = re.compile(r"^# %%.*$", re.MULTILINE)
_GRADE_ID = re.compile(r'"grade_id": "([^"]*)"')
_MARK = re.compile(r"^\s*### (?:BEGIN|END) SOLUTION\n", re.MULTILINE)
_SOLUTION = ('"locked": false', '"solution": true')
_GIVEN = ('"locked": true', '"solution": false')
_TOLD = "#\n# *This function is given: you may use it, and it earns no points.*\n"


def enter(argv: list[str]) -> None:
    """Start the command again with its course's own content, if the course has some and this is not it yet.

    Raise `SettingsError` as `of` does.
    """
    base = Path(os.environ.get(_BASE) or topics.ROOT)
    content = of(_course(argv), base)
    if content != topics.ROOT:
        environment = os.environ | {VARIABLE: str(content), _BASE: str(base)}
        os.execve(sys.executable, sys.orig_argv, environment)


def of(course: Path, base: Path) -> Path:
    """Return the folder of a course's content, renewed: one of its own, or `base` where it has none.

    Raise `SettingsError` as `assemble` does, and for a `course.toml` that cannot be read.
    """
    settings = read(course)
    if not needed(settings):
        return base
    folder = Path(course).resolve() / FOLDER
    assemble(settings, base, folder)
    return folder


def _course(argv: list[str]) -> Path:
    """Return the course folder of a command line; the current one if it names none."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--course", type=Path, default=Path())
    try:
        return parser.parse_known_args([word for word in argv if word not in ("-h", "--help")])[0].course
    except (argparse.ArgumentError, SystemExit):
        return Path()  # the command itself refuses it


def needed(settings: Settings) -> bool:
    """Return whether a course with a course.toml has content of its own."""
    off = any(topic.off for topic in settings.topics.values())
    return settings.path.is_file() and (off or (settings.path.parent / ADDED).is_dir())


def assemble(settings: Settings, base: Path, folder: Path) -> None:
    """Make or renew `folder` from the content at `base`, the course's own topics and functions that are off.

    Raise `SettingsError` for a function that is unknown or the only one of its topic, and for a topic of the
    course's own that lacks its solution or its checks.
    """
    own = settings.path.parent.resolve() / ADDED
    wanted: dict[Path, Path | str] = {}  # path in the folder -> what it links to, or its text
    for name in _BOOK:
        if (base / name).exists():
            wanted[Path(name)] = base / name
    exercises = settings.path.parent.resolve() / "exercises"  # where `release` writes
    exercises.mkdir(exist_ok=True)
    wanted[Path("exercises")] = exercises
    for topic in _topics(base, own):
        solution, checks = _sources(topic, base, own)
        off = settings.topics[topic].off if topic in settings.topics else ()
        for path, what in _parts(settings, topic, solution, checks, off):
            wanted[path] = what
    for place, what in wanted.items():
        path = folder / place
        for parent in place.parents:  # a link of an earlier state: what is put below it would land elsewhere
            if (folder / parent).is_symlink():
                (folder / parent).unlink()
        if isinstance(what, str):
            if path.is_symlink():
                path.unlink()
            files.put_text(path, what)
        elif not path.is_symlink() or path.readlink() != what:
            _remove(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(what)
    _remove_others(folder, set(wanted))


def _topics(base: Path, own: Path) -> list[str]:
    found = topics.topics(base)
    added = sorted(topic_of(path) for path in (own / "solutions").glob("*.py"))
    lone = sorted(
        path.name for path in (own / "assignments").glob("*") if path.is_dir() and path.name != "__pycache__"
    )
    known = {module_name(topic) for topic in (*found, *added)}
    for name in lone:
        if name not in known:
            raise SettingsError(
                f"{own / 'assignments' / name}: there is no {own / 'solutions' / name}.py beside it"
            )
    return found + [topic for topic in added if topic not in found]


def _sources(topic: str, base: Path, own: Path) -> tuple[Path, Path]:
    """Return a topic's solutions file and its folder of checks, the course's own where it has them."""
    name = module_name(topic)
    solution, checks = own / "solutions" / f"{name}.py", own / "assignments" / name
    if not checks.is_dir():
        if not (base / "solutions" / f"{name}.py").is_file():
            raise SettingsError(f"{solution}: there is no {checks} with its checks")
        checks = assignment_folder(topic, base)
    return solution if solution.is_file() else base / "solutions" / f"{name}.py", checks


def _parts(
    settings: Settings, topic: str, solution: Path, checks: Path, off: tuple[str, ...]
) -> Iterator[tuple[Path, Path | str]]:
    """Yield (path in the content, what it links to or its text) of one topic."""
    name = module_name(topic)
    if not off:
        yield Path("solutions", f"{name}.py"), solution
        yield Path("assignments", name), checks
        return
    functions = [path.parent.name for path in checks.glob(f"*/{CHECKS}")]
    for function in off:
        if function not in functions:
            raise settings.error(
                ("topics", topic, "off"),
                f"no function {function!r} in {topic}{near(function, functions)}; "
                f"it has: {', '.join(sorted(functions))}",
            )
    if set(off) == set(functions):
        raise settings.error(
            ("topics", topic, "off"), f"all functions of {topic} are off; leave the topic out instead"
        )
    yield Path("solutions", f"{name}.py"), given(solution.read_text("utf-8"), off)
    for path in sorted(checks.iterdir()):
        if path.name not in (*off, "__pycache__"):
            yield Path("assignments", name, path.name), path


def given(text: str, off: tuple[str, ...]) -> str:
    """Return a solutions file in which the functions `off` are given: finished, without tests or points."""
    starts = [found.start() for found in _CELL.finditer(text)] + [len(text)]
    made = [text[: starts[0]]]
    for begin, end in zip(starts, starts[1:]):
        cell = text[begin:end]
        marker, _, rest = cell.partition("\n")
        name = found[1] if (found := _GRADE_ID.search(marker)) else ""
        if name in off:
            for before, after in zip(_SOLUTION, _GIVEN):
                marker = marker.replace(before, after)
            made.append(f"{marker}\n{_MARK.sub('', rest)}")
        elif name.removeprefix("about-") in off:
            made.append(f"{marker}\n{rest.rstrip()}\n{_TOLD}\n")
        elif not any(name == f"{kind}-{function}" for kind in ("try", "check") for function in off):
            made.append(cell)
    return "".join(made)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _remove_others(folder: Path, wanted: set[Path]) -> None:
    """Remove what an earlier state of the course left; `_build`, made from the content, stays."""
    parents = {parent for path in wanted for parent in path.parents}
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(folder)
        for name in (*folders, *names):
            path = here / name
            if path not in wanted and path not in parents and path.parts[0] != "_build":
                _remove(folder / path)
        folders[:] = [name for name in folders if (here / name) in parents]
