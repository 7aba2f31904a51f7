"""Which rates suit the model of the novels, and what do its positions and its blocks gain it in a short run?

Rates are compared on one of the five novels, which is then not learned from. The smaller ones are nearly equal
there, and language_model_novels.py takes one of them. With it the model, the model without positions and the
table without blocks learn from all five, from three starts, and are judged on the sixth. What suits a run of
so few steps need not suit a long one best.
"""

from __future__ import annotations

import torch
from _decoder import spread
from language_model_novels import FIVE, JUDGED, RATE, TUNED_ON, bits, losses, prepared, train

STEPS, SEEDS, TUNING_SEED = 300, [1, 2, 3], 0
GRID = {"rate": [0.005, 0.01, 0.02, 0.04]}  # of the matrices of the blocks
SHAPES = {"model": {}, "no positions": {"positions": False}, "no blocks": {"blocks": 0}}


def run(say) -> dict:
    cut, tried = prepared([name for name in FIVE if name != TUNED_ON], TUNED_ON), {}
    for rate in GRID["rate"]:
        model = train(cut.ids, STEPS, rate, TUNING_SEED)
        tried[str(rate)] = bits(losses(model, torch.from_numpy(cut.judged)), cut.text)
        say(rate, tried[str(rate)])

    cut, found = prepared(FIVE, JUDGED), {}
    for name, shape in SHAPES.items():
        models = [train(cut.ids, STEPS, RATE, seed, **shape) for seed in SEEDS]
        judged = [losses(model, torch.from_numpy(cut.judged)) for model in models]
        found[name] = spread([bits(nats, cut.text) for nats in judged])
        say(name, found[name])
    how = {"seeds": SEEDS, "grid": GRID, "tuning_seed": TUNING_SEED, "steps": STEPS}
    return how | {"tried": tried, "rate": RATE, "contenders": found}
