"""A training step of one small language model, tied and untied."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from autograder.gpu.measure_clock import beyond_cache, chosen, draw_ids, race, room

# Rows of the table, width, positions in the batch.
SIZES = {
    "cuda": {"small": (65_536, 1024, 4096), "medium": (131_072, 1024, 4096), "large": (262_144, 1024, 4096)},
    "cpu": {"small": (2000, 128, 256), "medium": (10_000, 128, 256), "large": (40_000, 128, 256)},
    "quick": {"small": (100, 8, 16)},
}


class SmallLM(nn.Module):
    """Embedding, one hidden layer, head: `V d + d^2 + d` parameters tied, `V d` more untied."""

    def __init__(self, rows: int, width: int, tied: bool):
        super().__init__()
        self.embed = nn.Embedding(rows, width)
        self.mix = nn.Linear(width, width)
        self.lm_head = nn.Linear(width, rows, bias=False)
        nn.init.normal_(self.embed.weight, std=0.02)
        nn.init.normal_(self.lm_head.weight, std=0.02)
        if tied:
            self.lm_head.weight = self.embed.weight

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.lm_head(torch.relu(self.mix(self.embed(ids))))  # (N,) -> (N, V)


def tying(device: torch.device, seed: int, quick: bool) -> dict:
    """Measure seconds of forward, loss, backward and a step of AdamW; `bytes` are those of the weights."""
    cells = []
    for size, (rows, width, count) in chosen(SIZES, device, quick).items():
        while count * rows * 4 > room(device) // 4 and count > 64:
            count //= 2
        beyond_cache(rows * width * 4, device, quick)
        ids = draw_ids("zipf", count, rows, device, seed)
        targets = draw_ids("zipf", count, rows, device, seed + 1)
        works, weights = {}, {}
        for name, tied in (("tied", True), ("untied", False)):
            torch.manual_seed(seed)
            model = SmallLM(rows, width, tied).to(device)
            weights[name] = sum(p.numel() * p.itemsize for p in model.parameters())
            works[name] = step_of(model, ids, targets)
        for name, samples in race(works, device, quick).items():
            params = {
                "tied": name == "tied",
                "size": size,
                "rows": rows,
                "width": width,
                "count": count,
                "dtype": "float32",
                "optimizer": "AdamW",
            }
            cells.append({"params": params, "samples": samples, "bytes": weights[name]})
        del works, model, ids, targets
    return {"unit": "s", "cells": cells}


def step_of(model: SmallLM, ids: torch.Tensor, targets: torch.Tensor):
    """Return one training step as a function without arguments; it does not synchronize."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)

    def step() -> None:
        optimizer.zero_grad()
        F.cross_entropy(model(ids), targets).backward()
        optimizer.step()

    return step
