"""Bounds on what is kept of a submission: output, errors, code and notes.

A cell has its own limits, but hundreds of cells together could still fill memory and disk.
So there is a bound for a submission as a whole. What exceeds it is dropped and counted,
and the student's page says how much; this costs no points.
"""

import bisect
import re
from dataclasses import replace

from autograder import messages
from autograder.results import CellOutput

CELLS = 1000  # cells of the student's own that are kept
CODE = 2 << 20  # bytes of code that are kept of all cells together
CODE_OF_ONE = 200_000  # and characters of one cell
NOTES = 50
ERROR = 2000  # characters that are kept of one error
LAST_ERROR = 200  # and when there is no room left


_ESCAPED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # one byte each, but six in a stored result


def weight(text: str) -> int:
    """Return the bytes that a text takes in memory or in storage, whichever is more."""
    if text.isascii() and text.isprintable():
        return len(text)
    kept = len(text.encode("utf-8", "surrogatepass")) + 5 * _ESCAPED.subn("", text)[1]
    largest = max(text, default="")  # one wide character makes all of a text wide
    return max(kept, len(text) * (1 if largest < "\u0100" else 2 if largest < "\U00010000" else 4))


class Budget:
    """Bytes that may still be kept of the cells of one submission, all together."""

    def __init__(self, size: int):
        self.left = size

    def take(self, text: str, least: int = 0) -> str:
        """Take the beginning of `text` for which there is room, at least `least` characters."""
        kept = text[: max(least, self.left)]
        if weight(kept) > self.left:
            fits = bisect.bisect_right(range(len(kept) + 1), self.left, key=lambda n: weight(kept[:n])) - 1
            kept = kept[: max(least, fits)]
        self.left -= min(self.left, weight(kept))
        return kept


def kept_cells(cells: list[CellOutput]) -> list[CellOutput]:
    """Return the cells that are kept, with as much of their code as is kept."""
    room, kept, own = Budget(CODE), [], 0
    for cell in cells:
        own += cell.kind == "added"
        if cell.kind == "added" and own > CELLS:
            continue
        source = room.take(cell.source[:CODE_OF_ONE])
        if dropped := len(cell.source) - len(source):
            source += f"\n{messages.code_not_kept(dropped)}"
        kept.append(replace(cell, source=source))
    return kept


def cells_not_kept(cells: list[CellOutput], most: int) -> list[str]:
    """Return notes for the student on what is not kept; `most` bytes of output could be."""
    found, cut = [], sum(cell.cut for cell in cells)
    if cut:
        found.append(messages.output_cut(cut, most))
    if (left_out := sum(cell.kind == "added" for cell in cells) - CELLS) > 0:
        found.append(messages.cells_left_out(left_out, CELLS))
    return found


def kept_notes(notes: list[str]) -> list[str]:
    """Return the first notes, and how many more there are."""
    more = len(notes) - NOTES
    return notes if more <= 0 else [*notes[:NOTES], messages.more_notes(more)]
