"""Write the trained table that notebooks of the assignments carry: `python book/table.py`.

The table is that of the small model of the novels (book/experiments/language_model_novels.py), after
`make experiments`: its rows, less their mean, along the axes in which they spread most, with eight bits a
number and one scale for each row. The joins of its byte-pair vocabulary go with it. Both make a cell of at
most 60 kB, autograder/release/given/table.py.
"""

from __future__ import annotations

import base64
import json
import sys
import textwrap
from pathlib import Path

import numpy as np

BOOK = Path(__file__).resolve().parent
CELL = BOOK.parent / "autograder" / "release" / "given" / "table.py"
WIDTH = 15  # of the rows, so that the cell stays below 60 kB
_TEXT = '''\
# For the last cell: a vocabulary of word pieces, and a table that was trained on five novels by Jane Austen.
import base64

import numpy as np

TABLE = """
{packed}
"""


def trained_table():
    """The joins of the vocabulary, in the order in which they were learned, and the rows of its pieces.

    Returns a dict (id, id) -> new id, from 256 on, and a table ({rows}, {width}) in float32. Ids below
    256 are bytes.
    """
    data = base64.b64decode(TABLE)
    pairs = np.frombuffer(data, "<u2", {joined}).reshape(-1, 2).tolist()
    scales = np.frombuffer(data, "<f2", {rows}, {after_joins}).astype(np.float32)
    numbers = np.frombuffer(data, np.int8, offset={after_scales}).reshape(-1, {width})
    return {{tuple(pair): 256 + n for n, pair in enumerate(pairs)}}, numbers * scales[:, None]
'''


def cell(joins: dict[tuple[int, int], int], E: np.ndarray) -> str:
    """Return the cell for a vocabulary and its table (V, d), with V = 256 and one row for each join."""
    if len(E) != 256 + len(joins):
        raise ValueError(f"{len(joins)} joins and {len(E)} rows; expected 256 rows more than joins")
    centred = E - E.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    rows = centred @ axes[:WIDTH].T
    scales = (np.abs(rows).max(axis=1) / 127).astype("<f2")
    numbers = np.round(rows / scales[:, None]).clip(-127, 127).astype(np.int8)
    pairs = np.array(list(joins), "<u2")
    packed = base64.b64encode(pairs.tobytes() + scales.tobytes() + numbers.tobytes()).decode()
    return _TEXT.format(
        packed="\n".join(textwrap.wrap(packed, 100)),
        rows=len(E),
        width=WIDTH,
        joined=pairs.size,
        after_joins=pairs.nbytes,
        after_scales=pairs.nbytes + scales.nbytes,
    )


def main() -> int:
    sys.path[:0] = [str(BOOK), str(BOOK / "experiments")]
    import language_model_novels as novels

    result = json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8"))
    model, pieces = novels.stored(result)
    CELL.write_text(cell(pieces.joins, model.E.weight.detach().numpy()), "utf-8")
    print(f"{CELL.stat().st_size:,} bytes in {CELL.relative_to(BOOK.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
