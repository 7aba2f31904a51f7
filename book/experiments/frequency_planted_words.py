"""How many occurrences place a word near its synonym, if plain descent and Adam are both tuned?

In the grammar's sentences k occurrences of a word are renamed to a new word, a synonym that occurs k times.
One pass over the pairs of words of a sentence trains an untied model with each rate of a grid of eight, which
spans a factor of twelve for either optimizer. A new word is found if the nearest row among those of the
grammar's words is that of its origin; a training that diverged finds none. Half of the origins choose the
rate, by the mean share over all k; the shares told are those of the other half.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
import workbench as wb

COPIES, SEEDS = [1, 2, 4, 8, 16, 32], [0, 1, 2]
FACTORS = [1, 2, 3, 4, 5, 6, 8, 12]
GRID = {"SGD": [2.0 * f for f in FACTORS], "Adam": [round(0.004 * f, 3) for f in FACTORS]}
OPTIMIZERS = {"SGD": torch.optim.SGD, "Adam": torch.optim.Adam}
WIDTH, BATCH = 32, 256


def plant() -> tuple[list[str], np.ndarray, torch.Tensor]:
    """The words, the planted ones (id of the new word, of the old one, k), and the pairs of neighbours."""
    vocab = list(wb.grammar_words())
    sentences = [list(sentence) for sentence in wb.grammar(6000)]
    rng, where = np.random.default_rng(0), {word: [] for word in vocab}
    for i, sentence in enumerate(sentences):
        for j, word in enumerate(sentence):
            where[word].append((i, j))
    planted = []
    for word in [w for w in vocab if 100 <= len(where[w]) <= 700]:
        spots = iter(rng.permutation(len(where[word])))
        for k in COPIES:
            vocab.append(f"{word}~{k}")
            planted.append((len(vocab) - 1, vocab.index(word), k))
            for _ in range(k):
                i, j = where[word][next(spots)]
                sentences[i][j] = vocab[-1]
    own = {word: i for i, word in enumerate(vocab)}
    pairs = [(own[a], own[b]) for s in sentences for i, a in enumerate(s) for j, b in enumerate(s) if i != j]
    return vocab, np.array(planted), torch.tensor(pairs)


def one_pass(name: str, rate: float, V: int, pairs: torch.Tensor) -> np.ndarray:
    """The input rows (seeds, V, WIDTH) after one pass; the seeds are trained side by side."""
    S, g = len(SEEDS), torch.Generator().manual_seed(0)
    E_in, E_out = (0.02 * torch.randn(S, V, WIDTH, generator=g) for _ in range(2))
    optimizer = OPTIMIZERS[name]([E_in.requires_grad_(), E_out.requires_grad_()], lr=rate)
    turn = torch.stack([torch.randperm(len(pairs), generator=g) for _ in range(S)])  # (S, pairs)
    for t in range(len(pairs) // BATCH):
        batch = pairs[turn[:, t * BATCH : (t + 1) * BATCH]]  # (S, BATCH, 2)
        logits = E_in[torch.arange(S)[:, None], batch[..., 0]] @ E_out.transpose(1, 2)
        optimizer.zero_grad()
        (F.cross_entropy(logits.flatten(0, 1), batch[..., 1].flatten()) * S).backward()
        optimizer.step()
    return E_in.detach().numpy()


def is_found(table: np.ndarray, planted: np.ndarray, old_words: int) -> np.ndarray:
    """For each planted word, whether its nearest row among the old words is that of its origin, (planted,)."""
    if not np.isfinite(table).all():
        return np.zeros(len(planted), bool)
    unit = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-30)
    return (unit[planted[:, 0]] @ unit[:old_words].T).argmax(axis=1) == planted[:, 1]


def shares(right: np.ndarray, planted: np.ndarray, chosen: np.ndarray) -> list[float]:
    """The share found for each number of COPIES among the chosen planted words."""
    return [float(f"{right[chosen & (planted[:, 2] == k)].mean():.5g}") for k in COPIES]


def run(say) -> dict:
    vocab, planted, pairs = plant()
    old_words, origins = len(wb.grammar_words()), planted[:, 1]
    judges = np.isin(origins, np.unique(origins)[1::2])  # every second origin is kept for the result
    found = {name: {} for name in GRID}
    for name, rates in GRID.items():
        for rate in rates:
            tables = one_pass(name, rate, len(vocab), pairs)
            right = [is_found(table, planted, old_words) for table in tables]
            found[name][str(rate)] = {
                "choice": [shares(r, planted, ~judges) for r in right],
                "test": [shares(r, planted, judges) for r in right],
            }  # (seeds, COPIES) each
            say(name, rate, np.mean(found[name][str(rate)]["test"], axis=0).round(2))
    best = {name: max(by, key=lambda rate: np.mean(by[rate]["choice"])) for name, by in found.items()}
    return {
        "seeds": SEEDS,
        "grid": {"rate": GRID},
        "copies": COPIES,
        "words": int(len(np.unique(origins))),
        "words_judged": int(len(np.unique(origins[judges]))),
        "old_words": old_words,
        "pairs": len(pairs),
        "found": found,
        "best": best,
    }
