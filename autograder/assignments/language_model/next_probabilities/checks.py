"""Checks of `next_probabilities`: temperature and nucleus, and the edges of both."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, check, close
from autograder.checks.student import Student

NAME = "next_probabilities"
NEUTRAL = "The probabilities are wrong."


def tempered(logits: np.ndarray, temperature: float) -> np.ndarray:
    z = logits.astype(np.float64)
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()


def nucleus(
    p: np.ndarray, top_p: float, more=0, order: np.ndarray | None = None, reached=np.less
) -> np.ndarray:
    """Return the probabilities cut to the nucleus, or to so many tokens more, and scaled."""
    order = np.argsort(-p, kind="stable") if order is None else order
    before = np.cumsum(p[order]) - p[order]
    count = max(int(reached(before, top_p).sum()) + more, 0)
    kept = np.zeros_like(p)
    kept[order[:count]] = p[order[:count]]
    with np.errstate(invalid="ignore"):
        return kept / kept.sum()


def right(logits: np.ndarray, temperature: float = 1.0, top_p: float = 1.0) -> np.ndarray:
    return nucleus(tempered(logits, temperature), top_p)


def mistakes(logits: np.ndarray, temperature: float, top_p: float) -> dict[str, list]:
    """Return what each mistake leads to, in its forms."""
    p, plain = tempered(logits, temperature), tempered(logits, 1.0)
    want, order = nucleus(p, top_p), np.argsort(-p, kind="stable")
    early = np.where(nucleus(plain, top_p) > 0, p, 0)
    sharp = np.exp(np.clip(np.log(np.maximum(plain, 1e-300)) * temperature, -700, 0)) * (plain > 0)
    above = [np.where(p >= least, p, 0) for least in (top_p, top_p * p.max())]
    short = nucleus(p, top_p, -1) if top_p < 1 else want
    with np.errstate(invalid="ignore", divide="ignore"):
        edge = p[order[int((want > 0).sum()) - 1]]
        ties = np.where(p >= edge, p, 0)
        found = {
            "temperature-ignored": [nucleus(plain, top_p)],
            "temperature-multiplies": [nucleus(sharp / sharp.sum(), top_p)],
            "nucleus-ignored": [p],
            "nucleus-one-short": [short, np.nan_to_num(short)],
            "nucleus-one-more": [
                nucleus(p, top_p, 1) if top_p < 1 else want,
                nucleus(p, top_p, reached=np.less_equal),
            ],
            "nucleus-of-the-least": [nucleus(p, top_p, order=order[::-1])],
            "nucleus-before-temperature": [early / early.sum()],
            "probability-as-threshold": [a / a.sum() for a in above] + above,
            "ties-kept": [ties / ties.sum()],
            "not-scaled": [np.where(want > 0, p, 0)],
            "greedy-when-cold": [np.eye(len(p))[p.argmax()] if temperature < 1e-3 else want],
            "sorted-result": [want[order], want[order[::-1]]],
        }
    return found


def judge(
    student: Student, diagnosis: Diagnosis, logits: np.ndarray, temperature=1.0, top_p=1.0
) -> np.ndarray:
    """Record a draw; where equally probable tokens stand at the edge any of them may be kept."""
    options = () if temperature == top_p == 1.0 else (temperature, top_p)  # these are the defaults
    got = array(student.call(NAME, logits, *options), "numpy", NEUTRAL)
    raw, want = got, right(logits, temperature, top_p)
    told = mistakes(logits, temperature, top_p)
    kept, cut = logits[want > 0], logits[want == 0]
    if cut.size and kept.min() == cut.max() and got.shape == want.shape and not np.isnan(got).any():
        if logits[got > 0].min(initial=np.inf) >= logits[got == 0].max(initial=-np.inf):
            got, want = np.sort(got), np.sort(want)
            told = {mistake: [np.sort(form) for form in forms] for mistake, forms in told.items()}
    if diagnosis.see(got, want, 1e-6, **told):
        out = (raw[np.isneginf(logits)] != 0).any() or top_p < 1 and (got != 0).sum() > (want != 0).sum()
        diagnosis.record(not out, lambda: {"never-zero": True})
    return got


@check(points=2)
def values(student: Student, rng: np.random.Generator) -> None:
    """Temperatures and nuclei of all sizes, no sum near `top_p`."""
    diagnosis = Diagnosis(NEUTRAL)
    for temperature, top_p in (
        (1.0, 1.0),
        (0.5, 1.0),
        (3.0, 1.0),
        (1.0, 0.6),
        (0.6, 0.8),
        (2.0, 0.5),
        (1.7, 0.9),
    ):
        p = np.array([0.38, 0.24, 0.16, 0.1, 0.07, 0.05])
        p = rng.permutation(p * rng.uniform(0.97, 1.03, len(p)))
        judge(student, diagnosis, np.log(p) + rng.normal(), temperature, top_p)
    diagnosis.conclude()


@check(points=2)
def edges(student: Student, rng: np.random.Generator) -> None:
    """A nucleus of one, one that is reached exactly, ties, forbidden tokens, extreme temperatures, digits."""
    diagnosis = Diagnosis(NEUTRAL)
    V = 11
    z = rng.permutation(np.linspace(-2, 2, V))
    forbidden = np.where(np.arange(V) % 3 == rng.integers(3), -np.inf, z)
    alone = np.where(np.arange(V) == rng.integers(V), 0.5, -np.inf)
    ties = rng.permutation([2.0] * 2 + [1.0] * 40 + [0.0] * 3)
    level = np.array([0.0, -np.inf, 0.0, 0.0, -np.inf, 0.0])
    many = rng.normal(size=3000).astype(np.float32)
    for logits, temperature, top_p in (
        (z, 1.0, 1e-9),
        (z, 1e-6, 1.0),
        (1000 * z, 1e-6, 0.9),
        ((1000 * z).astype(np.float32), 1e-6, 1.0),
        (4000 + z, 0.7, 0.8),
        (z - 5000, 1.0, 1.0),
        (z, 1000.0, 1.0),
        (forbidden, 0.8, 1.0),
        (forbidden, 1000.0, 1.0),
        (1e-6 * z, 1e-6, 1.0),
        (z[:1], 2.0, 0.5),
        (forbidden, 1.3, 0.7),
        (alone, 0.3, 1.0),
        (np.zeros(4), 1.0, 0.5),
        (np.zeros(4), 1.0, 0.5 + 1e-8),
        (level, 1e-6, 1.0),
        (level, 1.0, 0.75),
        (level, 2.0, 0.25),
        (ties, 1.0, 0.4),
        (np.array([0.0, -25.0, -30.0]), 1.0, 1.0),
    ):
        got = judge(student, diagnosis, logits, temperature, top_p)
        if np.isnan(got).any() and not np.isnan(np.sum([logits.max(), temperature])):
            told = mistakes(logits, temperature, top_p)
            if not any(close(got, form, 1e-6) for forms in told.values() for form in forms):
                raise Wrong("forbidden-gives-nan" if np.isinf(logits).any() else "overflow")
    diagnosis.conclude()
    for logits, temperature, top_p in ((many, 1.0, 1.0), (many, 0.7, 0.2)):
        value = student.call(NAME, logits, temperature, top_p)
        got, want = array(value, "numpy", NEUTRAL), right(logits, temperature, top_p)
        if not close(got, want, 1e-5):
            raise Unexplained(NEUTRAL)
        if value.dtype != "float64" or abs(got.sum() - 1) > 1e-12:
            scaled = value.dtype == "float64" and close(got / got.sum(), want, 1e-12 * want)
            raise Wrong("sum-raised" if scaled else "single-precision")
