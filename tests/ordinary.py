"""Run Python as an ordinary user, also where the tests run as root."""

import os
import shutil
import sys
from pathlib import Path

from autograder.topics import ROOT

NOBODY = "65534"


def missing() -> str:
    """What this machine lacks for it; empty if nothing."""
    if os.getuid() != 0 or all(map(shutil.which, ("bwrap", "setpriv"))):
        return ""
    return "nothing is tried as an ordinary user: bwrap or setpriv is not installed"


def command(*arguments: str) -> list[str]:
    """The command line of Python with these arguments; as root, it runs as another user.

    That user gets a folder of its own for what a checkout makes, and Python and the checkout in sight where
    they lie below a folder that is root's alone.
    """
    python = [sys.executable, *arguments]
    if os.getuid() != 0:
        return python
    line = ["bwrap", "--cap-add", "ALL", "--dev-bind", "/", "/"]
    shown = [sys.base_prefix, os.path.realpath(sys.prefix), str(ROOT)]
    for closed in sorted({_closed(path) for path in shown} - {""}):
        line += ["--perms", "0755", "--tmpfs", closed]
    for path in (path for path in shown if _closed(path)):
        for parent in reversed(Path(path).parents[:-1]):  # bubblewrap's own would be for root alone
            line += ["--perms", "0755", "--dir", str(parent)] if parent.is_relative_to(_closed(path)) else []
        line += ["--ro-bind", path, path]
    made = ROOT / "_build"
    made.mkdir(exist_ok=True)
    line += ["--perms", "1777", "--tmpfs", str(made)]
    line += ["--", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return [
        *line,
        "--inh-caps=-all",
        "--bounding-set=-all",
        "env",
        "HOME=/tmp",
        f"PYTHONPATH={ROOT}",
        *python,
    ]


def _closed(path: str) -> str:
    """The topmost folder above `path` that other users may not enter; empty if there is none."""
    for folder in reversed(Path(path).parents):
        if not folder.stat().st_mode & 0o001:
            return str(folder)
    return ""
