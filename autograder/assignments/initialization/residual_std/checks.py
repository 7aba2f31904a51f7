"""Checks of `residual_std`: sizes of a stream without and with correlation, and the factor."""

from collections.abc import Iterator

import numpy as np

from autograder.checks.checking import Unexplained, check, close
from autograder.checks.shared import Evidence, numbers
from autograder.checks.student import Student

from ..asking import number, pair

NAME = "residual_std"
WRONG = "`residual_std` gives wrong numbers."


def streams(rng: np.random.Generator, corr: float) -> Iterator[tuple]:
    """Yield draws of std, branch, layers, corr; in some branches are larger than the beginning, or alike."""
    for layers in (1, 2, int(rng.integers(3, 9)), int(rng.integers(100, 150))):
        std, branch = rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.9)
        yield (
            float(std),
            float(branch if layers > 2 else 2 * branch),
            layers,
            (1.0 if corr and layers == 2 else corr),
        )


def stream(std: float, branch: float, n: int, pairs, factor=None, beginning: float = 0.0) -> dict:
    """Return sizes and factor for n additions; `pairs(k)` is what k(k − 1)·corr should be."""
    k = np.arange(n + 1)
    added = k + pairs(k)
    sizes = np.sqrt(std**2 + branch**2 * added + 2 * beginning * std * branch * k)
    return {"sizes": sizes, "factor": np.array(added[-1] ** -0.5 if factor is None else factor)}


def with_sum(branch: float, n: int, corr: float) -> np.ndarray:
    """Return the variance that is added, if corr is that of a contribution with the sum of those before."""
    added = [0.0]
    for _ in range(n):
        added.append(added[-1] + branch**2 + 2 * corr * branch * added[-1] ** 0.5)
    return np.array(added)


def mistakes(std: float, branch: float, layers: int, corr: float) -> dict[str, list]:
    """Return what each mistake gives: its forms."""
    n = 2 * layers

    def pairs(k):
        return k * (k - 1) * corr

    right = stream(std, branch, n, pairs)
    sizes, factor, k = right["sizes"], float(right["factor"]), np.arange(n + 1)
    once = stream(std, branch, layers, pairs)
    return {
        "one-addition": [
            once,
            {"sizes": stream(std, branch * 0.5**0.5, n, pairs)["sizes"], "factor": once["factor"]},
            {"factor": once["factor"]},
            {"sizes": once["sizes"]},
        ],
        "deviations-added": [
            {"sizes": std + branch * k, "factor": f}
            for f in (factor, 1 / n, n**-0.5, std / (std + branch * n))
        ]
        + [{"sizes": std + branch * np.sqrt(k + pairs(k))}],
        "corr-of-neighbours": [
            stream(std, branch, n, lambda k, often=often: often * (k - 1).clip(0) * corr) for often in (1, 2)
        ],
        "variance-returned": [{"sizes": sizes**2}],
        "variance-factor": [{"factor": factor**2}],
        "growth-undone": [{"factor": f} for f in (std / sizes[-1], branch / sizes[-1])],
        "sizes-cut": [{"sizes": part} for part in (sizes[1:], sizes[-1:], sizes[-1], sizes[:-1], sizes[::2])],
        "corr-ignored": [stream(std, branch, n, lambda k: 0 * k)],
        "corr-in-sizes-alone": [{"factor": n**-0.5}],
        "pairs-once": [stream(std, branch, n, lambda k: pairs(k) / 2)],
        "pairs-with-self": [stream(std, branch, n, lambda k: k * k * corr)],
        "corr-as-covariance": [
            stream(std, branch, n, lambda k: pairs(k) / branch**2, f) for f in (None, factor, n**-0.5)
        ],
        "corr-with-sum": [
            {"sizes": np.sqrt(std**2 + added), "factor": f}
            for added in (with_sum(branch, n, corr),)
            for f in (factor, branch / np.sqrt(added[-1]))
        ],
        "corr-with-beginning": [stream(std, branch, n, pairs, factor, beginning=corr)],
    }


def ask(student: Student, rng: np.random.Generator, *corrs: float) -> Evidence:
    """Return the answers for streams with these correlations."""
    evidence = Evidence(WRONG)
    for base in corrs:
        for case in streams(rng, base):
            corr = case[3]
            asked = case[:3] if corr == 0 and case[2] == 2 else case  # once without corr
            sizes, factor = pair(student.call(NAME, *asked), WRONG, "Stream(sizes, factor)")
            found = numbers(sizes)
            if found is None:
                raise Unexplained(f"{WRONG} Its sizes are no array of numbers.")
            n = 2 * case[2]
            right = stream(*case[:2], n, lambda k, corr=corr: k * (k - 1) * corr)
            got = {"sizes": found, "factor": np.array(number(factor, WRONG))}
            rounding = {"sizes": 1e-5, "factor": 1e-6}
            evidence.see(got, right, rounding, lambda case=case: mistakes(*case))
    return evidence


def conclude(evidence: Evidence, field: str) -> None:
    """Raise `Wrong` if the field was wrong; where no mistake explains it, say what can be seen of it."""
    try:
        evidence.conclude(field)
    except Unexplained:
        draws = [(got[field], want[field], allowed[field]) for got, want, allowed, _ in evidence.seen]
        got, want, allowed = next(draw for draw in draws if not close(*draw))
        if np.shape(got) != np.shape(want):
            raise Unexplained(f"The {field} have another shape than (2 * layers + 1,).") from None
        at = int(np.flatnonzero(~(np.abs(np.ravel(got) - np.ravel(want)) <= allowed))[0])
        how = "too large" if np.ravel(got)[at] > np.ravel(want)[at] else "too small or no number"
        if field == "sizes":
            places = "size before the first addition", "size after the first addition"
            where = places[at] if at < 2 else "size after several additions (and not those before)"
            raise Unexplained(f"The {where} is {how}.") from None
        raise Unexplained(f"The factor is {how}.") from None


@check(points=1)
def growth(student: Student, rng: np.random.Generator) -> None:
    """Contributions that have nothing in common."""
    conclude(ask(student, rng, 0.0), "sizes")


@check(points=1.5)
def correlated(student: Student, rng: np.random.Generator) -> None:
    """Contributions with something in common, and all alike."""
    conclude(ask(student, rng, float(rng.uniform(0.2, 0.7)), 1.0), "sizes")


@check(points=1.5)
def factor(student: Student, rng: np.random.Generator) -> None:
    """What stops the growth, with nothing and with something in common."""
    conclude(ask(student, rng, 0.0, float(rng.uniform(0.2, 0.7))), "factor")
