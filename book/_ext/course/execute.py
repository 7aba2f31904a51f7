"""Execution of the chapters: the cache's folder, the kernel's environment, stale pages in parallel.

myst-nb executes one page after another and never notices that a module which a page imports has
changed. So the cache lives in a folder named after a hash of those modules, and the stale pages
are executed here, several at once, before Sphinx reads any page; myst-nb then finds them cached.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

from . import numbers, on_device

LOCK_FILES = ("requirements.txt", "constraints.txt")
KEPT_CACHES = 3  # folders of earlier fingerprints, kept so that switching back costs nothing
# Parts of book/ that no cell imports or reads. A file that is not named here is a helper.
NOT_HELPERS = (
    "build.py",
    "watch.py",
    "archive.py",
    "asserts.py",
    "five-minutes.md",
    "index.md",
    "practice.md",
    "references.bib",
    "coverage.yml",
    "digits.yml",
    "asserts.yml",
)
NOT_HELPER_FOLDERS = ("_ext", "chapters", "drawings", "experiments", "mutation", "pictures", "reference")
# A figure carries its date unless SOURCE_DATE_EPOCH gives one, and sets change their order from
# run to run unless PYTHONHASHSEED is fixed: both would change the bytes of an unchanged page.
EPOCH = "1767225600"  # 2026-01-01
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def load(path: Path) -> ModuleType:
    """Execute a file of the book that stands in no package, and return the module, which no import finds."""
    spec = spec_from_file_location(f"{path.stem}_of_this_book", path)
    assert spec and spec.loader, path  # a name without .py has no loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def helper_files(root: Path) -> list[Path]:
    """List the files under book/ that a chapter's code may import or read, and the lock files."""
    book = root / "book"
    found = [root / name for name in LOCK_FILES if (root / name).is_file()]
    for path in sorted(book.rglob("*")):
        relative = path.relative_to(book)
        if not path.is_file() or "__pycache__" in relative.parts:
            continue
        if relative.parts[0] in NOT_HELPER_FOLDERS or relative.as_posix() in NOT_HELPERS:
            continue
        # Style sheets and page scripts are loaded by the page; only the pieces are named by cells.
        if relative.parts[0] == "_static" and relative.parts[1] != "pieces":
            continue
        found.append(path)
    return found


def fingerprint(root: Path) -> str:
    """Hash everything besides its own text that decides what a chapter's cells print."""
    digest = hashlib.sha256(platform.python_version().encode())
    for path in helper_files(root):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def cache_folder(root: Path) -> Path:
    """Make the execution cache for the helpers as they are now; remove older ones beyond a few."""
    parent = root / "_build" / ".jupyter_cache"
    folder = parent / fingerprint(root)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = sorted(
        (p for p in parent.iterdir() if p.is_dir() and p != folder), key=lambda p: p.stat().st_mtime
    )
    for old in others[: max(0, len(others) - (KEPT_CACHES - 1))]:
        shutil.rmtree(old)
    return folder


