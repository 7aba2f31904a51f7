"""Checks of `format_bytes`: bytes as a text with decimal or binary units."""

import math
from fractions import Fraction

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check

from .. import asking
from ..asking import refuses

FORMAT = "format_bytes"
NEUTRAL = "The text is not right."
DECIMAL = ("B", "kB", "MB", "GB", "TB", "PB")
BINARY = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")


def written(n: int, step=1000, units=DECIMAL, digits=2, larger=False) -> str:
    """The text for n bytes; the options are what mistakes change."""
    power = 0
    while power < 5 and (n > step ** (power + 1) if larger else n >= step ** (power + 1)):
        power += 1
    return f"{n / step**power:.{digits if power else 0}f} {units[power]}"


def dropped(text: str) -> str:
    """The text without trailing zeros, as round() gives."""
    number, unit = text.split(" ")
    return f"{float(number)} {unit}" if "." in number else text


def asked(student, n: int, *binary) -> str:
    value = student.call(FORMAT, n, *binary)
    if not isinstance(value, str):
        raise Unexplained(f"{NEUTRAL} A str is expected.")
    return value


def see(diagnosis, got: str, want: str, **mistakes) -> None:
    """Record one draw; a mistake predicts a text or a list of texts."""
    texts = {name: [forms] if isinstance(forms, str) else forms for name, forms in mistakes.items()}
    asking.see(diagnosis, [got], [want], **{name: [[t] for t in several] for name, several in texts.items()})


def cut(n: int, step: int, units) -> str:
    """The text with the digits after the second cut off."""
    unit = written(n, step, units).split(" ")[1]
    power = units.index(unit)
    hundredths = 100 * n // step**power
    return f"{hundredths // 100}.{hundredths % 100:02} {unit}" if power else f"{n} B"


