"""The gradient of a lookup by five methods, each compared with float64 sums before it is timed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F

from autograder.gpu.measure_clock import beyond_cache, chosen, draw_ids, normal, race, room
from autograder.gpu.measure_lookup import onehot_rows, products_in

# Rows of the table, width, ids.
SIZES = {
    "cuda": {
        "small": (65_536, 1024, 4096),
        "medium": (65_536, 1024, 65_536),
        "large": (131_072, 2048, 65_536),
    },
    "cpu": {"small": (10_000, 128, 1024), "medium": (10_000, 128, 8192), "large": (50_000, 256, 8192)},
    "quick": {"small": (200, 16, 64)},
}
COLUMNS = 8  # of the gradient, compared with the reference


def by_index_add(ids: torch.Tensor, grad_out: torch.Tensor, rows: int) -> torch.Tensor:
    return grad_out.new_zeros((rows, grad_out.shape[1])).index_add_(0, ids, grad_out)


def by_index_put(ids: torch.Tensor, grad_out: torch.Tensor, rows: int) -> torch.Tensor:
    return grad_out.new_zeros((rows, grad_out.shape[1])).index_put_((ids,), grad_out, accumulate=True)


def by_sort(ids: torch.Tensor, grad_out: torch.Tensor, rows: int) -> torch.Tensor:
    """Sort the positions by id, add each run of equal ids, and write each sum to its row."""
    ordered, order = torch.sort(ids, stable=True)
    distinct, counts = torch.unique_consecutive(ordered, return_counts=True)
    sums = torch.segment_reduce(grad_out[order], "sum", lengths=counts, axis=0, unsafe=True)
    dE = grad_out.new_zeros((rows, grad_out.shape[1]))
    dE[distinct] = sums
    return dE


def by_onehot(ids: torch.Tensor, grad_out: torch.Tensor, rows: int) -> torch.Tensor:
    return onehot_rows(ids, rows).to(grad_out.dtype).T @ grad_out


def by_library(ids: torch.Tensor, grad_out: torch.Tensor, rows: int) -> torch.Tensor:
    return library(ids, grad_out, rows)()


def library(ids: torch.Tensor, grad_out: torch.Tensor, rows: int) -> Callable[[], torch.Tensor]:
    """Return the backward pass of `F.embedding` alone; its forward pass runs here, once."""
    E = grad_out.new_zeros((rows, grad_out.shape[1])).requires_grad_()
    looked_up = F.embedding(ids, E)
    return lambda: torch.autograd.grad(looked_up, E, grad_out, retain_graph=True)[0]


METHODS: dict[str, Callable[[torch.Tensor, torch.Tensor, int], torch.Tensor]] = {
    "index_add_": by_index_add,
    "index_put_": by_index_put,
    "F.embedding": by_library,
    "sort, segment sum": by_sort,
    "one-hot product": by_onehot,
}


def backward(device: torch.device, seed: int, quick: bool) -> dict:
    """Measure seconds from `ids` and `grad_out` to the whole gradient, (V, d) in float32.

    `distinct` is the number of rows that the ids reach, `most` the count of the most frequent id.
    """
    cells, skipped = [], []
    for size, (rows, width, count) in chosen(SIZES, device, quick).items():
        beyond_cache(rows * width * 4, device, quick)
        grad_out = normal((count, width), device, seed)  # (N, d)
        for kind in ("uniform", "zipf"):
            ids = draw_ids(kind, count, rows, device, seed)
            occurrences = torch.bincount(ids, minlength=rows)
            methods = dict(METHODS)
            if rows * count * 4 > room(device):
                del methods["one-hot product"]
                reason = f"its zeros and ones would take {rows * count * 4:,} bytes"
                skipped.append({"part": f"one-hot product, {size}, {kind}", "reason": reason})
            works = {}
            with products_in("float32"):
                for name, method in methods.items():
                    check(name, method(ids, grad_out, rows), ids, grad_out)
                    works[name] = _work(name, method, ids, grad_out, rows)
                found = race(works, device, quick)
            for name, samples in found.items():
                params = {
                    "method": name,
                    "size": size,
                    "ids": kind,
                    "rows": rows,
                    "width": width,
                    "count": count,
                    "dtype": "float32",
                }
                cells.append(
                    {
                        "params": params,
                        "samples": samples,
                        "distinct": int((occurrences > 0).sum()),
                        "most": int(occurrences.max()),
                        "bytes": rows * width * 4,
                    }
                )
            del works, ids, occurrences
        del grad_out
    return {"unit": "s", "cells": cells, "skipped": skipped}


def _work(name: str, method, ids, grad_out, rows: int) -> Callable[[], torch.Tensor]:
    if name == "F.embedding":
        return library(ids, grad_out, rows)
    return lambda: method(ids, grad_out, rows)


def check(name: str, dE: torch.Tensor, ids: torch.Tensor, grad_out: torch.Tensor) -> None:
    """Compare some columns of `dE` with sums in float64, within the rounding of the longest sum."""
    rows, width = dE.shape
    columns = np.unique(np.linspace(0, width - 1, COLUMNS).astype(int)).tolist()
    where, got = ids.cpu().numpy(), dE[:, columns].double().cpu().numpy()
    given = grad_out[:, columns].double().cpu().numpy()
    longest = int(np.bincount(where, minlength=rows).max())
    eps = torch.finfo(dE.dtype).eps
    for k, column in enumerate(columns):
        exact = np.bincount(where, weights=given[:, k], minlength=rows)
        bound = longest * eps * np.bincount(where, weights=np.abs(given[:, k]), minlength=rows)
        worst = np.abs(got[:, k] - exact) - bound
        if (worst > 0).any():
            row = int(worst.argmax())
            raise AssertionError(
                f"{name}: row {row}, column {column} is {got[row, k]}; in float64 it is {exact[row]}"
            )
