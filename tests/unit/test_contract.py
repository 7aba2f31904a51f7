"""The house rules: the check passes what keeps them, and names what the bank's answers break."""

import ast

import numpy as np
import pytest

from autograder.checks import checking
from autograder.checks.contract import MISTAKES, RULES, Legal, house_rules
from autograder.checks.student import Local
from autograder.selftest import contracted

LOOKUP = """
import numpy as np


def lookup(E, ids):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu" or (ids.size and not 0 <= ids.min() <= ids.max() < len(E)):
        raise ValueError("not an id")
    return E[ids]
"""
ROWS = """
import torch


def rows(x, ids):
    if ids.dtype not in (torch.int32, torch.int64) or bool(((ids < 0) | (ids >= len(x))).any()):
        raise IndexError("not an id")
    return torch.zeros_like(x).index_add(0, ids, x[ids]), x.sum()
"""


def legal(rng, dtype, empty):
    E, ids = rng.normal(size=(5, 3)).astype(dtype), rng.integers(0, 5, 0 if empty else 4)
    return Legal({"E": E, "ids": ids}, E[ids], ids="ids", V=5, rows="len(E)")


def legal_rows(rng, dtype, empty):
    x, ids = rng.normal(size=(5, 3)).astype(dtype), rng.permutation(5)[: 0 if empty else 3]
    want = np.zeros((5, 3))
    want[ids] = x[ids]
    return Legal({"x": x, "ids": ids}, (want, x.sum(dtype=float)), ids="ids", V=5, rows="len(x)")


def told(source: str, function: str, contract) -> str | None:
    """Which mistake the check names: None if it is right."""
    suite = checking.Suite(dict(MISTAKES), "lookup")
    check = checking.Check(function, "contract", 1.0, contract, False, suite)
    namespace: dict = {}
    exec(source, namespace)
    result = checking.run(check, Local(namespace), 1)
    assert result.verdict == "right" or result.misconception, result.message
    return result.misconception


@pytest.mark.parametrize(
    ("source", "function", "made", "on"),
    [(LOOKUP, "lookup", legal, "numpy"), (ROWS, "rows", legal_rows, "torch")],
)
def test_what_keeps_the_rules_passes_and_each_rule_broken_is_named(source, function, made, on, monkeypatch):
    monkeypatch.setattr(made, "__module__", f"course.topic.{function}.checks")
    contract = house_rules(*RULES, legal=made, on=on)
    assert told(source, function, contract) is None
    (node,) = (n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef))
    answers = contracted.answers(function, contract.rules, node)
    assert set(MISTAKES) - set(answers) <= {"result-shared"}
    for mistake, made_of in answers.items():
        assert told("\n".join((contracted.SPOILERS, source, made_of)), function, contract) == mistake


def test_a_view_and_a_mask_are_named(monkeypatch):
    monkeypatch.setattr(legal, "__module__", "course.topic.lookup.checks")
    contract = house_rules("new", "ids", legal=legal)
    view = "def lookup(E, ids):\n    E[:len(ids)] = E[ids].copy()\n    return E[:len(ids)]"
    assert told(view, "lookup", contract) == "result-shared"
    assert told("def lookup(E, ids): return E[ids]", "lookup", contract) == "ids-negative"


def test_a_rule_that_is_not_there_is_an_error():
    with pytest.raises(ValueError, match="no house rule colour"):
        house_rules("colour", legal=legal)


def test_arguments_of_a_further_call_stay_as_they_were_too(monkeypatch):
    monkeypatch.setattr(legal, "__module__", "course.topic.lookup.checks")

    def further(rng, dtype, empty):
        call = legal(rng, dtype, empty)
        return Legal(call.args | {"last": True}, None)

    keeps = "def lookup(E, ids, last=False): return E[ids]"
    clears = "def lookup(E, ids, last=False):\n    E[-1] *= not last\n    return E[ids]"
    for more, expected in ((None, None), (further, "arguments-changed")):
        contract = house_rules("unchanged", legal=legal, more=more)
        assert told(keeps, "lookup", contract) is None
        assert told(clears, "lookup", contract) == expected
