"""How do five kinds of position go on past the trained length, if each is trained with the best of its rates?

The models, the text and the passages are those of the chapter's section Measured: decoders of two layers that
predict the next letter of a novel, trained on windows of L = 32 letters for five hundred steps. Each kind is
trained with every rate of one grid from three starts; the rate with the lowest mean loss at L on the tuning
letters is its own, and the losses told are those on the test letters, with L, 2 L and 4 L letters read. The
best rotary model is then trained for forty steps more at 4 L, with squeezed places and without, again with
every rate of a grid, chosen at 4 L on the tuning letters.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
import workbench as wb
from torch import Tensor

L, D, HEADS, LAYERS, STEPS, SEEDS = 32, 32, 4, 2, 500, [0, 1, 2]
S = len(SEEDS)
RATES, ADAPTING_RATES = [0.003, 0.01, 0.03], [0.003, 0.01, 0.03, 0.1]
METHODS = ["none", "learned", "sinusoids", "rotary", "linear biases"]
LENGTHS = [L, 2 * L, 4 * L]


def split() -> tuple[int, list[Tensor]]:
    """Return the number of letters, and the text's parts for training, tuning and test."""
    text = " ".join(wb.novel().lower().split())[:440_000]
    letters, number = np.unique(list(text), return_inverse=True)
    return len(letters), list(torch.from_numpy(number).split([320_000, 60_000, 60_000]))


def parameters(method: str, V: int, g: torch.Generator) -> dict[str, Tensor]:
    """Draw the parameters as in the chapter; the first axis counts the starts."""

    def normal(*shape: int, std: float) -> Tensor:
        return (std * torch.randn(S, *shape, generator=g)).requires_grad_()

    p = {"E": normal(V, D, std=1.0), "head": normal(D, V, std=0.1 * D**-0.5)}
    if method == "learned":
        p["P"] = normal(L, D, std=0.3)
    for n in range(LAYERS):
        p[f"qkv{n}"] = normal(D, 3 * D, std=D**-0.5)
        p[f"out{n}"] = normal(D, D, std=0.5 * D**-0.5)
        p[f"up{n}"] = normal(D, 2 * D, std=D**-0.5)
        p[f"down{n}"] = normal(2 * D, D, std=0.5 * (2 * D) ** -0.5)
    return p


def norm(x: Tensor) -> Tensor:
    return F.rms_norm(x, (x.shape[-1],))


def rotate(x: Tensor, where: Tensor) -> Tensor:
    """Turn adjacent pairs of x (..., T, width) by their places (T,)."""
    width = x.shape[-1]
    angle = where[:, None].float() * 10000.0 ** -(torch.arange(0, width, 2) / width)
    z = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(z * torch.polar(torch.ones_like(angle), angle)).flatten(-2)


def logits(
    p: dict[str, Tensor], method: str, ids: Tensor, where: Tensor | None = None, P: Tensor | None = None
) -> Tensor:
    """Score the next letters, ids (S, B, T) -> (S, B, T, V).

    `where` holds the places, `P` a table in place of the learned one.
    """
    B, T = ids.shape[1:]
    where = torch.arange(T) if where is None else where
    x = p["E"][torch.arange(S)[:, None, None], ids]
    if method == "learned":
        x = x + (p["P"] if P is None else P)[:, None, :T]
    if method == "sinusoids":
        angle = where[:, None] * 10000.0 ** (-torch.arange(0, D, 2) / D)
        x = x + torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)
    distance = torch.arange(T)[:, None] - torch.arange(T)
    bias = torch.zeros(1, 1, T, T).masked_fill(distance < 0, -torch.inf)
    if method == "linear biases":
        slope = 2.0 ** (-8 * torch.arange(1, HEADS + 1) / HEADS)
        bias = bias - slope[:, None, None] * distance.clamp(min=0)
    x = x.flatten(1, 2)
    for n in range(LAYERS):
        qkv = (norm(x) @ p[f"qkv{n}"]).view(S * B, T, 3, HEADS, D // HEADS)
        q, k, val = qkv.permute(2, 0, 3, 1, 4)
        if method == "rotary":
            q, k = rotate(q, where), rotate(k, where)
        mixed = F.scaled_dot_product_attention(q, k, val, attn_mask=bias)
        x = x + mixed.transpose(1, 2).reshape(S, B * T, D) @ p[f"out{n}"]
        x = x + F.gelu(norm(x) @ p[f"up{n}"]) @ p[f"down{n}"]
    return (norm(x) @ p["head"]).unflatten(1, (B, T))


def train(
    p: dict[str, Tensor], method: str, text: Tensor, steps: int, rate: float, length: int = L, **settings
) -> dict:
    """Train the parameters in place, and return them."""
    g = torch.Generator().manual_seed(1)
    optimizer = torch.optim.Adam(p.values(), lr=rate, betas=(0.9, 0.95))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.1)
    for _ in range(steps):
        begin = torch.randint(len(text) - length - 1, (S, 16, 1), generator=g)
        window = text[begin + torch.arange(length + 1)]
        z = logits(p, method, window[..., :-1], **settings)
        optimizer.zero_grad()
        (S * F.cross_entropy(z.flatten(0, 2), window[..., 1:].flatten())).backward()
        optimizer.step()
        schedule.step()
    return p


