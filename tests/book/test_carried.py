"""What notebooks of the assignments carry for their last cell: made anew it is the same, and it is small."""

import json
import sys

import numpy as np
import pytest
from bookpages import ROOT

sys.path[:0] = [str(ROOT / "book"), str(ROOT / "book" / "experiments")]
import language_model_novels as lm  # noqa: E402
import novels  # noqa: E402
import table  # noqa: E402


def names_of(path) -> dict:
    names: dict = {}
    exec(path.read_text("utf-8"), names)
    return names


@pytest.mark.parametrize("path", [novels.EXCERPT, table.CELL], ids=lambda path: path.stem)
def test_a_cell_is_at_most_60_kB(path):
    assert path.stat().st_size <= 60_000


def test_the_excerpt_is_the_beginning_of_the_novel():
    assert novels.excerpt() == novels.EXCERPT.read_text("utf-8")
    text = names_of(novels.EXCERPT)["excerpt"]()
    whole = "\n\n".join("\n".join(chapter) for chapter in novels.novel(novels.READ))
    assert whole.startswith(text) and len(novels.words_of(text)) > 25_000


def test_the_table_is_that_of_the_stored_model_along_its_main_axes():
    model, pieces = lm.stored(json.loads(lm.WEIGHTS.with_suffix(".json").read_text("utf-8")))
    E = model.E.weight.detach().numpy().astype(float)
    joins, rows = names_of(table.CELL)["trained_table"]()
    assert joins == pieces.joins and list(joins) == list(pieces.joins)
    assert rows.shape == (len(E), table.WIDTH) and rows.dtype == np.float32
    # Products of rows do not depend on which axes span the plane: those of the best one, up to eight bits.
    centred = E - E.mean(axis=0)
    values, axes = np.linalg.eigh(centred.T @ centred)
    best = centred @ axes[:, -table.WIDTH :]
    off = np.abs(rows[:400].astype(float) @ rows[:400].T - best[:400] @ best[:400].T).max()
    assert off < 0.02 * np.abs(best[:400] @ best[:400].T).max()


def test_rows_and_joins_must_fit():
    with pytest.raises(ValueError, match="expected 256 rows more"):
        table.cell({(1, 2): 256}, np.zeros((256, 20)))