def twice(n: int, step: int, units) -> list[str]:
    """What double rounding (first to 3 or 4 digits) would print, for each rounding mode."""
    unit = written(n, step, units).split(" ")[1]
    power = units.index(unit)
    found = []
    for digits in (3, 4) if power else ():
        first = round(Fraction(n, step**power), digits)
        even, up = round(first, 2), Fraction((200 * first + 1) // 2, 100)
        in_floats = round(n / step**power, digits)
        found += [f"{float(even):.2f} {unit}", f"{float(up):.2f} {unit}", f"{in_floats:.2f} {unit}"]
    return found or [f"{n} B"]


def separated(n: int, step: int, units) -> str:
    number, unit = written(n, step, units).split(" ")
    return f"{float(number):,.2f} {unit}" if "." in number else f"{n:,} B"


def forms(n: int, step: int, units) -> dict:
    """What mistakes give that can be made with both kinds of units."""
    plain = {"step": step, "units": units}
    right = written(n, **plain)
    return {
        "no-space": right.replace(" ", ""),
        "cut-off": cut(n, **plain),
        "rounded-twice": twice(n, **plain),
        "thousands-separated": [separated(n, **plain), right if " B" in right else separated(n, **plain)],
        "other-digits": [written(n, digits=k, **plain) for k in (1, 0, 3)] + [dropped(right)],
        "bytes-with-digits": right if "." in right else [f"{n}.{'0' * k} B" for k in (2, 1)],
    }


def amounts(rng, step: int):
    """Amounts for every unit that are rounded down, rounded up, and exact; none halfway between two texts."""
    for power in range(1, 6):
        hundredths = int(rng.integers(100, 90_000))
        yield (hundredths * 100 + int(rng.integers(10, 40))) * step**power // 10_000
        yield (hundredths * 100 + int(rng.integers(65, 90))) * step**power // 10_000
        yield int(rng.integers(2, 900)) * step**power
        if power > 1:  # close to half a hundredth: below it, and above
            digits = int(rng.integers(100, 90_000)) * 100
            yield (digits + int(rng.integers(46, 50))) * step**power // 10_000
            yield (digits + int(rng.integers(51, 55))) * step**power // 10_000
    yield int(rng.integers(2, 900))


def steady(student, *binary) -> None:
    """Two equal calls must give the same."""
    for n in (7, 3 * 10**6, 3 * 10**9):
        if asked(student, n, *binary) != asked(student, n, *binary):
            raise Wrong("calls-differ")


@check(points=1)
def decimal(student, rng):
    steady(student)
    diagnosis = Diagnosis(NEUTRAL)
    for n in amounts(rng, 1000):
        want = written(n)
        see(
            diagnosis,
            asked(student, n),
            want,
            **forms(n, 1000, DECIMAL),
            **{
                "binary-for-decimal": [written(n, 1024, DECIMAL), written(n, 1024, BINARY)],
                "kilo-capital": want.replace("k", "K"),
            },
        )
    diagnosis.conclude()


@check(points=1)
def binary(student, rng):
    steady(student, True)
    diagnosis = Diagnosis(NEUTRAL)
    between = [int(rng.integers(1001, 1023)) * 1024**k + 1024**k // 4 for k in range(1, 4)]
    for n in (*amounts(rng, 1024), *between):
        want = written(n, 1024, BINARY)
        see(
            diagnosis,
            asked(student, n, True),
            want,
            **forms(n, 1024, BINARY),
            **{
                "binary-ignored": written(n),
                "decimal-for-binary": written(n, 1000, BINARY),
                "labels-without-i": [want.replace("i", ""), written(n, 1024, DECIMAL)],
            },
        )
    diagnosis.conclude()


@check(points=1)
def edges(student, rng):
    """Zero, exactly one of a unit, one byte less, more than a thousand of the largest unit, the most."""
    steady(student)
    diagnosis = Diagnosis(NEUTRAL)
    for binary, step, units in ((False, 1000, DECIMAL), (True, 1024, BINARY)):
        for power in range(1, 6):
            for n in (step**power, step**power - 1):
                want = written(n, step, units)
                one = written(step**power, step, units)
                rounded = one if n < step**power and want.startswith(f"{step}.00") else want
                see(
                    diagnosis,
                    asked(student, n, binary),
                    want,
                    **{
                        "strictly-larger": written(n, step, units, larger=True),
                        "unit-after-rounding": rounded,
                        "unit-by-logarithm": by_logarithm(n, step, units),
                        **forms(n, step, units),
                        **common(n, binary),
                    },
                )
        nothing = {"bytes-with-digits": ["0.00 B", "0.0 B"], "no-space": "0B"}
        with blame("zero-refused", only=("ValueError",)):
            see(diagnosis, asked(student, 0, binary), "0 B", **nothing)
    diagnosis.conclude()
    for binary, step, units in ((False, 1000, DECIMAL), (True, 1024, BINARY)):
        for times in (int(rng.integers(2, 900)), step + int(rng.integers(2, 900)), 700 * step):
            n = times * step**5
            with blame("unit-invented", only=("IndexError", "KeyError", "TypeError", "UnboundLocalError")):
                got = asked(student, n, binary)
            if got == separated(n, step, units) != written(n, step, units):
                raise Wrong("thousands-separated")
            if got != written(n, step, units):
                raise Wrong(None if got.endswith(units[-1]) else "unit-invented", NEUTRAL)
        with blame("most-refused", only=("ValueError",)):
            got = asked(student, 10**21, binary)
        if got != written(10**21, step, units):
            raise Unexplained(NEUTRAL)


def by_logarithm(n: int, step: int, units) -> list[str]:
    """The texts with the unit that a logarithm in floats gives: helped over its rounding, and as it is."""
    logarithm = math.log10(n) // 3 if step == 1000 else math.log2(n) // 10
    powers = math.log(n) / math.log(step) + 1e-12, logarithm, math.log(n, step), math.log(n, 10) / 3
    found = [min(5, int(power)) for power in powers]
    return [f"{n / step**power:.2f} {units[power]}" if power else f"{n} B" for power in found]


def common(n: int, binary: bool) -> dict:
    """What the mistakes of the checks `decimal` and `binary` give here."""
    if not binary:
        return {"binary-for-decimal": written(n, 1024, DECIMAL), "kilo-capital": written(n).replace("k", "K")}
    return {
        "binary-ignored": written(n),
        "decimal-for-binary": written(n, 1000, BINARY),
        "labels-without-i": written(n, 1024, DECIMAL),
    }


@check(points=1)
def errors(student, rng):
    refuses(student, FORMAT, [int(rng.integers(5, 900))], {0: 0})
