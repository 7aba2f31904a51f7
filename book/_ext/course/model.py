"""The small language model that runs in a page: its numbers as a script, and what sentences say of it.

book/experiments/language_model_novels.py trains it and writes two files to book/data/experiments: the result,
and beside it the joins of its vocabulary and the weights, eight bits a number. A page that was opened from a
folder may load scripts and no other data, so the build makes a script of both.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

from sphinx.errors import ExtensionError

FILE = "model-data.js"  # its name in the site, below _static/page
RESULT = "book/data/experiments/language_model_novels.json"
LIMIT = 1_000_000  # bytes of the script


def result(root: Path) -> tuple[dict, bytes]:
    """Read the experiment's result and its weights; they belong together, or the build stops."""
    path = root / RESULT
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        weights = path.with_name(found["weights"]["file"]).read_bytes()
    except FileNotFoundError as missing:
        raise ExtensionError(f"the small model needs {missing.filename}: make experiments") from missing
    expected, sha256 = found["weights"]["sha256"], hashlib.sha256(weights).hexdigest()
    if sha256 != expected:
        name = found["weights"]["file"]
        raise ExtensionError(
            f"{name} has the sha256 {sha256}, {path.name} expects {expected}: make experiments"
        )
    return found, weights


def script(root: Path) -> str:
    """Write window.COURSE_MODEL, which _static/page/model.js unpacks."""
    found, weights = result(root)
    data = {
        "moments": found["moments"],
        "heads": found["sizes"]["heads"],
        "joins": found["sizes"]["V"] - 256,
        "layout": found["weights"]["layout"],
        "weights": base64.b64encode(weights).decode("ascii"),
    }
    note = f"// Made by book/_ext/course/model.py from {Path(RESULT).name} and {found['weights']['file']}.\n"
    text = f"{note}window.COURSE_MODEL = {json.dumps(data, separators=(',', ':'))};\n"
    if len(text.encode()) > LIMIT:
        raise ExtensionError(f"{FILE} has {len(text.encode()):,} bytes, and may have {LIMIT:,}")
    return text


def address(root: Path) -> str:
    """Add a checksum to the script's name, so that a browser which has an older one asks for this one."""
    return f"{FILE}?v={hashlib.sha256(script(root).encode()).hexdigest()[:8]}"


def facts(root: Path) -> dict[str, int]:
    """Return what sentences about the model say in numbers."""
    found, _ = result(root)
    return {
        "model pieces": found["sizes"]["V"],
        "model numbers": found["parameters"],
        "model blocks": found["sizes"]["blocks"],
        "model sees": found["sizes"]["reach"],
        "model kilobytes": round(len(script(root).encode()) / 1000),
    }
