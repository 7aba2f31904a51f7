"""Bubblewrap around the fork server: what student code can see, reach and use.

Inside are Python, its packages, and the folder `sandboxed` of this package. There is no
repository, no course folder, no home, no network; if this package is installed among Python's packages, an
empty folder is shown in its place. `missing` finds by trying which protections this machine cannot give.
"""

import glob
import os
import shutil
import subprocess
import sys
from pathlib import Path

from autograder.topics import ROOT

PACKAGE = Path(__file__).resolve().parent.parent
# All that a submission process imports; none of it knows an expected value.
SANDBOXED = PACKAGE / "sandboxed"
GRADER = "/grader"
SCRATCH = "/scratch"  # not /tmp: the environment's own folder may lie there
CAPABILITIES = ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_CHOWN", "CAP_SYS_RESOURCE")


def sandboxed_files() -> list[Path]:
    """Return the files of the submission's part of the package."""
    return [PACKAGE / "__init__.py", *sorted(SANDBOXED.glob("*.py"))]


def command(
    copied: dict[Path, int] | None, environment: dict[str, str], arguments: list[str], cuda: bool = False
) -> list[str]:
    """Return the command line that runs `arguments` with Python inside.

    There, /grader holds copies of the files `copied`, each read from a descriptor, because a mounted folder
    would show where it lies. With None it is the package's own folder, for the grader's own use.

    With `cuda` the device files of NVIDIA's driver and /sys are there too.
    """
    # Not --unshare-all: for root it makes a user namespace with one user, and then submissions
    # could not have their own users.
    line = [
        "bwrap",
        "--unshare-ipc",
        "--unshare-pid",
        "--unshare-net",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
        "--hostname",
        "candidate",
    ]
    for name, value in environment.items():
        line += ["--setenv", name, value]
    for path in _system_folders():
        target = os.readlink(path) if os.path.islink(path) else None
        line += ["--symlink", target, path] if target else ["--ro-bind", path, path]
    for path in _python_folders():
        for parent in reversed(Path(path).parents[:-1]):  # bubblewrap would make them for root alone
            line += ["--perms", "0755", "--dir", str(parent)]
        line += ["--ro-bind", path, path]
    covered = _covered()
    for path in covered:
        line += ["--perms", "0755", "--tmpfs", path]
    if copied is None:
        line += ["--ro-bind", str(PACKAGE.parent), GRADER]
    else:
        for folder in (GRADER, f"{GRADER}/{PACKAGE.name}", f"{GRADER}/{PACKAGE.name}/{SANDBOXED.name}"):
            line += ["--perms", "0755", "--dir", folder]
        for file, descriptor in copied.items():
            place = f"{GRADER}/{file.relative_to(PACKAGE.parent)}"
            line += ["--perms", "0444", "--file", str(descriptor), place]
    line += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", SCRATCH, "--chdir", SCRATCH]
    for path in sorted(glob.glob("/dev/nvidia*")) if cuda else ():
        line += ["--dev-bind", path, path]
    line += ["--ro-bind", "/sys", "/sys"] if cuda else []
    if not any(path.startswith("/tmp/") for path in _python_folders()):
        line += ["--symlink", SCRATCH, "/tmp"]
    for path in [*covered, "/dev", "/"]:
        line += ["--remount-ro", path]
    for capability in CAPABILITIES:
        line += ["--cap-add", capability]
    # The environment's folder may be a link; its `python` must stay a link, or it would be another's.
    python = Path(sys.executable)
    return [*line, "--", str(python.parent.resolve() / python.name), *arguments]


def _system_folders() -> list[str]:
    wanted = [
        "/usr",
        "/lib",
        "/lib64",
        "/lib32",
        "/bin",
        "/sbin",
        "/etc/ld.so.cache",
        "/etc/alternatives",
        "/etc/localtime",
    ]
    return [p for p in wanted if os.path.lexists(p)]


def _python_folders() -> list[str]:
    """Return folders outside the system's: of Python, the environment, and packages elsewhere on its path."""
    found: list[str] = []
    for prefix in dict.fromkeys([sys.base_prefix, sys.prefix, *_site_folders()]):
        real = os.path.realpath(prefix)
        if not real.startswith("/usr/") and not any(f"{real}/".startswith(f"{f}/") for f in found):
            found.append(real)
    return found


def other_site_folders() -> list[str]:
    """Return folders of packages outside the environment: a user's own, or named by a `.pth` file."""
    prefixes = [f"{os.path.realpath(p)}/" for p in (sys.base_prefix, sys.prefix)]
    return [f for f in _site_folders() if not f.startswith(("/usr/", *prefixes))]


def _site_folders() -> list[str]:
    """Return the folders of Python's path in which packages are installed."""
    found = [os.path.realpath(p) for p in sys.path if os.path.isdir(p)]
    return [p for p in dict.fromkeys(found) if os.path.basename(p) in ("site-packages", "dist-packages")]


def _covered() -> list[str]:
    """Return what to hide in the folders that are shown: this package and the course, if they lie there."""
    shown = [*_system_folders(), *_python_folders()]
    mine = [PACKAGE, *(Path(folder) / PACKAGE.name for folder in _site_folders()), ROOT]
    inside = [p for p in mine if p.is_dir() and any(p.is_relative_to(f) for f in shown)]
    inside = [p for p in inside if not any(Path(f).is_relative_to(p) for f in shown)]
    return sorted({str(p) for p in inside if not any(q in p.parents for q in inside)})


def missing() -> list[str]:
    """Return, in words, the protections that this machine lacks, found by trying; empty if none."""
    if shutil.which("bwrap") is None:
        return [
            "bubblewrap is not installed (`apt install bubblewrap`), so nothing would hide the "
            "hidden tests, the other submissions, the gradebook and the network from student code"
        ]
    probe = "from autograder.sandboxed import jail; jail.probe()"
    # The probe is the grader's own and may see all of it, so no copy of a part is made.
    done = subprocess.run(
        command(None, {"PYTHONPATH": GRADER}, ["-c", probe]),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    lines = [x for x in done.stdout.splitlines() if x.startswith("missing: ")]
    if done.returncode == 0:
        return [x.removeprefix("missing: ") for x in lines]
    return [f"bubblewrap does not run here: {done.stderr.strip()[-300:] or 'no message'}"]


def has_cuda() -> bool:
    """Return whether PyTorch can use a CUDA device here."""
    found = subprocess.run(
        [sys.executable, "-c", "import torch; print(torch.cuda.is_available())"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return found.stdout.strip() == "True"
