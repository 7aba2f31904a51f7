"""Where does each head of the stored model look in one sentence, and what does the next piece lose without it?

The heads are those of the second of three blocks. Switched off, a head gives zeros in place of its mixture.
"""

from __future__ import annotations

import json
import math

import language_model_novels as novels
import torch
import torch.nn.functional as F
from _decoder import digits
from torch import Tensor

SENTENCE = "\nWhen she had read the letter, she gave it to her sister."  # a line break begins each paragraph
BLOCK = 1


def passed(model: novels.NovelLM, ids: Tensor, off: int | None) -> tuple[Tensor, Tensor]:
    """The weights of the block's heads, (heads, T, T), and the probabilities without the head `off`, (T, V)."""
    x = model.E(ids) + model.P.weight[: len(ids)]
    x = model.blocks[:BLOCK](x[None])
    block = model.blocks[BLOCK]
    q, k, val = (
        part[0].unflatten(-1, (block.heads, -1)).transpose(0, 1)
        for part in block.maps(block.norm1(x)).chunk(3, dim=-1)
    )
    future = torch.ones(len(ids), len(ids), dtype=torch.bool).triu(1)
    A = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(future, -torch.inf).softmax(dim=-1)
    mixed = A @ val
    if off is not None:
        mixed[off] = 0
    x = x + block.out(mixed.transpose(0, 1).flatten(1))
    x = x + block.down(F.relu(block.up(block.norm2(x))))
    logits = model.norm(model.blocks[BLOCK + 1 :](x)) @ model.E.weight.T
    return A, logits[0].softmax(dim=-1)


@torch.no_grad()
def run(say) -> dict:
    result = json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8"))
    model, pieces = novels.stored(result)
    ids = torch.tensor(pieces.encode(SENTENCE))
    off = [None, *range(novels.HEADS)]
    found = [passed(model, ids[:-1], head) for head in off]
    weights = found[0][0]
    say(pieces.decode(ids.tolist()))
    return {
        "seeds": result["seeds"],
        "grid": {"switched off": off},
        "weights of": result["weights"]["sha256"],
        "block": BLOCK,
        "pieces": [pieces.bytes[i].decode() for i in ids],
        "weights": [
            [[digits(f"{w:.4f}") for w in row[: t + 1]] for t, row in enumerate(head)] for head in weights
        ],
        # at each position: the probability of the piece that comes, and the first guess
        "next": [
            [
                [digits(row[true]), pieces.bytes[row.argmax()].decode(errors="replace")]
                for row, true in zip(p, ids[1:])
            ]
            for _, p in found
        ],
    }
