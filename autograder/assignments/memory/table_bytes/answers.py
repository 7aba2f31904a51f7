"""Answers to `table_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bits",
    how="counts bits, divides with rest",
    source="""
def table_bytes(V, d, dtype="bfloat16", tied=True, group=None):
    size, rest = divmod(V * d * BITS[dtype], 8)
    if rest:
        size += 1
    if group is not None:
        groups, left = divmod(d, group)
        size += 2 * V * (groups + (left > 0))
    return size if tied else 2 * size
""",
)

answers.right(
    "sizes",
    how="bytes by name, int4 apart; a scale for each start of a group",
    source="""
SIZES = {"float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "int64": 8, "int32": 4, "int8": 1}

def table_bytes(V, d, dtype="bfloat16", tied=True, group=None):
    entries = V * d
    if dtype == "int4":
        matrix = entries // 2 + entries % 2
    else:
        matrix = entries * SIZES[dtype]
    if group:
        matrix += V * len(range(0, d, group)) * 2
    return matrix * (1 if tied else 2)
""",
)

answers.right(
    "name",
    how="reads the bits off the name; rounds up in two places by adding",
    source="""
def table_bytes(V, d, dtype="bfloat16", tied=True, group=None):
    bits = int("".join(c for c in dtype if c.isdigit()))
    total = 0
    for _ in range(1 if tied else 2):
        total += (V * d * bits + 7) // 8
        if group is not None:
            total += V * ((d + group - 1) // group) * 16 // 8
    return total
""",
)

answers.right(
    "numpy-scales",
    how="counts scales by cutting a row in pieces, through a ceiling of small floats",
    source="""
import math

def table_bytes(V, d, dtype="bfloat16", tied=True, group=None):
    matrices = 2 - bool(tied)
    codes = -(V * d * BITS[dtype] // -8)
    scales = 0 if group is None else V * math.ceil(d / group)
    return int(matrices * (codes + 2 * scales))
""",
)

PLAIN = "(V * d * bits + 7) // 8"
DTYPES = (
    ("bits", "bits-for-bytes", "types", "V * d * bits", ""),
    ("entries", "elements-for-bytes", "bytes", "V * d", ""),
    ("four", "itemsize-fixed", "dtype", "V * d * 4", ""),
    ("by-name", "bfloat16-is-four", "", '(V * d * (32 if "float16" in dtype[1:] else bits) + 7) // 8', ""),
)
for name, key, breaks, formula, why in DTYPES:
    answers.wrong(name, key, check="dtypes", breaks=breaks, why=why, of="right-name", old=PLAIN, new=formula)
for name, key, new in (
    ("inverted", "tied-inverted", "2 if tied else 1"),
    ("one", "output-forgotten", "1"),
    ("two", "tied-counted-twice", "2"),
):
    answers.wrong(
        name, key, check="dtypes", breaks={"one": "output", "inverted": "tied"}.get(name, ""), of="right-name",
        old="1 if tied else 2", new=new,
    )  # fmt: skip

INT4 = (
    ("down", "rounded-down", "share", "V * d * bits // 8"),
    ("a-byte", "whole-byte-each", "share", "V * d * max(1, bits // 8)"),
    ("rows", "rounded-by-row", "end", "V * ((d * bits + 7) // 8)"),
    ("float", "digits-lost", "exact", "int(-(-(V * d * (bits / 8)) // 1))"),
)
for name, key, breaks, formula in INT4:
    answers.wrong(name, key, check="packing", breaks=breaks, of="right-name", old=PLAIN, new=formula)

answers.wrong(
    "together", "rounded-together", check="packing", breaks="own", alone=True,
    of="right-bits", edits=[("divmod(V * d * BITS[dtype], 8)", "divmod(V * d * BITS[dtype] * (1 if tied else 2), 8)"),
    ("        size += 2 * V *", "        size += 2 * V * (1 if tied else 2) *"), ("    return size if tied else 2 * size", "    return size")],
)  # fmt: skip

answers.wrong(
    "int64", "counts-overflow", check="packing",
    of="right-name", edits=[("def table", "import numpy as np\n\ndef table"), (PLAIN, "int((np.int64(V) * np.int64(d) * bits + 7) // 8)")],
)  # fmt: skip

answers.wrong(
    "array", "counts-overflow", check="packing", why="asks for an array of that size",
    of="right-sizes", old="    entries = V * d\n", new='    entries = torch.empty(V, d, device="meta").numel()\n',
)  # fmt: skip

GROUPS = "V * ((d + group - 1) // group) * 16 // 8"
SCALES = (
    ("no-scales", "scales-forgotten", "group", "0", ""),
    ("long-row", "groups-across-rows", "row", "(V * d + group - 1) // group * 2", ""),
    ("bits-more", "groups-across-rows", "", "V * d * 16 // group // 8", "sixteen bits over the size of a group, for each number"),
    ("whole-groups", "last-group-dropped", "last", "V * (d // group) * 2", ""),
    ("one-more", "group-too-many", "", "V * (d // group + 1) * 2", ""),
    ("at-least-one", "last-group-dropped", "", "V * max(1, d // group) * 2", "one group at least"),
    ("float32-scales", "scale-of-other-size", "two", "V * ((d + group - 1) // group) * 4", "four bytes"),
    ("row-scales", "one-scale-a-row", "", "V * 2", ""),
)  # fmt: skip
for name, key, breaks, formula, why in SCALES:
    answers.wrong(
        name, key, check="scales", breaks=breaks, why=why, alone=True, of="right-name", old=GROUPS, new=formula
    )

answers.wrong(
    "scales-of-one", "scales-once", check="scales", breaks="scales-own", alone=True,
    of="right-bits", edits=[("        size += 2 * V * (groups + (left > 0))\n", "        return size * (1 if tied else 2) + 2 * V * (groups + (left > 0))\n")],
)  # fmt: skip

answers.wrong(
    "int4-scales", "scales-of-int4-alone", check="scales", alone=True,
    of="right-bits", old="    if group is not None:", new='    if dtype == "int4" and group is not None:',
)  # fmt: skip

answers.wrong(
    "half-a-byte", "digits-lost", check="packing", why="returns floats",
    of="right-sizes", old="entries // 2 + entries % 2", new="-(-entries / 2 // 1)",
)  # fmt: skip

answers.wrong(
    "always-one-more", "byte-too-many", check="dtypes",
    of="right-name", old="(V * d * bits + 7) // 8", new="V * d * bits // 8 + 1",
)  # fmt: skip
answers.wrong(
    "columns", "groups-in-columns", check="scales", alone=True,
    of="right-name", old="V * ((d + group - 1) // group)", new="d * ((V + group - 1) // group)",
)  # fmt: skip
answers.wrong(
    "rounded-groups", "groups-whole-bytes", check="scales", alone=True,
    of="right-name", old="        if group is not None:\n", new="""
        if group is not None:
            total += V * sum((min(group, d - i) * bits + 7) // 8 for i in range(0, d, group)) - (V * d * bits + 7) // 8
""",
)  # fmt: skip

answers.spoiled("right + 3 * V + 1", "None", "right * 3 + 1", loses=("dtypes",))
answers.spoiled("right + (7 if group else 0)", keeps=("dtypes", "packing"))
