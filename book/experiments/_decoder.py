"""What experiments with small language models share: the block, tables of counts, numbers of eight bits."""

from __future__ import annotations

import numpy as np
import torch.nn.functional as F
from torch import Tensor, nn

# ------------------------------------------------------------------ the block, as the chapter shows it


def attention(q: Tensor, k: Tensor, val: Tensor, heads: int) -> Tensor:  # (B, T, d)
    q, k, val = (x.unflatten(-1, (heads, -1)).transpose(1, 2) for x in (q, k, val))
    mixed = F.scaled_dot_product_attention(q, k, val, is_causal=True)
    return mixed.transpose(1, 2).flatten(2)  # (B, heads, T, d / heads) -> (B, T, d)


class Block(nn.Module):
    """Attention, then a feed-forward part. Each reads a norm of x, and what it finds is added to x."""

    def __init__(self, d: int, heads: int, hidden: int, dropout: float):
        super().__init__()
        self.heads, self.dropout = heads, nn.Dropout(dropout)
        self.norm1, self.norm2 = (nn.RMSNorm(d, eps=1e-6) for _ in range(2))
        self.maps = nn.Linear(d, 3 * d, bias=False)  # queries, keys, values
        self.out = nn.Linear(d, d, bias=False)
        self.up = nn.Linear(d, hidden, bias=False)
        self.down = nn.Linear(hidden, d, bias=False)

    def forward(self, x: Tensor) -> Tensor:  # (B, T, d) -> (B, T, d)
        q, k, val = self.maps(self.norm1(x)).chunk(3, dim=-1)
        x = x + self.dropout(self.out(attention(q, k, val, self.heads)))
        return x + self.dropout(self.down(F.relu(self.up(self.norm2(x)))))


# ------------------------------------------------------------------ tables of counts, as on the page


def gram_codes(runs, length: int, V: int) -> np.ndarray:
    """Each gram of so many tokens as one integer."""
    place = V ** np.arange(length)[::-1]
    views = [np.lib.stride_tricks.sliding_window_view(run, length, axis=-1) for run in runs]
    return np.concatenate([view @ place for view in views])


def look_up(codes: np.ndarray, values: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    at = np.searchsorted(codes, wanted).clip(max=len(codes) - 1)
    return np.where(codes[at] == wanted, values[at], 0)


def count_losses(runs, window: np.ndarray, length: int, delta: float, V: int) -> np.ndarray:
    """Interpolated Kneser-Ney: (n, T + 1) -> the loss at each position, (n, T)."""
    p = np.full((len(window), window.shape[1] - 1), 1 / V)
    for tokens in range(1, length + 1):
        grams = (
            gram_codes(runs, length, V)
            if tokens == length  # the shorter ones count different words before, and not times
            else np.unique(gram_codes(runs, tokens + 1, V)) % V**tokens
        )
        codes, seen = np.unique(grams, return_counts=True)
        contexts, first, followers = np.unique(codes // V, return_index=True, return_counts=True)
        asked = gram_codes([window], tokens, V)[:, tokens == 1 :]  # the first token is never a target
        times, kinds = look_up(codes, seen, asked), look_up(contexts, followers, asked // V)
        total = look_up(contexts, np.add.reduceat(seen, first), asked // V)
        shorter = p[:, -asked.shape[1] :]
        mixed = (np.maximum(times - delta, 0) + delta * kinds * shorter) / np.maximum(total, 1)
        shorter[:] = np.where(total > 0, mixed, shorter)  # in place, so in p
    return -np.log(p)


# ------------------------------------------------------------------ eight bits a number


def packed(model: nn.Module) -> tuple[bytes, list]:
    """The parameters one after the other: for each a scale for every row (float32), then the rows (int8)."""
    parts, layout = [], []
    for name, value in model.named_parameters():
        rows = value.detach().reshape(-1, value.shape[-1]).numpy()  # a vector is one row
        scales = (np.abs(rows).max(axis=1) / 127).astype("<f4")
        numbers = np.round(rows / np.maximum(scales, 1e-30)[:, None]).astype(np.int8)  # a row may be zero
        parts += [scales.tobytes(), numbers.tobytes()]
        layout.append([name, *rows.shape])
    return b"".join(parts), layout


# ------------------------------------------------------------------ figures of a result


def digits(value) -> float:
    return float(f"{float(value):.5g}")


def spread(values: list[float]) -> dict:
    return {"mean": digits(np.mean(values)), "lowest": min(values), "highest": max(values)}
