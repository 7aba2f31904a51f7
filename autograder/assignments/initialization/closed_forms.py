"""Checks of `expected_norm`, `gpt2_init_std` and `attention_score_std`: functions that return numbers."""

import functools
import math

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, blame, bound, close
from autograder.checks.refusals import REFUSE, refuses_values
from autograder.checks.shared import agrees, answers
from autograder.assignments.initialization.asking import explained, fitting, must_be_floats, number
from autograder.assignments.initialization.mistakes import SUITE
from autograder.sandboxed import protocol

check = SUITE.check
NORM = "expected_norm"
GPT2 = "gpt2_init_std"
SCORE = "attention_score_std"
SIZES = {"silent": "sizes-unchecked", "other": "sizes-unchecked"}


class Profile:
    """Answers of several numbers. A check passes if its own numbers are right; a mistake is named if it
    predicts all numbers. The predictions are computed only if the check does not pass."""

    def __init__(self, neutral: str):
        self.neutral, self.seen = neutral, []

    def see(self, got, want, tolerance, mine, forms) -> None:
        """`mine`: the indices of this check's numbers; `forms()` gives what mistakes predict, or lists."""
        got, want = np.array(got), np.array(want)
        self.seen.append((got, want, np.broadcast_to(tolerance, want.shape), mine, forms))

    def conclude(self) -> None:
        if all(close(got[mine], want[mine], tolerance[mine]) for got, want, tolerance, mine, _ in self.seen):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, want, tolerance, _, forms in self.seen:
            several = {m: form if isinstance(form[0], list) else [form] for m, form in forms().items()}
            known = {m: fitting(got, *map(np.array, found)) for m, found in several.items()}
            known["digits-rounded"] = fitting(got, *(np.round(want, places) for places in range(3, 9)))
            diagnosis.see(got, want, tolerance, **explained(got, want, tolerance, known))
        diagnosis.conclude()


# -- expected_norm ----------------------------------------------------------------------------------

WRONG_NORM = "`expected_norm` gives wrong numbers."


def chi(d: int) -> tuple[float, float]:
    """Mean and standard deviation of the chi distribution with d degrees of freedom.

    Small d by the gamma function; from 300 on by its asymptotic series, exact to rounding.
    """
    if d < 300:
        mean = math.sqrt(2) * math.gamma((d + 1) / 2) / math.gamma(d / 2)
        return mean, math.sqrt(d - mean**2)
    x = 1 / d
    mean = math.sqrt(d) * (1 - x / 4 + x**2 / 32 + 5 * x**3 / 128 - 21 * x**4 / 2048 - 399 * x**5 / 8192)
    return mean, math.sqrt(0.5 * (1 - x / 4 - x**2 / 8 + 5 * x**3 / 64))


def rounding(d: int) -> tuple[float, float]:
    """Relative rounding errors of the mean and of the standard deviation, by logarithms of gammas."""
    mean = float(bound("float64", 6, max(1.0, math.lgamma(d / 2))))
    return mean, mean + 2 * d * mean / chi(d)[1] ** 2


def narrow_norm(got, d: int, std: float, right: list, approximations: list) -> list:
    """`got` where float32 accounts for it: the mean is off by rounding, and the spread fits the mean."""
    lost = 8 * float(bound("float32", 0, max(1.0, math.lgamma(d / 2))))
    (m, s), (mean, _), one = np.asarray(got, np.float64), right, 1e-6 * d * std**2
    if max(abs(m), abs(s)) > 1e150:  # the squares would overflow
        return right
    fits = abs(m / mean - 1) <= math.expm1(lost) if mean else m == 0
    fits &= abs(m**2 + s**2 - d * std**2) <= one or s == 0 and m**2 + one >= d * std**2
    approximate = any(abs(m - a) <= 1e-9 * a for a in approximations)
    approximate |= abs(s - std / 2**0.5) <= 1e-9 * std
    return got if fits and not approximate else right


