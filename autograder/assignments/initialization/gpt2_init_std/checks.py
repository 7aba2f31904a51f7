"""Checks of `gpt2_init_std`: the standard deviation of each of GPT-2's parameters."""

import math

import numpy as np

from autograder.checks.checking import Wrong, blame, bound, check, close
from autograder.checks.refusals import REFUSE, refuses_values
from autograder.checks.shared import require

from ..asking import must_be_floats, number
from ..shared import SIZES, Profile

GPT2 = "gpt2_init_std"


TABLES = ("transformer.wte.weight", "transformer.wpe.weight", "lm_head.weight")
READERS = ("attn.c_attn.weight", "mlp.c_fc.weight")
WRITERS = ("attn.c_proj.weight", "mlp.c_proj.weight")
BIASES = ("attn.c_attn.bias", "mlp.c_fc.bias", "attn.c_proj.bias", "mlp.c_proj.bias", "ln_1.bias")
SCALES = ("ln_1.weight", "ln_2.weight")
# Names whose prefix holds, as part of a word, what counts further on.
PREFIXED = {
    "c_proj_study.h.0.mlp.c_fc.weight": "reader",
    "vln_model.h.0.mlp.c_fc.weight": "reader",
    "unbiased.h.0.attn.c_attn.weight": "reader",
    "unbiased.wte.weight": "table",
    "c_proj_study.wpe.weight": "table",
    "weights.h.0.mlp.c_fc.bias": "bias",
    "wte_study.h.0.ln_1.weight": "scale",
    "unbiased.h.0.mlp.c_proj.weight": "writer",
}


def names_of(rng, layers: int) -> dict[str, str]:
    """Every kind of parameter by its full name; prefixes vary."""
    found = {name: "table" for name in TABLES} | {"wte.weight": "table", "wpe.weight": "table"}
    found |= {"transformer.ln_f.weight": "scale", "ln_f.bias": "bias"}
    kinds = ((READERS, "reader"), (WRITERS, "writer"), (BIASES, "bias"), (SCALES, "scale"))
    some = int(rng.integers(1, layers))
    for block, prefix in ((0, "transformer."), (some, "transformer."), (layers - 1, "")):
        for names, kind in kinds:
            found |= {f"{prefix}h.{block}.{name}": kind for name in names}
    return found | PREFIXED | {f"model.h.{some}.{name}": "writer" for name in WRITERS}


def starts(names: dict, **by_kind) -> list[float]:
    """The right standard deviations, except where `by_kind` has a number or a function of the name."""

    def value(name, kind):
        other = by_kind.get(kind)
        found = other(name) if callable(other) else other
        return RIGHT[kind] if found is None else found

    RIGHT = {"table": 0.02, "reader": 0.02, "writer": by_kind["factor"], "bias": 0.0, "scale": 0.0}
    return [value(name, kind) for name, kind in names.items()]


def mistaken(names: dict, layers: int) -> dict[str, list]:
    """What each mistake gives for all names."""
    f = 0.02 / math.sqrt(2 * layers)

    def form(**by_kind):
        return starts(names, factor=f, **by_kind)

    def only(*words, then=f):
        return lambda name: then if any(word in name for word in words) else None

    def by_block(name):
        return 0.02 / math.sqrt(2 * (int(name.split("h.")[1].split(".")[0]) + 1))

    return {
        "table-scaled": [
            form(table=only(*t)) for t in (("wte",), ("wpe",), ("wte", "wpe"), ("wte", "lm_"), ("w",))
        ],
        "all-scaled": form(table=f, reader=f),
        "never-scaled": form(writer=0.02),
        "one-projection": [form(writer=only(word, then=0.02)) for word in ("mlp", "attn")],
        "one-addition": form(writer=f * math.sqrt(2)),
        "layer-index": form(writer=by_block),
        "no-root": form(writer=0.02 / (2 * layers)),
        "position-table": form(table=only("wpe", then=0.01)),
        "reader-scaled": [form(reader=only(word)) for word in ("c_fc", "c_attn")],
        "norm-drawn": [
            form(scale=only(word, then=then)) for word in ("ln_1", "ln_2", "ln_f") for then in (0.02, 1.0)
        ]
        + [form(scale=0.02), form(scale=1.0)],
        "head-drawn-otherwise": [form(table=only("lm_head", then=then)) for then in (f, 0.0)],
        "bias-drawn": [
            form(bias=0.02),
            form(bias=only("c_proj")),
            form(bias=only("c_", then=0.02)),
            form(bias=lambda name: f if "c_proj" in name else 0.02),
        ],
    }


