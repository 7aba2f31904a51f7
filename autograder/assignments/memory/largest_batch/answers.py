"""Answers to `largest_batch` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "doubling",
    how="doubles until it is too much, then halves the distance",
    source="""
def largest_batch(gib, need):
    memory = gib * 2**30
    if need(1) > memory:
        return 0
    low, high = 1, 2
    while high < 2**20 and need(high) <= memory:
        low, high = high, 2 * high
    while low + 1 < high:
        middle = (low + high) // 2
        if need(middle) <= memory:
            low = middle
        else:
            high = middle
    return low
""",
)

answers.right(
    "bits",
    how="tries each binary digit of the answer, from the highest",
    source="""
def largest_batch(gib, need):
    found = 0
    for k in reversed(range(20)):
        if need(found + 2**k) / 2**30 <= gib:
            found += 2**k
    return found
""",
)

answers.right(
    "bisect",
    how="the standard library's bisection, with a key",
    source="""
from bisect import bisect_right

def largest_batch(gib, need):
    return bisect_right(range(1, 2**20), gib * 1024**3, key=need)
""",
)

answers.right(
    "recursive",
    how="recursion on an interval, and it remembers what it asked; NumPy's integers",
    source="""
import functools
import numpy as np

def largest_batch(gib, need):
    @functools.cache
    def fits(B):
        return need(int(B)) <= gib * 2**30

    def between(yes, no):
        middle = (yes + no) >> 1
        if middle == yes:
            return yes
        return between(middle, no) if fits(middle) else between(yes, middle)

    return between(np.int64(0), np.int64(2**20))
""",
)

answers.wrong(
    "from-none",
    "asks-for-none",
    check="fits",
    why="asks what no text needs",
    of="right-doubling",
    edits=[("    if need(1) > memory:\n", "    if need(0) > memory:\n        return 0\n    if need(1) > memory:\n")],
)

answers.wrong(
    "decimal", "decimal-for-binary", check="fits", breaks="gib", of="right-doubling", old="gib * 2**30", new="gib * 10**9"
)  # fmt: skip
answers.wrong(
    "mega", "decimal-for-binary", check="fits", why="a thousand MiB",
    of="right-doubling", old="gib * 2**30", new="gib * 1000 * 2**20",
)  # fmt: skip
answers.wrong("bytes", "other-unit", check="fits", of="right-doubling", old="gib * 2**30", new="gib")
answers.wrong(
    "whole", "card-cut", check="fits", breaks="float", of="right-doubling", old="gib * 2**30", new="int(gib) * 2**30"
)  # fmt: skip
answers.wrong(
    "strict", "exact-fit-refused", check="fits", breaks="at-most",
    of="right-bisect", edits=[("import bisect_right", "import bisect_left"), ("return bisect_right", "return bisect_left")],
)  # fmt: skip
answers.wrong("beyond", "one-beyond", check="fits", breaks="largest", of="right-doubling", old="    return low\n", new="    return high\n")
answers.wrong(
    "one-at-least", "none-fits", check="fits", breaks="zero", of="right-doubling", old="        return 0\n", new="        return 1\n"
)  # fmt: skip
answers.wrong(
    "raises", "none-fits", check="fits", why="raises",
    of="right-doubling", old="        return 0\n", new='        raise ValueError("nothing fits")\n',
)  # fmt: skip
answers.wrong(
    "none", "none-fits", check="fits", why="returns None",
    of="right-doubling", old="        return 0\n", new="        return None\n",
)  # fmt: skip
answers.wrong(
    "doubled", "only-doubled", check="fits",
    of="right-doubling", old="while low + 1 < high:", new="while False:",
)  # fmt: skip
answers.wrong(
    "proportion", "in-proportion", check="fits", breaks="need",
    source="""
def largest_batch(gib, need):
    return int(gib * 2**30 // need(1))
""",
)
answers.wrong(
    "line", "straight-line", check="jumps", breaks="jump",
    source="""
def largest_batch(gib, need):
    memory = gib * 2**30
    one, slope = need(1), need(2) - need(1)
    if one > memory:
        return 0
    return int((memory - one) // slope) + 1 if slope else 0
""",
)
answers.wrong(
    "line-with-an-end", "straight-line", check="jumps", alone=True, why="never divides by 0, and knows where it ends",
    source="""
def largest_batch(gib, need):
    memory, first = gib * 2**30, need(1)
    if first > memory:
        return 0
    each = max(1, need(2) - first)
    fixed = first - each
    return min(int((memory - fixed) // each), 2**20 - 1)
""",
)  # fmt: skip
answers.wrong(
    "full", "stops-when-full", check="jumps", alone=True, breaks="jump",
    source="""
def largest_batch(gib, need):
    memory, low, high = gib * 2**30, 0, 2**20
    while low + 1 < high:
        middle = (low + high) // 2
        size = need(middle)
        if size == memory:
            return middle
        if size < memory:
            low = middle
        else:
            high = middle
    return low
""",
)  # fmt: skip
answers.wrong(
    "counts", "asked-one-by-one", check="calls", breaks="calls", alone=True,
    source="""
def largest_batch(gib, need):
    B = 0
    while need(B + 1) <= gib * 2**30:
        B += 1
    return B
""",
)  # fmt: skip
answers.wrong(
    "counts-after-doubling", "asked-one-by-one", check="calls", alone=True, why="doubles, then counts up",
    of="right-doubling", old="        middle = (low + high) // 2\n", new="        middle = low + 1\n",
)  # fmt: skip

MEMORY = (
    ("rounded", "memory-rounded-up", "fits", "round(gib * 2**30)"),
    ("in-reserve", "decimal-for-binary", "fits", "0.95 * gib * 2**30"),
)
for name, key, check, memory in MEMORY:
    answers.wrong(name, key, check=check, of="right-doubling", old="gib * 2**30", new=memory)
answers.wrong(
    "thousand", "search-capped", check="calls", alone=True, of="right-bisect", old="range(1, 2**20)", new="range(1, 1000)"
)  # fmt: skip

answers.spoiled("right + 2", "None", "str(right)")

POWERS = "the distance is a power of two at each step, so its half is whole, and ends with 1"
MORE = "from 2 ** 20 on nothing fits, and some more halvings are allowed"
answers.equivalent("middle = (fits + fails) // 2", "middle = (fits + fails) / 2", because=POWERS)
answers.equivalent("while fails - fits > 1:", "while fails - fits != 1:", because=POWERS)
answers.equivalent("fits, fails = 0, 2**20", "fits, fails = 0, 3**20", because=MORE)
answers.equivalent("fits, fails = 0, 2**20", "fits, fails = 0, 2** 21", because=MORE)
