"""Checks of `tying_savings`: parameters and bytes that tying saves, and their share of the untied model."""

from collections.abc import Iterator

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, check
from autograder.checks.shared import numbers
from autograder.checks.student import Student

NAME = "tying_savings"
NEUTRAL = "What tying saves is counted wrongly."


def saved(student: Student, *args, **options) -> np.ndarray:
    """Return the answer as an array: parameters, bytes and share."""
    value = student.call(NAME, *args, **options)
    found = numbers(value) if isinstance(value, tuple | list) else None
    if found is None or found.shape != (3,):
        raise Unexplained(f"{NEUTRAL} Savings(parameters, bytes, share) is expected, three numbers.")
    return found


def sizes(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield V, d, total, tied and options: odd numbers, for which mistakes give different results."""
    for tied in (True, False):
        for options in ({}, {"itemsize": int(rng.choice([1, 3, 5]))}, {"itemsize": 4}):
            V, d = (int(n) for n in rng.integers(5, 60, 2) * 2 + 1)
            yield V, d, 2 * V * d + int(rng.integers(1, 9999)), tied, options
    yield V, d, V * d, True, {}  # nothing but its table
    yield 300_001, 20_001, 9 * 10**10, False, {}  # no integer of 32 bits holds it, and no memory a table


@check(points=1)
def counts(student: Student, rng: np.random.Generator) -> None:
    """Parameters and bytes."""
    diagnosis, wrong = Diagnosis(NEUTRAL), np.zeros(2, bool)
    for V, d, total, tied, options in sizes(rng):
        table, item = V * d, options.get("itemsize", 2)
        smaller, larger = (total, total + table) if tied else (total - table, total)
        none = (0, 0) if not tied else (table, table * item)
        predicted = {
            "both-tables": (2 * table, 2 * table * item),
            "zero-if-untied": none,
            "itemsize-ignored": [(table, table * size) for size in (2, 4)],
            "default-itemsize": [(table, table * options.get("itemsize", size)) for size in (1, 4, 8)],
            "bits": (table, 8 * table * item),
            "bytes-are-parameters": (table, table),
            "of-a-model": [(n, n * item) for n in (smaller, larger, total)],
        }
        got, want = saved(student, V, d, total, tied, **options)[:2], np.array([table, table * item])
        predicted |= {"bytes-over-eight": [(table, table * item / 8), (table, table * item // 8)]}
        if table > 2**31:
            predicted["large-table"] = got
        diagnosis.see(got, want, 0.5, **predicted)
        wrong |= abs(got - want) > 0.5
    which = " and ".join(name for name, at in zip(("the parameters", "the bytes"), wrong) if at)
    diagnosis.neutral = f"{NEUTRAL} It is {which}."
    diagnosis.conclude()


@check(points=1)
def share(student: Student, rng: np.random.Generator) -> None:
    """The share of the untied model."""
    diagnosis, wrong, nearly = Diagnosis(f"{NEUTRAL} It is the share."), set(), True
    for V, d, total, tied, options in sizes(rng):
        table, item = V * d, options.get("itemsize", 2)
        untied = total + table if tied else total
        right = table / untied
        predicted = {
            "share-of-total": table / total,  # of the model as it is
            "share-of-tied": table / (untied - table),
            "tied-ignored": table / (total + table),
            "both-tables": 2 * right,
            "zero-if-untied": right if tied else 0.0,
            "percent": 100 * right,
            "share-kept": 1 - right,
            "share-of-bytes": right * item,
        }
        got = saved(student, V, d, total, tied, **options)[2]
        predicted |= {"tied-turned-round": table / (total if tied else total + table)}
        if table > 2**31:
            predicted["large-table"] = got
        if not diagnosis.see(got, right, 1e-6, **predicted):
            wrong.add(tied)
            nearly &= abs(got - right) < 0.05
    if nearly:
        diagnosis.neutral += " It is nearly right, and less exact than a division."
    elif len(wrong) == 1:
        diagnosis.neutral += f" It is so only for {'a tied' if True in wrong else 'an untied'} model."
    diagnosis.conclude()
