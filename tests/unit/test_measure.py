"""The measurements of `python -m autograder.gpu`, on a CPU with tiny sizes; a fake plays CUDA's clock."""

import math
import types

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from autograder.gpu import (
    measure as measuring,
    measure_backward,
    measure_clock,
    measure_determinism,
    measure_lookup,
    measure_memory,
)
from autograder.gpu.measure_clock import TooSmall, draw_ids, race
from autograder.gpu.measure_tying import SmallLM, step_of

CPU = torch.device("cpu")
NAMES = list(measuring.MEASUREMENTS)


def measured(name: str, seed: int = 0) -> dict:
    return measuring.MEASUREMENTS[name](CPU, seed, True)


# ------------------------------------------------------------------ cells


@pytest.mark.parametrize("name", NAMES)
def test_cells_have_params_and_raw_samples(name):
    found = measured(name)
    assert found["unit"] in ("s", "bytes") and found["cells"]
    for cell in found["cells"]:
        assert all(isinstance(value, (int, float, str, bool)) for value in cell["params"].values())
        assert cell["samples"] and all(math.isfinite(sample) and sample >= 0 for sample in cell["samples"])
        if found["unit"] == "s":
            assert len(cell["samples"]) == measure_clock.QUICK_ROUNDS
            assert all(round(sample, 9) == sample > 0 for sample in cell["samples"])
    params = [tuple(sorted(cell["params"].items())) for cell in found["cells"]]
    assert len(set(params)) == len(params)
    assert all({"part", "reason"} == set(entry) for entry in found.get("skipped", []))


def test_a_gather_counts_ids_and_rows_read_and_written():
    for cell in measured("gather")["cells"]:
        p = cell["params"]
        rows = 2 * p["count"] * p["width"] * 4
        assert cell["bytes"] == rows + (8 * p["count"] if p["way"] == "lookup" else 0)


def test_the_product_agrees_with_the_lookup_and_tf32_is_named_as_left_out():
    found = measured("onehot")
    assert {cell["max_difference"] for cell in found["cells"] if cell["params"]["way"] != "lookup"} == {0.0}
    assert [entry["part"] for entry in found["skipped"]] == ["TF32"]


def test_bytes_are_predicted_but_for_the_counters_of_steps():
    for cell in measured("memory")["cells"]:
        arrays = 3 if cell["params"]["tied"] else 4  # each has a counter of four bytes
        more = 4 * arrays if cell["params"]["array"] == "optimizer states" else 0
        assert cell["samples"][0] - cell["predicted"] == more, cell["params"]


def test_each_part_of_a_step_is_the_difference_of_what_the_allocator_says():
    answers = iter([(100, 1000), (107, 1010), (120, 1030), (107, 1010), (114, 1020), (128, 1050)])
    model = SmallLM(20, 4, tied=False)
    found = measure_memory.by_allocator(model, torch.arange(5), CPU, lambda: next(answers))
    assert found == {
        "weights": (7, 10),
        "logits": (13, 20),
        "gradients": (7, 10),
        "optimizer states": (14, 30),
    }
    assert next(answers, None) is None


def test_a_tied_model_has_one_matrix_less():
    tied, untied = (sum(p.numel() for p in SmallLM(50, 8, tied).parameters()) for tied in (True, False))
    assert (tied, untied) == (50 * 8 + 8 * 8 + 8, 2 * 50 * 8 + 8 * 8 + 8)


def test_what_is_timed_as_a_step_trains():
    torch.manual_seed(0)
    model, ids = SmallLM(20, 8, tied=True), torch.arange(20)
    before = F.cross_entropy(model(ids), ids).item()
    step = step_of(model, ids, ids)
    for _ in range(50):
        step()
    assert F.cross_entropy(model(ids), ids).item() < before


# ------------------------------------------------------------------ the five methods


