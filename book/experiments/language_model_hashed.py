"""What does a table of hashed pairs and triples of pieces gain the model of the novels, and where?

Each contender learns from four of the five novels, at several rates, and is compared on the fifth: its rate
is halved and doubled until neither helps, and how many times as fast its hashed table learns is changed by
four likewise. With the best it learns from all five, from three other starts, and is judged on the sixth
novel. Nothing is chosen by what is reached there. One control has no table and trains for more steps, so that
it computes at least as long as the model with tables does. The other reads rows of the same last pieces, each
piece hashed alone. What suits a run of so few steps need not suit a long one best. So three contenders are
trained once more, for four times as many steps, from one start.

The gain is then told apart by how often the pair that a position reads occurs in the five novels, and by
whether the piece to come belongs to a name. The mean gate is told by the same groups.
"""

from __future__ import annotations

import time
from collections import Counter

import language_model_novels as novels
import numpy as np
import torch
import torch.nn.functional as F
from _decoder import digits, gram_codes, look_up, spread
from language_model_novels import REACH, Cut, D, NovelLM, V
from torch import Tensor, nn

STEPS, LONGER, SEEDS, TUNING_SEED = 300, 1200, [1, 2, 3], 0
MORE = 330  # steps of the control: a step with tables takes less than a tenth longer, see "seconds"
RATE, FACTOR = 0.04, 4  # where tuning begins
HEADS, MANY, FEW = 2, 100_000, 1_000  # heads of an order, and about how many rows each has
FILL = 10  # what stands before a window: a line break, as before a novel
PLACE = 1  # the rows come in before this block; the gate's query then knows what is around a piece
HASH_SEED = 0
GROUPS = {"never": (0, 0), "1 to 9": (1, 9), "10 to 99": (10, 99), "100 and more": (100, 10**9)}
RECURS, COMMON, SHOWN = 5, 50, 48  # times of a name; times of a pair whose gate is told; pieces of a sentence


# ------------------------------------------------------------------ the hashed table


def primes_from(size: int, count: int) -> list[int]:
    """The first primes that are not below a size."""
    found: list[int] = []
    while len(found) < count:
        if all(size % k for k in range(2, int(size**0.5) + 1)):
            found.append(size)
        size += 1
    return found


class Hashed(nn.Module):
    """Rows of the last pieces' n-grams, behind a gate: what is added to x.

    `held` is None for the gate that is learned, or the number at which it is held. With `alone` an n-gram is
    only its oldest piece.
    """

    def __init__(self, orders: tuple[int, ...], size: int, held: float | None = None, alone: bool = False):
        super().__init__()
        heads = HEADS * len(orders)
        self.orders, self.held, self.alone = orders, held, alone
        self.primes = torch.tensor(primes_from(size, heads)).view(len(orders), HEADS)
        ends = self.primes.flatten().cumsum(0)
        self.offsets = ends.view_as(self.primes) - self.primes
        below = (2**63 - 1) // V // 2
        drawn = np.random.default_rng(HASH_SEED).integers(below, size=max(orders))
        self.multipliers = torch.from_numpy(2 * drawn + 1)
        self.table = nn.Embedding(int(ends[-1]), D // heads, sparse=True)
        nn.init.zeros_(self.table.weight)
        self.key, self.value = (nn.Linear(D, D, bias=False) for _ in range(2))

    def rows(self, ids: Tensor) -> Tensor:  # (B, T) -> (B, T, heads of all orders)
        mix, found = ids * self.multipliers[0], {}
        for back in range(1, max(self.orders)):
            before = F.pad(ids, (back, 0), value=FILL)[:, : ids.shape[1]]
            oldest = before * self.multipliers[back]
            mix = mix ^ oldest
            found[back + 1] = oldest if self.alone else mix
        mixes = torch.stack([found[order] for order in self.orders], dim=-1)
        return (mixes[..., None] % self.primes + self.offsets).flatten(2)

    def forward(self, ids: Tensor, h: Tensor) -> Tensor:
        e = self.table(self.rows(ids)).flatten(2)
        if self.held is not None:
            return self.held * self.value(e)
        q, k = (F.rms_norm(x, (D,), eps=1e-6) for x in (h, self.key(e)))
        self.gate = torch.sigmoid((q * k).sum(dim=-1) / D**0.5)
        return self.gate[..., None] * self.value(e)


class HashedLM(NovelLM):
    def __init__(self, *args):
        super().__init__()
        self.hashed = Hashed(*args)

    def forward(self, ids: Tensor) -> Tensor:  # (B, T) -> (B, T, V)
        x = self.blocks[:PLACE](self.E(ids) + self.P.weight[: ids.shape[1]])
        x = x + self.hashed(ids, x)
        return self.norm(self.blocks[PLACE:](x)) @ self.E.weight.T


CONTENDERS = {
    "model": NovelLM,
    "longer": NovelLM,
    "pairs and triples": lambda: HashedLM((2, 3), MANY),
    "pieces alone": lambda: HashedLM((2, 3), MANY, None, True),
    "pairs": lambda: HashedLM((2,), MANY),
    "gate held at 1/2": lambda: HashedLM((2, 3), MANY, 0.5),
    "few rows": lambda: HashedLM((2, 3), FEW),
}
BEST, LONGER_STILL = "pairs and triples", ("model", "pairs and triples", "pieces alone")


# ------------------------------------------------------------------ training


def train(make, ids: Tensor, rate: float, factor: float, seed: int, steps: int) -> NovelLM:
    """A contender after so many steps, trained as language_model_novels.py trains its model.

    `rate` is that of the matrices; tables and norms keep their share of it. The hashed table learns `factor`
    times as fast as the other tables, and Adam moves only those of its rows that a step has read.
    """
    torch.manual_seed(seed)
    model = make()
    matrices = [layer.weight for layer in model.modules() if isinstance(layer, nn.Linear)]
    hashed = [model.hashed.table.weight] if isinstance(model, HashedLM) else []
    special = {id(value) for value in matrices + hashed}
    others = [value for value in model.parameters() if id(value) not in special]
    groups = [
        {"params": [value for value in others if value.dim() == 2], "weight_decay": 0.1},  # tables
        {"params": [value for value in others if value.dim() == 1], "weight_decay": 0.0},  # norms
    ]
    slow = rate * novels.TABLE_RATE / novels.RATE
    optimizers = [
        torch.optim.AdamW(groups, lr=slow, betas=(0.9, 0.98)),
        torch.optim.Muon(matrices, lr=rate, weight_decay=0.1),
    ]
    if hashed:
        optimizers.append(torch.optim.SparseAdam(hashed, lr=factor * slow, betas=(0.9, 0.98)))
    scheduled = [(group, group["lr"]) for optimizer in optimizers for group in optimizer.param_groups]
    reach = torch.arange(REACH + 1)
    for step in range(1, steps + 1):
        for group, highest in scheduled:
            group["lr"] = highest * min(1, step / novels.WARM) * (1 - 0.98 * step / steps)
        window = ids[torch.randint(len(ids) - REACH, (novels.BATCH,))[:, None] + reach]
        loss = F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())
        for optimizer in optimizers:
            optimizer.zero_grad()
        loss.backward()
        for optimizer in optimizers:
            optimizer.step()
    return model.eval()


