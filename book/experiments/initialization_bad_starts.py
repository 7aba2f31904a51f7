"""What does a bad start of a table cost when each start has the best of the same learning rates?

Every token of a made-up language has four successors with fixed probabilities, and all tokens are equally
frequent. The loss is the mean over all tokens and successors, each as often as its probability says. So nothing
is sampled, there is nothing to overfit, and only the language and the start depend on the seed.

Two bad starts are tried. "alike": rows that have all but a small share in common; counted are the steps until the
loss stays below the middle between ignorance and the floor. "long": rows of σ = 1 under a tied head, with the
gradient's norm limited to one and without a limit; reported is the loss above the floor after 300 steps. The
rate of each contender is the best of the grid on the tuning seeds, and its result is that of the other seeds.
"""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

TUNING, SEEDS = [0, 1, 2], [3, 4, 5]
SGD_RATES = [round(2 ** (k / 2), 3) for k in range(-6, 9)]  # from an eighth to sixteen
ADAM_RATES = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3]
SHARES = [1.0, 0.1, 0.01, 0.001, 0.0001, 0.0]  # of a row that is its own
SIGMAS = [0.02, 1.0]
OPTIMIZERS = {"descent": (torch.optim.SGD, SGD_RATES), "Adam": (torch.optim.Adam, ADAM_RATES)}
ALIKE = {"V": 64, "d": 32, "steps": 1000}
LONG = {"V": 256, "d": 64, "steps": 300, "limit": 1.0}


def language(V: int, seed: int) -> np.ndarray:
    """P (V, V): the probability that j follows i, with rows and columns that sum to one."""
    rng, P = np.random.default_rng(seed), np.zeros((V, V))
    for chance in (0.5, 0.25, 0.15, 0.1):
        P[np.arange(V), rng.permutation(V)] += chance
    return P


def floor_of(P: np.ndarray) -> float:
    """The mean entropy of a successor: the least loss there is."""
    return float(-(P[P > 0] * np.log(P[P > 0])).sum() / len(P))


def rows(V: int, d: int, share: float, sigma: float, seed: int) -> Tensor:
    """V rows with entries of standard deviation sigma: a common part, and a part of their own."""
    generator = torch.Generator().manual_seed(seed)
    common, own = torch.randn(1, d, generator=generator), torch.randn(V, d, generator=generator)
    return sigma * (math.sqrt(1 - share**2) * common + share * own)


def descend(starts: list[Tensor], seeds: list[int], optimizer_of, rate, steps, tied=True, limit=None):
    """The losses (steps, runs) and gradient norms (steps, runs) of runs side by side, one for each start."""
    R, (V, d) = len(starts), starts[0].shape
    P = torch.tensor(np.stack([language(V, seed) for seed in seeds]), dtype=torch.float32)  # (R, V, V)
    draw = [torch.Generator().manual_seed(1000 + seed) for seed in seeds]
    E = torch.stack(starts).requires_grad_()
    W = (torch.stack([torch.randn(d, d, generator=g) for g in draw]) / d**0.5).requires_grad_()
    head = E if tied else (0.02 * torch.stack([torch.randn(V, d, generator=g) for g in draw])).requires_grad_()
    leaves = [E, W] if tied else [E, W, head]
    optimizer, history, norms = optimizer_of(leaves, lr=rate), np.empty((steps, R)), np.empty((steps, R))
    for step in range(steps):
        z = F.rms_norm(E, (d,)) @ W @ head.mT  # (R, V, V)
        loss = -(P * F.log_softmax(z, dim=2)).sum(dim=(1, 2)) / V
        optimizer.zero_grad()
        loss.sum().backward()  # no run sees another
        norm = sum(leaf.grad.square().sum(dim=(1, 2)) for leaf in leaves).sqrt()
        if limit is not None:
            for leaf in leaves:
                leaf.grad *= (limit / norm).clamp(max=1)[:, None, None]
        optimizer.step()
        history[step], norms[step] = loss.detach().numpy(), norm.numpy()
    return history, norms


