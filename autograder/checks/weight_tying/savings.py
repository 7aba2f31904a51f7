"""Checks of `tying_savings`: parameters and bytes that tying saves, and their share of the untied model."""

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, blame
from autograder.checks.framework.refusals import refuses_values
from autograder.checks.framework.shared import as_float, exact
from autograder.checks.weight_tying.catalogue import SUITE
from autograder.sandboxed import protocol

check = SUITE.check
NAME = "tying_savings"
NEUTRAL = "What tying saves is counted wrongly."


def saved(student, *args, **options):
    """The answer: parameters and bytes as whole numbers, and the share as a float."""
    value = student.call(NAME, *args, **options)
    if not isinstance(value, tuple) or len(value) != 3:
        raise Wrong(None, f"{NEUTRAL} Savings(parameters, bytes, share) is expected.")
    numbers = [v.values.item() if isinstance(v, protocol.Array) and v.values.ndim == 0 else v for v in value]
    if any(type(n) not in (int, float) for n in numbers):
        raise Wrong(None, f"{NEUTRAL} Two whole numbers and a float are expected.")
    if any(type(n) is float for n in numbers[:2]):
        raise Wrong(None, f"{NEUTRAL} Counts are whole numbers, not floats.")
    return numbers[0], numbers[1], as_float(numbers[2], NEUTRAL)


def sizes(rng):
    """V, d, total, tied, options: odd numbers, for which mistakes give different results."""
    for tied in (True, False):
        for options in ({}, {"itemsize": int(rng.choice([1, 3, 5]))}, {"itemsize": 4}):
            V, d = (int(n) for n in rng.integers(5, 60, 2) * 2 + 1)
            yield V, d, 2 * V * d + int(rng.integers(1, 9999)), tied, options
    # A product that float64 does not hold exactly.
    V, d = 10**9 + 7, 10**9 + 9 + 2 * int(rng.integers(99))
    yield V, d, 3 * V * d + 1, True, {"itemsize": 3}


@check(NAME, "counts", points=1)
def _(student, rng):
    diagnosis = Diagnosis(NEUTRAL)
    for V, d, total, tied, options in sizes(rng):
        parameters, nbytes, _ = saved(student, V, d, total, tied, **options)
        table, item = V * d, options.get("itemsize", 2)
        both, none = (2 * table, 2 * table * item), (0, 0)
        predicted = {
            "both-tables": both,
            "zero-if-untied": none if not tied else (table, table * item),
            "itemsize-ignored": (table, 2 * table),
        }
        for got, want, k in ((parameters, table, 0), (nbytes, table * item, 1)):
            forms = {m: exact([pair[k]]) for m, pair in predicted.items()}
            if k == 1 and got == 4 * table:  # four bytes, whatever the size
                forms["itemsize-ignored"] = exact([got])
            diagnosis.see(exact([got]), exact([want]), 0, **forms)
    diagnosis.conclude()


@check(NAME, "share", points=1)
def _(student, rng):
    diagnosis = Diagnosis(NEUTRAL)
    for V, d, total, tied, options in sizes(rng):
        *_, got = saved(student, V, d, total, tied, **options)
        table = V * d
        untied = total + table if tied else total
        right = table / untied
        of_tied = table / (untied - table)
        diagnosis.see(
            got,
            right,
            8 * np.finfo(float).eps,
            **{
                "share-of-total": table / total,  # of the model as it is
                "share-of-tied": of_tied,
                "tied-ignored": table / (total + table),
                "both-tables": 2 * right,
                "zero-if-untied": right if tied else 0.0,
            },
        )
    diagnosis.conclude()


@check(NAME, "errors", points=1)
def _(student, rng):
    """Sizes below one and totals smaller than the tables are refused; a total of the tables alone is not."""
    V, d = (int(n) for n in rng.integers(20, 90, 2))
    table = V * d
    for args in ((V, d, table, True), (V, d, 2 * table, False)):
        with blame(None, "A total that holds the tables and nothing else is refused.", only=("ValueError",)):
            saved(student, *args)
    below = [
        (0, d, table, True),
        (V, 0, table, True),
        (-V, -d, 3 * table, False),
        (V, d, table, True, 0),
        (V, -1, table, False),
    ]
    refuses_values(lambda args: student.call(NAME, *args), below, silent="settings-unchecked")
    small = [(V, d, table - 1, True), (V, d, 2 * table - 1, False), (V, d, table, False), (V, d, 0, True)]
    refuses_values(lambda args: student.call(NAME, *args), small, silent="total-unchecked")
