"""How much does the loss on the sixth novel depend on the start of the model, if it is trained to the end?

Two more starts of the model of language_model_novels.py, which stores the first one, trained and judged as that
one is, in numbers of 32 bits.
"""

from __future__ import annotations

import torch
from _decoder import spread
from language_model_novels import FIVE, JUDGED, RATE, SEED, STEPS, bits, losses, prepared, train

SEEDS = [2, 3]


def run(say) -> dict:
    cut, judged = prepared(FIVE, JUDGED), []
    for seed in SEEDS:
        model = train(cut.ids, STEPS, RATE, seed)
        judged.append(bits(losses(model, torch.from_numpy(cut.judged)), cut.text))
        say(seed, judged[-1])
    how = {"seeds": [SEED, *SEEDS], "grid": "none: the rate is that of language_model_novels.py"}
    return how | {"steps": STEPS, "judged": judged, "spread": spread(judged)}