def wait(history: np.ndarray, halfway: float) -> int | None:
    """The first step from which on the loss stays below `halfway`; None if it does not within the run."""
    above = np.flatnonzero(~(history < halfway))  # a loss that is no number is not below
    first = int(above[-1]) + 1 if above.size else 0
    return first if first < len(history) else None


def mean_wait(waits: list[int | None]) -> float:
    return math.inf if None in waits else float(np.mean(waits))


def rows_alike(say) -> dict:
    V, d, steps = ALIKE["V"], ALIKE["d"], ALIKE["steps"]
    runs = [(share, seed) for share in SHARES for seed in TUNING + SEEDS]
    halfway = {seed: (floor_of(language(V, seed)) + math.log(V)) / 2 for seed in TUNING + SEEDS}
    found = {}
    for tied in (True, False):
        for sigma in SIGMAS:
            for name, (optimizer_of, rates) in OPTIMIZERS.items():
                waits = {share: {} for share in SHARES}
                for rate in rates:
                    starts = [rows(V, d, share, sigma, seed) for share, seed in runs]
                    history, _ = descend(starts, [seed for _, seed in runs], optimizer_of, rate, steps, tied)
                    for i, (share, seed) in enumerate(runs):
                        waits[share].setdefault(rate, {})[seed] = wait(history[:, i], halfway[seed])
                key = f"{'tied' if tied else 'untied'}, σ = {sigma:g}, {name}"
                found[key] = {f"{share:g}": judged_waits(waits[share]) for share in SHARES}
                say(key, {share: (case["rate"], case["waits"]) for share, case in found[key].items()})
    return found


def judged_waits(waits: dict) -> dict:
    """The best rate for the tuning seeds, and the waits of the other seeds with it."""
    tuned = {rate: mean_wait([by_seed[seed] for seed in TUNING]) for rate, by_seed in waits.items()}
    rate = min(tuned, key=tuned.get)
    return {"rate": rate if math.isfinite(tuned[rate]) else None, "waits": [waits[rate][seed] for seed in SEEDS]}


def long_rows(say) -> dict:
    V, d, steps = LONG["V"], LONG["d"], LONG["steps"]
    seeds = TUNING + SEEDS
    floors = np.array([floor_of(language(V, seed)) for seed in seeds])
    found = {}
    for sigma in SIGMAS:
        for limit in (None, LONG["limit"]):
            ends, clipped = {}, {}
            for rate in SGD_RATES:
                starts = [rows(V, d, 1.0, sigma, seed) for seed in seeds]
                history, norms = descend(starts, seeds, torch.optim.SGD, rate, steps, limit=limit)
                ends[rate], clipped[rate] = history[-1] - floors, (norms > LONG["limit"]).mean(axis=0)
            tuned = {rate: float(np.mean(end[: len(TUNING)])) for rate, end in ends.items()}
            rate = min(tuned, key=lambda r: tuned[r] if math.isfinite(tuned[r]) else math.inf)
            key = f"σ = {sigma:g}, " + ("no limit" if limit is None else f"limit {limit:g}")
            found[key] = {
                "rate": rate,
                "above": rounded(ends[rate][len(TUNING) :]),
                "norm over one": rounded(clipped[rate][len(TUNING) :]),
                "by rate": {f"{r:g}": rounded(end[len(TUNING) :]) for r, end in ends.items()},
            }
            say(key, rate, found[key]["above"])
    return found


def rounded(values) -> list[float | None]:
    """Five significant digits; None for what is no number."""
    return [float(f"{value:.5g}") if math.isfinite(value) else None for value in np.asarray(values, dtype=float)]


def run(say) -> dict:
    return {
        "seeds": SEEDS,
        "tuning seeds": TUNING,
        "grid": {"descent": SGD_RATES, "Adam": ADAM_RATES},
        "sizes": {"alike": ALIKE, "long": LONG},
        "alike": rows_alike(say),
        "long": long_rows(say),
    }