@pytest.mark.parametrize("kind", ["uniform", "zipf", "one row", "in order"])
@pytest.mark.parametrize("name", measure_backward.METHODS)
def test_five_methods_are_autograd_s_gradient(name, kind):
    rows, width, count = 30, 5, 200
    ids = torch.zeros(count, dtype=torch.long) if kind == "one row" else draw_ids(kind, count, rows, CPU, 3)
    grad_out = measure_clock.normal((count, width), CPU, 4).double()
    E = torch.zeros(rows, width, dtype=torch.float64, requires_grad=True)
    (E[ids] * grad_out).sum().backward()
    got = measure_backward.METHODS[name](ids, grad_out, rows)
    bound = count * torch.finfo(torch.float64).eps * grad_out.abs().sum()
    assert got.dtype == torch.float64 and got.shape == E.shape
    assert (got - E.grad).abs().max() <= bound


def test_a_method_that_loses_repeated_ids_is_not_timed():
    ids = torch.tensor([1, 1, 2])
    grad_out = torch.ones(3, 4)
    good = measure_backward.by_index_add(ids, grad_out, 5)
    measure_backward.check("good", good, ids, grad_out)
    lossy = torch.zeros(5, 4)
    lossy[ids] += grad_out
    with pytest.raises(AssertionError, match="lossy: row 1, column 0 is 1.0; in float64 it is 2.0"):
        measure_backward.check("lossy", lossy, ids, grad_out)


def test_a_method_whose_zeros_and_ones_do_not_fit_is_left_out_by_name(monkeypatch):
    monkeypatch.setattr(measure_backward, "room", lambda device: 1000)
    found = measured("backward")
    assert "one-hot product" not in {cell["params"]["method"] for cell in found["cells"]}
    assert [entry["part"] for entry in found["skipped"]] == [
        "one-hot product, small, uniform",
        "one-hot product, small, zipf",
    ]


# ------------------------------------------------------------------ runs compared


def test_results_that_differ_are_counted_and_the_largest_difference_is_found():
    results = [
        torch.tensor([1.0, 2.0]),
        torch.tensor([1.5, 2.0]),
        torch.tensor([1.0, 2.0]),
        torch.tensor([0.5, 2.0]),
    ]
    turns = iter(results)
    assert measure_determinism.repeated(lambda: next(turns), 4)[:2] == (3, 1.0)
    assert measure_determinism.repeated(lambda: results[0], 4)[:2] == (1, 0.0)


@pytest.mark.parametrize("before", [True, False])
def test_the_mode_is_as_it_was_afterwards(before):
    torch.use_deterministic_algorithms(before)
    try:
        with pytest.raises(ZeroDivisionError), measure_determinism.deterministic(not before):
            assert torch.are_deterministic_algorithms_enabled() is not before
            1 / 0
        assert torch.are_deterministic_algorithms_enabled() is before
    finally:
        torch.use_deterministic_algorithms(False)


def test_the_precision_of_products_is_as_it_was_afterwards():
    before = torch.get_float32_matmul_precision()
    with pytest.raises(ZeroDivisionError), measure_lookup.products_in("TF32"):
        assert torch.get_float32_matmul_precision() == "high"
        1 / 0
    assert torch.get_float32_matmul_precision() == before


def test_sums_for_the_error_are_in_float64():
    cell = measured("determinism")["cells"][0]
    assert cell["params"]["dtype"] == "float32" and 0 < cell["max_error"] < 1e-3 < cell["largest"]


# ------------------------------------------------------------------ ids


def test_ids_lie_in_the_table_and_follow_the_seed():
    for kind in ("uniform", "zipf", "in order"):
        ids = draw_ids(kind, 1000, 77, CPU, 5)
        assert ids.dtype == torch.int64 and 0 <= ids.min() and ids.max() < 77
        assert torch.equal(ids, draw_ids(kind, 1000, 77, CPU, 5))
    assert not torch.equal(draw_ids("zipf", 1000, 77, CPU, 5), draw_ids("zipf", 1000, 77, CPU, 6))
    with pytest.raises(ValueError, match="'normal'"):
        draw_ids("normal", 1, 1, CPU, 0)


def test_the_k_th_row_of_zipf_has_a_share_of_one_in_k():
    rows, count = 100, 200_000
    counts = np.sort(torch.bincount(draw_ids("zipf", count, rows, CPU, 0), minlength=rows).numpy())[::-1]
    shares = 1 / np.arange(1, rows + 1)
    expected = count * shares / shares.sum()
    assert (np.abs(counts - expected) < 6 * np.sqrt(expected)).all()


