"""What a worker of a cluster does: examine one submission with the checks that came with it.

A worker has the grader and bubblewrap, and nothing of the course. A submission comes as the steps of its
script. With it come the checks of its assignment, which are unpacked once, in a temporary folder of this
process. The solutions, and the answers of the bank, stay where the course is.
"""

import atexit
import contextlib
import functools
import hashlib
import io
import os
import tempfile
import threading
import traceback
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from autograder.checks import loading
from autograder.checks.checking import CELL, Suite
from autograder.execution import device_report
from autograder.execution.channel import Limits
from autograder.execution.device_report import ReportDevice
from autograder.execution.examine import examine
from autograder.execution.forkserver import SandboxEnded
from autograder.execution.memory_limit import CannotCount
from autograder.execution.steps import Script
from autograder.execution.warm import WarmServers
from autograder.results import Graded, Lacking
from autograder.sandboxed.jail import Bounds
from autograder.topics import ANSWERS, CODE, OWN, ROOT, assignment_folder, module_name


@dataclass(frozen=True)
class Packed:
    """The checks of one assignment: a zip file of them, and each mistake's whole message, by key.

    A message names a section of the book, which a worker does not have.
    """

    topic: str
    files: bytes = field(repr=False)
    messages: tuple[tuple[str, str], ...] = field(repr=False)


def pack(suite: Suite, root: Path = ROOT) -> Packed:
    """Pack the checks of the assignment at `root`; of its notebook, only which functions it asks for.

    Raise `LabelError` if a mistake refers to a section that the book does not have.
    """
    folder, packed = assignment_folder(suite.topic, root), io.BytesIO()
    # The layout is kept: places in it are told to instructors.
    base = CODE if root == OWN else root
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, folders, names in os.walk(folder, followlinks=True):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for path in (Path(place) / name for name in sorted(names) if name != ANSWERS):
                # Without the file's time: equal checks make equal bytes.
                archive.writestr(zipfile.ZipInfo(str(path.relative_to(base))), path.read_bytes())
        asked = "".join(f'# "grade_id": "{CELL}{name}"\n' for name in suite.functions())
        archive.writestr(zipfile.ZipInfo(f"solutions/{module_name(suite.topic)}.py"), asked)
    texts = {key: m.message(f"{suite.topic}, {key!r}") for key, m in suite.misconceptions.items()}
    return Packed(suite.topic, packed.getvalue(), tuple(texts.items()))


@dataclass(frozen=True)
class Work:
    """One submission to examine, and how; see `examine`. Its script has an empty suite: `checks` holds it.

    If `alone`, this process examines no other submission meanwhile.
    """

    script: Script
    checks: Packed
    seed: int
    limits: Limits
    bounds: Bounds | None
    only: frozenset[str] | None = None
    device: str = ""
    device_memory: int = device_report.MEMORY
    alone: bool = False


@dataclass(frozen=True)
class Failed:
    """A submission that could not be examined: a process was refused, the sandbox ended, or an error."""

    how: Literal["lacking", "sandbox", "grader"]
    said: str


def bare(script: Script) -> Script:
    """Return the script with an empty suite, as it is sent."""
    return replace(script, suite=Suite({}, script.topic))


def examined(work: Work) -> Graded | Failed:
    """Examine a submission, with the warm fork servers of this process.

    If their sandbox ends, it is started anew, once a submission.
    """
    try:
        now = _servers.generation
        try:
            return _examined(work)
        except SandboxEnded:
            _servers.close(now)
            return _examined(work)
    except Lacking as error:
        return Failed("lacking", str(error))
    except (SandboxEnded, CannotCount) as error:
        return Failed("sandbox", str(error))
    except Exception:  # noqa: BLE001 - an error of one submission; the desk counts and tells it
        return Failed("grader", traceback.format_exc())


def _examined(work: Work) -> Graded:
    script = replace(work.script, suite=_suite(work.checks))
    servers, report_on = [_servers.get(work.bounds, wait=True)], None
    if work.device:
        servers.append(_servers.get(work.bounds, work.device))
        report_on = ReportDevice(work.device, servers[-1], work.device_memory)
    with contextlib.ExitStack() as stack:
        for server in servers if work.alone else ():
            stack.enter_context(server.alone())
        return examine(script, servers[0], work.seed, work.limits, work.only, report_on)


_unpacking = threading.Lock()


def _suite(packed: Packed) -> Suite:
    """Return the suite of packed checks, which are unpacked and loaded once."""
    with _unpacking:
        return _unpacked(packed)


@functools.cache
def _unpacked(packed: Packed) -> Suite:
    name = hashlib.sha256(packed.files).hexdigest()[:24]
    root = Path(_temporary().name) / name
    with zipfile.ZipFile(io.BytesIO(packed.files)) as archive:
        archive.extractall(root)
    suite, texts = loading.suite(packed.topic, root), dict(packed.messages)
    suite.misconceptions = {
        key: replace(m, text=texts[key], section="") for key, m in suite.misconceptions.items()
    }
    return suite


@functools.cache
def _temporary() -> tempfile.TemporaryDirectory:
    """Return the folder of this process for checks; it goes when the process ends."""
    return tempfile.TemporaryDirectory(prefix="checks-")


_servers = WarmServers()
atexit.register(_servers.close)
