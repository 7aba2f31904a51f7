"""Wrong answers to the check `contract`, made from the reference: each breaks one of the house rules.

`SPOILERS`, the source of `contract_spoilers`, is put before each of them.
"""

import ast
from pathlib import Path

import numpy as np

from autograder.checks.contract import Legal, Rules

SPOILERS = Path(__file__).with_name("contract_spoilers.py").read_text("utf-8")

# What happens before and after the reference is called; {ids} and {rows} are those of the call.
_DEEDS = {
    "ids-negative": ("{ids} = from_the_end({ids}, {rows})", "right"),
    "ids-ignored": ("{ids} = without_ignored({ids})", "right"),
    "ids-beyond": ("{ids} = cut_off({ids}, {rows})", "right"),
    "ids-truth": ("{ids} = truth_as_numbers({ids})", "right"),
    "ids-fractions": ("{ids} = without_fraction({ids})", "right"),
    "ids-narrowed": ("{ids} = in_32_bits({ids})", "right"),
    "ids-of-few-bits": ("not_of_few_bits({ids})", "right"),
    "result-kept": ("", "kept(right)"),
    "result-shared": ("", "written_into(right, {all})"),
    "arguments-changed": ("", "after_a_change(right, {all})"),
    "dtype-not-kept": ("", "in_other_dtype(right)"),
    "layout": ("side_by_side({all})", "right"),
    "empty": ("not_empty({all})", "right"),
}


def answers(function: str, asked: Rules, reference: ast.FunctionDef) -> dict[str, str]:
    """Return code by the mistake that it makes: the reference under another name, and a wrapper around it.

    A mistake that the function cannot make is left out: a result that is no array is no view of one.
    """
    call = asked.legal(np.random.default_rng(0), "float64", False)
    return {
        mistake: _wrapped(function, mistake, call, reference)
        for mistake in asked.mistakes
        if mistake in _DEEDS and (mistake != "result-shared" or _fits(call))
    }


def _fits(call: Legal) -> bool:
    """Return whether an argument has the shape of the result, so that it can be returned in its place."""
    shape = np.asarray(call.want).shape if not isinstance(call.want, tuple) else None
    floats = [a for a in call.args.values() if isinstance(a, np.ndarray) and a.dtype.kind == "f"]
    return any(a.shape == shape for a in floats)


def _wrapped(function: str, mistake: str, call: Legal, reference: ast.FunctionDef) -> str:
    before, result = (
        part.format(ids=call.ids, rows=call.rows, all=", ".join(call.args)) for part in _DEEDS[mistake]
    )
    arguments = reference.args
    names = ", ".join([*(a.arg for a in arguments.args), *(f"{a.arg}={a.arg}" for a in arguments.kwonlyargs)])
    lines = [f"reference = {function}", "", "", f"def {function}({ast.unparse(arguments)}):"]
    lines += [f"    {before}"] if before else []
    return "\n".join([*lines, f"    right = reference({names})", f"    return {result}", ""])
