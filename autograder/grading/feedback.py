"""The page that a student gets back: one self-contained HTML file.

Everything on it that comes from a submission is cleaned, capped and escaped; the page's own policy forbids
all requests, and all scripts but the one of `feedback.js`, by its hash.
"""

import base64
import functools
import hashlib
import re
from pathlib import Path

from markupsafe import Markup, escape

from autograder import messages
from autograder.checks import checking
from autograder.grading.standing import CellPoints, Standing
from autograder.grading.telling import link, said
from autograder.results import CellOutput, CheckResult, Graded
from autograder.sandboxed.echo import clean
from autograder.topics import ROOT

MAX_TEXT = 10_000  # characters of one piece of a student's code or output
MAX_CELLS = 40  # cells shown beyond the solution cells
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def capped(text: str, limit: int = MAX_TEXT) -> str:
    """Return `clean(text)`, cut in the middle if it is longer than `limit` characters."""
    length = len(text)
    if length > 8 * limit:  # no need to clean what is not shown
        text = text[: 4 * limit] + text[-4 * limit :]
    text = clean(text)
    if length <= 8 * limit and len(text) <= limit:
        return text
    head, tail = text[: limit * 3 // 4], text[-limit // 4 :]
    return f"{head}\n{messages.not_shown(length)}\n{tail}"


def output(cell: CellOutput) -> str:
    """Return what a cell printed, as shown: capped, with a line on what was not kept."""
    text = capped(cell.text)
    if not cell.cut:
        return text
    return f"{text.rstrip()}\n{messages.output_not_kept(cell.cut)}".lstrip()


def points(value: float) -> str:
    """Format a number of points in as few digits as it needs: 3, 2.5, 0.67."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def prose(text: str):
    """Return a message as escaped HTML, in which `backticks` mark code."""
    parts = re.split(r"`([^`\n]+)`", text)
    marked = [Markup("<code>{}</code>").format(p) if i % 2 else escape(p) for i, p in enumerate(parts)]
    return Markup("").join(marked)


def signed(value: float) -> str:
    """Format a number of points that is added or subtracted: +1, −0.5."""
    return f"{'−' if value < 0 else '+'}{points(abs(value))}"


def render(
    graded: Graded, root: Path = ROOT, standing: Standing | None = None, book: str = "", version: str = ""
) -> str:
    """Return a submission's feedback page, with the total and comments of `standing`, the gradebook's state.

    Without `standing` the total is that of the checks. `book` is the address or the folder of a built book;
    with it, sections to read are links. With a `version` the page is a served one (`served`), which a browser
    reads again when another version is there.
    """
    standing = standing or _by_checks(graded)
    functions = _functions(graded, standing, book)
    parts = _parts(graded, standing)
    shown = {cell["id"] for part in (*functions, *parts) for cell in part["code"]}
    others = [
        cell
        for cell in graded.cells
        if id(cell) not in shown and (cell.kind != "given" or output(cell).strip() or cell.error)
    ]
    pastes = any(check["paste"] for function in functions for check in function["checks"])
    code = Markup(script()) if pastes or version else ""
    return template().render(
        student=capped(graded.student, 200),
        topic=graded.topic,
        attempt=graded.attempt,
        chapter=title(graded.topic, Path(root)),
        earned=standing.score,
        possible=standing.possible,
        origins=_origins(standing),
        linked=bool(book),
        version=version,
        policy=policy(scripted=bool(code), served=bool(version)),
        script=code,
        functions=functions,
        parts=parts,
        words=messages,
        notes=[capped(note, 1000) for note in graded.notes],
        others=[_cell(cell) for cell in others[:MAX_CELLS]],
        left_out=max(0, len(others) - MAX_CELLS),
    )


@functools.cache
def script() -> str:
    """Return the page's script, as it stands in the page."""
    return (Path(__file__).parent / "feedback.js").read_text("utf-8")


def policy(scripted: bool = False, served: bool = False) -> str:
    """Return a page's policy: `scripted` allows its own script and no other, `served` lets that renew it."""
    if not scripted:
        return _POLICY
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    return f"{_POLICY}; script-src 'sha256-{digest}'" + ("; connect-src 'self'" if served else "")


@functools.cache
def template(name: str = "feedback.html.j2"):
    """Return a page's template, cached: compiling it takes as long as filling it in."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"points": points, "signed": signed, "prose": prose}
    return environment.get_template(name)


def _by_checks(graded: Graded) -> Standing:
    """Return the points of the checks alone, as a gradebook would hold them."""
    possible: dict[str, float] = {}
    for r in graded.results:
        possible[r.cell] = possible.get(r.cell, 0.0) + r.max_points
    earned = graded.points()
    return Standing({cell: CellPoints(earned[cell], None, None, possible[cell]) for cell in possible})


def _origins(standing: Standing) -> list[tuple[str, str]]:
    """Return the origins of the total as (what, points) that add up; empty if only the checks gave points."""
    rows = []
    for name, cell in standing.cells.items():
        rows += [(f"`{_plain(name)}`: {what}", signed(value)) for what, value in _by_hand(cell)]
    if standing.penalty:
        rows.append((messages.LATE_PENALTY, signed(-standing.penalty)))
    if not rows:
        return []
    before = sum(cell.total for cell in standing.cells.values()) - standing.penalty
    rows += [(messages.NEVER_BELOW_ZERO, signed(-before))] if before < 0 else []
    by_checks = sum(cell.checks or 0.0 for cell in standing.cells.values())
    return [(messages.BY_CHECKS, points(by_checks)), *rows]


def _by_hand(cell: CellPoints) -> list[tuple[str, float]]:
    """Return what a person changed in the points of a cell, in words, and by how much."""
    found = []
    if cell.manual is not None and cell.overruled:
        by_checks = None if cell.checks is None else points(cell.checks)
        found.append(
            (messages.scored_by_hand(points(cell.manual), by_checks), cell.manual - (cell.checks or 0.0))
        )
    if cell.extra_counted:
        found.append((messages.EXTRA_CREDIT, cell.extra_counted))
    return found


def _plain(name: str) -> str:
    """Return a cell's name as the page shows it: for a cell of checks, the function's name."""
    return clean(name.removeprefix(checking.CELL)).replace("`", "'")[:64]


def _parts(graded: Graded, standing: Standing) -> list[dict]:
    """Return cells beside the functions that a person scores or comments on: written answers, helpers."""
    cells = {r.cell for r in graded.results}
    mine = cells | {cell.removeprefix(checking.CELL) for cell in cells}
    names = [name for name in dict.fromkeys((*standing.cells, *standing.comments)) if name not in mine]
    return [
        {
            "name": _plain(name),
            "cell": standing.cells.get(name),
            "by_hand": _by_hand(standing.cells[name]) if name in standing.cells else [],
            "comment": _comment(standing, name),
            "code": [_cell(c) for c in graded.cells if c.kind == "solution" and c.grade_id == name],
        }
        for name in names
    ]


def _comment(standing: Standing, *names: str) -> str:
    """Return what a person wrote at the cells of these names, capped."""
    return capped("\n\n".join(standing.comments[name].strip() for name in names if name in standing.comments))


def _functions(graded: Graded, standing: Standing, book: str) -> list[dict]:
    """Return what is shown of each function, in the order in which they were examined."""
    found = []
    for name in dict.fromkeys(r.cell for r in graded.results):
        results = [r for r in graded.results if r.cell == name]
        function = name.removeprefix(checking.CELL)
        held = standing.cells.get(name)
        found.append(
            {
                "name": function,
                "points": held.total if held else sum(r.points for r in results),
                "max_points": held.possible if held else sum(r.max_points for r in results),
                "by_hand": _by_hand(held) if held else [],
                "comment": _comment(standing, function, name),
                "verdict": _overall(results),
                "words": messages.VERDICTS[_overall(results)],
                "checks": [_check(r, function, book) for r in results],
                "code": [_cell(c) for c in graded.cells if c.grade_id == function],  # a copy of its cell too
                "no_code": messages.NO_CELL if _overall(results) == "missing" else messages.ELSEWHERE,
            }
        )
    return found


def _overall(results: list[CheckResult]) -> str:
    """Return the verdict on a function: right, partly right, or the first failure."""
    failed = [r.verdict for r in results if r.verdict != "right"]
    if not failed:
        return "right"
    return "partial" if any(r.points > 0 for r in results) else failed[0]


def _check(result: CheckResult, function: str, book: str) -> dict:
    parts = said(result)
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
        "message": capped(parts.sentence, 2000),
        "paste": capped(parts.paste, 2000),
        "happens": capped(parts.happens, 2000),
        "title": clean(parts.title),
        "address": parts.address,
        "link": link(parts.address, book) if book and parts.address else "",
        "begin_with": messages.begin_with(parts.begin_with) if parts.begin_with else "",
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


def title(topic: str, root: Path) -> str:
    """Return the chapter's heading, or the topic's name if the page is missing."""
    page = root / "book" / "chapters" / f"{topic}.md"
    if page.is_file():
        for line in page.read_text("utf-8").split("\n"):
            if line.startswith("# "):
                return line[2:].strip()
    return topic
