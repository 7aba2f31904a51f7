"""Answers to `format_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bisect", how="looks the unit up in a sorted list of sizes; decimal arithmetic",
    source='''
from bisect import bisect_right
from decimal import Decimal, getcontext

def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    getcontext().prec = 60
    step = 1024 if binary else 1000
    sizes = [step**k for k in range(1, 6)]
    names = "KiB MiB GiB TiB PiB".split() if binary else "kB MB GB TB PB".split()
    k = bisect_right(sizes, n)
    if not k:
        return f"{n} B"
    return f"{(Decimal(n) / sizes[k - 1]).quantize(Decimal('0.01'))} {names[k - 1]}"
''')

answers.right(
    "descending", how="from the largest unit to the smallest",
    source='''
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    for power, letter in ((5, "P"), (4, "T"), (3, "G"), (2, "M"), (1, "K" if binary else "k")):
        if n >= step**power:
            return "%.2f %s%sB" % (n / step**power, letter, "i" if binary else "")
    return str(n) + " B"
''')

answers.right(
    "dividing", how="divides a float again and again, and looks at the float",
    source='''
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    if binary:
        step, units = 1024, ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
    else:
        step, units = 1000, ("B", "kB", "MB", "GB", "TB", "PB")
    power = 0
    rest = n
    while rest >= step and power < len(units) - 1:
        rest //= step
        power += 1
    if power == 0:
        return "{} B".format(n)
    return "{:.2f} {}".format(n / step**power, units[power])
''')

answers.right(
    "half-up", how="whole numbers only; a tie goes up, where Python's format goes to the even digit",
    source='''
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    units = "KiB MiB GiB TiB PiB".split() if binary else "kB MB GB TB PB".split()
    power = max([k for k in range(1, 6) if n >= step**k], default=0)
    if not power:
        return f"{n} B"
    hundredths = (200 * n + step**power) // (2 * step**power)
    return f"{hundredths // 100}.{hundredths % 100:02} {units[power - 1]}"
''')

answers.wrong(
    "1024", "binary-for-decimal", check="decimal", breaks="decimal",
    source='''
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while n >= step ** (k + 1) and k < 5:
        k += 1
    if k == 0:
        return f"{n} B"
    return f"{n / step**k:.2f} {units[k]}"
''')

answers.wrong(
    "mb-for-mib", "labels-without-i", check="binary", breaks="labels",
    source='''
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    units = ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while n >= step ** (k + 1) and k < 5:
        k += 1
    if k == 0:
        return f"{n} B"
    return f"{n / step**k:.2f} {units[k]}"
''')

answers.wrong(
    "1000", "decimal-for-binary", check="binary", breaks="binary",
    of="wrong-1024", old="    step = 1024", new="    step = 1000")

answers.wrong(
    "digits-for-bytes", "bytes-with-digits", check="edges", breaks="plain",
    of="wrong-1024", edits=[("    step = 1024", "    step = 1024 if binary else 1000"), ('        return f"{n} B"', '        return f"{n:.2f} B"')])

answers.wrong(
    "float", "float-accepted", check="errors", breaks="types",
    why="takes what can be compared",
    of="wrong-1024", old='''
    check_sizes(0, n=n)
    step = 1024
''', new='''
    if isinstance(n, bool):
        raise TypeError("n is a bool")
    if n < 0:
        raise ValueError("n is negative")
    step = 1024 if binary else 1000
''')

answers.wrong(
    "ignored", "binary-ignored", check="binary",
    of="wrong-mb-for-mib", old="    step = 1024 if binary else 1000", new="    step = 1000")

answers.wrong(
    "kb", "kilo-capital", check="decimal", breaks="kilo",
    of="wrong-mb-for-mib", 
    old='    units = ["B", "kB", "MB", "GB", "TB", "PB"]',
    new='    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "KB", "MB", "GB", "TB", "PB"]')

answers.wrong(
    "larger", "strictly-larger", check="edges", breaks="largest",
    of="wrong-1024", edits=[("    step = 1024", "    step = 1024 if binary else 1000"), ("    while n >= step ** (k + 1) and k < 5:", "    while n > step ** (k + 1) and k < 5:")])

answers.wrong(
    "no-end", "unit-invented", check="edges", breaks="most",
    of="wrong-1024", edits=[("    step = 1024", "    step = 1024 if binary else 1000"), ("    while n >= step ** (k + 1) and k < 5:", "    while n >= step ** (k + 1):")])

answers.wrong(
    "round", "other-digits", check="decimal", breaks="digits",
    of="wrong-1024", edits=[("    step = 1024", "    step = 1024 if binary else 1000"), ('    return f"{n / step**k:.2f} {units[k]}"', '    return f"{round(n / step**k, 2)} {units[k]}"')])

answers.wrong(
    "rounded-first", "unit-after-rounding", check="edges",
    of="wrong-1024", edits=[("    step = 1024", "    step = 1024 if binary else 1000"), ("    while n >= step ** (k + 1) and k < 5:", "    while k < 5 and (n >= step if k == 0 else round(n / step**k, 2) >= step):")])

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "no-space", "no-space", check="decimal", breaks="space",
    of="right-half-up", edits=[('''
    if not power:
        return f"{n} B"''', '''
    if not power:
        return f"{n}B"'''), ('''
    return f"{hundredths // 100}.{hundredths % 100:02} {units[power - 1]}"''', '''
    return f"{hundredths // 100}.{hundredths % 100:02}{units[power - 1]}"''')])

answers.wrong(
    "cut", "cut-off", check="decimal", breaks="nearest",
    of="right-half-up", old='''
    hundredths = (200 * n + step**power) // (2 * step**power)''', new='''
    hundredths = 100 * n // step**power''')

answers.wrong(
    "zero", "zero-refused", check="edges", breaks="zero",
    why="1 or more, as elsewhere",
    of="right-half-up", old='''
    check_sizes(0, n=n)''', new='''
    check_sizes(n=n)''')

answers.wrong(
    "negative", "negative-accepted", check="errors", breaks="negative",
    why="checks the type alone",
    of="right-half-up", old='''
    check_sizes(0, n=n)''', new='''
    check_sizes(n, n=n)''')

answers.wrong(
    "zero-first", "zero-unchecked", check="errors", alone=True,
    why="answers for 0 before it checks n",
    source='''
def format_bytes(n, binary=False):
    if n == 0:
        return "0 B"
    check_sizes(n=n)
    step = 1024 if binary else 1000
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while k < 5 and n >= step ** (k + 1):
        k += 1
    return f"{n / step ** k:.2f} {units[k]}" if k else f"{n} B"
''')

answers.wrong(
    "logarithm", "unit-by-logarithm", check="edges", alone=True,
    why="finds the unit by a logarithm in floats",
    source='''
import math
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]
    if n < step:
        return f"{n} B"
    k = min(5, int(math.log(n) / math.log(step) + 1e-12))
    return f"{n / step ** k:.2f} {units[k]}"
''')

answers.right(
    "decimal-digits", how="rounds with the decimal module, ties up",
    source='''
from decimal import Decimal, ROUND_HALF_UP, localcontext

def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step, letters = (1024, ["Ki", "Mi", "Gi", "Ti", "Pi"]) if binary else (1000, list("kMGTP"))
    if n < step:
        return f"{n} B"
    size = step
    while len(letters) > 1 and n >= size * step:
        size *= step
        letters.pop(0)
    with localcontext() as context:
        context.prec = 50
        number = (Decimal(n) / size).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return f"{number} {letters[0]}B"
''')

answers.wrong(
    "three-then-two", "rounded-twice", check="decimal", breaks="nearest",
    why="rounds to thousandths first, and these to hundredths",
    of="right-half-up", old='''
    hundredths = (200 * n + step**power) // (2 * step**power)''', new='''
    thousandths = (2000 * n + step**power) // (2 * step**power)
    hundredths = (thousandths + 5) // 10''')

answers.wrong(
    "round-then-format", "rounded-twice", check="binary",
    why="round() to three digits, and two in the format",
    of="right-descending", old="(n / step**power, letter,", new="(round(n / step**power, 3), letter,")

answers.wrong(
    "most", "most-refused", check="edges", alone=True, breaks="most",
    of="right-half-up", old="    check_sizes(0, n=n)", new='''
    check_sizes(0, n=n)
    if n >= 10**21:
        raise ValueError(f"{n} is too large")''')

answers.wrong(
    "commas", "thousands-separated", check="edges",
    of="right-half-up", old="{hundredths // 100}.", new="{hundredths // 100:,}.")

answers.wrong(
    "log10", "unit-by-logarithm", check="edges", alone=True,
    why="a logarithm to base 10 or 2, divided by 3 or 10",
    of="right-half-up", edits=[("    power = max([k for k in range(1, 6) if n >= step**k], default=0)", '''
    import math
    digits = n and (int(math.log2(n) // 10) if binary else int(math.log10(n) // 3))
    power = min(digits, 5)''')])

answers.wrong(
    "reversed", "calls-differ", check="decimal",
    source='''
DECIMAL, BINARY = ["kB", "MB", "GB", "TB", "PB"], ["KiB", "MiB", "GiB", "TiB", "PiB"]

def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step, units = (1024, BINARY) if binary else (1000, DECIMAL)
    units.reverse()
    for power, unit in zip(range(5, 0, -1), units):
        if n >= step**power:
            return f"{n / step**power:.2f} {unit}"
    return f"{n} B"
''')

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="takes integers of NumPy",
    of="right-half-up", old="    check_sizes(0, n=n)", new='''
    import numpy as np
    n = int(n) if isinstance(n, np.integer) else n
    check_sizes(0, n=n)''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "while power < len(names) and n >= step ** (power + 1):",
    "while power != len(names) and n >= step ** (power + 1):",
    because="power starts at 1, grows by one, and the loop ends as soon as it is len(names): it is never above.",
)
answers.equivalent(
    "power, names = 1, units.split()",
    "power, names = 0, units.split()",
    because="n is at least step here, so the loop takes the step from 0 to 1 at once.",
)
