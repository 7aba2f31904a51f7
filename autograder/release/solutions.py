"""Reading and validating `solutions/<topic>.py`, and turning it into nbgrader's source notebook.

A solutions file is a Python script in jupytext's percent format whose cell markers carry
nbgrader's metadata. The notebook made from it has the same bytes every time: cell ids come
from `grade_id`, else from a hash of the cell, and there are no outputs. Text names a section of
the book by its label, as {ref}`lookup-the-identity`; the notebook shows the section's title.
Some cells of a file are empty: those of hidden tests, `check-<function>`, take text and points from the
topic's checks; those named as a file of `given/` hold its text, in all notebooks the same: the first,
`start`, the last, `summary`, and data for what the last cell builds.
"""

import ast
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from autograder import sections
from autograder.cells import metadata, tags
from autograder.topics import MISTAKES, ROOT, has_checks, topic_of

SOLUTION = ("BEGIN SOLUTION", "END SOLUTION")
HIDDEN = ("BEGIN HIDDEN TESTS", "END HIDDEN TESTS")

# Lines at which jupytext starts a cell; all but `# %%` in column 0 are mistakes.
_MARKER = re.compile(r"^\s*#\s*%%|^\s*#\s*(<codecell>|In\[[0-9 ]*\]:?)\s*$")
_GRADE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what nbformat allows as a cell id
_SHARED = {path.stem: path for path in sorted(Path(__file__).with_name("given").glob("*.py"))}
_VISIBLE = re.compile(r'^with visible_tests\("(\w+)"\):', re.MULTILINE)
_SECTION = re.compile(r"\{ref\}`([^`]*)`")
_FLAGS = ("grade", "locked", "solution", "task")
_SCHEMA = 3
_TESTS = f"""\
# Hidden tests of `{{function}}` run here when the notebook is graded ({{points:g}} points).
### {HIDDEN[0]}
from autograder import check

check("{{topic}}", "{{function}}")
### {HIDDEN[1]}"""


class SourceError(ValueError):
    """A solutions file breaks the format; the message names file, cell and reason."""


@dataclass
class Cell:
    """One cell of a solutions file, and its place."""

    node: dict  # nbformat's cell
    marker: str
    line: int  # of the marker, from 1
    raw: str  # as it stands in the file

    @property
    def metadata(self) -> dict:
        """nbgrader's metadata, unchecked; empty where there is none or it cannot be read."""
        return metadata(self.node)

    @property
    def grade_id(self) -> str:
        return tags(self.node).grade_id

    @property
    def holds_tests(self) -> bool:
        """Whether it is a cell of hidden tests."""
        return self.node["cell_type"] == "code" and tags(self.node).role == "check"

    @property
    def is_shared(self) -> bool:
        """Whether it is a cell that all notebooks share."""
        return self.node["cell_type"] == "code" and self.grade_id in _SHARED

    @property
    def name(self) -> str:
        grade_id = self.metadata.get("grade_id")
        return f"cell {grade_id!r}" if grade_id else "cell without grade_id"


def regions(source: str, markers: tuple[str, str]) -> list[tuple[int, int]]:
    """Return the first and last line (from 0, markers included) of each marked region of a cell.

    A marker is found anywhere in a line, as nbgrader finds it. Raise `ValueError` for markers
    that do not pair up.
    """
    begin, end = markers
    found, start = [], None
    for i, line in enumerate(source.split("\n")):
        if begin in line:
            if start is not None:
                raise ValueError(f"`{begin}` inside another; `{end}` is missing before it")
            start = i
        elif end in line:
            if start is None:
                raise ValueError(f"`{end}` without `{begin}`")
            found.append((start, i))
            start = None
    if start is not None:
        raise ValueError(f"`{begin}` without `{end}`")
    return found


def outside(source: str, markers: tuple[str, str]) -> str:
    """Return the cell without its marked regions."""
    inside = {i for a, b in regions(source, markers) for i in range(a, b + 1)}
    return "\n".join(line for i, line in enumerate(source.split("\n")) if i not in inside)


