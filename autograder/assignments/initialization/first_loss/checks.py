"""Checks of `first_loss`: a head of its own, the own row, and states that nothing normalizes.

Draws keep to where the prediction and the mean over real draws differ by less than 0.03; the reference
tests hold them to it.
"""

import math
from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, check
from autograder.checks.student import Student

from ..asking import number

NAME = "first_loss"
WRONG = "`first_loss` is too far from the mean of real draws."
BOUND = 0.05


class Head(NamedTuple):
    """The arguments of a call."""

    V: int
    d: int
    std: float
    cosine: float
    norm: bool

    @property
    def logits(self) -> tuple[float, float]:
        """The standard deviation of other tokens' logits, and the own logit."""
        s = self.std * math.sqrt(self.d) * (1.0 if self.norm else self.std)
        return s, self.cosine * s * math.sqrt(self.d)

    @property
    def named(self) -> str:
        """What this case is, for a student."""
        if not self.norm:
            with_own = "above" if self.cosine else "of"
            return f"For a state that nothing has normalized, with a cosine {with_own} zero,"
        return "With a cosine above zero" if self.cosine else "For a head of its own"

    @property
    def right(self) -> float:
        return self.loss(*self.logits)

    def loss(self, s: float, own: float) -> float:
        """Return the loss for such logits."""
        noise = math.log(self.V) + s**2 / 2
        return float(np.logaddexp(own, noise)) if self.cosine else noise


def own_heads(rng: np.random.Generator) -> list[Head]:
    """Draw heads of their own, from small logits to the largest that are asked for."""
    found = []
    for low, high in ((0.15, 0.3), (0.8, 1.1), (1.25, 1.45)):
        V, d, s = int(rng.integers(1500, 60_000)), int(rng.integers(64, 2000)), rng.uniform(low, high)
        found.append(Head(V, d, float(s / math.sqrt(d)), 0.0, True))
    return found


def tied_heads(rng: np.random.Generator) -> list[Head]:
    """Draw cases where the own row decides, where it does nothing, and where both count about as much."""
    found = []
    for low, high in ((0.3, 1.2), (-0.6, 0.6)):  # of the own logit less ln V
        V, d, cosine = (
            int(rng.integers(1200, 4000)),
            int(rng.integers(600, 1200)),
            float(rng.uniform(0.6, 0.85)),
        )
        own = math.log(V) + rng.uniform(low, high)
        found.append(Head(V, d, float(own / (cosine * d)), cosine, True))
    V, d = int(rng.integers(1200, 4000)), int(rng.integers(250, 400))
    found.append(Head(V, d, float((math.log(V) + rng.uniform(-0.5, 0.5)) / d), 1.0, True))
    found.append(Head(V, d, float(rng.uniform(0.85, 1.0) / math.sqrt(d)), 1.0, True))
    d = int(rng.integers(1500, 2500))  # so wide that a small cosine counts
    found.append(Head(V, d, float((math.log(V) + rng.uniform(-0.3, 0.3)) / (0.25 * d)), 0.25, True))
    V, d = int(rng.integers(30_000, 60_000)), int(rng.integers(250, 300))
    found.append(
        Head(V, d, float(rng.uniform(1.35, 1.4) / math.sqrt(d)), float(rng.uniform(0.35, 0.4)), True)
    )
    return found


def raw_heads(rng: np.random.Generator) -> list[Head]:
    """Draw states that are as long as a row: of another table, and the own row, turned or as it is."""
    V, d = int(rng.integers(1500, 9000)), int(rng.integers(1000, 1400))
    found = [Head(V, d, float(math.sqrt(rng.uniform(0.9, 1.3)) / d**0.25), 0.0, False)]
    for cosine in (1.0, float(rng.uniform(0.7, 0.9))):
        own = math.log(V) + rng.uniform(-0.4, 0.4)
        found.append(Head(V, d, float(math.sqrt(own / (cosine * d))), cosine, False))
    return found


def mistakes(head: Head) -> dict:
    """Return what each mistake gives: a value, or a list of them."""
    (s, own), right, ln_v = head.logits, head.right, math.log(head.V)
    root = math.sqrt(head.d)
    noise, switch = ln_v + s**2 / 2, own / (head.cosine or 1)

    def with_own(others: float, own: float = own) -> float:
        return float(np.logaddexp(own, others)) if head.cosine else others

    found = {
        "noise-ignored": with_own(ln_v),
        "noise-not-halved": [with_own(ln_v + extra) for extra in (s**2, s, s / 2)],
        "limits-alone": max(ln_v, own),
        "loose-bound": with_own(ln_v + s * math.sqrt(2 * ln_v)),
        "logit-std-as-variance": with_own(ln_v + s**2 / head.std / 2),
        "not-nats": [right / math.log(2), right / math.log(10)],
        "state-of-length-one": head.loss(head.std, head.cosine * head.std * root) if head.norm else right,
        "norm-ignored": head.loss(head.std * root, head.cosine * head.std * head.d),
    }
    if head.cosine:
        found |= {
            "own-ignored": [noise, with_own(noise, s * head.cosine)],
            "own-alone": max(own, noise),
            "own-added": [noise + own, ln_v + own],
            "own-as-target": [with_own(noise) - own],
            "cosine-as-switch": with_own(noise, switch),
            "noise-turned": with_own(ln_v + s**2 * (1 - head.cosine**2) / 2),
        }
    return found


def look(student: Student, heads: list[Head], beside: list[Head]) -> None:
    """Compare the predictions for `heads`; those for `beside` help to name the mistake and cost nothing."""
    diagnosis = Diagnosis(WRONG)

    def see(head: Head) -> bool:
        # Large logits of a head of its own are asked for without options.
        options = (
            {"cosine": head.cosine, "norm": head.norm}
            if head.cosine or not head.norm or head.logits[0] < 1.2
            else {}
        )
        got = number(student.call(NAME, *head[:3], **options), WRONG)
        right = diagnosis.see(got, head.right, BOUND, mistakes, head)
        if not right and diagnosis.neutral == WRONG:
            diagnosis.neutral = (
                f"{head.named} the loss is {'too large' if got > head.right else 'too small'}."
            )
        return right

    if not all([see(head) for head in heads]):
        for head in beside:
            see(head)
        diagnosis.conclude()


@check(points=1)
def untied(student: Student, rng: np.random.Generator) -> None:
    look(student, own_heads(rng), [*tied_heads(rng), *raw_heads(rng)])


@check(points=1.5)
def tied(student: Student, rng: np.random.Generator) -> None:
    look(student, tied_heads(rng), [*own_heads(rng), *raw_heads(rng)])


@check(points=1)
def raw(student: Student, rng: np.random.Generator) -> None:
    """States that nothing has normalized."""
    look(student, raw_heads(rng), [*own_heads(rng), *tied_heads(rng)])
