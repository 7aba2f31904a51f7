"""Build the book: `python book/build.py [--fresh] [--out DIR]`.

Executes the chapters whose code or helpers have changed, builds every page with warnings as
errors, checks that each page and each output is there, and only then puts the site in place
(default: _build/html). Exits with 1 when anything failed.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import gc
import hashlib
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book" / "_ext"))
SHOWN = 20  # problems listed in one message
STAMP = ".inputs.json"  # in the site: what it was made from, and its files
READ = ".read"  # under _build/: the pages as Sphinx has read them, from which `make watch` starts
MADE_FROM = "made-from.json"  # there: what they were made from, and what besides the pages themselves
# Everything that a page, a download or an output can depend on.
INPUTS = (
    "_config.yml",
    "_toc.yml",
    "requirements.txt",
    "constraints.txt",
    "book/**/*",
    "exercises/**/*.ipynb",
    "solutions/*.py",
    "benchmarks/*.json",
    # The pages on the grader and on promises list mistakes, clauses, and the answers of the bank that make or
    # break each.
    "autograder/assignments/**/*",
    "autograder/selftest/bank.py",
    "autograder/selftest/clauses.py",
)


class BuildError(Exception):
    """The book cannot be built; the message says why and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python book/build.py", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="forget the earlier build and its executions: every chapter runs again",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "_build" / "html",
        metavar="DIR",
        help="folder of the site (default: _build/html)",
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="chapters executed at once (default: one per core, at most 4)"
    )
    parser.add_argument("--verbose", action="store_true", help="show Sphinx's own progress too")
    args = parser.parse_args(argv)
    if args.jobs is not None and args.jobs < 1:
        parser.error(f"--jobs {args.jobs}: expected 1 or more")
    return args


