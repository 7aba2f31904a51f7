"""Whether a sum is the same twice: runs compared with each other, and the cost of the deterministic mode."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager

import torch

from autograder.gpu.measure_backward import by_index_add, by_index_put, library
from autograder.gpu.measure_clock import chosen, draw_ids, normal, race

# Rows of the table, width, contributions.
CASES = {
    "cuda": {"three rows": (3, 64, 2**18), "eight rows": (8, 64, 2**20), "zipf": (65_536, 512, 2**18)},
    "cpu": {"three rows": (3, 4, 400_000), "eight rows": (8, 4, 2**20), "zipf": (10_000, 64, 2**14)},
    "quick": {"three rows": (3, 4, 500), "eight rows": (8, 4, 500), "zipf": (50, 4, 200)},
}
RUNS, QUICK_RUNS = 20, 4
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
MODES = {"default": False, "deterministic": True}


def determinism(device: torch.device, seed: int, quick: bool) -> dict:
    """Measure seconds of three methods in both modes, and how much repeated runs of each differ.

    `distinct` counts the different results of `runs` runs, `max_difference` is the largest between two
    runs in any number, `max_error` that of the first run from sums in float64, `largest` the largest
    number of the exact result.
    """
    cells, skipped = [], []
    runs = QUICK_RUNS if quick else RUNS
    for case, (rows, width, count) in chosen(CASES, device, quick).items():
        ids = draw_ids("zipf" if case == "zipf" else "uniform", count, rows, device, seed)
        values = normal((count, width), device, seed)  # (N, d)
        for dtype, number in DTYPES.items():
            given = values.to(number)
            exact = in_float64(ids, given, rows)
            methods: dict[str, Callable[..., torch.Tensor]] = {
                "index_add_": lambda ids=ids, given=given, rows=rows: by_index_add(ids, given, rows),
                "index_put_": lambda ids=ids, given=given, rows=rows: by_index_put(ids, given, rows),
                "F.embedding": library(ids, given, rows),
            }
            for mode, wanted in MODES.items():
                with deterministic(wanted):
                    allowed = {}
                    for name, work in methods.items():
                        try:
                            work()
                            allowed[name] = work
                        except RuntimeError as error:
                            if "deterministic" not in str(error):
                                raise
                            part = f"{name}, {case}, {dtype}, {mode} mode"
                            skipped.append({"part": part, "reason": str(error).splitlines()[0]})
                    seconds = race(allowed, device, quick)
                    for name, work in allowed.items():
                        distinct, difference, first = repeated(work, runs)
                        params = {
                            "method": name,
                            "case": case,
                            "dtype": dtype,
                            "mode": mode,
                            "rows": rows,
                            "width": width,
                            "count": count,
                        }
                        cells.append(
                            {
                                "params": params,
                                "samples": seconds[name],
                                "runs": runs,
                                "distinct": distinct,
                                "max_difference": difference,
                                "max_error": (first.double() - exact).abs().max().item(),
                                "largest": exact.abs().max().item(),
                            }
                        )
            del given, exact, methods, allowed, first
    return {"unit": "s", "cells": cells, "skipped": skipped}


def in_float64(ids: torch.Tensor, values: torch.Tensor, rows: int) -> torch.Tensor:
    """Return the (V, d) sums as the CPU adds them in float64, in one order, on the values' device."""
    total = torch.zeros((rows, values.shape[1]), dtype=torch.float64)
    return total.index_add_(0, ids.cpu(), values.cpu().double()).to(values.device)


def repeated(work, runs: int) -> tuple[int, float, torch.Tensor]:
    """Return (distinct results, largest difference between two runs in one number, the first result)."""
    first = work().clone()
    low, high, distinct = first.clone(), first.clone(), [first]
    for _ in range(runs - 1):
        result = work()
        torch.minimum(low, result, out=low)
        torch.maximum(high, result, out=high)
        if not any(torch.equal(result, seen) for seen in distinct):
            distinct.append(result.clone())
    return len(distinct), (high.double() - low.double()).max().item(), first


@contextmanager
def deterministic(wanted: bool):
    before = torch.are_deterministic_algorithms_enabled()
    warn = torch.is_deterministic_algorithms_warn_only_enabled()
    torch.use_deterministic_algorithms(wanted)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before, warn_only=warn)