def see_norm(profile, student, d, std, mine, **more) -> None:
    """One answer of `expected_norm` as evidence; `more` are the predictions of further mistakes."""
    answer = student.call(NORM, d, std)
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        found = answer.type if isinstance(answer, protocol.Handle) else type(answer).__name__
        raise Wrong(None, f"{WRONG_NORM} It returned {found}; Norm(mean, spread) is expected.")
    got = [number(part, WRONG_NORM) for part in answer]
    (m, s), root = chi(d), math.sqrt(std)
    mean, spread = std * m, std * s
    rms, near = std * math.sqrt(d), (std * math.sqrt(d - 0.5), std * math.sqrt(d) * (1 - 1 / (4 * d)))
    tolerance = np.array([mean, spread]) * rounding(d)
    must_be_floats([answer[i] for i in mine], [got[i] for i in mine], [(mean, spread)[i] for i in mine])
    approximate = [[a, b] for a in (rms, *near) for b in (spread, std / 2**0.5)]
    approximate += [[mean, std / 2**0.5]]
    profile.see(
        got,
        [mean, spread],
        tolerance,
        mine,
        lambda: {
            "approximate-beyond": [[mean, spread], *approximate] if d > 9 else [mean, spread],
            "norm-in-float32": narrow_norm(got, d, std, [mean, spread], [rms, *near]),
            # d − (√d)² may be a rounding error in place of zero.
            "rms-as-mean": [[rms, spread], [rms, min(got[1], 1e-6 * std)], [rms, std / 2**0.5]],
            "approximate-mean": [
                [a, b] for a in near for b in (spread, math.sqrt(max(0.0, rms**2 - a**2)), std / 2**0.5)
            ],
            "std-as-variance": [root * m, root * s],
            "variance-for-spread": [mean, spread**2],
            "limit-spread": [mean, std / math.sqrt(2)],
            "pair-swapped": [spread, mean],
            **more,
        },
    )


def keeps_nothing(student, d: int) -> None:
    """`Wrong` if a second call with the same d and another std gives the first one's result, which was right.

    `d` should be asked for nowhere else.
    """
    right = np.array(chi(d))
    first, second = (student.call(NORM, d, std) for std in (0.25, 0.5))
    if agrees(first, tuple(0.25 * right), 1e-6) and agrees(second, tuple(0.25 * right), 1e-6):
        raise Wrong("result-remembered")


def look_at_norm(student, rng, mine) -> None:
    """Check the numbers at the indices `mine` of the pair (mean, spread)."""
    keeps_nothing(student, 71 + mine[0])
    profile = Profile(WRONG_NORM)
    for d in (1, 2, 3, int(rng.integers(4, 12)), int(rng.integers(12, 70))):
        see_norm(profile, student, d, float(rng.uniform(0.01, 0.6)), mine)
    profile.conclude()


@check(NORM, "mean", points=1.5)
def _(student, rng):
    look_at_norm(student, rng, [0])


@check(NORM, "spread", points=1)
def _(student, rng):
    look_at_norm(student, rng, [1])


@check(NORM, "large", points=1)
def _(student, rng):
    """Sizes at which the gamma function overflows, up to a million."""
    profile, nan = Profile(WRONG_NORM), float("nan")
    keeps_nothing(student, 73)
    see_norm(profile, student, 9, 0.25, [0, 1])
    for d in (int(rng.integers(500, 900)), 4096, int(rng.integers(10**5, 10**6)), 10**6):
        std = float(rng.uniform(0.01, 0.6))
        with blame("gamma-overflow", only=("OverflowError",)), blame("too-deep", only=("RecursionError",)):
            see_norm(profile, student, d, std, [0, 1], **{"gamma-overflow": [nan, nan]})
    profile.conclude()


@check(NORM, "errors", points=0.5)
def _(student, rng):
    refuses_values(lambda d: student.call(NORM, d, 1.0), (0, -1, -6), **SIZES)
    refuses_values(
        lambda std: student.call(NORM, 5, std), [-float(rng.uniform(0.1, 1))], silent="negative-std"
    )
    profile = Profile(
        "Entries of standard deviation zero are allowed; a row of them has length zero, always."
    )
    with blame("zero-std-refused", only=("ValueError",)):
        see_norm(profile, student, 5, 0.0, [0, 1])
    profile.conclude()


# -- gpt2_init_std ----------------------------------------------------------------------------------

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
        answers(GPT2, lambda: student.call(GPT2, "transformer.wte.weight", 12), 0.02, tolerance=0.9)
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


@check(GPT2, "tables", points=1.5)
def _(student, rng):
    look_at_gpt2(student, rng, "table")


@check(GPT2, "projections", points=1)
def _(student, rng):
    look_at_gpt2(student, rng, "writer")


@check(GPT2, "readers", points=1)
def _(student, rng):
    look_at_gpt2(student, rng, "reader")


@check(GPT2, "constants", points=1)
def _(student, rng):
    look_at_gpt2(student, rng, "bias")


