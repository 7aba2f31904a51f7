"""How the checks of `memory` read whole numbers, compare them, and ask for bad input."""

from autograder.checks.framework.checking import SLIPS, Diagnosis, Wrong, bound
from autograder.checks.framework.student import StudentError
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


def see(diagnosis: Diagnosis, got: list, want: list, **mistakes) -> None:
    """One draw, compared exactly, whole numbers of any size or texts.

    A mistake predicts such a list, or several lists that it may give.
    """
    fits = {}
    for name, forms in mistakes.items():
        forms = forms if isinstance(forms[0], (list, tuple)) else [forms]
        fits[name] = any(list(form) == got for form in forms)
    diagnosis.record(got == want, fits)


def see_floats(diagnosis: Diagnosis, got: list, want: list, **mistakes) -> None:
    """As `see`, for floats that come of a few operations in float64."""

    def near(form):
        return all(abs(x - y) <= bound("float64", 2, abs(y)) for x, y in zip(got, form))

    fits = {}
    for name, forms in mistakes.items():
        forms = forms if isinstance(forms[0], (list, tuple)) else [forms]
        fits[name] = any(map(near, forms))
    diagnosis.record(near(want), fits)


def wrapped(x: int) -> int:
    """What 64 bits with a sign keep of x."""
    return (x + 2**63) % 2**64 - 2**63


def odd(rng, low: int, high: int) -> int:
    return int(rng.integers(low, high)) // 2 * 2 + 1


def large(rng):
    """(V, d) whose product a float64 cannot hold, and one that 64 bits cannot."""
    yield odd(rng, 2**40, 2**41), odd(rng, 2**20, 2**21)
    yield odd(rng, 2**60, 2**61), odd(rng, 2**20, 2**21)


def primes(rng, count: int) -> list[int]:
    """Different odd primes: no product of some of them is another."""
    return [int(x) for x in rng.choice([5, 7, 11, 13, 17, 19, 23, 29], count, replace=False)]


def packed(count: int, bits: int) -> int:
    """Whole bytes of `count` numbers."""
    return (count * bits + 7) // 8


def through_floats(count: int, bits: int) -> list[int]:
    """What a count of bytes may be that has been a float on the way: rounded down, or up."""
    x = count * (bits / 8)
    return [int(x), int(-(-x // 1))]


def outcome(ask) -> StudentError | None:
    """The exception with which `ask()` refuses; None if it does not. Slips stay errors."""
    try:
        ask()
    except StudentError as error:
        if error.is_a("NotImplementedError") or any(error.is_a(s) for s in SLIPS):
            raise
        return error
    return None


def refuses(student, function: str, args: list, sizes: dict, names: dict | None = None) -> None:
    """`function(*args)` must refuse bad sizes and names.

    `sizes` maps the position or keyword of a size to the least that is allowed, and `names` that of
    a name to names that are not in the list. Keywords are added to the call.
    """

    def ask(place, value):
        changed, options = list(args), {}
        if isinstance(place, int):
            changed[place] = value
        else:
            options[place] = value
        return outcome(lambda: student.call(function, *changed, **options))

    student.call(function, *args)
    boolean = [ask(place, True) for place in sizes]
    floating = [ask(place, float(args[place]) if isinstance(place, int) else 7.0) for place in sizes]
    if None in boolean and None in floating:
        raise Wrong("types-unchecked")
    if None in boolean:
        raise Wrong("bool-accepted")
    if None in floating:
        raise Wrong("float-accepted")
    negative = [ask(place, -7) for place in sizes]
    zero = [ask(place, 0) for place, least in sizes.items() if least == 1]
    if None in negative:
        raise Wrong("negative-accepted")
    if None in zero:
        raise Wrong("zero-accepted")
    for place, least in sizes.items():
        if least == 0 and ask(place, 0) is not None:
            raise Wrong("zero-refused")
    pairs = [(name, ask(place, name)) for place, bad in (names or {}).items() for name in bad]
    if any(error is None for _, error in pairs):
        raise Wrong("name-unchecked")
    types = [(error, "TypeError") for error in boolean + floating]
    values = [(error, "ValueError") for error in negative + zero + [error for _, error in pairs]]
    if not all(error.is_a(wanted) for error, wanted in types + values):
        raise Wrong("wrong-exception")
    if not all(name in error.message for name, error in pairs):
        raise Wrong("name-not-named")


DTYPES = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "int64": 64, "int32": 32, "int8": 8}
NO_DTYPES = ("float8", "int16", "int3")