def reached(make, cut: Cut, rate: float, factor: float, seed: int, steps: int) -> float:
    """Bits a character on the novel of the cut that is judged."""
    model = train(make, cut.ids, rate, factor, seed, steps)
    return novels.bits(novels.losses(model, torch.from_numpy(cut.judged)), cut.text)


def tuned(name: str, cut: Cut, steps: int) -> tuple[float, float, list]:
    """The best rate and factor, and what each pair of them reached; without a table only the rate counts."""
    best, todo, tried = (RATE, FACTOR), [(RATE, FACTOR)], {}
    while todo:
        tried |= {both: reached(CONTENDERS[name], cut, *both, TUNING_SEED, steps) for both in todo}
        rate, factor = best = min(tried, key=lambda both: tried[both])
        near = [(rate / 2, factor), (rate * 2, factor)]
        if name not in ("model", "longer"):
            near += [(rate, factor / 4), (rate, factor * 4)]
        todo = [both for both in near if both not in tried]
    return *best, [[*both, tried[both]] for both in sorted(tried)]


# ------------------------------------------------------------------ where the gain lies


def times_read(cut: Cut, length: int) -> np.ndarray:
    """How often each gram of the judged novel occurs in those learned from; the first ends at length - 1."""
    codes, seen = np.unique(gram_codes(cut.learned, length, V), return_counts=True)
    return look_up(codes, seen, gram_codes([cut.judged], length, V))


def kinds_of_word(cut: Cut) -> np.ndarray:
    """Of each piece of the judged novel: 2 in a name that the learned novels hold, 1 in another name, else 0.

    A name is a capitalised word that recurs and is never written without the capital.
    """
    words = novels.cut("\n" + cut.text)
    times = Counter(word.strip() for word in words)
    before = {word.strip() for name in novels.FIVE for word in novels.cut(novels.novel(name))}

    def kind(word: str) -> int:
        name = len(word) > 1 and word[0].isupper() and word.lower() not in times and times[word] >= RECURS
        return 1 + (word in before) if name else 0

    return np.concatenate([[kind(word.strip())] * len(cut.pieces.word(word)) for word in words])


def groups(cut: Cut) -> dict[str, dict[str, np.ndarray]]:
    """Groups of the positions from the second to the last but one, each of which predicts the next piece."""
    pairs, triples = times_read(cut, 2), times_read(cut, 3)
    pair, followed, word = pairs[:-1], triples > 0, kinds_of_word(cut)[2:]
    triple = np.append(0, triples[:-1])  # the first of these positions has no triple
    return {
        "pair": {name: (pair >= low) & (pair <= high) for name, (low, high) in GROUPS.items()},
        "triple": {name: (triple >= low) & (triple <= high) for name, (low, high) in GROUPS.items()},
        "next": {
            "pair never read": pair == 0,
            "read, never with this piece next": (pair > 0) & ~followed,
            "read with this piece next": followed,
        },
        "word": {"name": word == 2, "new name": word == 1, "other": word == 0},
    }