@check(GPT2, "errors", points=0.5)
def _(student, rng):
    answers(GPT2, lambda: student.call(GPT2, "transformer.wpe.weight", 12), 0.02, tolerance=0.9)
    with blame("one-refused", only=("ValueError",)):
        one, two = (
            number(student.call(GPT2, "transformer.h.0.attn.c_proj.weight", n), REFUSE) for n in (1, 2)
        )
    if one == 0.02 and abs(two - 0.01) < 1e-9:  # right for two blocks
        raise Wrong("one-refused")
    bad = ["transformer.wte", "transformer.h.0.attn.c_proj.scale", "transformer.h.0.mlp.c_fc.weights"]
    bad += ["transformer.h.0.ln_1.scale", "transformer.wte.reweight", "transformer.h.0.mlp.c_fc.unbias"]
    bad += ["wte", "ln_f", "transformer.h.0.mlp.c_fc_weight", "transformer.h.0.mlp.c_proj.bias.scale"]
    refuses_values(lambda name: student.call(GPT2, name, 12), bad, silent="name-unchecked")
    names = ["transformer.wte.weight", "transformer.h.0.attn.c_proj.weight"]
    names += ["transformer.h.0.mlp.c_fc.bias", "transformer.h.0.ln_1.weight"]
    bad = [(name, layers) for layers in (0, -12) for name in names]
    refuses_values(lambda args: student.call(GPT2, *args), bad, **SIZES)


# -- attention_score_std ------------------------------------------------------------------------------


def mistaken_scores(d: int, q: float, k: float) -> dict[str, list]:
    """What each mistake gives for the default, for scaled=True and for scaled=False."""
    root, one, both = math.sqrt(d), q * k, math.sqrt(q**2 + k**2)
    return {
        "divided-by-d": [one / root, one / root, root * one],
        "score-root-forgotten": [root * one, root * one, d * one],
        "variance-for-spread": [one**2, one**2, d * one**2],
        "variance-over-root": [math.sqrt(root) * one, math.sqrt(root) * one, root * one],
        "scaled-ignored": [[one] * 3, [root * one] * 3],
        "scaled-inverted": [[root * one, root * one, one], [one, root * one, one]],
        "factors-added": [both, both, root * both],
        "std-as-variance": [math.sqrt(one), math.sqrt(one), root * math.sqrt(one)],
    }


def look_at_scores(student, rng, mine) -> None:
    """Check the numbers at the indices `mine` of (default, scaled=True, scaled=False)."""
    neutral = "`attention_score_std` gives a wrong standard deviation."
    profile = Profile(neutral)
    for d in (int(rng.integers(5, 30)), int(rng.integers(30, 200)), 1, 9):
        q, k = (float(x) for x in rng.uniform(0.1, 3.0, 2))
        if d == 9:  # whole numbers, and a float all the same
            q, k = (int(x) for x in rng.integers(2, 6, 2))
        asked = (d, q, k), (d, q, k, True), (d, q, k, False)
        found = [student.call(SCORE, *arguments) for arguments in asked]
        got = [number(value, neutral) for value in found]
        root, one = math.sqrt(d), q * k
        want = [one, one, root * one]
        must_be_floats([found[i] for i in mine], [got[i] for i in mine], [want[i] for i in mine])
        forms = functools.partial(mistaken_scores, d, q, k)
        profile.see(got, want, bound("float64", 4, root * one), mine, forms)
    profile.conclude()


@check(SCORE, "scaled", points=1.5)
def _(student, rng):
    look_at_scores(student, rng, [0, 1])


@check(SCORE, "unscaled", points=1)
def _(student, rng):
    look_at_scores(student, rng, [2])


@check(SCORE, "errors", points=0.5)
def _(student, rng):
    q, k = (float(x) for x in rng.uniform(0.1, 3.0, 2))
    bad = [(d, q, k, scaled) for d in (0, -4) for scaled in (True, False)]
    refuses_values(lambda args: student.call(SCORE, *args), bad, **SIZES)
    refuses_values(
        lambda pair: student.call(SCORE, 9, *pair),
        [(-q, k), (q, -k), (-q, -k), (-0.5, k), (q, -0.5), (-q, 0.0), (0.0, -k)],
        silent="negative-std",
    )
    for pair in ((q, 0.0), (0.0, k)):
        with blame("zero-std-refused", only=("ValueError",)):
            found = student.call(SCORE, 9, *pair)
        if number(found, REFUSE) != 0:
            raise Wrong(None, "Queries or keys of zeros have scores of zero.")
        must_be_floats([found], [0.0], [0.0])