@pytest.mark.parametrize("rows", [1, 2, 3, 10, 64, 99, 1000])
def test_spread_ranks_reach_each_row_once(rows):
    step = measure_clock.spreading_step(rows)
    assert sorted(k * step % rows for k in range(rows)) == list(range(rows))


# ------------------------------------------------------------------ clocks and sizes


def test_works_take_turns_and_each_has_as_many_samples():
    called = []
    found = race({"a": lambda: called.append("a"), "b": lambda: called.append("b")}, CPU, quick=False)
    least, most = measure_clock.ROUNDS["cpu"]
    assert least <= len(found["a"]) == len(found["b"]) <= most
    timed = "".join(called[2 * (measure_clock.WARM_UP + 1) :])
    assert timed == "ab" * len(found["a"])


def test_on_cuda_events_are_the_clock_and_there_are_twenty_samples(monkeypatch):
    now = [0.0]

    class Event:
        def __init__(self, enable_timing):
            assert enable_timing

        def record(self):
            self.at = now[0]

        def elapsed_time(self, end):  # in milliseconds, as PyTorch's
            return end.at - self.at

    waits = []
    monkeypatch.setattr(torch.cuda, "Event", Event)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda device=None: waits.append(1))
    works = {
        name: lambda took=took: now.__setitem__(0, now[0] + took) for name, took in (("a", 2.0), ("b", 5.0))
    }
    found = race(works, torch.device("cuda"), quick=False)
    assert len(found["a"]) >= 20 and set(found["a"]) == {0.002} and set(found["b"]) == {0.005}
    assert len(waits) == 2 * len(works) + 1  # around the warm-up of each, and once at the end


def test_a_table_that_a_cache_could_hold_is_refused(monkeypatch):
    monkeypatch.setattr(
        torch.cuda, "get_device_properties", lambda d: types.SimpleNamespace(L2_cache_size=50 * 10**6)
    )
    cuda = torch.device("cuda")
    measure_clock.beyond_cache(200 * 10**6, cuda, quick=False)
    measure_clock.beyond_cache(1000, cuda, quick=True)
    with pytest.raises(TooSmall, match="second-level cache of 50,000,000 bytes"):
        measure_clock.beyond_cache(199 * 10**6, cuda, quick=False)


def test_room_counts_what_the_allocator_keeps_unused(monkeypatch):
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda d: (10 * 10**9, 80 * 10**9))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda d: 3 * 10**9)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda d: 1 * 10**9)
    assert measure_clock.room(torch.device("cuda")) == 12 * 10**9 // measure_clock.SHARE


# ------------------------------------------------------------------ one after the other


def test_each_measurement_stands_alone(monkeypatch):
    def good(device, seed, quick):
        return {"unit": "s", "cells": [1, 2], "skipped": [{"part": "a part", "reason": "none here"}]}

    def small(device, seed, quick):
        raise TooSmall("a small device")

    def full(device, seed, quick):
        raise torch.OutOfMemoryError("CUDA out of memory.\nTried to allocate")

    def wrong(device, seed, quick):
        raise AssertionError("row 1 is wrong\nmore")

    functions = {"first": wrong, "second": small, "third": full, "last": good}
    monkeypatch.setattr(measuring, "MEASUREMENTS", functions)
    said, into = [], {}
    assert measuring.measure("cpu", 0, True, said.append, into) is into
    assert into["last"] == {"unit": "s", "cells": [1, 2]}
    assert into["skipped"] == [
        {"part": "measurements.first", "reason": "failed: AssertionError: row 1 is wrong"},
        {"part": "measurements.second", "reason": "a small device"},
        {"part": "measurements.third", "reason": "the device ran out of memory: CUDA out of memory."},
        {"part": "measurements.last.a part", "reason": "none here"},
    ]
    assert len(said) == 9


def test_an_interrupted_run_keeps_what_is_finished(monkeypatch):
    def interrupted(device, seed, quick):
        raise KeyboardInterrupt

    good = {"unit": "s", "cells": []}
    monkeypatch.setattr(measuring, "MEASUREMENTS", {"first": lambda *a: dict(good), "second": interrupted})
    into = {}
    with pytest.raises(KeyboardInterrupt):
        measuring.measure("cpu", 0, True, lambda text: None, into)
    assert into["first"] == good
