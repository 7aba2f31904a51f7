"""Bytes that a formula predicts beside those that the device's allocator has handed out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping

import torch
import torch.nn.functional as F

from autograder.gpu.measure_clock import chosen, draw_ids
from autograder.gpu.measure_tying import SmallLM

# Rows of the table, width, positions in the batch.
SIZES = {"cuda": (65_536, 1024, 2048), "cpu": (20_000, 128, 512), "quick": (100, 8, 16)}
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
ARRAYS = ("weights", "logits", "gradients", "optimizer states")


def memory(device: torch.device, seed: int, quick: bool) -> dict:
    """Measure bytes of each array of training with AdamW: `predicted` from shapes, `samples` measured.

    On CUDA a sample is the difference of `torch.cuda.memory_allocated`, and `reserved` that of
    `torch.cuda.memory_reserved`, which counts whole blocks. On a CPU it is the size of the storages that
    the tensors hold, each storage once.
    """
    rows, width, count = chosen(SIZES, device, quick)
    skipped = []
    if device.type == "cuda":
        for number in DTYPES.values():  # the libraries' workspaces, which they keep
            _measured(SmallLM(64, 8, tied=True).to(number), torch.zeros(4, dtype=torch.long), device)
    else:
        reason = "the allocator of CUDA is asked there; here the sizes of storages stand in its place"
        skipped.append({"part": "allocator", "reason": reason})
    cells = []
    for dtype, number in DTYPES.items():
        for tied in (True, False):
            torch.manual_seed(seed)
            model = SmallLM(rows, width, tied).to(number)
            ids = draw_ids("uniform", count, rows, torch.device("cpu"), seed)
            parameters = sum(p.numel() for p in model.parameters())  # a tied matrix once
            formulas = predicted(parameters, rows, count, number.itemsize)
            measured = _measured(model, ids, device)
            for array in ARRAYS:
                allocated, reserved = measured[array]
                params = {
                    "array": array,
                    "tied": tied,
                    "dtype": dtype,
                    "optimizer": "AdamW",
                    "rows": rows,
                    "width": width,
                    "count": count,
                    "parameters": parameters,
                }
                cell = {"params": params, "samples": [allocated], "predicted": formulas[array]}
                cells.append(cell if reserved is None else {**cell, "reserved": reserved})
            del model
    return {"unit": "bytes", "cells": cells, "skipped": skipped}


def predicted(parameters: int, rows: int, count: int, itemsize: int) -> dict[str, int]:
    """Return the memory chapter's formulas; PyTorch's AdamW keeps two states in the weights' dtype."""
    return {
        "weights": parameters * itemsize,
        "logits": count * rows * itemsize,
        "gradients": parameters * itemsize,
        "optimizer states": 2 * parameters * itemsize,
    }


def _measured(
    model: SmallLM, ids: torch.Tensor, device: torch.device
) -> Mapping[str, tuple[int, int | None]]:
    """Return (allocated, reserved) of each array of one training step of `model`, which is on the CPU."""
    if device.type == "cpu":
        return _by_storages(model, ids)
    return by_allocator(model, ids.to(device), device, lambda: _asked(device))


def by_allocator(
    model: SmallLM, ids: torch.Tensor, device: torch.device, asked: Callable[[], tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Return by how much each part of the step raises `asked()`, (allocated, reserved)."""
    found, before = {}, asked()

    def note(array: str) -> None:
        nonlocal before
        now = asked()
        found[array], before = (now[0] - before[0], now[1] - before[1]), now

    model.to(device)
    note("weights")
    with torch.no_grad():
        logits = model(ids)
    note("logits")
    del logits
    before = asked()
    F.cross_entropy(model(ids), ids).backward()
    note("gradients")
    optimizer = torch.optim.AdamW(model.parameters())
    optimizer.step()
    note("optimizer states")
    return found


def _asked(device: torch.device) -> tuple[int, int]:
    """Return bytes handed out and bytes reserved, once everything has run and nothing unused is kept."""
    gc.collect()
    torch.cuda.synchronize(device)
    torch.cuda.empty_cache()
    return torch.cuda.memory_allocated(device), torch.cuda.memory_reserved(device)


def _by_storages(model: SmallLM, ids: torch.Tensor) -> dict[str, tuple[int, None]]:
    with torch.no_grad():
        logits = model(ids)
    found = {"weights": storages(model.parameters()), "logits": storages([logits])}
    F.cross_entropy(model(ids), ids).backward()
    found["gradients"] = storages(_gradient(p) for p in model.parameters())
    optimizer = torch.optim.AdamW(model.parameters())
    optimizer.step()
    found["optimizer states"] = storages(t for state in optimizer.state.values() for t in state.values())
    return {array: (nbytes, None) for array, nbytes in found.items()}


def _gradient(parameter: torch.Tensor) -> torch.Tensor:
    assert parameter.grad is not None  # the backward pass has reached every parameter
    return parameter.grad


def storages(tensors: Iterable[torch.Tensor]) -> int:
    """Return the bytes of the storages that these tensors hold, each storage once."""
    held = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in tensors}
    return sum(held.values())
