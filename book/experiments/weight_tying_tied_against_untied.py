"""Does a tied model end lower than an untied one when each has the best of the same settings?

The text is made by a small grammar, so that the least possible loss is known. Three sizes of text, three models:
tied; untied with the same width; untied with about as many parameters as the tied one. For each size and model
all learning rates and weight decays of one grid are tried on the tuning seeds, and the pair with the lowest mean
loss on a validation text is taken. Then the model is trained with this pair from other seeds, and the loss on a
test text is reported, in nats above the floor of the grammar. A seed draws the text for training, the start and
the batches; in every run the step counts that was best on the validation text.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

RATES = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32]
DECAYS = [0.0, 0.3, 1.0, 3.0]
STEPS = {200: 400, 1000: 1000, 4000: 1000}  # sentences of training text -> steps
TUNING, SEEDS = [0, 1, 2], [3, 4, 5, 6, 7]
WIDTH, SIGMA, BATCH, K = 32, 0.1, 128, 4  # K: the words that a model sees

NOUNS = [
    "cat dog horse cow sheep goat hen fox wolf bear mouse frog crow owl deer hare",
    "bread cheese apple soup rice egg cake plum bean corn pear salt honey nut leek fig",
    "hammer saw knife rope spade nail drill axe rake file wedge clamp plane lathe awl adze",
    "girl boy baby pupil twin friend cousin guest rival scout singer player runner rider baker tailor",
]
VERBS = [
    "chases bites feeds watches follows licks scares sniffs",
    "eats cooks tastes serves buys peels smells bakes",
    "lifts breaks mends uses lends cleans sharpens drops",
    "greets teaches calls helps thanks meets tells asks",
]
ADJECTIVES = [
    "wild tame hungry furry fast sleepy",
    "fresh sweet stale warm salty ripe",
    "rusty sharp heavy blunt broken old",
    "clever shy kind tall noisy proud",
]
GRAMMAR_WORDS = [".", "the", "a", "some", *" ".join(NOUNS + VERBS + ADJECTIVES).split()]
USED = len(GRAMMAR_WORDS)
WORDS = GRAMMAR_WORDS + [f"unused{i}" for i in range(8)]  # rows that no text ever names
NUMBER = {word: i for i, word in enumerate(WORDS)}
V = len(WORDS)


@lru_cache(maxsize=None)
def write(sentences: int, seed: int) -> tuple[np.ndarray, float]:
    """The ids of a text, and the mean of minus the log-probabilities with which the grammar chose its words."""
    rng, text, nats = np.random.default_rng(seed), [], 0.0

    def say(pool: str) -> None:
        nonlocal nats
        words = pool.split()
        p = 1 / np.arange(1, len(words) + 1)  # Zipf's law
        i = rng.choice(len(words), p=p / p.sum())
        text.append(NUMBER[words[i]])
        nats -= np.log(p[i] / p.sum())

    def phrase(kind: int) -> None:
        say("the a some")
        if rng.random() < 0.5:
            say(ADJECTIVES[kind])
        say(NOUNS[kind])

    for _ in range(sentences):
        who, what = rng.integers(4, size=2)
        phrase(who)
        say(VERBS[what])
        phrase(what)
        text.append(NUMBER["."])
        nats += 2 * np.log(4) + 2 * np.log(2)  # two kinds, two coins
    return np.array(text), nats / len(text)


def windows(text: np.ndarray) -> tuple[Tensor, Tensor]:
    """Each word, and the K words before it: (N, K) and (N,)."""
    padded = np.concatenate([np.zeros(K, int), text])
    view = np.lib.stride_tricks.sliding_window_view(padded, K)[:-1]
    return torch.from_numpy(view.copy()), torch.from_numpy(text)


class WindowLM(nn.Module):
    """A table, two layers and a head, which is the table or a matrix of its own."""

    def __init__(self, d: int, tied: bool):
        super().__init__()
        self.embed, self.lm_head = nn.Embedding(V, d), nn.Linear(d, V, bias=False)
        self.mix, self.out = nn.Linear(K * d, d), nn.Linear(d, d)
        if tied:
            self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=SIGMA)
        if not tied:
            nn.init.normal_(self.lm_head.weight, std=SIGMA)

    def forward(self, ids: Tensor) -> Tensor:  # (N, K) -> (N, V)
        x = self.embed(ids).flatten(1)
        return self.lm_head(self.out(torch.relu(self.mix(x))))


def parameters(d: int, tied: bool) -> int:
    return sum(p.numel() for p in WindowLM(d, tied).parameters())


NARROW = min(range(8, WIDTH), key=lambda d: abs(parameters(d, False) - parameters(WIDTH, True)))
CONTENDERS = {"tied": (WIDTH, True), "untied, same width": (WIDTH, False), "untied, same budget": (NARROW, False)}
VALIDATION, TEST = write(300, seed=101), write(2000, seed=102)
FLOOR = TEST[1]


@torch.no_grad()
def loss_on(lm: WindowLM, text: np.ndarray) -> float:
    x, y = windows(text)
    return F.cross_entropy(lm(x), y).item()


def train(contender: str, sentences: int, rate: float, decay: float, seed: int) -> tuple[float, WindowLM, Tensor]:
    """The best loss on the validation text, the model of that step, and its table at the start."""
    torch.manual_seed(seed)
    lm, pick = WindowLM(*CONTENDERS[contender]), torch.Generator().manual_seed(seed)
    start = lm.embed.weight.detach().clone()
    optimizer = torch.optim.AdamW(lm.parameters(), lr=rate, weight_decay=decay, fused=True)
    x, y = windows(write(sentences, seed=1000 + seed)[0])
    steps, best, kept = STEPS[sentences], math.inf, lm.state_dict()
    for step in range(1, steps + 1):
        optimizer.param_groups[0]["lr"] = rate * min(1, 2 - 2 * (step - 1) / steps)
        rows = torch.randint(len(x), (BATCH,), generator=pick)
        optimizer.zero_grad()
        F.cross_entropy(lm(x[rows]), y[rows]).backward()
        optimizer.step()
        if step % 50 == 0 and (loss := loss_on(lm, VALIDATION[0])) < best:
            best, kept = loss, {name: value.clone() for name, value in lm.state_dict().items()}
    lm.load_state_dict(kept)  # a tied model stays tied
    return best, lm, start


def tuned(contender: str, sentences: int) -> dict[tuple[float, float], float]:
    """The mean validation loss of each pair of rate and decay, over the tuning seeds."""
    return {
        (rate, decay): float(np.mean([train(contender, sentences, rate, decay, seed)[0] for seed in TUNING]))
        for rate in RATES
        for decay in DECAYS
    }


def pair_cosines(W: Tensor) -> Tensor:
    """Cosines of all pairs of the grammar's words, the full stop and the articles left out, after centring."""
    W = W.detach()[4:USED]
    W = F.normalize(W - W.mean(dim=0), dim=1)
    i, j = torch.triu_indices(len(W), len(W), 1)
    return (W @ W.T)[i, j]


