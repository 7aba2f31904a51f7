"""The results that chapters read are those of the experiments as they stand."""

import json

import pytest
from bookpages import ROOT
from course import execute

run = execute.load(ROOT / "book" / "experiments" / "run.py")


@pytest.mark.parametrize("name", run.names())
def test_a_result_was_made_by_its_experiment_as_it_is_now(name):
    assert run.is_current(name), f"book/experiments/{name}.py has changed: make experiments"


@pytest.mark.parametrize("name", run.names())
def test_a_result_says_its_question_grid_seeds_and_what_made_it(name):
    result = json.loads((run.RESULTS / f"{name}.json").read_text("utf-8"))
    assert result["question"].endswith("?")
    # A long training, whose parts are run from three starts, and a look at what it stored.
    once = name in ("language_model_novels", "language_model_novels_heads")
    assert len(result["seeds"]) >= (1 if once else 3) and result["grid"]
    assert {"command", "python", "numpy", "torch", "threads", "seconds"} <= set(result["made"])


def test_every_result_has_its_experiment():
    assert {path.stem for path in run.RESULTS.glob("*.json")} == set(run.names())
