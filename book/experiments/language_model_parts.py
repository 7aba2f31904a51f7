"""What do block, places and small start gain a small language model, and what does another block reach?

The models are those of the chapter: one table at both ends, d = 64, sixteen tokens in view. Each is trained
on the chapter's text with every rate of one grid, without the tuning stretches of the training part; the rate
with the lowest loss on these stretches is its own. With it the model is trained on the whole training part,
from three other starts, and judged on the held-out part, at the places with four tokens in view, where the
window of four can be judged too.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
import workbench as wb
from torch import Tensor, nn

RATES = [0.00125, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08]
STEPS, SEEDS, TUNING_SEED = 1200, [1, 2, 3], 0
D, REACH, WINDOW, HIDDEN, TARGETS = 64, 16, 4, 128, 512  # TARGETS: awaited tokens in each step


def normal(*shape: int, std: float) -> nn.Parameter:
    return nn.Parameter(std * torch.randn(*shape))


def norm(x: Tensor) -> Tensor:
    return F.rms_norm(x, x.shape[-1:], eps=1e-6)


class AttentionModel(nn.Module):
    """The chapter's model; without its block, or without places, if told so."""

    reads = REACH

    def __init__(self, V: int, std: float = 0.02, block: bool = True, places: bool = True):
        super().__init__()
        self.E = normal(V, D, std=std)
        self.P = normal(REACH, D, std=std) if places else None
        self.maps = nn.ParameterList([normal(D, D, std=D**-0.5) for _ in range(4)]) if block else None

    def forward(self, ids: Tensor) -> Tensor:  # (B, T) -> (B, T, D)
        x = F.embedding(ids, self.E)
        if self.P is not None:
            x = x + self.P[: ids.shape[1]]
        if self.maps is not None:
            u, (Wq, Wk, Wval, Wo) = norm(x), self.maps
            mixed = F.scaled_dot_product_attention(u @ Wq, u @ Wk, u @ Wval, is_causal=True)
            x = x + mixed @ Wo
        return norm(x)


class WindowModel(nn.Module):
    """The assignment's model, at every place of the ids that has four tokens in view."""

    reads = WINDOW

    def __init__(self, V: int):
        super().__init__()
        self.E, self.P = normal(V, D, std=0.02), normal(WINDOW, D, std=0.02)
        self.W1 = normal(WINDOW * D, HIDDEN, std=(WINDOW * D) ** -0.5)
        self.W2 = normal(HIDDEN, D, std=HIDDEN**-0.5)

    def forward(self, ids: Tensor) -> Tensor:  # (B, T) -> (B, T - WINDOW + 1, D)
        x = F.embedding(ids, self.E).unfold(1, WINDOW, 1).transpose(2, 3) + self.P
        return norm(torch.tanh(norm(x).flatten(2) @ self.W1) @ self.W2)


CONTENDERS = {
    "as above": lambda V: AttentionModel(V),
    "no block": lambda V: AttentionModel(V, block=False),
    "no places": lambda V: AttentionModel(V, places=False),
    "σ = 1": lambda V: AttentionModel(V, std=1.0),
    "window of four": lambda V: WindowModel(V),
}


class Text(NamedTuple):
    """The manual as the chapter cuts it: ids, and for each token its stretch and its part."""

    ids: Tensor  # (tokens,)
    stretch: np.ndarray
    tuning: np.ndarray  # True in the stretches on which rates are chosen
    held: np.ndarray  # True in the stretches on which the contenders are judged
    V: int

    def begins(self, inside: np.ndarray, length: int) -> np.ndarray:
        """Where a window of `length` + 1 tokens stays inside one stretch of the part."""
        at = np.arange(len(self.stretch) - length)
        return at[(self.stretch[at] == self.stretch[at + length]) & inside[at]]

    def judged(self, inside: np.ndarray) -> Tensor:
        """Windows next to each other, (n, REACH + 1)."""
        at = self.begins(inside, REACH)
        return self.ids[torch.from_numpy(at[at % 500 % REACH == 0])[:, None] + torch.arange(REACH + 1)]