def read(path: Path) -> list[Cell]:
    """Return the cells of a solutions file, not yet validated."""
    import jupytext

    text = Path(path).read_text("utf-8")
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if _MARKER.match(line)]
    quoted = _quoted_lines(text)
    if inside := [i + 1 for i in starts if i + 1 in quoted]:
        raise SourceError(
            f"{path}:{inside[0]}: cell marker `{lines[inside[0] - 1].strip()}` within a string; "
            "write it in another way"
        )
    nodes = jupytext.reads(text, fmt="py:percent").cells
    # Text before the first marker is its own cell, unless it is jupytext's header.
    if len(nodes) == len(starts) + 1:
        starts.insert(0, -1)
    if len(nodes) != len(starts):
        raise SourceError(
            f"{path}: {len(starts)} cell markers but {len(nodes)} cells; "
            "start every cell with a line `# %%` in column 0"
        )
    ends = starts[1:] + [len(lines)]
    return [
        Cell(node, lines[a] if a >= 0 else "", a + 1, "\n".join(lines[a + 1 : b]))
        for node, a, b in zip(nodes, starts, ends)
    ]


def filled(path: Path, root: Path = ROOT) -> list[Cell]:
    """Return the cells of a valid solutions file, with the empty ones filled in as in the notebook."""
    cells, tests = read(path), hidden_tests(topic_of(path), root)
    functions = [name for cell in cells for name in _VISIBLE.findall(cell.raw)]
    for cell in cells:
        if cell.is_shared:
            text = _SHARED[cell.grade_id].read_text("utf-8").strip("\n")
            cell.node["source"] = text.replace("{functions}", ", ".join(f'"{name}"' for name in functions))
        elif tests is not None and cell.holds_tests:
            cell.node["source"], cell.metadata["points"] = tests[cell.grade_id]
    return cells


