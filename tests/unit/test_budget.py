"""What is kept of a submission is bounded as a whole; what is beyond is counted, told, and costs nothing."""

import json
import sys

import pytest

from autograder.checks.checking import Suite
from autograder.execution import budget, bwrap, examine
from autograder.execution.budget import CELLS, CODE, CODE_OF_ONE, LAST_ERROR, NOTES, Budget
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.grading import feedback
from autograder.grading.cache import CacheKey, ResultCache
from autograder.grading.formgrader import _outputs
from autograder.grading.intake import rebuild
from autograder.results import CellOutput, Graded
from autograder.sandboxed import jail

SUITE = Suite({}, "t")


@SUITE.check("f", "values", 1)
def _(student, rng):
    assert student.call("f") == 1


F = "def f(): return 1"
LIMITS = Limits(seconds=20, output=10_000, output_total=25_000)


@pytest.fixture(scope="module")
def fork_server():
    with ForkServer(None if bwrap.missing() else jail.Bounds()) as n:
        yield n


def graded(fork_server, *cells):
    steps = [*(CodeStep(source, "added") for source in cells), CodeStep(F, "solution", "f"), CheckStep("f")]
    return examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=LIMITS)


PRINTS = "print('x' * 8_999)"  # a character more is the end of the line


def test_what_cells_print_together_is_bounded_and_counted_and_costs_nothing(fork_server):
    found = graded(fork_server, *[PRINTS] * 10)
    assert [len(c.text) for c in found.cells] == [9_000, 9_000, 7_000, *[0] * 8]
    assert [c.cut for c in found.cells] == [0, 0, 2_000, *[9_000] * 7, 0]
    assert [c.error for c in found.cells] == [None] * 11 and found.results[0].verdict == "right"
    (note,) = found.notes
    assert "65,000 characters more than are kept: 25,000 bytes of a notebook" in note


def test_what_is_run_once_more_cell_by_cell_counts_once(fork_server):
    crash = "import os, sys\nprint('y' * 2_999)\nsys.stdout.flush()\nos._exit(0)"
    found = graded(fork_server, PRINTS, crash, PRINTS, "print('z' * 2_999)", PRINTS)
    assert "process ended" in found.cells[1].error
    used = len(found.cells[1].error)  # errors are kept too, and count
    assert [len(c.text) for c in found.cells] == [9_000, 3_000, 9_000, 3_000, 1_000 - used, 0]
    assert [c.cut for c in found.cells] == [0, 0, 0, 0, 8_000 + used, 0]


def test_the_limit_of_one_cell_is_still_its_end(fork_server):
    found = graded(fork_server, "print('x' * 50_000)", PRINTS)
    assert "more output than the limit" in found.cells[0].error and len(found.cells[0].text) == 10_000
    assert found.cells[0].cut == 0 and len(found.cells[1].text) == 9_000


def test_errors_are_kept_in_full_while_there_is_room_and_told_in_short_then(fork_server):
    found = graded(fork_server, *["raise ValueError('e' * 1_500)"] * 40)
    errors = [c.error for c in found.cells[:-1]]
    assert all(e.startswith("ValueError: eee") for e in errors) and len(errors[0]) == 1_512
    assert {len(e) for e in errors[-20:]} == {LAST_ERROR}
    kept = sum(len(c.text) + len(c.error or "") for c in found.cells)
    assert kept <= LIMITS.output_total + 40 * LAST_ERROR and found.results[0].verdict == "right"


def test_letters_of_several_bytes_are_never_torn(fork_server):
    found = graded(
        fork_server, "print('é' * 4_999)", "import os; os.write(1, b'\\xff' + 'ab\\U0001f600'.encode()[:5])"
    )
    assert found.cells[0].text == "é" * 4_999 + "\n"
    assert found.cells[1].text.startswith("\ufffdab\ufffd")  # what is no UTF-8 is shown as such
    assert found.cells[0].cut == 0


def test_what_is_kept_is_bounded_in_bytes_whatever_the_letters_are(fork_server, tmp_path):
    """Seventeen cells full of emoji, or of control characters, are kept like seventeen of ASCII."""
    for letter in ("\U0001f600", "\0", "é", "\udcff", "x"):
        prints = f"print({letter!r} * 2_000, end='')".replace("\\udcff", "\\ufffd")
        found = graded(fork_server, *[prints] * 17)
        kept = ResultCache(tmp_path).keep(CacheKey("", "", {}), found)
        assert kept.graded() == found
        assert kept.path.stat().st_size < LIMITS.output_total + 10_000
        printed = sum(len(c.text) + c.cut for c in found.cells)
        assert printed == 34_000


