"""Which starts of a table differ on real text, and does a long training repair a tied table of long rows?

The model looks up a word, normalizes, adds one branch, normalizes and scores the next word, with the table
itself or with a matrix of its own. Text: *Pride and Prejudice*. Of its stretches of 500 tokens one tenth is
put aside for the test and one for choosing. Every start is trained with Adam and every rate of one grid; the
rate and the step that count are those of the lowest loss on the part for choosing, the rate by its mean over
the tuning seeds. The loss on the test part is that of the other seeds, with the best of the first 250, 1,000
and 4,000 steps.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F
import workbench as wb
from torch import Tensor

RATES, LENGTHS = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1], [250, 1000, 4000]
TUNING, SEEDS = [0, 1, 2], [3, 4, 5]
V, D, BATCH, EVERY = 1000, 64, 64, 250
S = len(SEEDS)  # as many models are trained side by side, one for each seed
STARTS = {  # name: σ of the table, tied, steps
    "depth-scaled": (0.02 / math.sqrt(72), True, 1000),
    "0.02": (0.02, True, 4000),
    "Xavier": (math.sqrt(2 / (V + D)), True, 1000),
    "1/√d": (D**-0.5, True, 1000),
    "one": (1.0, True, 4000),
    "one, untied": (1.0, False, 1000),
    "0.02, untied": (0.02, False, 1000),
}


def text_parts() -> dict[str, tuple[Tensor, Tensor]]:
    """Pairs of neighbouring words, for training, choosing and testing; the last id is every other word."""
    tokens = wb.tokens(wb.novel())
    stretch = np.arange(len(tokens)) // 500
    aside = stretch % 10
    counts = Counter(token for token, part in zip(tokens, aside) if part < 8)
    number = {token: i for i, (token, _) in enumerate(counts.most_common(V - 1))}
    ids = torch.tensor([number.get(token, V - 1) for token in tokens])
    begins = np.flatnonzero(stretch[:-1] == stretch[1:])  # both words in one stretch
    chosen = {"train": aside[begins] < 8, "choosing": aside[begins] == 8, "test": aside[begins] == 9}
    return {name: (ids[begins[mask]], ids[begins[mask] + 1]) for name, mask in chosen.items()}


def draw(sigma: float, tied: bool, seeds: list[int]) -> dict[str, Tensor]:
    """Draw the parameters of one model for each seed; the first axis counts the models."""
    generators = [torch.Generator().manual_seed(seed) for seed in seeds]

    def normal(std: float, *shape: int) -> Tensor:
        return (std * torch.stack([torch.randn(*shape, generator=g) for g in generators])).requires_grad_()

    parameters = {"E": normal(sigma, V, D), "W": normal(D**-0.5, D, D), "last": normal(0.02, D, D)}
    if not tied:
        parameters["head"] = normal(0.02, V, D)
    return parameters


def logits(parameters: dict[str, Tensor], words: Tensor) -> Tensor:
    """Score the next word: words (S, N) -> (S, N, V)."""
    E = parameters["E"]
    x = F.embedding(words + V * torch.arange(S)[:, None], E.flatten(0, 1))  # (S, N, d)
    x = x + torch.tanh(F.rms_norm(x, (D,)) @ parameters["W"]) @ parameters["last"]
    return F.rms_norm(x, (D,)) @ parameters.get("head", E).mT


def losses_on(pairs: tuple[Tensor, Tensor], z: Tensor) -> list[float]:
    """Compute the mean loss of each model from its logits (S, V, V) for all words: a prediction sees one."""
    words, following = pairs
    times = torch.bincount(V * words + following, minlength=V * V).view(V, V)
    return [-(times * F.log_softmax(one, dim=1)).sum().item() / len(words) for one in z]


def train(parts, sigma: float, tied: bool, rate: float, steps: int, seeds: list[int]) -> list[tuple]:
    """Train a model for each seed.

    Returns of each its losses on the parts for choosing and testing and the mean cosine of its rows with
    their start, before each EVERY steps and after the last.
    """
    parameters = draw(sigma, tied, seeds)
    start = parameters["E"].detach().clone()
    optimizer = torch.optim.Adam(parameters.values(), lr=rate, fused=True)
    batches = [torch.Generator().manual_seed(100 + seed) for seed in seeds]
    words, following = parts["train"]
    choosing, test, turned = [], [], []
    for step in range(steps + 1):
        if step % EVERY == 0:
            with torch.no_grad():
                z = logits(parameters, torch.arange(V).expand(S, V))
                choosing.append(losses_on(parts["choosing"], z))
                test.append(losses_on(parts["test"], z))
                turned.append(F.cosine_similarity(start, parameters["E"], dim=2).mean(dim=1).tolist())
        at = torch.stack([torch.randint(len(words), (BATCH,), generator=g) for g in batches])
        optimizer.zero_grad()
        loss = F.cross_entropy(logits(parameters, words[at]).flatten(0, 1), following[at].flatten())
        (S * loss).backward()  # the mean over each model's batch: no model sees another
        optimizer.step()
    return list(zip(np.array(choosing).T, np.array(test).T, np.array(turned).T))


def best_so_far(choosing: np.ndarray, steps: int) -> int:
    """The place of the best loss on the part for choosing within so many steps; the start does not count."""
    return 1 + int(np.argmin(choosing[1 : steps // EVERY + 1]))


def judged(parts, name: str) -> dict:
    """For each length of training the best rate, and the test losses of the seeds that did not choose it."""
    sigma, tied, steps = STARTS[name]
    tuning = {rate: train(parts, sigma, tied, rate, steps, TUNING) for rate in RATES}
    judging = {}

    def tuned(rate, length):
        return np.mean([choosing[1 : length // EVERY + 1].min() for choosing, _, _ in tuning[rate]])

    result = {"σ": five(sigma), "tied": tied}
    for length in [length for length in LENGTHS if length <= steps]:
        rate = min(RATES, key=lambda r: tuned(r, length))
        if rate not in judging:
            judging[rate] = train(parts, sigma, tied, rate, steps, SEEDS)
        runs = judging[rate]
        places = [best_so_far(choosing, length) for choosing, _, _ in runs]
        result["first"] = rounded(test[0] for _, test, _ in runs)
        result[str(length)] = {
            "rate": rate,
            "test": rounded(test[place] for (_, test, _), place in zip(runs, places)),
            "cosine with start": rounded(turned[place] for (_, _, turned), place in zip(runs, places)),
            "curves": [rounded(test[1 : length // EVERY + 1]) for _, test, _ in runs],
        }
    return result


def five(value) -> float:
    return float(f"{value:.5g}")


def rounded(values) -> list[float]:
    return [five(value) for value in values]


def run(say) -> dict:
    parts = text_parts()
    words, following = parts["train"]
    shares = (torch.bincount(following, minlength=V) + 1) / (len(following) + V)
    starts = {}
    for name in STARTS:
        starts[name] = judged(parts, name)
        say(name, {n: (c["rate"], c["test"]) for n, c in starts[name].items() if n.isdigit()})
    return {
        "seeds": SEEDS,
        "tuning seeds": TUNING,
        "grid": {"rate": RATES},
        "V": V,
        "width": D,
        "batch": BATCH,
        "every": EVERY,
        "pairs": {name: len(words) for name, (words, _) in parts.items()},
        "unigram": five(-shares.log()[parts["test"][1]].mean().item()),
        "starts": starts,
    }