def _quoted_lines(text: str) -> set[int]:
    """Return the lines (from 1) that begin within a string; none if Python cannot parse the text."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return set()  # the cell in which it stands is named later
    strings = [n for n in ast.walk(tree) if isinstance(n, (ast.Constant, ast.JoinedStr))]
    return {line for n in strings for line in range(n.lineno + 1, (n.end_lineno or n.lineno) + 1)}


class HiddenTests(NamedTuple):
    """The content of a cell of hidden tests in the source notebook."""

    source: str
    points: float


def hidden_tests(topic: str, root: Path = ROOT) -> dict[str, HiddenTests] | None:
    """Return the cells that the topic's checks ask for, by `grade_id`; only the checks state points.

    Return None for a topic that has no checks here: its solutions hold their hidden tests and points.
    """
    if not has_checks(topic, root):
        return None
    # Not at the top: every nbgrader command loads this module, and few make a notebook.
    from autograder.checks import loading

    suite, found = loading.suite(topic, root), {}
    for function in suite.functions():
        checks = suite.of(function)
        points = float(sum(check.points for check in checks))
        source = _TESTS.format(topic=topic, function=function, points=points)
        # JSON keeps 6 and 6.0 apart.
        found[checks[0].cell] = HiddenTests(source, int(points) if points.is_integer() else points)
    return found


def problems(path: Path, root: Path = ROOT) -> list[str]:
    """Return everything that is wrong with a solutions file, one line each."""
    cells, found = read(path), []
    tests = hidden_tests(topic_of(path), root)
    first: dict[str, int] = {}  # grade_id -> the line of the cell that has it first
    for cell in cells:
        for problem in _cell_problems(cell, tests):
            found.append(f"{path}:{max(cell.line, 1)}: {cell.name}: {problem}")
        if cell.grade_id and first.setdefault(cell.grade_id, cell.line) != cell.line:
            found.append(
                f"{path}:{cell.line}: {cell.name}: this grade_id is already that of the cell "
                f"in line {first[cell.grade_id]}; every grade_id is used once"
            )
    have = {cell.grade_id for cell in cells if cell.holds_tests}
    absent = [name for name in tests or () if name not in have]
    return found + [f"{path}: no cell {name!r} for hidden tests; there are checks for it" for name in absent]


def titles(text: str, asked_by: str, root: Path = ROOT) -> dict[str, str]:
    """Return the labels of sections that a text names, each with its present title in the book."""
    try:
        return {label: sections.title(label, asked_by, root) for label in _SECTION.findall(text)}
    except sections.LabelError as lost:
        raise SourceError(str(lost)) from None


def source_notebook(path: Path, root: Path = ROOT) -> str:
    """Return the nbgrader source notebook of a solutions file, as JSON text, for the course at `root`.

    Raise `SourceError`, listing what is wrong with the file, if anything is.
    """
    import nbformat

    found = problems(path, root)
    if found:
        raise SourceError("\n".join(found))
    cells, used = [], set()
    for cell in filled(path, root):
        node, name = cell.node, _cell_id(cell)
        node["id"] = next(i for i in _numbered(name) if i not in used)
        used.add(node["id"])
        keep = {k: node["metadata"][k] for k in ("nbgrader", "tags") if k in node["metadata"]}
        node["metadata"] = nbformat.from_dict(keep)
        if node["cell_type"] == "code":
            node["outputs"], node["execution_count"] = [], None
        else:
            named = titles(node["source"], f"{path}:{max(cell.line, 1)}: {cell.name}", root)
            node["source"] = _SECTION.sub(lambda match: f"“{named[match[1]]}”", node["source"])
        cells.append(node)
    notebook = nbformat.v4.new_notebook(
        cells=cells,
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
    )
    notebook["nbformat_minor"] = 5  # cell ids came with it; a newer nbformat must not move it
    return canonical(notebook)


def canonical(notebook, validate: bool = True) -> str:
    """Return notebook JSON with sorted keys, one line per line of source, and a final newline."""
    import nbformat

    if validate:
        nbformat.validate(notebook)
    return nbformat.writes(notebook, version=nbformat.NO_CONVERT).rstrip("\n") + "\n"


def _cell_id(cell: Cell) -> str:
    text = f"{cell.node['cell_type']}\0{cell.node['source']}"
    return cell.grade_id or "c-" + hashlib.sha256(text.encode()).hexdigest()[:12]


def _numbered(name: str):
    yield name
    n = 2
    while True:
        yield f"{name[:60]}-{n}"
        n += 1


# -- validation -------------------------------------------------------------------------------


def _cell_problems(cell: Cell, tests: dict[str, HiddenTests] | None) -> list[str]:
    if cell.marker and not cell.marker.startswith("# %%"):
        return [f"`{cell.marker.strip()}` starts a cell; write `# %%` in column 0, or another comment"]
    found = _marker_problems(cell)
    if cell.node["cell_type"] == "code":
        found += _syntax_problems(cell)
    if "nbgrader" not in cell.node["metadata"]:
        if "nbgrader" in cell.marker:
            found.append("nbgrader's metadata cannot be read; expected nbgrader={...} in JSON")
        return found
    return found + (_shape_problems(cell) or _role_problems(cell, tests))


def _syntax_problems(cell: Cell) -> list[str]:
    try:
        ast.parse("\n" * max(cell.line, 0) + cell.raw)
    except SyntaxError as error:
        return [
            f"line {error.lineno}: {error.msg}; a cell must be Python on its own "
            "(a line `# %%` within code starts a new cell)"
        ]
    return []


def _marker_problems(cell: Cell) -> list[str]:
    found = []
    for markers, flag, where in ((SOLUTION, "solution", "solution"), (HIDDEN, "grade", "graded")):
        try:
            if regions(cell.raw, markers) and not cell.metadata.get(flag):
                found.append(f"`{markers[0]}` in a cell that is not a {where} cell")
        except ValueError as error:
            found.append(str(error))
    return found


def _shape_problems(cell: Cell) -> list[str]:
    said, found = cell.metadata, []
    for flag in _FLAGS:
        if not isinstance(said.get(flag), bool):
            found.append(f"nbgrader's {flag!r} is {said.get(flag)!r}; expected true or false")
    if said.get("schema_version") != _SCHEMA:
        found.append(f"schema_version is {said.get('schema_version')!r}; expected {_SCHEMA}")
    if not _GRADE_ID.fullmatch(cell.grade_id):
        found.append(f"grade_id is {said.get('grade_id')!r}; expected 1 to 64 letters, digits, `-` or `_`")
    return found


def _role_problems(cell: Cell, tests: dict[str, HiddenTests] | None) -> list[str]:
    said, found = cell.metadata, []
    grade, solution, task, locked = (said[flag] for flag in ("grade", "solution", "task", "locked"))
    code = cell.node["cell_type"] == "code"
    if not (grade or solution or task or locked):
        return ["neither graded, solution, task nor locked; drop the metadata or lock the cell"]
    if task and (grade or solution or code):
        found.append("a task is a markdown cell that is neither graded nor a solution")
    if not code and grade != solution:
        found.append("a markdown answer is both graded and a solution")
    if locked == solution:
        found.append(
            f"locked is {str(locked).lower()}; expected "
            + ("false, students write here" if solution else "true, students must not edit it")
        )
    if tests is not None and cell.holds_tests:
        return found + _tests_problems(cell, tests)
    if cell.is_shared:
        return found + _shared_problems(cell)
    points = said.get("points")
    if grade or task:
        if isinstance(points, bool) or not isinstance(points, (int, float)) or not points > 0:
            found.append(f"points is {points!r}; expected a number above 0 in a graded cell")
    elif "points" in said:
        found.append("points in a cell that is not graded; leave the key out")
    return found + (_region_problems(cell) if code else [])


def _tests_problems(cell: Cell, tests: dict[str, HiddenTests]) -> list[str]:
    """Return the problems of a cell of hidden tests in a topic that has checks."""
    found = []
    if cell.grade_id not in tests:
        found.append(f"no checks for this cell; there are checks for {', '.join(tests)}")
    if "points" in cell.metadata:
        found.append("points in a cell of hidden tests; each `@check` states its own")
    if cell.raw.strip():
        found.append("text in a cell of hidden tests; leave it empty, its checks fill it in")
    return found


def _shared_problems(cell: Cell) -> list[str]:
    """Return the problems of a shared cell; `validate` looks at the summary because it is graded."""
    found, points = [], 0 if cell.grade_id == "summary" else None
    if cell.metadata.get("points") != points or cell.metadata["grade"] != (points is not None):
        found.append(
            "expected " + ("a cell that is not graded" if points is None else "a graded cell of 0 points")
        )
    if cell.raw.strip():
        found.append(
            f"text in a cell that all notebooks share; leave it empty, {_SHARED[cell.grade_id]} fills it in"
        )
    return found


def _region_problems(cell: Cell) -> list[str]:
    try:
        solutions, hidden = regions(cell.raw, SOLUTION), regions(cell.raw, HIDDEN)
    except ValueError:
        return []  # reported already
    role = tags(cell.node).role
    if role == "solution" and not solutions:
        return [f"no `### {SOLUTION[0]}` ... `### {SOLUTION[1]}`; all of it would be cut"]
    if role == "check":
        if not hidden:
            return [
                f"no `### {HIDDEN[0]}` ... `### {HIDDEN[1]}`; its tests would be shown. "
                f"Where checks are to fill it in, the assignment's folder lacks {MISTAKES}"
            ]
        shown = outside(cell.raw, HIDDEN).split("\n")
        if not any(line.lstrip().startswith("#") for line in shown):
            return ["no comment line outside the hidden tests; students would see an empty cell"]
    return []