def measure(p: dict[str, Tensor], method: str, part: Tensor, length: int, **settings) -> list[float]:
    """Return the loss of each start on the last 16 letters of 128 passages, with `length` letters read."""
    ends = torch.linspace(8 * L, len(part) - 2, 128).long()
    window = part[ends[:, None] + torch.arange(-length, 1)].expand(S, -1, -1)
    with torch.no_grad():
        z = logits(p, method, window[..., :-1], **settings)
    losses = F.cross_entropy(z[:, :, -16:].flatten(0, 2), window[..., -16:].flatten(), reduction="none")
    return [float(f"{loss:.5g}") for loss in losses.view(S, -1).mean(dim=1).tolist()]


def past_the_length(p: dict[str, Tensor], method: str, part: Tensor) -> dict[str, list[list[float]]]:
    """Return the losses (lengths, starts) of the model as it is and with repairs that need no training."""
    if method == "learned":
        P = p["P"].detach()
        tables = {
            "last row repeated": lambda n: P[:, torch.arange(n).clamp(max=L - 1)],
            "interpolated": lambda n: F.interpolate(P.mT, size=n, mode="linear", align_corners=True).mT,
        }
        return {
            f"learned, {name}": [measure(p, method, part, n, P=table(n)) for n in LENGTHS]
            for name, table in tables.items()
        }
    found = {method: [measure(p, method, part, n) for n in LENGTHS]}
    if method in ("sinusoids", "rotary"):
        found[f"{method}, squeezed"] = [
            measure(p, method, part, n, where=torch.arange(n) * L / n) for n in LENGTHS
        ]
    return found


def copied(p: dict[str, Tensor]) -> dict[str, Tensor]:
    """Copy the parameters, to train them further."""
    return {name: value.detach().clone().requires_grad_() for name, value in p.items()}


def run(say) -> dict:
    """Train, choose the rates, and measure."""
    V, (training, tuning, test) = split()
    tuned, best, losses, rotary = {}, {}, {}, {}
    for method in METHODS:
        made = {
            rate: train(
                parameters(method, V, torch.Generator().manual_seed(0)), method, training, STEPS, rate
            )
            for rate in RATES
        }
        tuned[method] = {str(rate): measure(p, method, tuning, L) for rate, p in made.items()}
        best[method] = min(RATES, key=lambda rate: np.mean(tuned[method][str(rate)]))
        losses |= past_the_length(made[best[method]], method, test)
        rotary = made[best[method]] if method == "rotary" else rotary
        say(method, best[method], {rate: np.mean(value).round(3) for rate, value in tuned[method].items()})
    quarter = torch.arange(4 * L) / 4
    for name, where in (("rotary, squeezed, adapted", quarter), ("rotary, adapted", torch.arange(4 * L))):
        made = {
            rate: train(copied(rotary), "rotary", training, 40, rate, 4 * L, where=where)
            for rate in ADAPTING_RATES
        }
        tuned[name] = {
            str(rate): measure(p, "rotary", tuning, 4 * L, where=where) for rate, p in made.items()
        }
        best[name] = min(ADAPTING_RATES, key=lambda rate: np.mean(tuned[name][str(rate)]))
        losses[name] = [measure(made[best[name]], "rotary", test, n, where=where[:n]) for n in LENGTHS]
        say(name, best[name], {rate: np.mean(value).round(3) for rate, value in tuned[name].items()})
    for name, found in losses.items():
        say(name, np.mean(found, axis=1).round(2))
    return {
        "seeds": SEEDS,
        "grid": {"rate": RATES, "rate of the forty steps": ADAPTING_RATES},
        "lengths": LENGTHS,
        "tuning": tuned,
        "best": best,
        "losses": losses,
    }
