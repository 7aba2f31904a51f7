"""How the checks of `memory` read and compare whole numbers, draw sizes, and ask for wrong input."""

import operator

from autograder.checks.framework.checking import Diagnosis, Wrong, bound
from autograder.checks.framework.refusals import refusal
from autograder.sandboxed import protocol


def integer(value, neutral: str) -> int:
    """An answer that must be a whole number; Python's or NumPy's."""
    kind = None
    if isinstance(value, protocol.Array) and value.values.shape == ():
        kind, value = value.values.dtype.kind, value.values.item()
    if kind == "f" or type(value) is float:
        raise Wrong("float-result")
    if type(value) is not int:
        raise Wrong(None, f"{neutral} A whole number is expected.")
    return value


def integers(value, count: int, neutral: str) -> list[int]:
    """An answer that must be a tuple of `count` whole numbers."""
    if not isinstance(value, (tuple, list)) or len(value) != count:
        raise Wrong(None, f"{neutral} A tuple of {count} whole numbers is expected.")
    return [integer(v, neutral) for v in value]


def see(diagnosis: Diagnosis, got: list, want: list, near=operator.eq, **mistakes) -> None:
    """Record one draw, lists that are compared item by item with `near`, by default exactly.

    `mistakes` predict such a list, or a list of lists.
    """

    def fits(form) -> bool:
        return len(form) == len(got) and all(map(near, form, got))

    def explained() -> dict[str, bool]:
        several = {m: v if isinstance(v[0], (list, tuple)) else [v] for m, v in mistakes.items()}
        return {m: any(map(fits, forms)) for m, forms in several.items()}

    diagnosis.record(fits(want), explained)


def but_for_rounding(y: float, x: float) -> bool:
    """Is x equal to y up to the rounding of a few operations in float64?"""
    return bool(abs(x - y) <= bound("float64", 2, abs(y)))


def odd(rng, low: int, high: int) -> int:
    """A random odd number between `low` and `high`."""
    return int(rng.integers(low, high)) // 2 * 2 + 1


def large(rng):
    """(V, d) with a product that float64 does not hold exactly, and with one that overflows int64."""
    yield odd(rng, 2**40, 2**41), odd(rng, 2**20, 2**21)
    yield odd(rng, 2**60, 2**61), odd(rng, 2**20, 2**21)


def primes(rng, count: int) -> list[int]:
    """Different primes, so that products of different factors differ."""
    return [int(x) for x in rng.choice([5, 7, 11, 13, 17, 19, 23, 29], count, replace=False)]


def packed(count: int, bits: int) -> int:
    """The bytes of `count` numbers of so many bits, rounded up."""
    return (count * bits + 7) // 8


def through_floats(count: int, bits: int) -> list[int]:
    """The bytes of `count` numbers if computed in floats: rounded down, and rounded up."""
    x = count * (bits / 8)
    return [int(x), int(-(-x // 1))]


def refuses(student, function: str, args: list, sizes: dict, names: dict | None = None) -> None:
    """`function(*args)` must refuse wrong sizes (booleans, floats, too small ones) and unknown names.

    `sizes` maps the position or keyword of a size to the least that is allowed, and `names` the
    position or keyword of a name to names that are unknown. Keywords are added to the call.
    """

    def ask(place, value):
        changed, options = list(args), {}
        if isinstance(place, int):
            changed[place] = value
        else:
            options[place] = value
        return refusal(lambda: student.call(function, *changed, **options))

    student.call(function, *args)
    boolean = [ask(place, True) for place in sizes]
    floating = [ask(place, float(args[place]) if isinstance(place, int) else 7.0) for place in sizes]
    if None in boolean and None in floating:
        raise Wrong("types-unchecked")
    if None in boolean:
        raise Wrong("bool-accepted")
    if None in floating:
        raise Wrong("float-accepted")
    negative = [ask(place, value) for place in sizes for value in (-7, -1)]
    zero = [ask(place, 0) for place, least in sizes.items() if least == 1]
    if None in negative:
        raise Wrong("negative-accepted")
    if None in zero:
        raise Wrong("zero-accepted")
    for place, least in sizes.items():
        if least == 0 and ask(place, 0) is not None:
            raise Wrong("zero-refused")
    optional = [place for place, least in sizes.items() if least == 0]
    falsy = [ask(place, value) for place in optional for value in (False, 0.0)]
    if None in falsy:
        raise Wrong("zero-unchecked")
    pairs = [(name, ask(place, name)) for place, bad in (names or {}).items() for name in bad]
    if any(error is None for _, error in pairs):
        raise Wrong("name-unchecked")
    types = [(error, "TypeError") for error in boolean + floating + falsy]
    values = [(error, "ValueError") for error in negative + zero + [error for _, error in pairs]]
    if not all(error.is_a(wanted) for error, wanted in types + values):
        raise Wrong("wrong-exception")
    if not all(name in error.message for name, error in pairs):
        raise Wrong("name-not-named")


DTYPES = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "int64": 64, "int32": 32, "int8": 8}
NO_DTYPES = ("float8", "int16", "int3", "Float32", "float32 ", "", "float", "torch.float32")