def look_at_gpt2(student, rng, kind: str) -> None:
    """Check one kind of parameter; the others are asked for only to find the mistake."""
    neutral = "`gpt2_init_std` gives a wrong standard deviation."
    if kind == "bias":  # the right answer is zero, which a function that does nothing may give
        require(GPT2, lambda: student.call(GPT2, "transformer.wte.weight", 12), 0.02, tolerance=0.9)
    profile = Profile(neutral)
    for layers in (int(rng.integers(5, 20)), int(rng.integers(20, 60))):
        names = names_of(rng, layers)
        wanted = np.array(starts(names, factor=0.02 / math.sqrt(2 * layers)))
        mine = [i for i, k in enumerate(names.values()) if k == kind or (kind, k) == ("bias", "scale")]
        got, tolerance = wanted.copy(), bound("float64", 4, np.abs(wanted))
        found: dict[int, object] = {}

        def ask(places):
            for i in places:
                found[i] = student.call(GPT2, [*names][i], layers)  # noqa: B023 - called at once
                got[i] = number(found[i], neutral)  # noqa: B023

        def forms(names=names, layers=layers, got=got, wanted=wanted):
            other = [name in PREFIXED or name.startswith("model.") for name in names]
            return mistaken(names, layers) | {"prefix-read": np.where(other, got, wanted).tolist()}

        ask(mine)
        must_be_floats([found[i] for i in mine], got[mine], wanted[mine])
        if not close(got, wanted, tolerance):
            ask(set(range(len(got))) - set(mine))
        profile.see(got, wanted, tolerance, mine, forms)
    profile.conclude()


@check(points=1.5)
def tables(student, rng):
    look_at_gpt2(student, rng, "table")


@check(points=1)
def projections(student, rng):
    look_at_gpt2(student, rng, "writer")


@check(points=1)
def readers(student, rng):
    look_at_gpt2(student, rng, "reader")


@check(points=1)
def constants(student, rng):
    look_at_gpt2(student, rng, "bias")


@check(points=0.5)
def errors(student, rng):
    require(GPT2, lambda: student.call(GPT2, "transformer.wpe.weight", 12), 0.02, tolerance=0.9)
    with blame("one-refused", only=("ValueError",)):
        one, two = (
            number(student.call(GPT2, "transformer.h.0.attn.c_proj.weight", n), REFUSE) for n in (1, 2)
        )
    if one == 0.02 and abs(two - 0.01) < 1e-9:  # right for two blocks
        raise Wrong("one-refused")
    bad = ["transformer.wte", "transformer.h.0.attn.c_proj.scale", "transformer.h.0.mlp.c_fc.weights"]
    bad += ["transformer.h.0.ln_1.scale", "transformer.wte.reweight", "transformer.h.0.mlp.c_fc.unbias"]
    bad += ["wte", "ln_f", "transformer.h.0.mlp.c_fc_weight", "transformer.h.0.mlp.c_proj.bias.scale"]
    refuses_values(lambda name: student.call(GPT2, name, 12), bad, if_accepted="name-unchecked")
    names = ["transformer.wte.weight", "transformer.h.0.attn.c_proj.weight"]
    names += ["transformer.h.0.mlp.c_fc.bias", "transformer.h.0.ln_1.weight"]
    bad = [(name, layers) for layers in (0, -12) for name in names]
    refuses_values(lambda args: student.call(GPT2, *args), bad, **SIZES)