def alike(A: Tensor, B: Tensor) -> float:
    """The correlation of two geometries."""
    return torch.corrcoef(torch.stack([pair_cosines(A), pair_cosines(B)]))[0, 1].item()


def space(tied: WindowLM, untied: WindowLM) -> dict[str, float]:
    """How the untied model's two tables and the tied one resemble each other."""
    E, W, T = untied.embed.weight, untied.lm_head.weight, tied.embed.weight
    own = F.cosine_similarity(E[4:USED], W[4:USED]).mean().item()
    return {"own rows": own, "input, output": alike(E, W), "tied, input": alike(T, E), "tied, output": alike(T, W)}


def unused_rows(W: Tensor) -> dict[str, float]:
    """Mean length of the rows that no text names, and their mean cosine with each other."""
    rows = W.detach()[USED:]
    unit = F.normalize(rows, dim=1)
    cosine = (unit @ unit.T)[~torch.eye(len(rows), dtype=torch.bool)].mean().item()
    return {"length": rows.norm(dim=1).mean().item(), "cosine": cosine}


def unused(rates: dict[str, float]) -> list[dict]:
    """What training without weight decay does to the rows that the longest text never names, for each seed."""
    found = []
    for seed in SEEDS:
        _, tied, start = train("tied", max(STEPS), rates["tied"], 0.0, seed)
        _, untied, untied_start = train("untied, same width", max(STEPS), rates["untied, same width"], 0.0, seed)
        places = {"start": start, "tied": tied.embed.weight}
        places |= {"untied, input": untied.embed.weight, "untied, output": untied.lm_head.weight}
        case = {name: {key: five(value) for key, value in unused_rows(W).items()} for name, W in places.items()}
        moved = (untied.embed.weight[USED:] - untied_start[USED:]).abs().max().item()
        found.append(case | {"largest move of an untied input row": moved})
    return found


def five(value: float) -> float:
    return float(f"{value:.5g}")


def run(say) -> dict:
    results, models, rates = {}, {}, {}
    for sentences in STEPS:
        results[str(sentences)] = {"words": len(write(sentences, seed=1000 + SEEDS[0])[0])}
        for contender in CONTENDERS:
            validation = tuned(contender, sentences)
            rate, decay = min(validation, key=validation.get)
            models[sentences, contender] = [train(contender, sentences, rate, decay, seed)[1] for seed in SEEDS]
            above = [five(loss_on(lm, TEST[0]) - FLOOR) for lm in models[sentences, contender]]
            results[str(sentences)][contender] = {
                "rate": rate,
                "decay": decay,
                "above": above,
                "validation": [[five(validation[r, w]) for w in DECAYS] for r in RATES],
            }
            rates[contender] = min(RATES, key=lambda r: validation[r, 0.0])  # at last, of the longest text
            say(sentences, contender, rate, decay, above)
    pairs = zip(models[1000, "tied"], models[1000, "untied, same width"])
    return {
        "seeds": SEEDS,
        "tuning seeds": TUNING,
        "grid": {"rate": RATES, "decay": DECAYS},
        "steps": {str(sentences): steps for sentences, steps in STEPS.items()},
        "sigma": SIGMA,
        "vocabulary": V,
        "floor": five(FLOOR),
        "example": " ".join(WORDS[i] for i in write(1, seed=1000)[0]),
        "sizes": {name: {"width": d, "parameters": parameters(d, tied)} for name, (d, tied) in CONTENDERS.items()},
        "results": results,
        "space": [{name: five(value) for name, value in space(*pair).items()} for pair in pairs],
        "unused rates": rates,
        "unused": unused(rates),
    }
