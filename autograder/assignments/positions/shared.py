"""What the checks of several functions of positions share."""

from collections.abc import Callable

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, bound, check, close


def digits_lost(got, right, terms: int, scale, dtype: str) -> np.ndarray:
    """Return what a sum in `dtype` may give: `got` where its error is one of that dtype, else `right`."""
    got = np.asarray(got)
    if got.shape != right.shape:
        return right
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(got - right) <= bound(dtype, terms, scale)
        near &= (terms < 500) | (got > 0.05 * right)  # a long sum that has stopped growing holds a good part
    return np.where(near, got, right)


def going_on(rules: Callable, more: Callable) -> Callable:
    """Return the check `rules`, which `house_rules` made, with `more(student, rng)` after it."""

    def contract(student, rng) -> None:
        rules(student, rng)
        more(student, rng)

    contract.__module__ = rules.__module__  # where the loader looks for it
    contract.rules = rules.rules  # type: ignore[attr-defined]
    return check(points=rules.check["points"])(contract)  # type: ignore[attr-defined]


class Observed(Diagnosis):
    """A diagnosis that says what all wrong answers have in common, where no mistake accounts for them.

    `notes(got, *args)` returns sentences that are true of a wrong answer to a draw, what says most first.
    """

    def __init__(self, neutral: str, notes: Callable[..., list[str]]):
        super().__init__(neutral)
        self.notes = notes
        self.wrong: list[tuple] = []

    def note(self, right: bool, got, want, tolerance, *args) -> None:
        """Keep a wrong answer, with what `notes` takes beside it."""
        if not right:
            self.wrong.append((got, want, np.max(tolerance, initial=0.0), *args))

    def conclude(self) -> None:
        try:
            super().conclude()
        except Unexplained:
            said = [_noted(self.notes, *seen) for seen in self.wrong]
            shared = [text for text in said[0] if all(text in other for other in said)] if said else []
            raise Unexplained(" ".join([self.neutral, *shared[:1]])) from None


def _noted(notes: Callable, got, want, allowed, *args) -> list[str]:
    if got.shape != want.shape:
        return ["The result has another shape."]
    if got.dtype.kind not in "biuf":
        return ["The result does not hold real numbers."]
    got = got.astype(np.float64)
    finite = np.isfinite(want)
    if not np.array_equal(np.isfinite(got), finite):
        return [*notes(got, want, allowed, *args), "Other places than should hold infinity, or a nan."]
    some, right = np.where(finite, got, 0.0), np.where(finite, want, 0.0)
    if close(some, -right, allowed):
        return ["Every number has the wrong sign."]
    factor = np.sum(some * right) / max(np.sum(right * right), 1e-30)
    if factor and close(some, factor * right, 4 * allowed * max(abs(factor), 1)):
        return ["All numbers are off by one and the same factor."]
    said = notes(got, want, allowed, *args)
    if close(np.sort(some, axis=None), np.sort(right, axis=None), allowed):
        said.append("The right numbers stand at other places.")
    return said


LIMITS = (512, 1000, 1024, 2048, 4096, 5000, 8192, 10000, 16384, 32768, 65536)


def limited(positions: np.ndarray) -> list[np.ndarray]:
    """Return the positions as they are after a limit: the last one again and again, or all from 0 on."""
    return [
        form
        for most in LIMITS
        if most <= positions.max()
        for form in (np.minimum(positions, most - 1), positions % most)
    ]
