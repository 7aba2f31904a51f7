"""Checks of `tying_savings`: parameters and bytes that tying saves, and their share of the untied model."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import as_float, exact, wrapped
from autograder.sandboxed import protocol

NAME = "tying_savings"
NEUTRAL = "What tying saves is counted wrongly."


def saved(student, *args, **options):
    """The answer: parameters and bytes as whole numbers, and the share as a float."""
    value = student.call(NAME, *args, **options)
    if not isinstance(value, tuple) or len(value) != 3:
        raise Unexplained(f"{NEUTRAL} Savings(parameters, bytes, share) is expected.")
    if any(isinstance(v, protocol.Array) and v.values.ndim == 0 for v in value[:2]):
        raise Wrong("numpy-counts")
    if any(type(v) is float for v in value[:2]):
        raise Wrong("float-counts")
    if any(type(v) is not int for v in value[:2]):
        raise Unexplained(f"{NEUTRAL} Two whole numbers and a float are expected.")
    share = value[2]
    if isinstance(share, protocol.Array) and share.values.ndim == 0:
        share = share.values.item()
    if type(share) not in (int, float):
        raise Unexplained(f"{NEUTRAL} Two whole numbers and a float are expected.")
    return value[0], value[1], as_float(share, NEUTRAL)


def sizes(rng):
    """V, d, total, tied, options: odd numbers, for which mistakes give different results."""
    for tied in (True, False):
        for options in ({}, {"itemsize": int(rng.choice([1, 3, 5]))}, {"itemsize": 4}):
            V, d = (int(n) for n in rng.integers(5, 60, 2) * 2 + 1)
            yield V, d, 2 * V * d + int(rng.integers(1, 9999)), tied, options
    # Products that float64 does not hold exactly, and one that no integer of 64 bits holds.
    for large in (10**9, 10**15):
        V, d = large + 7, large + 9 + 2 * int(rng.integers(99))
        yield V, d, 3 * V * d + 1, True, {"itemsize": 3}
    yield V, d, 5 * V * d + 3, False, {}


def beyond_floats(rng) -> tuple[int, int, int]:
    """V, d and total, so large that no float holds the product of the first two."""
    V, d = 10**160 + int(rng.integers(99)), 10**160 + int(rng.integers(99))
    return V, d, 3 * V * d + int(rng.integers(99))


@check(points=1)
def counts(student, rng):
    diagnosis = Diagnosis(NEUTRAL)
    for V, d, total, tied, options in sizes(rng):
        with blame("large-sizes", only=("OverflowError",)):
            parameters, nbytes, _ = saved(student, V, d, total, tied, **options)
        table, item = V * d, options.get("itemsize", 2)
        both, none = (2 * table, 2 * table * item), (0, 0)
        smaller, larger = (total, total + table) if tied else (total - table, total)
        predicted = {
            "both-tables": both,
            "zero-if-untied": none if not tied else (table, table * item),
            "itemsize-ignored": (table, 2 * table),
            "default-itemsize": [(table, table * options.get("itemsize", size)) for size in (1, 4, 8)],
            "bits": (table, 8 * table * item),
            "bytes-are-parameters": (table, table),
            "of-a-model": [(n, n * item) for n in (smaller, larger, total)],
            "large-sizes": [(wrapped(table), wrapped(table * item))],
        }
        for got, want, k in ((parameters, table, 0), (nbytes, table * item, 1)):
            forms = {
                m: [exact([pair[k]]) for pair in (pairs if isinstance(pairs, list) else [pairs])]
                for m, pairs in predicted.items()
            }
            if k == 1 and got == 4 * table:  # four bytes, whatever the size
                forms["itemsize-ignored"] = exact([got])
            if got == want > 2**62 or 0 < abs(got - want) <= 1e-12 * want:
                forms["large-sizes"].append(exact([got]))
            diagnosis.see(exact([got]), exact([want]), 0, **forms)
    diagnosis.conclude()
    V, d, total = beyond_floats(rng)
    with blame("large-sizes", only=("OverflowError",)):
        parameters, nbytes, _ = saved(student, V, d, total, True)
    if (parameters, nbytes) != (V * d, 2 * V * d):
        raise Wrong("large-sizes")


@check(points=1)
def share(student, rng):
    diagnosis = Diagnosis(NEUTRAL)
    for V, d, total, tied, options in sizes(rng):
        with blame("large-sizes", only=("OverflowError",)):
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
                "percent": got if abs(got / 100 - right) < 1e-12 else 100 * right,
                "share-kept": 1 - right,
                "share-rounded": [*(round(right, n) for n in range(1, 13)), float(np.float32(right))],
                "share-of-bytes": right * options.get("itemsize", 2),
                "large-sizes": wrapped(table) / (wrapped(untied) or 1),
            },
        )
    diagnosis.conclude()
    V, d, total = beyond_floats(rng)
    with blame("large-sizes", only=("OverflowError",)):
        *_, got = saved(student, V, d, total, True)
    if not abs(got - 0.25) <= 1e-15:
        raise Wrong("large-sizes")
    for tied in (True, False):  # a small table in a large model
        V, d, total = (int(n) for n in rng.integers((2, 2, 10**11), (9, 9, 10**12)))
        *_, got = saved(student, V, d, total, tied)
        right = V * d / (total + V * d * tied)
        if not abs(got - right) <= 8 * np.finfo(float).eps * right:
            raise Wrong("share-cancels")


@check(points=1)
def errors(student, rng):
    """Sizes below one and totals smaller than the tables are refused; a total of the tables alone is not."""
    V, d = (int(n) for n in rng.integers(20, 90, 2))
    table = V * d
    for args in ((V, d, table, True), (V, d, 2 * table, False), (1, 1, 1, True, 1), (1, 1, 2, False, 1)):
        with blame("least-refused", only=("ValueError",)):
            saved(student, *args)
    below = [
        (0, d, table, True),
        (V, 0, table, True),
        (-V, -d, 3 * table, False),
        (-V, d, table, True),
        (V, -1, table, False),
    ]
    refuses_values(lambda args: student.call(NAME, *args), below, if_accepted="settings-unchecked")
    for item in (0, -2):
        refuses_values(
            lambda args: student.call(NAME, *args),
            [(V, d, table, True, item)],
            if_accepted="itemsize-unchecked",
        )
    small = [(V, d, table - 1, True), (V, d, 2 * table - 1, False), (V, d, table, False), (V, d, 0, True)]
    refuses_values(
        lambda args: student.call(NAME, *args), [small[0], small[3]], if_accepted="total-unchecked"
    )
    refuses_values(lambda args: student.call(NAME, *args), small[1:3], if_accepted="untied-total-unchecked")
    large = (2**60, 1, 2**61 - 1, False), (2**60 + 1, 3, 3 * 2**60 + 2, True)
    refuses_values(lambda args: student.call(NAME, *args), large, if_accepted="large-sizes")