def test_what_is_kept_is_bounded_in_bytes_too_whatever_the_letters(fork_server):
    """A character beyond Latin-1 takes two or four bytes, and so does each that stands in a text with it."""
    wide = ["print('\U0001f600' * 2_000)"] * 10
    mixed = ["print('x' * 8_000 + '\U0001f600')"] * 10
    source = [f"text = '{chr(0x1F600) * 40_000}'"] * 20
    for cells in (wide, mixed, source):
        found = graded(fork_server, *cells)
        held = sum(sys.getsizeof(c.text) + sys.getsizeof(c.source) for c in found.cells)
        most = LIMITS.output_total if cells is not source else CODE
        assert held <= most + 300 * len(found.cells)
        assert found.results[0].verdict == "right"
    found = graded(fork_server, *mixed)
    assert found.cells[0].text == "x" * 8_000 and found.cells[0].cut == 2  # all of it would have been wide


def test_page_and_formgraders_notebook_say_what_was_cut():
    cells = [
        CellOutput("print('x')", "x" * 50, None, "added", "", 1_234_567),
        CellOutput("y", "", None, "added", "", 8),
    ]
    page = feedback.render(Graded("ada", "lookup", [], cells))
    assert "x\n[... 1,234,567 more characters are not kept" in page and "[... 8 more characters" in page
    outputs = [o["text"] for cell in cells for o in _outputs(cell)]
    assert [text.partition(" more")[0].split()[-1] for text in outputs] == ["1,234,567", "8"]


def test_code_is_kept_up_to_a_bound_of_each_cell_and_of_all():
    long, some = "#" * (CODE_OF_ONE + 5), "#" * 100_000
    cells = [
        CellOutput(long),
        *(CellOutput(some) for _ in range(40)),
        CellOutput(F, kind="solution", grade_id="f"),
    ]
    kept = budget.kept_cells(cells)
    assert len(kept) == len(cells) and kept[1].source == some
    assert kept[0].source.startswith(long[:CODE_OF_ONE] + "\n") and "5 more characters" in kept[0].source
    assert kept[-1].source.startswith("\n# [... cut here") and kept[-1].grade_id == "f"
    assert sum(len(c.source) for c in kept) < CODE + 100 * len(cells)
    assert len(cells[0].source) == CODE_OF_ONE + 5  # what was handed in stays as it was


def test_cells_of_the_students_own_are_kept_up_to_a_bound_and_no_other_is_left_out():
    mine = [CellOutput(f"x{n}") for n in range(CELLS + 300)]
    cells = [*mine, CellOutput(F, kind="solution", grade_id="f"), CellOutput("given", kind="given")]
    kept = budget.kept_cells(cells)
    assert [c.source for c in kept] == [*(f"x{n}" for n in range(CELLS)), F, "given"]
    assert budget.cells_not_kept(cells, 7) == [f"300 more cells of your own ran; {CELLS:,} are kept."]
    assert budget.cells_not_kept(mine[:CELLS], 7) == []


def test_notes_are_told_up_to_a_bound(tmp_path):
    notebook = {"cells": [0] * 5_000, "metadata": {"kernelspec": {"language": "R"}}}
    (tmp_path / "t.ipynb").write_text(json.dumps(notebook))
    notes = rebuild({"cells": []}, tmp_path, "s", SUITE).notes
    assert len(notes) == NOTES + 1 and "was run as Python" in notes[0]
    assert notes[-1] == f"There are {5_001 - NOTES:,} more notes like these."
    few = ["one", "two"]
    assert budget.kept_notes(few) == few


def test_a_budget_gives_what_it_has_left():
    room = Budget(5)
    assert [room.take("abc"), room.take("abc"), room.take("abc"), room.take("abc", least=2)] == [
        "abc",
        "ab",
        "",
        "ab",
    ]
    assert room.left == 0
    room = Budget(10)
    assert room.take("a\U0001f600\U0001f600\U0001f600") == "a\U0001f600" and room.left == 2  # four bytes each
    assert room.take("\0") == "" and room.take("éé", least=1) == "é" and room.left == 0
    assert Budget(5).take("\udcff\udcff") == "\udcff"
