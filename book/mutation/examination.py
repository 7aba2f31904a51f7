"""One claim, once: is there a value under it whose replacement turns the claim over?"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from .conditions import Claim, Operand
from .replacements import FAR, NEGATED, REPLACEMENTS, UNCHANGEABLE, WIDE, is_changeable, is_yes_or_no, same

DONORS = 20
# A replaced key that is not found, and a replaced divisor that is zero, say nothing of a value.
UNDECIDED = (LookupError, ZeroDivisionError)


class Unrepeatable(BaseException):
    """A claim that cannot be evaluated a second time. No `except Exception` of a page may catch it."""


@dataclass
class Verdict:
    """What became of one claim."""

    overturned: str = ""  # the operand and the replacement that turned it over
    operand: int | None = None
    wide: bool = False
    tried: int = 0
    tried_on: list[str] = field(default_factory=list)


def merged(one: Verdict | None, other: Verdict) -> Verdict:
    """What two executions of the same claim say together: one that turns it over is enough."""
    if one is None:
        return other
    first = one if one.overturned or not other.overturned else other
    first.tried, first.wide = one.tried + other.tried, one.wide and other.wide
    return first


class Examination:
    """The claim of `frame`'s site that `thunk` evaluates; `probe` knows the page."""

    def __init__(self, probe, frame, claim: Claim, thunk: Callable):
        self.probe, self.frame, self.claim, self.thunk = probe, frame, claim, thunk
        self.site, self.found = frame.site, Verdict()
        self.baseline = self.answer(None, None)
        if isinstance(self.baseline, Exception):
            raise Unrepeatable(f"{claim.text}: {self.baseline!r}")

    # ------------------------------------------------------------ one evaluation

    def answer(self, target: int | None, change: Callable | None, rerun: bool = False) -> Any:
        """The claim's value, or the exception that it raised, with `change` made to the operand `target`."""
        frame = self.frame
        frame.replaying, frame.target, frame.change, frame.rerun = True, target, change, rerun
        try:
            result = self.thunk()
            return result if self.site.kind == "number" else bool(result)
        except Exception as error:  # noqa: BLE001 - what a claim raises is its answer
            return error
        finally:
            frame.replaying, frame.target, frame.change, frame.rerun = False, None, None, False

    def differs(self, answer: Any, raising: bool = True) -> bool:
        """Is the claim another one? An exception counts as false where `raising` says so."""
        if isinstance(answer, Exception):
            return raising and bool(self.baseline) and not isinstance(answer, UNDECIDED)
        return not same(answer, self.baseline)

    def operand(self, index: int) -> Operand:
        return self.site.operands[index]

    def value(self, index: int) -> Any:
        return self.frame.seen[index]

    def try_all(self, operands: list[int], kinds: dict[str, Callable], raising: bool = True) -> bool:
        """Try each change on each operand until one turns the claim over."""
        for index in operands:
            for name, change in kinds.items():
                self.found.tried += 1
                answer = self.answer(index, change)
                if self.differs(answer, raising):
                    raised = f" ({type(answer).__name__})" if isinstance(answer, Exception) else ""
                    self.found.overturned = f"{self.operand(index).text}: {name}{raised}"
                    self.found.operand = index
                    return True
        return False

    # ------------------------------------------------------------ the verdict

    def verdict(self) -> Verdict:
        if self.claim.trivial or self.claim.computed:
            return self.found
        self.overturn()
        self.found.wide = self.site.kind == "assert" and self.claim.measured and self.is_wide()
        self.found.tried_on = [self.operand(index).text for index in self.values()]
        return self.found

    def overturn(self) -> bool:
        if self.try_all(self.values(), REPLACEMENTS):
            return True
        if self.follow() and self.try_all(self.values(), REPLACEMENTS):
            return True
        if self.try_read_names() or self.try_all(self.flags(), NEGATED):
            return True
        wrong_option = not self.baseline and self.site.kind == "option"
        if wrong_option and self.try_all(self.values(), FAR):
            return True
        if (wrong_option or self.claim.denies) and self.try_values_of_others():
            return True
        return self.try_others()

    # ------------------------------------------------------------ which operands

    def ordered(self) -> list[int]:
        """The claim's operands that have a value; that which a neighbour in a chain shares comes first."""
        seen = [index for index in self.claim.operands if index in self.frame.seen]
        return sorted(seen, key=lambda index: index not in shared(self.claim, self.site.claims))

    def is_handed(self, index: int) -> bool:
        """Is it handed to functions of the page only where these answer yes or no?"""
        asked = [self.frame.seen.get(call) for call in self.operand(index).questions]
        return all(answer is None or is_yes_or_no(answer) for answer in asked)

    def values(self) -> list[int]:
        """Operands with numbers, texts, arrays; constants only where there is nothing else.

        Truth values are not among them: what is below them decides.
        """
        handed = [index for index in self.ordered() if self.is_handed(index)]
        numeric = [index for index in handed if is_changeable(self.value(index))]
        found = [index for index in numeric if not is_yes_or_no(self.value(index))]
        return [index for index in found if not self.operand(index).constant] or found

    def flags(self) -> list[int]:
        """Truth values with nothing below them that could be replaced."""
        values = set(self.values())
        return [
            index
            for index in self.ordered()
            if is_yes_or_no(self.value(index))
            and not self.within(index) & values
            and not self.readable(self.operand(index).function)
        ]

    def within(self, index: int) -> set[int]:
        """The operands that `index` is computed from, as far as its definition is followed."""
        operand = self.operand(index)
        if operand.defined and index not in self.frame.valid:
            return set()
        return operand.inside & set(self.frame.seen)

    def readable(self, function: str) -> list[str]:
        """The names of the page that `function` reads and whose values can be replaced."""
        namespace, settled = self.probe.namespace, self.probe.settled
        names = sorted(self.probe.reads(function)) if function else []
        return [name for name in names if name not in settled and is_changeable(namespace[name])]

    # ------------------------------------------------------------ ways to turn the claim over

    def follow(self) -> bool:
        """Compute the definitions of names anew, and keep those that still give the name's value."""
        frame, done = self.frame, set(self.frame.valid)
        while waiting := [index for index in frame.definitions if index not in done]:
            for index in waiting:
                done.add(index)
                with contextlib.suppress(Exception):  # what it was computed from is there no more
                    if same(frame.definitions[index](), frame.seen[index]):
                        frame.valid.add(index)
        return bool(frame.valid)

    def try_read_names(self) -> bool:
        """Replace what a function of the page reads that answers yes or no."""
        namespace = self.probe.namespace
        asked = {self.operand(i).function for i in self.ordered() if is_yes_or_no(self.value(i))}
        for name in sorted({name for function in asked for name in self.readable(function)}):
            original = namespace[name]
            for kind, change in REPLACEMENTS.items():
                changed = change(original)
                if changed is UNCHANGEABLE:
                    continue
                self.found.tried += 1
                namespace[name] = changed
                try:
                    answer = self.answer(None, None, rerun=True)
                finally:
                    namespace[name] = original
                if self.differs(answer, raising=False):
                    self.found.overturned = f"{name}: {kind}"
                    return True
        return False

    def try_values_of_others(self) -> bool:
        """That two values differ is false where one is the other; a wrong option's equality is true there."""
        operands = [i for i in self.ordered() if self.is_handed(i)]
        operands = [i for i in operands if i in self.values() or self.operand(i).compared]
        functions = {self.operand(index).function for index in self.ordered()}
        read = [self.probe.namespace[name] for function in functions for name in self.readable(function)]
        donors = [*self.frame.seen.values(), *self.claim.constants, *read]
        return any(
            self.try_all(
                operands, {"another value": lambda value, donor=donor: fitting(value, donor)}, raising=False
            )
            for donor in donors[:DONORS]
        )

    def try_others(self) -> bool:
        """Something else in place of what is no number: a dtype, None; nothing in place of a container."""
        others = [i for i in self.ordered() if not is_changeable(self.value(i)) and self.is_handed(i)]
        if self.found.tried:
            others = [index for index in others if self.operand(index).compared]
        containers = [i for i in self.ordered() if isinstance(self.value(i), (list, tuple, set, dict))]
        return self.try_all(others, {"something else": lambda value: object()}) or self.try_all(
            containers, {"nothing in it": lambda value: type(value)()}, raising=False
        )

    def is_wide(self) -> bool:
        """Is the inequality true by a factor of a thousand, for every operand below its sides as well?"""
        try:
            less, more = (numbers(self.value(side)) for side in self.claim.sides)
        except (KeyError, TypeError, ValueError):  # no inequality, sets, or a side that was not evaluated
            return False
        above, below = (less > 0) & (more > WIDE * less), (more < 0) & (less < WIDE * more)
        if not (above | below).all():
            return False
        self.follow()
        return not any(
            self.differs(self.answer(index, change)) for index in self.values() for change in FAR.values()
        )


def shared(claim: Claim, claims: list[Claim]) -> set[int]:
    """The side that a link of a chained comparison has in common with its neighbours."""
    return set(claim.sides) & {side for index in claim.neighbours for side in claims[index].sides}


def numbers(value: Any) -> np.ndarray:
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu().numpy()
    return np.asarray(value, dtype=float)


def fitting(value: Any, donor: Any) -> Any:
    """`donor` as it can stand in the place of `value`: a single one becomes a container of one."""
    containers = (set, frozenset, list, tuple)
    if isinstance(value, containers) and not isinstance(donor, containers):
        try:
            return type(value)([donor])
        except TypeError:  # a set holds no array
            return UNCHANGEABLE
    return donor
