"""The measurements of `python -m autograder.gpu`, one after the other.

A measurement is a function `(device, seed, quick) -> {"unit": ..., "cells": [...]}`. A cell has the `params`
of the measurement and raw `samples` in that unit; each measurement documents other keys. `skipped` in a
result lists what was left out of it, by name and reason.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import torch

from autograder.gpu import (
    measure_backward,
    measure_determinism,
    measure_lookup,
    measure_memory,
    measure_tying,
)
from autograder.gpu.measure_clock import TooSmall

MEASUREMENTS: dict[str, Callable[[torch.device, int, bool], dict]] = {
    "gather": measure_lookup.gather,
    "onehot": measure_lookup.onehot,
    "backward": measure_backward.backward,
    "determinism": measure_determinism.determinism,
    "memory": measure_memory.memory,
    "tying": measure_tying.tying,
}


def measure(device: str, seed: int, quick: bool, say: Callable[[str], None], into: dict) -> dict:
    """Run every measurement on `device` ("cuda" or "cpu"), and put each into `into` when it is done.

    `into["skipped"]` lists what was not measured: [{"part": "measurements.gather", "reason": ...}]. A
    reason that begins with "failed: " is an error; others are properties of the device. `quick` takes
    tiny sizes and few samples, to try the code.
    """
    where = torch.device(device)
    into.setdefault("skipped", [])
    for name, function in MEASUREMENTS.items():
        begin = time.perf_counter()
        say(f"measurements: {name}")
        try:
            found = function(where, seed, quick)
        except TooSmall as reason:
            _skip(into, name, str(reason), say)
        except torch.OutOfMemoryError as error:
            _skip(into, name, f"the device ran out of memory: {_first_line(error)}", say)
        except Exception as error:  # noqa: BLE001 - the other measurements do not depend on this one
            _skip(into, name, f"failed: {type(error).__name__}: {_first_line(error)}", say)
        else:
            for left_out in found.pop("skipped", []):
                _skip(into, f"{name}.{left_out['part']}", left_out["reason"], say)
            into[name] = found
            say(f"measurements: {name}: {len(found['cells'])} cells in {time.perf_counter() - begin:.1f} s")
        gc.collect()
        if where.type == "cuda" and torch.cuda.is_initialized():
            torch.cuda.empty_cache()
    return into


def _skip(into: dict, part: str, reason: str, say: Callable[[str], None]) -> None:
    into["skipped"].append({"part": f"measurements.{part}", "reason": reason})
    say(f"measurements: {part}: skipped, {reason}")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no message"])[0][:300]
