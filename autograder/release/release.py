"""`python -m autograder release`: the student notebooks, made from the solutions.

nbgrader's own generator strips solutions and hidden tests, so that what `release` writes is
what plain `nbgrader generate_assignment` writes. `--check` compares instead of writing.
"""

import argparse
import contextlib
import datetime
import hashlib
import importlib.metadata
import io
import json
import logging
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder import files, importing, messages, status
from autograder.release.leaks import leaks
from autograder.release.solutions import SourceError, canonical, source_notebook, titles
from autograder.settings import course_toml
from autograder.settings.course_toml import Settings, SettingsError
from autograder.topics import (
    CHAPTERS,
    CHECKS,
    INSTALLED,
    MISTAKES,
    NAME,
    ROOT,
    UnknownName,
    assignment_folder,
    build_folder,
    exercise_path,
    has_checks,
    known,
    pages,
    solution_path,
    source_folder,
    source_notebook_path,
    topic_of,
    topics as all_topics,
)

# Replaces a solution in a student's cell. The untouched notebook shows the message; by the type
# the grader distinguishes "not written" from "wrong".
STUB = (
    "# YOUR CODE HERE: replace this comment and the line below\n"
    f'raise NotImplementedError("{messages.UNWRITTEN}")'
)


class ReleaseError(RuntimeError):
    """A student notebook could not be made or shows a secret, or a message points to a lost label."""


class CellsChanged(ReleaseError):
    """Cells were added or removed while the gradebook holds submissions, which nbgrader refuses."""


def write_sources(root: Path = ROOT) -> list[Path]:
    """Write every topic's source notebook into `topics.source_folder`; return those that changed.

    Skip those made from the same text by the same code: jupytext takes a second to load.
    """
    root, changed = Path(root), []
    source_folder(root).mkdir(parents=True, exist_ok=True)
    for topic in all_topics(root):
        path, stamp = source_notebook_path(topic, root), build_folder(root) / "source-stamps" / topic
        if stamp.is_file() and path.is_file() and stamp.read_text() == _made_from(topic, path, root):
            continue
        text = source_notebook(solution_path(topic, root), root)
        # Several nbgrader commands may do this at once: a reader sees the old file or the new.
        if files.put_text(path, text):
            changed.append(path)
        files.put_text(stamp, _made_from(topic, path, root))
    return changed


def _made_from(topic: str, path: Path, root: Path) -> str:
    """Return a hash of a source notebook, its inputs, and the code that made it."""
    maker, solution = Path(__file__).with_name("solutions.py"), solution_path(topic, root)
    shared = sorted(Path(__file__).with_name("given").glob("*.py"))
    digest = hashlib.sha256(importlib.metadata.version("jupytext").encode())
    digest.update(json.dumps(titles(solution.read_text("utf-8"), str(solution), root)).encode())
    # The checks' files, not their points: importing them all takes as long as jupytext.
    checks = sorted(assignment_folder(topic, root).glob(f"*/{CHECKS}"))
    for file in (solution, maker, path, *shared, *checks):
        data = file.read_bytes()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


@contextlib.contextmanager
def environment_on_path() -> Iterator[None]:
    """Put the environment's own folder first on PATH, because nbgrader runs a bare `alembic`."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before


def generate(topics: Iterable[str], root: Path = ROOT) -> dict[str, str]:
    """Make the student notebooks of `topics` with nbgrader's generator, as JSON text."""
    import nbformat

    root, made = Path(root).resolve(), {}
    write_sources(root)
    with tempfile.TemporaryDirectory(dir=build_folder(root), prefix="release-") as scratch:
        for topic in topics:
            path = run_nbgrader(topic, Path(scratch), Path(scratch, "gradebook.db"), root)
            made[topic] = canonical(nbformat.read(path, as_version=nbformat.NO_CONVERT))
            _refuse_leaks(topic, made[topic], root)
            _refuse_lost_labels(topic, root)
    return made


