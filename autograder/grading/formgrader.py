"""The notebook that formgrader shows of a graded submission."""

from dataclasses import dataclass
from pathlib import Path

from autograder import messages
from autograder.cells import tags
from autograder.grading.feedback import capped, output, points
from autograder.release.solutions import canonical
from autograder.results import CellOutput, Graded
from autograder.sandboxed.echo import clean
from autograder.topics import source_notebook_path


@dataclass(frozen=True)
class SourceCell:
    """A cell of an assignment, as the gradebook holds it."""

    name: str  # its grade_id
    cell_type: str
    locked: bool
    source: str
    checksum: str
    points: float | None  # None if not graded


def notebook(graded: Graded, sources: dict[str, SourceCell], root: Path) -> str:
    """Return JSON text: the assignment's cells in order, filled in from the student's cells.

    Cells that the student added stand after the cell that ran before them. `sources` holds the
    assignment's cells by grade_id.
    """
    import nbformat

    path = source_notebook_path(graded.topic, root)
    made = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    ran, added = _by_place(graded, sources)
    cells = [_own(cell) for cell in added[""]]
    for node in made.cells:
        grade_id = tags(node).grade_id
        if grade_id:
            _fill(node, ran.get(grade_id), sources[grade_id], graded)
        elif node.cell_type == "code":
            continue  # a cell without a name is the student's to edit; their version is among the added
        cells.append(node)
        if grade_id:
            cells += [_own(cell) for cell in added.get(grade_id, [])]
    for i, cell in enumerate(cells):
        cell["id"] = f"cell-{i}"
    made.cells = cells
    # Not validated, which would take a third of the time of recording a submission: the tests do that.
    return canonical(made, validate=False)


def _by_place(graded: Graded, sources: dict[str, SourceCell]):
    """Return the assignment's cells that ran, by grade_id, and the others by the cell before them."""
    ran: dict[str, CellOutput] = {}
    added: dict[str, list[CellOutput]] = {"": []}
    last = ""
    for cell in graded.cells:
        if cell.grade_id in sources and cell.kind != "added":
            last, ran[cell.grade_id] = cell.grade_id, cell
            added.setdefault(last, [])
        else:
            added[last].append(cell)
    return ran, added


def _fill(node, ran: CellOutput | None, source: SourceCell, graded: Graded) -> None:
    """Fill a cell of the assignment as autograde would: with the answer, outputs and checksum."""
    import nbformat

    node.metadata["nbgrader"] |= {"checksum": source.checksum, "cell_type": source.cell_type}
    if source.points == 0:  # formgrader would ask for a score of 0 points
        node.metadata["nbgrader"]["grade"] = False
    if tags(node).solution:
        node.source = clean(ran.source) if ran else source.source
    if node.cell_type != "code":
        return
    node.outputs = _outputs(ran) if ran else []
    lines = [
        f"{r.check}: {r.verdict}, {points(r.points)} of {points(r.max_points)}. "
        f"{clean(messages.told(r))}".rstrip()
        for r in graded.results
        if r.cell == source.name
    ]
    if lines:
        text = "\n".join(lines) + "\n"
        node.outputs = [nbformat.v4.new_output("stream", name="stdout", text=text)]


def _own(cell: CellOutput):
    import nbformat

    return nbformat.v4.new_code_cell(clean(cell.source), outputs=_outputs(cell))


def _outputs(cell: CellOutput) -> list:
    import nbformat

    outputs = []
    if text := output(cell):
        outputs.append(nbformat.v4.new_output("stream", name="stdout", text=text))
    if cell.error:
        error = capped(cell.error)
        name, _, value = error.partition(":")
        outputs.append(
            nbformat.v4.new_output(
                "error", ename=name.strip(), evalue=value.strip(), traceback=error.split("\n")
            )
        )
    return outputs
