"""The page a student gets back: one HTML file that needs nothing else.

Everything on it that comes from a submission is cleaned, capped and escaped; the page's own
policy forbids scripts and any request.
"""

import functools
import re
from pathlib import Path

from autograder import messages
from autograder.checks.framework import checking
from autograder.results import CellOutput, CheckResult, Graded
from autograder.topics import ROOT

MAX_TEXT = 10_000  # characters of one piece of a student's code or output
MAX_CELLS = 40  # cells shown beyond the solution cells

_ESCAPE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system command
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # control sequence, or a shorter escape
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# These make text read in another order than it stands: they could hide what code does.
_REORDERING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Plain text of what a student's process wrote: no terminal codes, no control characters."""
    text = _ESCAPE.sub("", text).replace("\r\n", "\n")
    # A progress bar rewrites its line; what stood there last is what a terminal shows.
    text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = _REORDERING.sub(lambda m: f"\\u{ord(m[0]):04x}", text)
    return _CONTROL.sub("\ufffd", text)


def capped(text: str, limit: int = MAX_TEXT) -> str:
    """`clean(text)`, cut in the middle where it is longer than `limit` characters."""
    length = len(text)
    if length > 8 * limit:  # no need to clean what is not shown
        text = text[: 4 * limit] + text[-4 * limit :]
    text = clean(text)
    if length <= 8 * limit and len(text) <= limit:
        return text
    head, tail = text[: limit * 3 // 4], text[-limit // 4 :]
    return f"{head}\n{messages.not_shown(length)}\n{tail}"


def output(cell: CellOutput) -> str:
    """What a cell printed, as it is shown: capped, and with a line on what was not kept."""
    text = capped(cell.text)
    if not cell.cut:
        return text
    return f"{text.rstrip()}\n{messages.output_not_kept(cell.cut)}".lstrip()


def points(value: float) -> str:
    """A number of points in as few digits as it needs: 3, 2.5, 0.67."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def prose(text: str):
    """Escaped HTML of a message, in which `backticks` mark code."""
    from markupsafe import Markup, escape

    parts = re.split(r"`([^`\n]+)`", text)
    marked = [Markup("<code>{}</code>").format(p) if i % 2 else escape(p) for i, p in enumerate(parts)]
    return Markup("").join(marked)


def render(graded: Graded, root: Path = ROOT) -> str:
    """The feedback page of one submission."""
    functions = _functions(graded)
    shown = {cell["id"] for function in functions for cell in function["code"]}
    others = [
        cell
        for cell in graded.cells
        if id(cell) not in shown and (cell.kind != "given" or output(cell).strip() or cell.error)
    ]
    return _template().render(
        student=capped(graded.student, 200),
        topic=graded.topic,
        attempt=graded.attempt,
        chapter=_title(graded.topic, Path(root)),
        earned=sum(r.points for r in graded.results),
        possible=sum(r.max_points for r in graded.results),
        functions=functions,
        notes=[capped(note, 1000) for note in graded.notes],
        others=[_cell(cell) for cell in others[:MAX_CELLS]],
        left_out=max(0, len(others) - MAX_CELLS),
    )


@functools.cache
def _template():
    """The page's template; compiling it takes as long as filling it in."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"points": points, "prose": prose}
    return environment.get_template("feedback.html.j2")


def _functions(graded: Graded) -> list[dict]:
    """What is shown of each function, in the order in which they were examined."""
    found = []
    for name in dict.fromkeys(r.cell for r in graded.results):
        results = [r for r in graded.results if r.cell == name]
        function = name.removeprefix(checking.CELL)
        found.append(
            {
                "name": function,
                "points": sum(r.points for r in results),
                "max_points": sum(r.max_points for r in results),
                "verdict": _overall(results),
                "words": messages.VERDICTS[_overall(results)],
                "checks": [_check(r, function) for r in results],
                "code": [_cell(c) for c in graded.cells if c.kind == "solution" and c.grade_id == function],
            }
        )
    return found


def _overall(results: list[CheckResult]) -> str:
    """The verdict on a function: right, partly right, or the first thing that went wrong."""
    failed = [r.verdict for r in results if r.verdict != "right"]
    if not failed:
        return "right"
    return "partial" if any(r.points > 0 for r in results) else failed[0]


def _check(result: CheckResult, function: str) -> dict:
    devices = [
        f"{messages.DEVICES.get(device, device)}: {messages.ON_DEVICES.get(verdict, verdict).lower()}"
        for device, verdict in result.devices.items()
    ]
    return {
        "name": result.check.removeprefix(f"{function}."),
        "verdict": result.verdict,
        "words": messages.VERDICTS[result.verdict],
        "points": result.points,
        "max_points": result.max_points,
        "message": capped(result.message, 2000),
        "devices": "; ".join(devices) if set(result.devices) - {"cpu"} else "",
    }


def _cell(cell: CellOutput) -> dict:
    return {
        "id": id(cell),
        "title": messages.CELLS[cell.kind],
        "name": clean(cell.grade_id or "")[:64],
        "source": capped(cell.source),
        "text": output(cell),
        "error": capped(cell.error or ""),
    }


def _title(topic: str, root: Path) -> str:
    """The chapter's heading; the topic's name where the page is not at hand."""
    page = root / "book" / "chapters" / f"{topic}.md"
    if page.is_file():
        for line in page.read_text("utf-8").split("\n"):
            if line.startswith("# "):
                return line[2:].strip()
    return topic