def set_environment(root: Path) -> None:
    """Set what every kernel inherits: `import workbench`, figures without a screen, fixed bytes."""
    paths = [str(root / "book"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(p for p in paths if p))
    os.environ["BOOK_BUILD"] = "1"
    # Kernels set the inline backend themselves; this one is for a figure drawn before that.
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    os.environ["PYTHONHASHSEED"] = "0"
    # Several pages run at once: with more threads each than cores, they wait for one another.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    # A kernel called python3 in the user's home must not replace this environment's.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"


@dataclass
class Outcome:
    """What became of one page: the executed notebook as JSON, or the error and its cell."""

    notebook: str
    seconds: float
    error: str = ""
    cell: int = -1  # index among all cells, -1 when no cell had started


def execute(notebook: str, timeout: int) -> Outcome:
    """Execute one notebook in an empty folder. Runs in a process of its own."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
    from traitlets.config import Config

    nb = nbformat.reads(notebook, as_version=4)
    started: list[int] = []
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as private:
        # Sockets in a private folder: a kernel on a TCP port can be listened to, and warns of it.
        sockets = {"transport": "ipc", "connection_file": f"{private}/k.json"}
        client = NotebookClient(
            nb,
            config=Config(KernelManager=sockets),
            timeout=timeout,
            record_timing=False,  # times of day in the metadata would differ from run to run
            resources={"metadata": {"path": folder}},
            on_cell_start=lambda cell, cell_index: started.append(cell_index),
        )
        error = ""
        try:
            client.execute()
        except CellExecutionError as failure:
            error = failure.traceback
        except Exception as failure:  # noqa: BLE001 - a dead kernel, a cell out of time: reported, never hidden
            error = f"{type(failure).__name__}: {failure}"
    seconds = time.monotonic() - begin
    return Outcome(nbformat.writes(nb), seconds, _ANSI.sub("", error), started[-1] if started else -1)


def read_notebook(app, docname: str):
    """Read a page as myst-nb does, and return its path and notebook; None for a page without code."""
    from myst_nb.core.read import create_nb_reader

    path = app.env.doc2path(docname)
    text = numbers.expand(on_device.read(Path(app.srcdir), Path(path), docname), docname)
    reader = create_nb_reader(path, app.env.myst_config, app.env.mystnb_config, text)
    return path, reader and reader.read(text)


def executed(app, docname: str, cache):
    """Return a page as a notebook with its outputs from the cache; None for a page without code."""
    _, notebook = read_notebook(app, docname)
    if notebook is not None:
        # Without a match it stays without outputs: course.check then names what did not run.
        with suppress(KeyError):
            _, notebook = cache.merge_match_into_notebook(notebook)
    return notebook


def write_executed(app, folder: Path) -> None:
    """Write each page with code as a notebook with its outputs from the cache, for course.check.

    What myst-nb itself writes holds no outputs where it found them cached.
    """
    import nbformat
    from jupyter_cache import get_cache

    cache = get_cache(app.env.mystnb_config.execution_cache_path)
    for docname in sorted(app.env.found_docs):
        notebook = executed(app, docname, cache)
        if notebook is None:
            continue
        path = folder / f"{docname}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(nbformat.writes(notebook), encoding="utf-8")


def stale_pages(app, docnames: list[str]) -> tuple[list[tuple[str, str, object]], int]:
    """List the pages among `docnames` whose code is not in the cache, and count the others with code."""
    from jupyter_cache import get_cache

    cache = get_cache(app.env.mystnb_config.execution_cache_path)
    stale, unchanged = [], 0
    for docname in docnames:
        path, notebook = read_notebook(app, docname)
        if notebook is None:
            continue
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            stale.append((docname, path, notebook))
        else:
            unchanged += 1
    return stale, unchanged


def execute_stale(
    app, docnames: list[str], jobs: int, say, ahead: Sequence[Callable[[], object]] = ()
) -> list[str]:
    """Execute the stale pages, at most `jobs` at once, into the cache; return what failed, in words.

    If any page is stale, `ahead` is made too: what would keep one core busy later. What fails there is
    made again where it is needed, and fails there.
    """
    import nbformat
    from jupyter_cache import get_cache
    from jupyter_cache.base import CacheBundleIn

    stale, unchanged = stale_pages(app, docnames)
    if not stale:
        say(f"execution: {unchanged} of {unchanged} pages unchanged, nothing executed")
        return []
    say(f"execution: {len(stale)} to execute, {unchanged} unchanged, {min(jobs, len(stale))} at once")
    cache = get_cache(app.env.mystnb_config.execution_cache_path)
    timeout = app.config.nb_execution_timeout
    failed = []
    # A fresh interpreter per worker: a fork of a process that has used threads can hang.
    workers = min(jobs, len(stale) + len(ahead))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for make in ahead:
            pool.submit(make)
        pages = {
            pool.submit(execute, nbformat.writes(nb), timeout): (name, path, nb) for name, path, nb in stale
        }
        for future in as_completed(pages):
            docname, path, original = pages[future]
            outcome = future.result()
            if outcome.error:
                failed.append(describe_failure(app, path, original, outcome))
                say(f"execution: {docname} FAILED after {outcome.seconds:.1f} s")
                continue
            whole = joined(nbformat.reads(outcome.notebook, as_version=4))
            bundle = CacheBundleIn(whole, path, data={"execution_seconds": outcome.seconds})
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
            say(f"execution: {docname} done in {outcome.seconds:.1f} s")
    return failed


def joined(notebook):
    """Put consecutive pieces of a printed text together, in place, and return `notebook`.

    A kernel sends what a cell prints in pieces, cut by the clock in the middle of a line. myst-nb would
    begin a new line at each cut.
    """
    for cell in notebook.cells:
        outputs = []
        for output in cell.get("outputs", []):
            last = outputs[-1] if outputs else None
            if last and output.output_type == last.output_type == "stream" and output.name == last.name:
                last.text += output.text
            else:
                outputs.append(output)
        if "outputs" in cell:
            cell.outputs = outputs
    return notebook


def describe_failure(app, path: str, notebook, outcome: Outcome) -> str:
    """Write page, line, cell and the end of the traceback."""
    where = Path(path).relative_to(app.srcdir).as_posix()
    if outcome.cell < 0:
        return f"{where}: no cell could start.\n{outcome.error}"
    line = notebook.metadata["source_map"][outcome.cell] + 1
    number = sum(cell.cell_type == "code" for cell in notebook.cells[: outcome.cell + 1])
    tail = "\n".join("    " + text for text in outcome.error.strip().splitlines()[-12:])
    return f"{where}:{line}: code cell {number} failed.\n{tail}"
