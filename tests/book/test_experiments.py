"""The results that chapters read are those of the experiments as they stand."""

import hashlib
import json
import sys

import numpy as np
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
    once = name == "language_model_novels"  # a long training, whose parts are run from three starts
    assert len(result["seeds"]) >= (1 if once else 3) and result["grid"]
    assert {"command", "python", "numpy", "torch", "threads", "seconds"} <= set(result["made"])


def test_every_result_has_its_experiment():
    assert {path.stem for path in run.RESULTS.glob("*.json")} == set(run.names())


@pytest.fixture(scope="module")
def capstone():
    sys.path.append(str(run.BOOK))  # experiments import workbench
    return run.load("language_model_capstone")


def test_the_stored_model_is_that_of_the_result_and_reaches_its_loss(capstone):
    result = json.loads((run.RESULTS / "language_model_capstone.json").read_text("utf-8"))
    data = (run.RESULTS / result["weights"]["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == result["weights"]["sha256"]
    text, model = capstone.manual(), capstone.stored(result)
    assert " ".join(text.words) == result["words"] and model.E.weight.shape[0] == len(text.words)
    judged = text.judged(text.held)
    assert judged.shape[0] * capstone.REACH == 7936  # the positions that the chapter judges
    losses = capstone.losses(model, judged)
    digits = 0.5e-4 + 1e-5  # the result has five; sums in another order change less
    assert losses.mean() == pytest.approx(result["stored"]["all"], abs=digits)
    assert losses[:, 3:].mean() == pytest.approx(result["stored"]["four"], abs=digits)
    # Eight bits a number cost little: the stored seed is as good as it was, and is one of the three.
    assert result["stored"]["all"] == pytest.approx(result["test"][str(result["seed"])]["all"], abs=0.01)
    assert result["seed"] == int(min(result["tuning_by_seed"], key=result["tuning_by_seed"].get))
    assert result["mean"]["all"]["mean"] == pytest.approx(
        np.mean([found["all"] for found in result["test"].values()]), abs=digits
    )


def test_a_packed_model_is_the_model_to_half_a_step(capstone):
    model = capstone.SmallLM(50, d=8, heads=2, hidden=12)
    data, layout = capstone.packed(model)
    again = capstone.unpacked(data, layout, heads=2)
    assert len(data) == sum(rows * (4 + columns) for _, rows, columns in layout)
    for (name, value), (other, near) in zip(model.named_parameters(), again.named_parameters()):
        assert name == other and value.shape == near.shape
        step = value.detach().abs().amax(dim=-1, keepdim=True) / 127
        assert ((value - near).abs() <= 0.501 * step).all(), name
