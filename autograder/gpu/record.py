"""What was run, on what, and when; and the file in which it is kept.

Only a run writes a file under `benchmarks/`. A run that was interrupted, or asked for less than everything,
says so (`"complete": false`) and never replaces a complete file. Its parts stay in a partial file, which runs
of other parts complete.
"""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch

from autograder import files
from autograder.topics import ROOT

SCHEMA = 1
BENCHMARKS = ROOT / "benchmarks"


def provenance(device: str, seed: int, arguments: list[str]) -> dict:
    """Return the head of the file: device, versions, command, seed, commit, date."""
    return {
        "schema": SCHEMA,
        "device": cuda_device() if device == "cuda" else cpu_device(),
        "versions": versions(),
        "command": " ".join(["python -m autograder.gpu", *arguments]),
        "seed": seed,
        "commit": commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "torch": torch.__version__, "numpy": np.__version__}
    return found | ({"cuda": torch.version.cuda} if torch.version.cuda else {})


def cpu_device() -> dict:
    name = _processor()
    return {
        "type": "cpu",
        "name": name,
        "slug": "cpu",
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "machine": platform.machine(),
        "system": platform.system(),
    }


def cuda_device() -> dict:
    """Describe the current CUDA device, as PyTorch and the driver report it."""
    p = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {
        "type": "cuda",
        "name": p.name,
        "slug": slug(p.name),
        "capability": f"{p.major}.{p.minor}",
        "memory_bytes": p.total_memory,
        "l2_bytes": p.L2_cache_size,
        "multiprocessors": p.multi_processor_count,
        "driver": _driver(),
        "cuda": torch.version.cuda,
        "devices": torch.cuda.device_count(),
        "threads": torch.get_num_threads(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
    }


def slug(name: str) -> str:
    """Return a device's name as a file name: "NVIDIA H100 80GB HBM3" -> "nvidia-h100-80gb-hbm3"."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "device"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*: *(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine()


def _driver() -> str:
    """Return the driver's version, as nvidia-smi or the kernel reports it."""
    query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=30)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.split()[0]
    except (OSError, subprocess.TimeoutExpired):
        pass
    try:
        found = re.search(
            r"Kernel Module(?: for \S+)? +(\S+)", Path("/proc/driver/nvidia/version").read_text()
        )
    except OSError:
        found = None
    return found[1] if found else "unknown"


def commit(root: Path = ROOT) -> str:
    """Return the commit that ran, with "+changes" if files of the repository differ from it."""

    def git(*words: str) -> str:
        line = ["git", "-C", str(root), *words]
        return subprocess.run(line, capture_output=True, text=True, check=True, timeout=60).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--untracked-files=no")
        return git("rev-parse", "HEAD") + ("+changes" if changed else "")
    except (OSError, subprocess.SubprocessError):
        return "unknown"


def place(data: dict, out: Path | None) -> Path:
    """Return where a run's file belongs: if incomplete, a partial file, or `out` if that is not complete."""
    path = Path(out) if out else BENCHMARKS / f"{data['device']['slug']}.json"
    if data["complete"] or (out and not _is_complete(path)):
        return path
    return path.with_name(f"{path.stem}.partial.json")


def continued(head: dict, out: Path | None) -> dict:
    """Return the parts that runs of the same commit left on the same device, to be kept beside new ones."""
    try:
        earlier = json.loads(place(head, out).read_text("utf-8"))
        same = ("schema", "device", "versions", "seed", "commit")
        if any(earlier[key] != head[key] for key in same) or earlier["complete"]:
            return {}
        kept = {part: earlier[part] for part in earlier["parts"]}
        return kept | {"parts": earlier["parts"], "skipped": earlier["skipped"]}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _is_complete(path: Path) -> bool:
    try:
        return bool(json.loads(path.read_text("utf-8")).get("complete"))
    except (OSError, ValueError, AttributeError):
        return False


def write(data: dict, out: Path | None = None) -> Path:
    """Write the file in one step; return its path. A complete run also deletes its partial file."""
    path = place(data, out)
    text = json.dumps(data, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
    files.put_text(path, _numbers_in_a_line(text))
    if data["complete"]:
        path.with_name(f"{path.stem}.partial.json").unlink(missing_ok=True)
    return path


def _numbers_in_a_line(text: str) -> str:
    """Put each list of numbers on one line: samples are many."""
    # JSON strings hold no line breaks, so none is changed.
    return re.sub(
        r"\[\n([-+0-9.eE,\s]+?)\n *\]", lambda m: f"[{', '.join(m[1].replace(',', ' ').split())}]", text
    )


def say(text: str) -> None:
    """Print a line of progress on stderr."""
    print(text, file=sys.stderr, flush=True)
