"""Which rates suit the model of the novels, and what do its parts gain it in a short run?

Each contender learns from four of the five novels, at several rates, and is compared on the fifth: the rate
is halved and doubled until neither helps. With its best rate it learns from all five, from three other
starts, and is judged on the sixth novel. Nothing is chosen by what is reached there. What suits a run of so
few steps need not suit a long one best. So the model and its form without positions are trained once more,
for four times as many steps, from one start.

The model that language_model_novels.py has stored then writes at four temperatures.
"""

from __future__ import annotations

import json

import language_model_novels as novels
import torch
import torch.nn.functional as F
from _decoder import attention, spread
from language_model_novels import Cut, D, NovelLM
from torch import Tensor, nn

STEPS, LONGER, SEEDS, TUNING_SEED = 300, 1200, [1, 2, 3], 0
WINDOW, TANH = 4, 224
TEMPERATURES, WRITTEN = [0.5, 0.8, 1.0, 1.2], 45


# ------------------------------------------------------------------ the contenders


class Head(nn.Module):
    """One attention head, and no feed-forward part behind it."""

    def __init__(self):
        super().__init__()
        self.norm, self.maps = nn.RMSNorm(D, eps=1e-6), nn.Linear(D, 3 * D, bias=False)
        self.out = nn.Linear(D, D, bias=False)
        nn.init.zeros_(self.out.weight)

    def forward(self, x: Tensor) -> Tensor:  # (B, T, D) -> (B, T, D)
        return x + self.out(attention(*self.maps(self.norm(x)).chunk(3, dim=-1), heads=1))


class Window(nn.Module):
    """The assignment's block: four rows, each with its position, one behind the other through an MLP.

    At a position where fewer than four pieces have been read zeros stand for the missing ones.
    """

    def __init__(self):
        super().__init__()
        self.P = nn.Parameter(0.02 * torch.randn(WINDOW, D))
        self.W1 = nn.Linear(WINDOW * D, TANH, bias=False)
        self.W2 = nn.Linear(TANH, D, bias=False)

    def forward(self, x: Tensor) -> Tensor:  # (B, T, D) -> (B, T, D)
        rows = F.pad(x, (0, 0, WINDOW - 1, 0)).unfold(1, WINDOW, 1).transpose(2, 3) + self.P
        flat = F.rms_norm(rows, (D,), eps=1e-6).flatten(2)  # (B, T, WINDOW * D)
        return self.W2(torch.tanh(self.W1(flat)))


def one_head() -> NovelLM:
    model = NovelLM(blocks=0)
    model.blocks.append(Head())
    return model


def window_of_four() -> NovelLM:
    model = NovelLM(blocks=0, positions=False)  # the block has its own
    model.blocks.append(Window())
    return model


def long_rows() -> NovelLM:
    model = NovelLM()
    for table in (model.E, model.P):
        nn.init.normal_(table.weight, std=1.0)
    return model


CONTENDERS = {
    "model": NovelLM,
    "no positions": lambda: NovelLM(positions=False),
    "no blocks": lambda: NovelLM(blocks=0),
    "one head": one_head,
    "window of four": window_of_four,
    "rows of σ = 1": long_rows,
}


# ------------------------------------------------------------------ training


def train(make, ids: Tensor, rate: float, seed: int, steps: int) -> NovelLM:
    """A contender after so many steps, trained as language_model_novels.py trains its model.

    `rate` is that of the matrices in the blocks; tables and norms keep their share of it.
    """
    torch.manual_seed(seed)
    model = make()
    layers = (layer for layer in model.blocks.modules() if isinstance(layer, nn.Linear))
    matrices = [layer.weight for layer in layers]
    others = [value for value in model.parameters() if not any(value is matrix for matrix in matrices)]
    groups = [
        {"params": [value for value in others if value.dim() == 2], "weight_decay": 0.1},  # tables
        {"params": [value for value in others if value.dim() == 1], "weight_decay": 0.0},  # norms
    ]
    optimizers = [torch.optim.AdamW(groups, lr=rate * novels.TABLE_RATE / novels.RATE, betas=(0.9, 0.98))]
    if matrices:
        optimizers.append(torch.optim.Muon(matrices, lr=rate, weight_decay=0.1))
    scheduled = [(group, group["lr"]) for optimizer in optimizers for group in optimizer.param_groups]
    reach = torch.arange(novels.REACH + 1)
    for step in range(1, steps + 1):
        for group, highest in scheduled:
            group["lr"] = highest * min(1, step / novels.WARM) * (1 - 0.98 * step / steps)
        window = ids[torch.randint(len(ids) - novels.REACH, (novels.BATCH,))[:, None] + reach]
        loss = F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())
        for optimizer in optimizers:
            optimizer.zero_grad()
        loss.backward()
        for optimizer in optimizers:
            optimizer.step()
    return model.eval()


def reached(make, cut: Cut, rate: float, seed: int, steps: int = STEPS) -> float:
    """Bits a character on the novel of the cut that is judged."""
    model = train(make, cut.ids, rate, seed, steps)
    return novels.bits(novels.losses(model, torch.from_numpy(cut.judged)), cut.text)


def tuned(make, cut: Cut) -> tuple[float, dict]:
    """The best rate, and what each one reached."""
    best, todo, tried = novels.RATE, [novels.RATE], {}
    while todo:
        tried |= {rate: reached(make, cut, rate, TUNING_SEED) for rate in todo}
        best = min(tried, key=lambda rate: tried[rate])
        todo = [rate for rate in (best / 2, best * 2) if rate not in tried]
    return best, {str(rate): tried[rate] for rate in sorted(tried)}


def run(say) -> dict:
    tuning = novels.prepared([name for name in novels.FIVE if name != novels.TUNED_ON], novels.TUNED_ON)
    whole, contenders = novels.prepared(novels.FIVE, novels.JUDGED), {}
    for name, make in CONTENDERS.items():
        rate, tried = tuned(make, tuning)
        say(name, tried)
        judged = [reached(make, whole, rate, seed) for seed in SEEDS]
        inside = sum(value.numel() for value in make().blocks.parameters())
        found = {"tried": tried, "rate": rate, "inside": inside, "judged": judged, **spread(judged)}
        contenders[name] = found
        say(name, judged)

    longer = {}
    for name in ("model", "no positions"):
        longer[name] = reached(CONTENDERS[name], whole, contenders[name]["rate"], SEEDS[0], LONGER)
        say(LONGER, name, longer[name])

    model, pieces = novels.stored(json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8")))
    samples = {str(t): novels.write(model, pieces, novels.BEGINNING, t, WRITTEN) for t in TEMPERATURES}
    return {
        "seeds": SEEDS,
        "grid": {"rate": f"{novels.RATE}, halved and doubled until neither helps"},
        "tuning_seed": TUNING_SEED,
        "steps": STEPS,
        "contenders": contenders,
        "longer": {"steps": LONGER, **longer},
        "samples": samples,
    }
