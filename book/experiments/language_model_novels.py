"""How many bits a character does a small language model of word pieces need on a novel that it has not read?

It learns from five novels by Jane Austen, cut by a byte-pair vocabulary that is learned from the same five,
and is judged on the sixth. Its rivals are tables of counts over the same pieces, interpolated Kneser-Ney.
What is chosen is chosen on one of the five, which is then not learned from: the tables' order and discount
here, the model's rate in language_model_novels_parts.py. Nothing is chosen by what is reached on the sixth.
The model that a page runs is stored with eight bits a number beside this result, as
language_model_novels.bin, behind the joins of its vocabulary. Other starts are those of
language_model_novels_seeds.py.
"""

from __future__ import annotations

import bz2
import hashlib
import itertools
import math
import re
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from _decoder import Block, count_losses, digits, packed
from torch import Tensor, nn

DATA = Path(__file__).parents[1] / "data"
WEIGHTS = DATA / "experiments" / "language_model_novels.bin"
FIVE = ["sensesensibility", "prideprejudice", "mansfieldpark", "emma", "northangerabbey"]
TUNED_ON, JUDGED = "northangerabbey", "persuasion"

V, D, HEADS, HIDDEN, BLOCKS, REACH = 2048, 112, 4, 400, 3, 96
RATE, TABLE_RATE = 0.01, 0.005  # of the matrices of the blocks, and of everything else
BATCH, STEPS, WARM, SEED = 16, 6000, 100, 1
MOMENTS = [1, 30, 100, 300, 1000, 2000, 4000, STEPS]
GRID = {"order": [2, 3, 4, 5], "discount": [0.6, 0.7, 0.8, 0.9, 0.95]}

BEGINNING, WRITTEN, TEMPERATURE, NUCLEUS, WRITING_SEED = "She opened the letter, and", 60, 0.8, 0.95, 1


# ------------------------------------------------------------------ the novels, in pieces


def novel(name: str) -> str:
    """A novel: a line for each paragraph, an empty line between chapters, a line break at both ends."""
    return "\n" + bz2.decompress((DATA / "novels" / f"{name}.txt.bz2").read_bytes()).decode() + "\n"


def cut(text: str) -> list[str]:
    """The text as words and runs of other signs, a space before either with it.

    This is the one difference to *Where ids come from*, where a comma stays with its word.
    """
    return re.findall(r" ?\w+| ?[^\w\s]+|\s", text)


def join(ids: list[int], pair: tuple[int, int], new: int) -> list[int]:
    out: list[int] = []
    for i in ids:
        if out and (out[-1], i) == pair:
            out[-1] = new
        else:
            out.append(i)
    return out


def learn(text: str, steps: int) -> dict[tuple[int, int], int]:
    """The joins that the recipe of *Where ids come from* learns, found by way of the different words.

    A join changes few of them, so pairs are counted anew in these only. Of pairs that are equally frequent
    the one met first in the text is joined: that is the one in the earlier of the different words.
    """
    times = Counter(cut(text))
    words = [list(word.encode()) for word in times]
    often = list(times.values())
    count: Counter = Counter()
    holders = defaultdict(set)  # pair -> the words that hold it, and some that did

    def tell(k: int, sign: int) -> None:
        for pair in itertools.pairwise(words[k]):
            count[pair] += sign * often[k]
            holders[pair].add(k)

    def met(pair) -> tuple[int, int]:
        found = ((k, list(itertools.pairwise(words[k]))) for k in sorted(holders[pair]))
        return next((k, pairs.index(pair)) for k, pairs in found if pair in pairs)

    for k in range(len(words)):
        tell(k, 1)
    joins = {}
    for new in range(256, 256 + steps):
        most = max(count.values())
        pair = min((pair for pair, n in count.items() if n == most), key=met)
        for k in list(holders[pair]):
            tell(k, -1)
            words[k] = join(words[k], pair, new)
            tell(k, 1)
        joins[pair] = new
    return joins


class Pieces:
    """A vocabulary: the 256 bytes, then what the joins make of them."""

    def __init__(self, joins: dict[tuple[int, int], int]):
        self.joins, self.bytes = joins, [bytes([i]) for i in range(256)]
        for a, b in joins:
            self.bytes.append(self.bytes[a] + self.bytes[b])
        self.known: dict[str, list[int]] = {}

    def word(self, word: str) -> list[int]:
        """The ids of a word: of the joins that fit, the one learned first, until none fits."""
        ids = list(word.encode())
        while pairs := [pair for pair in itertools.pairwise(ids) if pair in self.joins]:
            pair = min(pairs, key=self.joins.__getitem__)
            ids = join(ids, pair, self.joins[pair])
        return ids

    def encode(self, text: str) -> list[int]:
        ids: list[int] = []
        for word in cut(text):
            if word not in self.known:
                self.known[word] = self.word(word)
            ids += self.known[word]
        return ids

    def decode(self, ids: list[int]) -> str:
        """The text of the ids; bytes that are no character, as a model may write them, become U+FFFD."""
        return b"".join(self.bytes[i] for i in ids).decode(errors="replace")