def check_out(out: Path, root: Path) -> None:
    """Refuse a folder whose content would be lost, or whose notebooks would be read as sources."""
    if out == root or out in root.parents:
        raise BuildError(f"--out {out}: the site would replace the repository; name an empty folder")
    if root in out.parents and root / "_build" not in out.parents:
        raise BuildError(f"--out {out}: inside the repository a site may only lie under _build/")
    if out.exists() and not out.is_dir():
        raise BuildError(f"--out {out}: this is a file; name a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / ".buildinfo").is_file():
        raise BuildError(
            f"--out {out}: the folder holds something that is not an earlier site; name an empty one"
        )


def pages_of(root: Path) -> list[str]:
    """The pages of _toc.yml; one whose source is missing is an error before anything runs."""
    import yaml
    from course.check import toc_pages

    pages = toc_pages(yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8")))
    missing = [page for page in pages if not (root / f"{page}.md").is_file()]
    if missing:
        raise BuildError(
            "_toc.yml names pages that do not exist: " + ", ".join(f"{page}.md" for page in missing)
        )
    return pages


def settings(root: Path) -> dict:
    """Return what is set besides _config.yml, as `jupyter-book build -n` does."""
    return {"external_toc_path": str(root / "_toc.yml"), "latex_individualpages": False, "nitpicky": True}


def run_sphinx(root: Path, site: Path, doctrees: Path, verbose: bool) -> str:
    """What `jupyter-book build -W -n --keep-going --all` does, with folders of our choice.

    Returns what is wrong when there were warnings; raises BuildError when there is no site at all.
    """
    try:
        from jupyter_book.sphinx import build_sphinx
    except ImportError as missing:
        raise BuildError(f"{missing}: run `make book`, or this file with .venv/bin/python") from missing
    result = build_sphinx(
        root,
        site,
        noconfig=True,
        path_config=root / "_config.yml",
        doctreedir=doctrees,
        confoverrides=settings(root),
        # Warnings come only from pages that are read: every page is read at every build.
        freshenv=True,
        force_all=True,
        warningiserror=True,
        keep_going=True,
        quiet=not verbose,
    )
    if isinstance(result, Exception):
        raise BuildError(f"Sphinx stopped with the error above ({type(result).__name__})")
    return "Sphinx gave the warnings above, and a warning fails the build" if result else ""


def publish(site: Path, out: Path) -> None:
    """Put the finished site in place of the old one; `out` is never half a site."""
    out.parent.mkdir(parents=True, exist_ok=True)
    beside, old = out.with_name(f".{out.name}.new"), out.with_name(f".{out.name}.old")
    for leftover in (beside, old):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.move(site, beside)  # may copy from another disk, so it does not go straight to `out`
    if out.exists():
        out.rename(old)
    beside.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def input_files(root: Path) -> list[Path]:
    """List the files that the site is made from."""
    found = sorted({path for pattern in INPUTS for path in root.glob(pattern)})
    return [path for path in found if path.is_file() and "__pycache__" not in path.parts]


def inputs(root: Path, besides: Iterable[str] = ()) -> str:
    """A hash of everything that the site is made from, besides these pages."""
    addresses = [
        (k, v)
        for k, v in sorted(os.environ.items())
        if k.startswith("BOOK_") and k.endswith(("_URL", "_BRANCH"))
    ]
    digest = hashlib.sha256(repr((platform.python_version(), addresses)).encode())
    left_out = {root / f"{page}.md" for page in besides}
    for path in input_files(root):
        if path not in left_out:
            digest.update(
                f"\0{path.relative_to(root).as_posix()}\0".encode()
                + hashlib.sha256(path.read_bytes()).digest()
            )
    return digest.hexdigest()


def site_files(site: Path) -> dict[str, int]:
    """Names and sizes of the files of a site."""
    return {
        path.relative_to(site).as_posix(): path.stat().st_size
        for path in site.rglob("*")
        if path.is_file() and path.name != STAMP
    }


def up_to_date(out: Path, made_from: str) -> bool:
    """Is `out` the whole site that the sources as they are now would give?"""
    try:
        stamp = json.loads((out / STAMP).read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return False
    return stamp == {"inputs": made_from, "files": site_files(out)}


@contextlib.contextmanager
def alone(work: Path):
    """Hold the build folder's lock: two builds at once would write into each other's site."""
    work.mkdir(exist_ok=True)
    with (work / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("book: waiting for another build of this book to end")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(root: Path, out: Path, fresh: bool = False, verbose: bool = False) -> None:
    """Build the book of the repository `root` into `out`, or raise BuildError."""
    check_out(out, root)
    pages = pages_of(root)
    with alone(root / "_build"):
        build_alone(root, out, pages, fresh, verbose)


def build_alone(root: Path, out: Path, pages: list[str], fresh: bool, verbose: bool) -> None:
    """`build` for the one that holds the lock."""
    made_from, besides = inputs(root), inputs(root, pages)
    if not fresh and up_to_date(out, made_from):
        say("book: nothing has changed since the last build")
        return
    work = root / "_build"
    partial = work / ".partial"
    if fresh:
        shutil.rmtree(work / ".jupyter_cache", ignore_errors=True)
        say("execution: earlier executions forgotten (--fresh)")
    shutil.rmtree(partial, ignore_errors=True)
    site = partial / "html"
    failure = run_sphinx(root, site, partial / "doctrees", verbose)

    from course.check import check_site

    problems = check_site(site, partial / "executed", pages)
    if problems:
        more = f"\n  and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        missing = "the site is not whole:\n" + "\n".join(f"  {text}" for text in problems[:SHOWN]) + more
        failure = f"{failure}; {missing}" if failure else missing
    if failure:
        raise BuildError(failure)
    say(f"check: {len(pages)} pages and every output are there")
    stamp = {"inputs": made_from, "files": site_files(site)}
    (site / STAMP).write_text(json.dumps(stamp, indent=1, sort_keys=True), encoding="utf-8")
    publish(site, out)
    if out == work / "html":
        note = json.dumps({"inputs": made_from, "besides": besides})
        (partial / "doctrees" / MADE_FROM).write_text(note, encoding="utf-8")
        shutil.rmtree(work / READ, ignore_errors=True)
        (partial / "doctrees").rename(work / READ)
    shutil.rmtree(partial)


def main(argv: list[str] | None = None) -> int:
    args = arguments(argv)
    out = args.out.resolve()
    if args.jobs:
        os.environ["BOOK_JOBS"] = str(args.jobs)
    # Sphinx makes millions of objects that stay: to look for garbage among them took a seventh of the time.
    gc.set_threshold(50_000, 20, 50)
    begin = time.monotonic()
    say(f"book: building {ROOT / '_toc.yml'} (warnings are errors)")
    try:
        build(ROOT, out, args.fresh, args.verbose)
    except BuildError as failure:
        print(f"\nbook: FAILED: {failure}", file=sys.stderr)
        state = (
            f"{out} still holds the site of an earlier build"
            if (out / ".buildinfo").is_file()
            else "there is no site"
        )
        print(f"book: FAILED: nothing was published; {state}.", file=sys.stderr)
        return 1
    say(f"book: done in {time.monotonic() - begin:.1f} s; open {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