def run_nbgrader(topic: str, folder: Path, database: Path, root: Path = ROOT) -> Path:
    """Run nbgrader's generator, which puts the assignment into the gradebook `database`.

    Return the path of the student notebook, as nbgrader wrote it under `folder`. Show its log only if it
    fails. Raise `CellsChanged` if that is why.
    """
    with importing.quickly():
        from nbgrader.converters import GenerateAssignment
        from nbgrader.converters.base import NbGraderException
        from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    said = io.StringIO()
    caught: list[BaseException | None] = []

    def note(entry: logging.LogRecord) -> bool:
        caught.append(sys.exc_info()[1])
        return True

    log = logging.Logger("autograder.release.release")
    log.addHandler(logging.StreamHandler(said))
    # It logs the error that it catches, and later raises another without it as the cause.
    log.addFilter(note)
    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.source_directory = str(source_folder(Path(root).resolve()))
    config.CourseDirectory.db_url = f"sqlite:///{database}"
    config.GenerateAssignment.force = True
    config.ClearSolutions.code_stub = {"python": STUB}
    course = CourseDirectory(config=config, assignment_id=topic, log=log)
    try:
        with environment_on_path():
            GenerateAssignment(coursedir=course, config=config, log=log).start()
    except NbGraderException as error:
        # nbgrader raises a bare RuntimeError here, distinguishable only by its text.
        changed = any(str(e).startswith("Cannot add or remove cells") for e in caught)
        raise (CellsChanged if changed else ReleaseError)(
            f"{solution_path(topic, root)}: nbgrader could not make the assignment\n" + said.getvalue()
        ) from next(filter(None, caught), error)
    return folder / "release" / topic / f"{topic}.ipynb"


def release(topics: Iterable[str] | None = None, root: Path = ROOT, course: Path | None = None) -> list[Path]:
    """Write the student notebooks, beside the content or into a course; return the files that changed."""
    root = Path(root)
    made = generate(all_topics(root) if topics is None else topics, root)
    paths = {topic: exercise_path(topic, root) for topic in made}
    if course is not None:
        paths = {topic: course / path.relative_to(root) for topic, path in paths.items()}
    return [paths[topic] for topic, text in made.items() if files.put_text(paths[topic], text)]


def due_for_release(
    settings: Settings, topics: list[str], now: datetime.datetime
) -> tuple[list[str], list[str]]:
    """Return which topics of a course its students get now, and a line for each that they get later.

    A topic without a release date is one that they get; without any topics listed, they get all.
    """
    listed = {
        name: settings.topics.get(name) for name in topics if not settings.topics or name in settings.topics
    }
    releases = {name: topic.release if topic is not None else None for name, topic in listed.items()}
    given = [name for name, when in releases.items() if when is None or when <= now]
    later = [
        f"{name}: not yet, its release is {when.astimezone(settings.zone):%Y-%m-%d %H:%M}"
        for name, when in releases.items()
        if when is not None and when > now
    ]
    return given, later


def check(topics: Iterable[str] | None = None, root: Path = ROOT) -> list[str]:
    """Return a line for each file of `exercises/` that differs from what a release would write."""
    root = Path(root)
    topics = all_topics(root) if topics is None else list(topics)
    drift = _without_page(root)
    for topic, text in generate(topics, root).items():
        path = exercise_path(topic, root)
        name = path.relative_to(root).as_posix()
        if not path.is_file():
            drift.append(f"{name}: missing; run `make release`")
        elif path.read_bytes() != text.encode("utf-8"):
            drift.append(f"{name}: {_difference(path, text)}; run `make release`")
    return drift + _extra_files(topics, root)


def _refuse_leaks(topic: str, text: str, root: Path) -> None:
    source = json.loads(source_notebook_path(topic, root).read_text("utf-8"))
    found = leaks(source, json.loads(text))
    if found:
        raise ReleaseError(
            f"{solution_path(topic, root)}: the student notebook would show\n  " + "\n  ".join(found)
        )


def _refuse_lost_labels(topic: str, root: Path) -> None:
    """Raise `ReleaseError` unless each label in the checks' messages occurs exactly once in the book."""
    if not has_checks(topic, root) or not (root / CHAPTERS).is_dir():
        return  # a course of other topics, or without its book
    from autograder import sections
    from autograder.checks import loading

    mistakes = assignment_folder(topic, root) / MISTAKES
    mistakes = mistakes.relative_to(root) if mistakes.is_relative_to(root) else mistakes
    try:
        for name, mistake in loading.suite(topic, root).misconceptions.items():
            sections.find(mistake.section, f"{mistakes}: {name!r}", root)
    except sections.LabelError as lost:
        raise ReleaseError(str(lost)) from None