@torch.no_grad()
def gates(model: HashedLM, ids: Tensor) -> np.ndarray:
    """The gate at each piece but the last, in the windows in which the losses are judged."""
    last = len(ids) - 1
    begins = torch.tensor([*range(0, last - REACH, REACH // 2), last - REACH])
    found = np.zeros(last)
    for some in reversed(begins.split(64)):
        window = ids[some[:, None] + torch.arange(REACH)]
        model(window)
        for begin, row in zip(reversed(some.tolist()), reversed(model.hashed.gate.numpy())):
            found[begin : begin + REACH] = row
    return found


def by_group(values: np.ndarray, grouped: dict) -> dict:
    return {
        name: {part: digits(values[1:][where].mean()) for part, where in parts.items()}
        for name, parts in grouped.items()
    }


def extremes(gate: np.ndarray, cut: Cut) -> dict:
    """The pairs that occur often in the judged novel, with the lowest and the highest mean gate."""
    codes, which, times = np.unique(
        gram_codes([cut.judged], 2, V)[:-1], return_inverse=True, return_counts=True
    )
    means = np.bincount(which, gate[1:]) / times
    common = sorted(np.flatnonzero(times >= COMMON), key=lambda k: means[k])
    told = [[cut.pieces.decode(divmod(int(codes[k]), V)), digits(means[k])] for k in common]
    return {"pairs": len(told), "lowest": told[:12], "highest": told[-12:]}


def multiplications(model: NovelLM) -> int:
    """Of one piece in the middle of a window, forwards: maps, head, scores and mixes."""
    maps = sum(layer.weight.numel() for layer in model.modules() if isinstance(layer, nn.Linear))
    gate = 2 * D if isinstance(model, HashedLM) else 0
    return maps + V * D + len(model.blocks) * REACH * D + gate


def run(say) -> dict:
    tuning = novels.prepared([name for name in novels.FIVE if name != novels.TUNED_ON], novels.TUNED_ON)
    whole, contenders = novels.prepared(novels.FIVE, novels.JUDGED), {}
    judged, grouped, gate = torch.from_numpy(whole.judged), groups(whole), {}
    sentence = {"pieces": [whole.pieces.decode([i]) for i in whole.judged[:SHOWN].tolist()]}
    for name, make in CONTENDERS.items():
        steps = MORE if name == "longer" else STEPS
        rate, factor, tried = tuned(name, tuning, steps)
        say(name, tried)
        found, inside, seconds = [], [], []
        for seed in SEEDS:
            begun = time.process_time()
            model = train(make, whole.ids, rate, factor, seed, steps)
            seconds.append(digits((time.process_time() - begun) / steps))
            losses = novels.losses(model, judged)
            found.append(novels.bits(losses, whole.text))
            inside.append(by_group(losses / np.log(2), grouped))
            if seed == SEEDS[0] and name in ("longer", BEST):
                sentence[name] = [digits(bits) for bits in losses[: SHOWN - 1] / np.log(2)]
            if isinstance(model, HashedLM) and model.hashed.held is None:
                stood = gates(model, judged)
                gate.setdefault(name, []).append(by_group(stood, grouped))
                if seed == SEEDS[0] and name == BEST:
                    sentence["gate"] = [digits(value) for value in stood[: SHOWN - 1]]
                    sentence["pair read"] = times_read(whole, 2)[: SHOWN - 2].tolist()
                    common = extremes(stood, whole)
        table = getattr(model, "hashed", None)
        contenders[name] = {
            "steps": steps,
            "rate": rate,
            "factor": factor,
            "tried": tried,
            "judged": found,
            **spread(found),
            "groups": inside,
            "seconds": seconds,
            "multiplications": multiplications(model),
            "rows": table.table.num_embeddings if table else 0,
            "numbers": table.table.weight.numel() if table else 0,
        }
        say(name, found, seconds)

    longer = {"steps": LONGER}
    for name in LONGER_STILL:
        best = contenders[name]
        longer[name] = reached(CONTENDERS[name], whole, best["rate"], best["factor"], SEEDS[0], LONGER)
        say(LONGER, name, longer[name])
    return {
        "seeds": SEEDS,
        "grid": {
            "rate": f"{RATE}, halved and doubled until neither helps",
            "factor": f"{FACTOR}, changed by four likewise",
        },
        "tuning_seed": TUNING_SEED,
        "heads": HEADS,
        "grams": {str(n): len(np.unique(gram_codes(whole.learned, n, V))) for n in (2, 3)},
        "share": {
            name: {part: digits(where.mean()) for part, where in parts.items()}
            for name, parts in grouped.items()
        },
        "contenders": contenders,
        "gate": gate,
        "common": {"at least": COMMON, **common},
        "sentence": sentence,
        "longer": longer,
    }
