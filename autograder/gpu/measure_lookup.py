"""Reading rows: the bandwidth of a gather beside that of a copy, and the product with the same result."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import contextmanager

import torch

from autograder.gpu.measure_clock import beyond_cache, chosen, draw_ids, normal, race, room

ITEM = 4  # bytes of a float32

# Bytes of the table and of what is looked up in it, and widths of a row.
GATHER = {
    "cuda": (2**31, 2**29, (16, 128, 1024)),
    "cpu": (2**28, 2**25, (16, 128, 1024)),
    "quick": (2**16, 2**13, (16, 128)),
}
# Rows of the table, width, ids.
ONEHOT = {
    "cuda": {"small": (32_768, 2048, 4096), "medium": (65_536, 2048, 4096), "large": (131_072, 2048, 4096)},
    "cpu": {"small": (2000, 256, 256), "medium": (10_000, 256, 256), "large": (50_000, 256, 256)},
    "quick": {"small": (200, 16, 32)},
}
SETS = 8  # sets of ids in turn, so that no call finds its rows in a cache
CHECKED = 64


def gather(device: torch.device, seed: int, quick: bool) -> dict:
    """Measure seconds of `index_select` into existing memory, and of a copy of as many bytes of rows.

    `bytes` of a cell: ids read, rows read, rows written, as requested; a row requested twice counts
    twice, though a cache may have it the second time.
    """
    table_bytes, out_bytes, widths = chosen(GATHER, device, quick)
    while table_bytes > room(device) and table_bytes > out_bytes:
        table_bytes //= 2
    while out_bytes * 4 > table_bytes:
        out_bytes //= 2
    beyond_cache(table_bytes, device, quick)
    cells = []
    for width in widths:
        rows, count = table_bytes // (ITEM * width), out_bytes // (ITEM * width)
        E = normal((rows, width), device, seed)  # (V, d)
        out = torch.empty((count, width), device=device)  # (N, d)
        block = E[:count].clone()
        drawn = {kind: draw_ids(kind, count, rows, device, seed) for kind in ("in order", "uniform", "zipf")}
        for ids in drawn.values():
            torch.index_select(E, 0, ids, out=out)
            some = torch.linspace(0, count - 1, CHECKED, dtype=torch.float64).long().tolist()
            assert all(torch.equal(out[n], E[int(ids[n])]) for n in some), "a row is not the one asked for"
        works: dict[str, Callable[..., object]] = {"copy": lambda out=out, block=block: out.copy_(block)}
        for kind, ids in drawn.items():
            works[kind] = lambda E=E, ids=ids, out=out: torch.index_select(E, 0, ids, out=out)
        for name, samples in race(works, device, quick).items():
            params = {
                "way": "copy" if name == "copy" else "lookup",
                "rows": rows,
                "width": width,
                "count": count,
                "dtype": "float32",
            }
            moved = 2 * out.nbytes
            if name != "copy":
                params["ids"], moved = name, moved + drawn[name].nbytes
            cells.append({"params": params, "samples": samples, "bytes": moved})
        del E, out, block, drawn, works
    return {"unit": "s", "cells": cells}


def onehot(device: torch.device, seed: int, quick: bool) -> dict:
    """Measure seconds of a lookup, of the product with existing one-hot rows, and of rows and product made.

    `max_difference` is that of the product from the lookup; `bytes` those of the one-hot rows.
    """
    cells, skipped = [], []
    formats = ("float32", "TF32") if device.type == "cuda" else ("float32",)
    if len(formats) == 1:
        skipped.append({"part": "TF32", "reason": "the number format TF32 is one of CUDA devices"})
    for size, (rows, width, count) in chosen(ONEHOT, device, quick).items():
        while rows * count * ITEM > room(device) and count > 64:
            count //= 2
        E = normal((rows, width), device, seed)  # (V, d)
        beyond_cache(E.nbytes, device, quick)
        sets = [draw_ids("uniform", count, rows, device, seed + k) for k in range(SETS)]
        turns = itertools.cycle([(ids, torch.empty((count, width), device=device)) for ids in sets])
        ids = sets[0]
        O, product = onehot_rows(ids, rows), torch.empty((count, width), device=device)  # (N, V), (N, d)
        looked_up = E[ids]
        params = {"size": size, "rows": rows, "width": width, "count": count, "ids": "uniform"}

        def look_up(E=E, turns=turns):
            ids, out = next(turns)
            torch.index_select(E, 0, ids, out=out)

        for number in formats:
            with products_in(number):
                works: dict[str, Callable[..., object]] = {
                    "product": lambda E=E, O=O, out=product: torch.mm(O, E, out=out),
                    "product, rows made": lambda E=E, ids=ids: onehot_rows(ids, len(E)) @ E,
                }
                if number == "float32":
                    works = {"lookup": look_up, **works}
                found = race(works, device, quick)
                difference = (torch.mm(O, E) - looked_up).abs().max().item()
            assert number != "float32" or difference == 0, f"the product differs by {difference}"
            for way, samples in found.items():
                cell: dict[str, object] = {
                    "params": {**params, "way": way, "dtype": number},
                    "samples": samples,
                }
                if way != "lookup":
                    cell |= {"bytes": O.nbytes, "max_difference": difference}
                cells.append(cell)
        del E, O, product, looked_up, sets, turns, works, look_up
    return {"unit": "s", "cells": cells, "skipped": skipped}


def onehot_rows(ids: torch.Tensor, rows: int) -> torch.Tensor:
    """Return (N, V) one-hot rows. `F.one_hot` would first make eight bytes of each number."""
    return torch.zeros((len(ids), rows), device=ids.device).scatter_(1, ids[:, None], 1.0)


@contextmanager
def products_in(number: str):
    """Multiply float32 matrices in full ("float32"), or rounded to TF32 before they are multiplied."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("high" if number == "TF32" else "highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
