"""Answers to `tying_savings` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "plain", how="the untied total first",
    source='''
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    table = V * d
    untied = total + table if tied else total
    return Savings(table, table * itemsize, table / untied)
''')

answers.right(
    "difference", how="the difference of two models",
    source='''
def tying_savings(V, d, total, tied, itemsize=2):
    with_one, with_two = (total, total + V * d) if tied else (total - V * d, total)
    saved = with_two - with_one
    return saved, saved * itemsize, saved / with_two
''')

answers.right(
    "tensor", how="counts a table of PyTorch that has no memory; a share of NumPy's type",
    source='''
def tying_savings(V, d, total, tied, itemsize=2):
    table = torch.empty(V, d, device="meta").numel()
    rest = total - (1 if tied else 2) * table
    return table, float(itemsize * table), np.float64(table) / (rest + 2 * table)
''')

SAVINGS = "    return Savings(table, table * itemsize, table / untied)"

answers.wrong(
    "two-bytes", "itemsize-ignored", check="counts", breaks="bytes",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * 2, table / untied)")

answers.wrong(
    "adds-always", "tied-ignored", check="share", breaks="total",
    of="right-plain", old="    untied = total + table if tied else total", new="    untied = total + table")

answers.wrong(
    "both", "both-tables", check="counts", breaks="one-table",
    of="right-plain", old="    table = V * d", new="    table = 2 * V * d")

answers.wrong(
    "of-tied", "share-of-tied", check="share",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * itemsize, table / (untied - table))")

answers.wrong(
    "of-total", "share-of-total", check="share", breaks="share",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * itemsize, table / total)")

answers.wrong(
    "untied-saves-nothing", "zero-if-untied", check="counts", breaks="would-save",
    of="right-plain", old="    table = V * d", new="    if not tied:\n        return Savings(0, 0, 0.0)\n    table = V * d")

answers.wrong(
    "bits", "bits", check="counts",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * itemsize * 8, table / untied)")

answers.wrong(
    "whole-model", "of-a-model", check="counts",
    of="right-plain", old=SAVINGS, new="    return Savings(untied, untied * itemsize, table / untied)")

answers.wrong(
    "percent", "percent", check="share", breaks="between",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * itemsize, 100 * table / untied)")

answers.wrong(
    "kept", "share-kept", check="share", breaks="share",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * itemsize, 1 - table / untied)")

answers.wrong(
    "bytes-over-parameters", "share-of-bytes", check="share",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table * itemsize, table * itemsize / untied)")

answers.wrong(
    "other-default", "default-itemsize", check="counts", breaks="itemsize",
    of="right-plain", old="tied, itemsize=2)", new="tied, itemsize=4)")

answers.wrong(
    "one-byte", "bytes-are-parameters", check="counts", breaks="itemsize",
    of="right-plain", old=SAVINGS, new="    return Savings(table, table, table / untied)")

answers.spoiled(
    "right._replace(parameters=right.parameters + 1)",
    "right._replace(bytes=right.bytes + 1)",
    "right._replace(share=right.share + 1e-3)",
    "right._replace(share=round(right.share, 2))",
    "right[:2]",
    "None")

answers.wrong(
    "turned-round", "tied-turned-round", check="share",
    why="adds the table to the untied total",
    of="right-plain", old="total + table if tied else total", new="total if tied else total + table")

answers.wrong(
    "int32", "large-table", check="counts",
    why="multiplies in 32 bits",
    of="right-plain", old="table = V * d", new="table = (V * d + 2**31) % 2**32 - 2**31")

answers.wrong(
    "bits-to-bytes", "bytes-over-eight", check="counts",
    why="divides by eight",
    of="right-plain", old="table * itemsize", new="table * itemsize // 8")