def _without_page(root: Path) -> list[str]:
    if not (root / "_toc.yml").is_file():
        return []  # a course without a book
    have = pages(root)
    return [
        f"{path.relative_to(root).as_posix()}: no page book/chapters/{topic_of(path)} in _toc.yml"
        for path in sorted((root / "solutions").glob("*.py"))
        if topic_of(path) not in have and path.stem != "__init__"
    ]


def _difference(path: Path, text: str) -> str:
    """Describe the first cell in which the notebook on disk differs from the expected one."""
    try:
        found = json.loads(path.read_bytes())["cells"]
        sources = ["".join(cell["source"]) for cell in found]
    except (ValueError, KeyError, TypeError):
        return "not a notebook"
    wanted = json.loads(text)["cells"]
    for i, (have, want) in enumerate(zip(found, wanted)):
        if have == want:
            continue
        what = f"cell {i} ({want['id']})"
        for a, b in zip(sources[i].split("\n"), "".join(want["source"]).split("\n")):
            if a != b:
                return f"{what} has the line {a.strip()!r}, expected {b.strip()!r}"
        return f"{what} differs in length, type, outputs or metadata"
    if len(found) != len(wanted):
        return f"{len(found)} cells, expected {len(wanted)}"
    return "same cells, but other notebook metadata or another layout of the JSON"


def _extra_files(topics: list[str], root: Path) -> list[str]:
    """Report files under `exercises/` that no release writes (of the topics asked for, or of none)."""
    folder = root / "exercises"
    others = [folder / t for t in all_topics(root) if t not in topics]
    expected = {exercise_path(t, root) for t in topics}
    return [
        f"{path.relative_to(root).as_posix()}: nothing generates this file; delete it"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path not in expected
        and ".ipynb_checkpoints" not in path.parts
        and not any(path.is_relative_to(other) for other in others)
    ]


def add_parser(subparsers) -> argparse.ArgumentParser:
    """Add `release` to the command line; its arguments are for `run`."""
    parser = subparsers.add_parser(
        "release",
        help="make the student notebooks from the solutions",
        epilog=status.EPILOG.format(
            found=": a solutions file that cannot be released or, with --check, a notebook that differs"
        ),
    )
    parser.add_argument("topic", nargs="*", help="only these topics (all by default)")
    course_toml.add_argument(parser, required=False)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on drift")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    try:
        topics = [known(topic, args.root) for topic in args.topic] or all_topics(args.root)
        if INSTALLED and args.course is None:
            raise SettingsError(
                f"{NAME} release: give --course DIR, for its notebooks; those of the repository are made "
                "in a checkout of it, with `python -m autograder release`"
            )
        if args.course is not None:
            return _into_course(args, topics)
        if args.check:
            drift = check(topics, args.root)
            print("\n".join(drift) or f"exercises/ is up to date: {', '.join(topics)}")
            return 1 if drift else 0
        changed = release(topics, args.root)
    except UnknownName as error:
        print(error, file=sys.stderr)
        return status.REFUSED
    except (SourceError, ReleaseError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return status.FOUND
    for path in changed:
        print(f"wrote {path}")
    print(f"{len(topics)} released, {len(changed)} changed")
    return 0


def _into_course(args: argparse.Namespace, topics: list[str]) -> int:
    """Write the notebooks of a course: those named, else those whose release date has come."""
    if args.check:
        raise SettingsError("--check compares the notebooks of the content; it does not go with --course")
    if not args.course.is_dir():
        raise SettingsError(f"{args.course}: no such folder")
    settings = course_toml.read(args.course, all_topics(args.root))
    later: list[str] = []
    if not args.topic:
        topics, later = due_for_release(settings, topics, datetime.datetime.now(datetime.UTC))
    changed = release(topics, args.root, args.course)
    for path in changed:
        print(f"wrote {path}")
    print("\n".join([*later, f"{len(topics)} released, {len(changed)} changed"]))
    return status.DONE
