"""What the measurements share: a clock for each kind of device, ids, and the largest sizes of arrays."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping

import torch

WARM_UP = 3  # calls before any is timed: compiled kernels, workspaces, raised clock rates
BUDGET = {"cuda": 4.0, "cpu": 5.0}  # seconds for one race, if its fewest rounds allow
ROUNDS = {"cuda": (20, 50), "cpu": (7, 25)}  # fewest and most samples of a work
QUICK_ROUNDS = 3
CPU_ROOM = 400 * 10**6  # bytes of the largest array on a CPU, so that a small machine can run it
SHARE = 4  # on CUDA the largest array may take 1/SHARE of the free memory


class TooSmall(RuntimeError):
    """The device has too little memory for a meaningful measurement."""


def synchronize(device: torch.device) -> None:
    """Wait until the device has finished its work; a CPU already has."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def race(
    works: Mapping[str, Callable[[], object]], device: torch.device, quick: bool
) -> dict[str, list[float]]:
    """Return the seconds of each call of each work, to nanoseconds: {name: [seconds, ...]}.

    The works take turns, so that a machine that slows down slows all of them. On CUDA the device's own
    events are the clock and nothing waits between the calls; on a CPU it is `perf_counter`.
    """
    once = {name: _warmed_up(work, device) for name, work in works.items()}
    fewest, most = ROUNDS[device.type]
    rounds = int(BUDGET[device.type] / max(sum(once.values()), 1e-9))
    rounds = QUICK_ROUNDS if quick else min(max(rounds, fewest), most)
    clock = _by_events if device.type == "cuda" else _by_counter
    return {name: [round(lap, 9) for lap in laps] for name, laps in clock(works, rounds).items()}


def _warmed_up(work: Callable[[], object], device: torch.device) -> float:
    """Return the seconds of one call after a few."""
    for _ in range(WARM_UP):
        work()
    synchronize(device)
    begin = time.perf_counter()
    work()
    synchronize(device)
    return time.perf_counter() - begin


def _by_counter(works, rounds: int) -> dict[str, list[float]]:
    laps: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begin = time.perf_counter()
            work()
            laps[name].append(time.perf_counter() - begin)
    return laps


def _by_events(works, rounds: int) -> dict[str, list[float]]:
    marks: dict[str, list[tuple]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            work()
            end.record()
            marks[name].append((start, end))
    torch.cuda.synchronize()
    return {name: [start.elapsed_time(end) / 1e3 for start, end in pairs] for name, pairs in marks.items()}


# ------------------------------------------------------------------ sizes and ids


def chosen(sizes: dict, device: torch.device, quick: bool):
    """Return the sizes for this device out of {"cuda": ..., "cpu": ..., "quick": ...}."""
    return sizes["quick" if quick else device.type]


def room(device: torch.device) -> int:
    """Return the bytes that the largest array of a measurement may take on `device`."""
    if device.type == "cpu":
        return CPU_ROOM
    free, _ = torch.cuda.mem_get_info(device)
    kept = torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
    return (free + kept) // SHARE


def beyond_cache(nbytes: int, device: torch.device, quick: bool) -> None:
    """Raise `TooSmall` for a table that the device's L2 could hold in good part."""
    if device.type != "cuda" or quick:
        return
    l2 = torch.cuda.get_device_properties(device).L2_cache_size
    if nbytes < 4 * l2:
        raise TooSmall(
            f"the largest table that fits beside its copies has {nbytes:,} bytes, "
            f"and a second-level cache of {l2:,} bytes would hold too much of it"
        )


def generator(device: torch.device, seed: int) -> torch.Generator:
    return torch.Generator(device=device).manual_seed(seed)


def draw_ids(kind: str, count: int, rows: int, device: torch.device, seed: int) -> torch.Tensor:
    """Draw `count` ids below `rows`: "uniform", "in order", or "zipf", where the k-th row has weight 1/k.

    Zipf's frequent rows are spread over the table, as a tokenizer's numbering does not put them side by
    side in memory.
    """
    if kind == "in order":
        return torch.arange(count, device=device) % rows
    if kind == "uniform":
        return torch.randint(0, rows, (count,), device=device, generator=generator(device, seed))
    if kind != "zipf":
        raise ValueError(f"ids {kind!r}: expected 'uniform', 'zipf' or 'in order'")
    weights = 1.0 / torch.arange(1, rows + 1, device=device, dtype=torch.float64)
    sums = weights.cumsum(0)
    draws = torch.rand(count, device=device, dtype=torch.float64, generator=generator(device, seed))
    ranks = torch.searchsorted(sums, draws * sums[-1], right=True).clamp_(max=rows - 1)
    return ranks * spreading_step(rows) % rows


def spreading_step(rows: int) -> int:
    """Return a number coprime with `rows`: its multiples visit each row once, far apart."""
    step = max(1, int(rows * 0.6180339887))
    while math.gcd(step, rows) != 1:
        step += 1
    return step


def normal(shape: tuple[int, ...], device: torch.device, seed: int) -> torch.Tensor:
    return torch.randn(shape, device=device, generator=generator(device, seed))