# ------------------------------------------------------------------ the model


class NovelLM(nn.Module):
    """The chapter's model of a table, positions, blocks, a norm and the same table again, in other sizes."""

    def __init__(self, blocks: int = BLOCKS, positions: bool = True):
        super().__init__()
        self.E, self.P = nn.Embedding(V, D), nn.Embedding(REACH, D) if positions else None
        for table in (self.E, self.P):
            if table is not None:
                nn.init.normal_(table.weight, std=0.02)
        self.blocks = nn.Sequential(*(Block(D, HEADS, HIDDEN, dropout=0.0) for _ in range(blocks)))
        for block in self.blocks:  # at first each passes on what it gets
            nn.init.zeros_(block.out.weight)
            nn.init.zeros_(block.down.weight)
        self.norm = nn.RMSNorm(D, eps=1e-6)

    def forward(self, ids: Tensor) -> Tensor:  # (B, T) -> (B, T, V)
        x = self.E(ids)
        if self.P is not None:
            x = x + self.P.weight[: ids.shape[1]]
        return self.norm(self.blocks(x)) @ self.E.weight.T


def train(ids: Tensor, steps: int, rate: float, seed: int, watch=None, **shape) -> NovelLM:
    """A model after so many steps on windows of the ids; `watch` gets each step, its loss and the model.

    The matrices of the blocks are trained by Muon, which makes the singular values of each step's matrix
    nearly equal, and tables and norms by AdamW. Both rates rise, then fall along a line to nearly nothing.
    """
    torch.manual_seed(seed)
    model = NovelLM(**shape)
    inside = list(model.blocks.parameters())
    tables = [table.weight for table in (model.E, model.P) if table is not None]
    norms = [model.norm.weight, *(value for value in inside if value.dim() == 1)]
    groups = [{"params": tables, "weight_decay": 0.1}, {"params": norms, "weight_decay": 0.0}]
    optimizers = [torch.optim.AdamW(groups, lr=TABLE_RATE, betas=(0.9, 0.98))]
    if matrices := [value for value in inside if value.dim() == 2]:
        optimizers.append(torch.optim.Muon(matrices, lr=rate, weight_decay=0.1))
    scheduled = [(group, group["lr"]) for optimizer in optimizers for group in optimizer.param_groups]
    reach = torch.arange(REACH + 1)
    for step in range(1, steps + 1):
        for group, highest in scheduled:
            group["lr"] = highest * min(1, step / WARM) * (1 - 0.98 * step / steps)
        window = ids[torch.randint(len(ids) - REACH, (BATCH,))[:, None] + reach]
        loss = F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())
        for optimizer in optimizers:
            optimizer.zero_grad()
        loss.backward()
        for optimizer in optimizers:
            optimizer.step()
        if watch:
            watch(step, loss.item(), model)
    return model.eval()


