"""Checks of `next_probabilities`: temperature and nucleus, and the edges of both."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, check, close
from autograder.checks.student import Student

NAME = "next_probabilities"
NEUTRAL = "The probabilities are wrong."
# What is put in place of an extreme value, or allowed for rounding, "for safety".
TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
LEAST, MOST, FLOORS = (1e-5, 1e-4, 1e-3, 1e-2, 0.1), (1.0, 2.0, 5.0, 10.0, 100.0), (-1e2, -1e3, -1e4, -1e5)


COLD, HOT = "at a temperature near zero", "at a high temperature"
FORBIDDEN = "where tokens must not come"
BOTH = "with a temperature and a nucleus together, though right with each alone"


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
    cut = np.where(want > 0, p, 0)
    rest, before = 1 - cut.sum(), np.cumsum(p[order]) - p[order]
    by_rank = np.where(before < top_p, p, 0)

    def kept(count: int) -> np.ndarray:
        found = np.zeros_like(p)
        found[order[: max(count, 1)]] = p[order[: max(count, 1)]]
        return found / found.sum()

    def again(p: np.ndarray) -> np.ndarray:
        e = np.where(want > 0, np.exp(p), 0)
        return e / e.sum()

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
            "cut-by-rank": [by_rank / by_rank.sum()],
            "nucleus-unsorted": [nucleus(p, top_p, order=np.arange(len(p)))],
            "nucleus-by-count": [kept(int(f(top_p * len(p)))) for f in (np.ceil, np.floor, np.round)],
            "softmax-of-probabilities": [again(p)],
            "temperature-lost-after-cut": [np.where(want > 0, plain, 0) / plain[want > 0].sum()],
            "rest-shared-otherwise": [cut + (want > 0) * rest / (want > 0).sum()]
            + [cut + rest * (np.arange(len(p)) == order[0])],
            "nearly-is-enough": [nucleus(p, top_p - by) for by in TOLERANCES]
            + ([want] if top_p < 1e-3 else []),
            "at-least-two": [kept(max(int((want > 0).sum()), 2))],
            "temperature-bounded": [right(logits, max(temperature, least), top_p) for least in LEAST]
            + [right(logits, min(temperature, most), top_p) for most in MOST],
            "never-zero": [right(np.maximum(logits, floor), temperature, top_p) for floor in FLOORS],
        }
    return found


def tell(diagnosis: Diagnosis, said: str) -> None:
    """Let the message say of the first draw that is wrong what is special about it."""
    if diagnosis.neutral == NEUTRAL and not all(right for right, _ in diagnosis.draws):
        diagnosis.neutral = f"{NEUTRAL.rstrip('.')} {said}."


def explained(diagnosis: Diagnosis) -> bool:
    """Return whether a mistake predicts all draws so far."""
    draws = [(right, fits()) for right, fits in diagnosis.draws]
    known = {mistake for _, fits in draws for mistake in fits}
    return any(all(fits.get(mistake, right) for right, fits in draws) for mistake in known)


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
    for temperature, top_p, said in (
        (1.0, 1.0, "even with the defaults"),
        (0.5, 1.0, "at a temperature below 1, without a nucleus"),
        (3.0, 1.0, "at a temperature above 1, without a nucleus"),
        (1.0, 0.6, "where top_p is below 1, at temperature 1"),
        (0.6, 0.8, BOTH),
        (2.0, 0.5, BOTH),
        (1.7, 0.9, BOTH),
    ):
        p = np.array([0.38, 0.24, 0.16, 0.1, 0.07, 0.05])
        p = rng.permutation(p * rng.uniform(0.97, 1.03, len(p)))
        judge(student, diagnosis, np.log(p) + rng.normal(), temperature, top_p)
        tell(diagnosis, said)
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
    for logits, temperature, top_p, said in (
        (z, 1.0, 1e-9, "with a top_p near zero"),
        (z, 1e-6, 1.0, COLD),
        (1000 * z, 1e-6, 0.9, f"{COLD}, with a nucleus"),
        ((1000 * z).astype(np.float32), 1e-6, 1.0, f"{COLD}, for float32"),
        (4000 + z, 0.7, 0.8, "for large logits and a nucleus"),
        (z - 5000, 1.0, 1.0, "for logits far below zero"),
        (z, 1000.0, 1.0, HOT),
        (forbidden, 0.8, 1.0, FORBIDDEN),
        (forbidden, 1000.0, 1.0, f"{FORBIDDEN}, {HOT}"),
        (1e-6 * z, 1e-6, 1.0, COLD),
        (z[:1], 2.0, 0.5, "for a single token"),
        (forbidden, 1.3, 0.7, f"{FORBIDDEN}, with a nucleus"),
        (alone, 0.3, 1.0, "where all tokens but one must not come"),
        (np.zeros(4), 1.0, 0.5, "where some tokens have exactly top_p together"),
        (np.zeros(4), 1.0, 0.5 + 1e-8, "where some tokens have nearly top_p together"),
        (level, 1e-6, 1.0, f"{COLD}, for equally probable tokens"),
        (level, 1.0, 0.75, "where some tokens have exactly top_p together"),
        (level, 2.0, 0.25, "where some tokens have exactly top_p together"),
        (ties, 1.0, 0.4, "for equally probable tokens at the edge of the nucleus"),
        (np.array([0.0, -25.0, -30.0]), 1.0, 1.0, "for tokens that hardly ever come"),
    ):
        got = judge(student, diagnosis, logits, temperature, top_p)
        tell(diagnosis, said)
        if np.isnan(got).any() and not np.isnan(np.sum([logits.max(), temperature])):
            if top_p > 1e-6 and not explained(diagnosis):  # else the nucleus may be empty
                raise Wrong("forbidden-gives-nan" if np.isinf(logits).any() else "overflow")
    diagnosis.conclude()
    for logits, temperature, top_p in ((many, 1.0, 1.0), (many, 0.7, 0.2)):
        value = student.call(NAME, logits, temperature, top_p)
        got, want = array(value, "numpy", NEUTRAL), right(logits, temperature, top_p)
        if not close(got, want, 1e-5):
            raise Unexplained(f"{NEUTRAL.rstrip('.')} for thousands of tokens.")
        if value.dtype != "float64" or abs(got.sum() - 1) > 1e-12:
            scaled = value.dtype == "float64" and close(got / got.sum(), want, 1e-12 * want)
            raise Wrong("sum-raised" if scaled else "single-precision")