def manual() -> Text:
    tokens = wb.tokens(wb.reference_text())
    stretch = np.arange(len(tokens)) // 500
    held = stretch % 10 == 9
    counted = Counter(token for token, out in zip(tokens, held) if not out)
    words = ["<unk>", *(word for word, n in counted.most_common() if n >= 10)]
    word_id = {word: i for i, word in enumerate(words)}
    ids = torch.tensor([word_id.get(token, 0) for token in tokens])
    return Text(ids, stretch, stretch % 10 == 8, held, len(words))


def loss(model: nn.Module, window: Tensor, first: int = 0) -> Tensor:
    """Mean loss of the windows (B, T + 1) at the places from `first` on."""
    h = model(window[:, :-1])
    h = h[:, max(0, first - (window.shape[1] - 1 - h.shape[1])) :]  # a model may skip the first places
    return F.cross_entropy((h @ model.E.T).flatten(0, 1), window[:, -h.shape[1] :].flatten())


def train(make, text: Text, inside: np.ndarray, rate: float, seed: int) -> nn.Module:
    """A contender after STEPS steps of Adam, with the chapter's schedule."""
    torch.manual_seed(seed)
    model = make(text.V)
    begins, reach = torch.from_numpy(text.begins(inside, model.reads)), torch.arange(model.reads + 1)
    count = TARGETS // (REACH if model.reads == REACH else 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.99))
    for step in range(1, STEPS + 1):
        arc = 0.525 + 0.475 * math.cos(math.pi * step / STEPS)
        optimizer.param_groups[0]["lr"] = rate * min(1, step / 50) * arc
        window = text.ids[begins[torch.randint(len(begins), (count,))][:, None] + reach]
        optimizer.zero_grad()
        loss(model, window).backward()
        optimizer.step()
    return model


def ranks(x: np.ndarray) -> np.ndarray:
    """Equal values share the mean of their ranks."""
    _, where, times = np.unique(x, return_inverse=True, return_counts=True)
    return (np.cumsum(times) - (times + 1) / 2)[where]


def count_and_length(model: nn.Module, text: Text) -> float:
    """Rank correlation of a word's count in the training part and the length of its row."""
    counts = np.bincount(text.ids[torch.from_numpy(~text.held)], minlength=text.V)
    return float(np.corrcoef(ranks(counts), ranks(model.E.detach().norm(dim=1).numpy()))[0, 1])


def digits(value) -> float:
    return float(f"{float(value):.5g}")


def tuned(make, text: Text, say) -> dict:
    """A contender's tuning losses, best rate, and losses on the held-out part for each seed."""
    judged, tuning = text.judged(text.held), text.judged(text.tuning)
    train_part, four = ~text.held, WINDOW - 1
    tried = {}
    for rate in RATES:
        model = train(make, text, train_part & ~text.tuning, rate, TUNING_SEED)
        with torch.no_grad():
            tried[str(rate)] = digits(loss(model, tuning, four))
        say(rate, tried[str(rate)])
    best = min(RATES, key=lambda rate: tried[str(rate)])
    found = {"rate": best, "tuning": tried, "fresh": [], "four": [], "all": [], "count_and_length": []}
    for seed in SEEDS:
        torch.manual_seed(seed)
        fresh, model = make(text.V), train(make, text, train_part, best, seed)
        with torch.no_grad():
            found["fresh"].append(digits(loss(fresh, judged, four)))
            found["four"].append(digits(loss(model, judged, four)))
            found["all"].append(digits(loss(model, judged)) if model.reads == REACH else None)
        found["count_and_length"].append(digits(count_and_length(model, text)))
    inside = (p.numel() for name, p in model.named_parameters() if name not in ("E", "P"))
    found["outside_tables"] = sum(inside)
    say(found["rate"], found["four"], found["all"])
    return found


def run(say) -> dict:
    text, contenders = manual(), {}
    for name, make in CONTENDERS.items():
        say(name)
        contenders[name] = tuned(make, text, say)
    how = {"seeds": SEEDS, "grid": {"rate": RATES}, "tuning_seed": TUNING_SEED, "steps": STEPS}
    return how | {"V": text.V, "contenders": contenders}