@torch.no_grad()
def losses(model: NovelLM, ids: Tensor) -> np.ndarray:
    """The loss at each piece after the first, in nats.

    Windows overlap by a half, and a piece is judged in the window that shows more of what is before it.
    """
    reach, last = min(REACH, len(ids) - 1), len(ids) - 1
    begins = torch.tensor([*range(0, last - reach, REACH // 2), last - reach])
    found = np.zeros(last)
    for some in reversed(begins.split(64)):  # a window is overwritten by the ones before it
        window = ids[some[:, None] + torch.arange(reach + 1)]
        loss = F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten(), reduction="none")
        for begin, row in zip(reversed(some.tolist()), reversed(loss.view(len(some), reach).numpy())):
            found[begin : begin + reach] = row
    return found


def bits(nats: np.ndarray, text: str) -> float:
    """Losses of a text's pieces as bits a character, so that vocabularies can be compared."""
    return digits(nats.sum() / math.log(2) / len(text))


def in_view(length: int) -> int:
    """Where the window of a text of so many pieces begins: when it is full, its first half is let go."""
    half = REACH // 2
    return max(0, math.ceil((length - REACH) / half)) * half


@torch.no_grad()
def write(model, pieces: Pieces, beginning: str, temperature=TEMPERATURE, count: int = WRITTEN) -> str:
    """The beginning and `count` more pieces, drawn out of the most probable that make up NUCLEUS."""
    model.eval()
    generator = torch.Generator().manual_seed(WRITING_SEED)
    ids = pieces.encode(beginning)
    for _ in range(count):
        scores = model(torch.tensor([ids[in_view(len(ids)) :]]))[0, -1] / temperature
        p, order = scores.softmax(0).sort(descending=True)
        kept = p * (p.cumsum(0) - p < NUCLEUS)
        ids.append(order[torch.multinomial(kept, 1, generator=generator)].item())
    return pieces.decode(ids)


def shown(text: str) -> str:
    """The text with U+FFFD for signs that cannot be seen, which a model writes before it has learned."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text)


# ------------------------------------------------------------------ what a page gets


def stored_bytes(model: NovelLM, joins: dict) -> tuple[bytes, list]:
    """The joins as pairs of 16-bit ids, then the parameters with eight bits a number."""
    data, layout = packed(model)
    return np.array(list(joins), "<u2").tobytes() + data, layout


def unpacked(data: bytes, layout: list) -> tuple[NovelLM, Pieces]:
    """The model and the vocabulary of stored bytes."""
    pairs = np.frombuffer(data, "<u2", 2 * (V - 256)).reshape(-1, 2).tolist()
    values, at = {}, 4 * len(pairs)
    for name, rows, columns in layout:
        scales = np.frombuffer(data, "<f4", rows, at)
        numbers = np.frombuffer(data, np.int8, rows * columns, at + 4 * rows).reshape(rows, columns)
        values[name] = torch.from_numpy(scales[:, None] * numbers.astype(np.float32))
        at += rows * (4 + columns)
    model = NovelLM()
    shapes = {name: value.shape for name, value in model.named_parameters()}
    model.load_state_dict({name: value.reshape(shapes[name]) for name, value in values.items()})
    return model.eval(), Pieces({tuple(pair): 256 + k for k, pair in enumerate(pairs)})


def stored(result: dict) -> tuple[NovelLM, Pieces]:
    """The model and the vocabulary of a result, from the file beside it."""
    data = WEIGHTS.read_bytes()
    if hashlib.sha256(data).hexdigest() != result["weights"]["sha256"]:
        raise ValueError(f"{WEIGHTS.name} is not the file of the result: make experiments")
    return unpacked(data, result["weights"]["layout"])


# ------------------------------------------------------------------ the experiment


class Cut(NamedTuple):
    """Novels to learn from and one to be judged by, in the pieces that the first ones teach."""

    pieces: Pieces
    learned: list[np.ndarray]  # the ids of each novel
    judged: np.ndarray
    text: str  # of the judged one, without the line break that begins it

    @property
    def ids(self) -> Tensor:
        return torch.from_numpy(np.concatenate(self.learned))


def prepared(names: list[str], judged: str) -> Cut:
    texts = [novel(name) for name in names]
    pieces = Pieces(learn("".join(texts), V - 256))
    text = novel(judged)
    learned = [np.array(pieces.encode(one)) for one in texts]
    return Cut(pieces, learned, np.array(pieces.encode(text)), text[1:])


def counted(cut: Cut, order: int, discount: float) -> float:
    """Bits a character of interpolated Kneser-Ney, which sees as many pieces as its order less one."""
    found = count_losses(cut.learned, cut.judged[None], order, discount, V)
    return bits(found, cut.text)


def run(say) -> dict:
    tuning = prepared([name for name in FIVE if name != TUNED_ON], TUNED_ON)
    order, discount = min(itertools.product(*GRID.values()), key=lambda both: counted(tuning, *both))
    say("counts", order, discount)
    whole = prepared(FIVE, JUDGED)
    ids, judged = whole.ids, torch.from_numpy(whole.judged)

    curve, kept = [], {}

    def watch(step: int, loss: float, model: NovelLM) -> None:
        curve.append(loss)
        if step in MOMENTS:
            kept[step] = {name: value.clone() for name, value in model.state_dict().items()}
            say(step, digits(np.mean(curve[-100:])))

    begun = time.process_time(), time.perf_counter()  # of the processor, which others may be using too
    model = train(ids, STEPS, RATE, SEED, watch)
    seconds = digits(time.process_time() - begun[0]), digits(time.perf_counter() - begun[1])
    data, layout = stored_bytes(model, whole.pieces.joins)
    WEIGHTS.write_bytes(data)
    small, _ = unpacked(data, layout)

    moments, length = [], sum(len(novel(name)) for name in FIVE)
    for step, state in kept.items():
        model.load_state_dict(state)
        recent = np.array(curve[max(0, step - 100) : step])
        moments.append(
            {
                "step": step,
                "learned": digits(recent.mean() / math.log(2) * len(ids) / length),
                "judged": bits(losses(model, judged), whole.text),
                "sample": shown(write(model, whole.pieces, BEGINNING)),
            }
        )
        say(moments[-1])
    return {
        "seeds": [SEED],
        "grid": GRID,
        "steps": STEPS,
        "rate": RATE,
        "characters": {"learned": length, "judged": len(whole.text)},
        "pieces": {"learned": len(ids), "judged": len(judged)},
        "counts": {
            "order": order,
            "discount": discount,
            "best": counted(whole, order, discount),
            "single pieces": counted(whole, 1, discount),
        },
        "moments": moments,
        "stored": bits(losses(small, judged), whole.text),
        "seconds": {"processor": seconds[0], "clock": seconds[1]},
        "parameters": sum(value.numel() for value in model.parameters()),
        "sizes": {"V": V, "d": D, "heads": HEADS, "blocks": BLOCKS, "reach": REACH},
        "beginning": BEGINNING,
        "temperature": TEMPERATURE,
        "nucleus": NUCLEUS,
        "weights": {
            "file": WEIGHTS.name,
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
            "layout": layout,
        },
    }
