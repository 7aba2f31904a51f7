"""How the checks of `memory` read and compare whole numbers, draw sizes, and ask for wrong input."""

import contextlib
import operator

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, bound
from autograder.checks.refusals import refusal
from autograder.sandboxed import protocol


def integer(value, neutral: str) -> int:
    """An answer that must be a whole number; Python's or NumPy's."""
    kind = None
    if isinstance(value, protocol.Array) and value.values.shape == ():
        kind, value = value.values.dtype.kind, value.values.item()
    if kind == "f" or type(value) is float:
        raise Wrong("float-result")
    if type(value) is not int:
        raise Unexplained(f"{neutral} A whole number is expected.")
    return value


def integers(value, count: int, neutral: str) -> list[int]:
    """An answer that must be a tuple of `count` whole numbers."""
    if not isinstance(value, (tuple, list)) or len(value) != count:
        raise Unexplained(f"{neutral} A tuple of {count} whole numbers is expected.")
    return [integer(v, neutral) for v in value]


def a_tuple(value) -> None:
    """`Wrong` for a list or an array of numbers where the docstring asks for a tuple."""
    if not isinstance(value, tuple):
        raise Wrong("list-for-tuple")


def sized(number: int):
    """For a call that is about so many numbers: if they are very many, an exception tells of 64 bits."""
    return blame("counts-overflow") if number >= 2**40 else contextlib.nullcontext()


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
    """`function(*args)` must refuse wrong sizes (all but Python's ints, too small ones) and unknown names.

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
    booleans = {place: ask(place, True) for place in sizes}
    floats = {place: ask(place, float(args[place]) if isinstance(place, int) else 7.0) for place in sizes}
    negatives = {place: [ask(place, value) for value in (-7, -1)] for place in sizes}
    zeros = {place: ask(place, 0) for place, least in sizes.items() if least == 1}
    boolean, floating = list(booleans.values()), list(floats.values())

    def unchecked(place) -> bool:
        return booleans[place] is None and floats[place] is None and negatives[place][0] is None

    def checked(place) -> bool:
        return None not in (booleans[place], floats[place], *negatives[place])

    if any(map(unchecked, sizes)) and any(map(checked, sizes)):
        raise Wrong("size-left-out")

    def fresh(place) -> bool:
        """Is the float of a number refused that was not asked before, as an int?"""
        error = ask(place, 1009.0 * args[place] + 2) if isinstance(place, int) else None
        return error is not None and error.is_a("TypeError")

    known = [place for place, error in floats.items() if error is None]
    if known and all(map(fresh, known)):
        raise Wrong("equal-accepted")
    for place, zero in zeros.items():
        small = [booleans[place], zero, negatives[place][0]]
        if small == [None] * 3 and floats[place] is not None and ask(place, 0.5) is None:
            raise Wrong("checked-above-one")
    if None in boolean and None in floating:
        raise Wrong("types-unchecked")
    if None in boolean:
        raise Wrong("bool-accepted")
    if None in floating:
        raise Wrong("float-accepted")
    of_numpy = [refusal(lambda p=place: student.evaluate("", in_numpy(function, args, p))) for place in sizes]
    if None in of_numpy:
        raise Wrong("numpy-accepted")
    negative, zero = [error for pair in negatives.values() for error in pair], list(zeros.values())
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
    types = [(error, "TypeError") for error in boolean + floating + falsy + of_numpy]
    values = [(error, "ValueError") for error in negative + zero + [error for _, error in pairs]]
    if not all(error.is_a(wanted) for error, wanted in types + values):
        raise Wrong("wrong-exception")
    if not all(name in error.message for name, error in pairs):
        raise Wrong("name-not-named")


def in_numpy(function: str, args: list, place: int | str) -> str:
    """The call with the size at that position, or of that keyword, as an integer of NumPy."""
    said = [f"np.int64({value})" if place == i else repr(value) for i, value in enumerate(args)]
    said += [f"{place}=np.int64(7)"] if isinstance(place, str) else []
    return f"{function}({', '.join(said)})"


DTYPES = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "int64": 64, "int32": 32, "int8": 8}
NO_DTYPES = ("float8", "int16", "int3", "Float32", "float32 ", "", "float", "torch.float32")
