"""What a rewritten page calls: it evaluates each condition as it stands, then with replaced values.

Nothing that the page has is changed: replacements are copies, the states of random generators are put
back, and calls under a condition are made once, their values being kept.
"""

from __future__ import annotations

import contextlib
import io
import random
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from .conditions import Site
from .examination import Examination, Verdict, merged
from .names import Names
from .replacements import UNCHANGEABLE

EXECUTIONS = 3  # of a condition in a loop or a function: the first ones are examined
PLAIN = (bool, int, float, complex, str, bytes, np.generic, type(None))


@dataclass
class Frame:
    """One evaluation of one site: the values that its operands had, and what is replaced now."""

    site: Site
    cache: dict = field(default_factory=dict)  # (operand, key of bound names) -> value
    seen: dict[int, Any] = field(default_factory=dict)  # operand -> the first of its values
    definitions: dict[int, Callable] = field(default_factory=dict)
    valid: set[int] = field(default_factory=set)  # names whose definition gives their value
    kept: list = field(default_factory=list)  # objects whose id is a key
    replaying: bool = False
    target: int | None = None
    change: Callable | None = None
    rerun: bool = False  # the page's functions are called anew, since a name that they read was replaced

    def key(self, index: int, bound: tuple) -> tuple:
        self.kept.append(bound)
        return index, *((type(x), x) if isinstance(x, PLAIN) else id(x) for x in bound)


class Probe:
    def __init__(self, namespace: dict, sites: list[Site]):
        self.namespace, self.sites = namespace, sites
        self.frames: list[Frame] = []
        self.executions: list[int] = []
        self.labels: list[str] = []
        self.verdicts: list[list[Verdict | None]] = []
        self.settled: set[str] = set()  # names of constants and tolerances: settings, nothing measured

    def begin(self, names: Names) -> None:
        """Take in the sites of one more cell, and what the names stand for behind it."""
        self.settled = names.constants | names.tolerances
        for site in self.sites[len(self.verdicts) :]:
            self.verdicts.append([None] * len(site.claims))
            self.labels.append("")
            self.executions.append(0)

    # ------------------------------------------------------------ called by the page

    def check(self, number: int, whole: Callable, claims: tuple, label: Callable | None = None) -> Any:
        """The value of the condition, after its claims were examined."""
        site, frame = self.sites[number], Frame(self.sites[number])
        examine = self.executions[number] < EXECUTIONS and not any(outer.replaying for outer in self.frames)
        self.frames.append(frame)
        try:
            result = whole()
            if not examine or (site.kind == "assert" and not result):
                return result
            self.executions[number] += 1
            if label is not None:
                self.labels[number] = str(label())
            with self.aside():
                for index, claim in enumerate(claims):
                    found = Examination(self, frame, site.claims[index], claim).verdict()
                    self.verdicts[number][index] = merged(self.verdicts[number][index], found)
            return result
        finally:
            self.frames.pop()

    def value(self, index: int, thunk: Callable, bound: tuple, followed: Callable | None = None) -> Any:
        """The value of an operand of the innermost condition, or what replaces it."""
        frame = self.frames[-1]
        key, operand = frame.key(index, bound), frame.site.operands[index]
        if not frame.replaying:
            value = thunk()
            frame.seen.setdefault(index, value)
            if followed is not None:
                frame.definitions[index] = followed
            if not hasattr(value, "__next__"):  # an iterator would be used up
                frame.cache[key] = value
            return value
        if index == frame.target and frame.change is not None:
            original = frame.cache[key] if key in frame.cache else thunk()
            changed = frame.change(original)
            return original if changed is UNCHANGEABLE else changed
        if frame.target in operand.inside and (not operand.defined or index in frame.valid):
            return followed() if followed is not None else thunk()
        calls = {operand.function, *(frame.site.operands[inner].function for inner in operand.inside)}
        if key not in frame.cache or (frame.rerun and any(calls)):
            return thunk()
        return frame.cache[key]

    # ------------------------------------------------------------ evaluation beside the page

    @contextlib.contextmanager
    def aside(self):
        """Nothing done here is printed, warned of, or drawn from the page's random generators."""
        kinds = (np.random.Generator, torch.Generator, random.Random)
        generators = [value for value in self.namespace.values() if isinstance(value, kinds)]
        states = [_state(generator) for generator in generators]
        common = np.random.get_state(), torch.get_rng_state(), random.getstate()
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                with contextlib.redirect_stdout(io.StringIO()):
                    yield
        finally:
            for generator, state in zip(generators, states, strict=True):
                _restore(generator, state)
            np.random.set_state(common[0])
            torch.set_rng_state(common[1])
            random.setstate(common[2])

    def reads(self, name: str, known: set[str] | None = None) -> set[str]:
        """The names of the page that its function `name` reads, itself or through another one."""
        known = set() if known is None else known
        function = self.namespace.get(name)
        if not isinstance(function, types.FunctionType) or function.__globals__ is not self.namespace:
            return known
        for mentioned in _mentioned(function.__code__):
            if mentioned in self.namespace and mentioned not in known and mentioned != name:
                known.add(mentioned)
                self.reads(mentioned, known)
        return known


def _mentioned(code: types.CodeType) -> set[str]:
    inner = [_mentioned(part) for part in code.co_consts if isinstance(part, types.CodeType)]
    return set(code.co_names).union(*inner)


def _state(generator: Any) -> Any:
    if isinstance(generator, np.random.Generator):
        return generator.bit_generator.state
    return generator.get_state() if isinstance(generator, torch.Generator) else generator.getstate()


def _restore(generator: Any, state: Any) -> None:
    if isinstance(generator, np.random.Generator):
        generator.bit_generator.state = state
    elif isinstance(generator, torch.Generator):
        generator.set_state(state)
    else:
        generator.setstate(state)
