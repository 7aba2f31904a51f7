"""Does a tied model that starts with rows of variance one catch up with a small start, if both are tuned?

The model is the class of the chapter's worked example, with two blocks of attention, on the grammar. Each
setting is trained with every rate of one grid from every start; the rate with the lowest mean loss on tuning
sentences is its own, and the loss on test sentences is told, after two hundred steps and after six hundred.
The grammar has so few sentences that most of these are among those of the training too.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
import workbench as wb
from torch import Tensor, nn

RATES = [0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16]
STEPS, SEEDS = [200, 600], [0, 1, 2]
D, LAYERS, T, BATCH = 32, 2, 8, 32
SETTINGS = {
    "as printed": {"std": 1.0, "places": False},
    "σ = 0.02": {"std": 0.02, "places": False},
    "σ = 0.02, places": {"std": 0.02, "places": True},
}


class AttentionBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.maps, self.out = nn.Linear(D, 3 * D, bias=False), nn.Linear(D, D, bias=False)
        self.norm = nn.RMSNorm(D)

    def forward(self, x: Tensor) -> Tensor:
        q, k, val = self.maps(self.norm(x)).chunk(3, dim=-1)
        return x + self.out(F.scaled_dot_product_attention(q, k, val, is_causal=True))


class Model(nn.Module):
    """The class of the worked example: a table, blocks, a norm, and the table again."""

    def __init__(self, V: int, std: float, places: bool):
        super().__init__()
        self.table = nn.Embedding(V, D)
        nn.init.normal_(self.table.weight, std=std)
        self.places = nn.Parameter(0.02 * torch.randn(T, D)) if places else None
        self.layers = nn.Sequential(*(AttentionBlock() for _ in range(LAYERS)))
        self.norm = nn.RMSNorm(D)

    def forward(self, ids: Tensor) -> Tensor:  # (B, T) -> (B, T, V)
        x = self.table(ids)
        if self.places is not None:
            x = x + self.places
        return self.norm(self.layers(x)) @ self.table.weight.T


def stream(count: int, seed: int) -> Tensor:
    """The ids of `count` sentences, joined by a full stop."""
    word_id = {word: i for i, word in enumerate([".", *wb.grammar_words()])}
    return torch.tensor([word_id[word] for s in wb.grammar(count, seed=seed) for word in [*s, "."]])


def side_by_side(text: Tensor) -> Tensor:
    """Windows next to each other, (n, T + 1)."""
    return text[torch.arange(0, len(text) - T, T)[:, None] + torch.arange(T + 1)]


def loss(model: nn.Module, window: Tensor) -> Tensor:
    return F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())


def train(setting: dict, text: Tensor, judged: list[Tensor], rate: float, seed: int) -> list[list[float]]:
    """The losses on each of the judged windows after each number of STEPS."""
    torch.manual_seed(seed)
    model, found = Model(1 + len(wb.grammar_words()), **setting), []
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    for step in range(1, max(STEPS) + 1):
        begins = torch.randint(len(text) - T, (BATCH,))
        optimizer.zero_grad()
        loss(model, text[begins[:, None] + torch.arange(T + 1)]).backward()
        optimizer.step()
        if step in STEPS:
            with torch.no_grad():
                found.append([float(f"{loss(model, window).item():.5g}") for window in judged])
    return found


def run(say) -> dict:
    text = stream(2000, seed=0)
    judged = [side_by_side(stream(300, seed=seed)) for seed in (2, 1)]  # tuning, test
    found = {}
    for name, setting in SETTINGS.items():
        losses = {rate: [train(setting, text, judged, rate, seed) for seed in SEEDS] for rate in RATES}
        found[name] = {}
        for s, steps in enumerate(STEPS):
            tuning = {rate: float(np.mean([one[s][0] for one in losses[rate]])) for rate in RATES}
            best = min(RATES, key=lambda rate: tuning[rate])
            found[name][str(steps)] = {
                "rate": best,
                "tuning": {str(rate): float(f"{value:.5g}") for rate, value in tuning.items()},
                "test": [one[s][1] for one in losses[best]],
            }
            say(name, steps, found[name][str(steps)])
    return {"seeds": SEEDS, "grid": {"rate": RATES}, "steps": STEPS, "settings": found}
