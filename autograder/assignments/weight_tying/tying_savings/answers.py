"""Answers to `tying_savings` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "difference", how="the difference of two models",
    source='''
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    if min(V, d, itemsize) < 1:
        raise ValueError("sizes begin with 1")
    with_one, with_two = (total, total + V * d) if tied else (total - V * d, total)
    if with_one < V * d:
        raise ValueError(f"no model of {total} parameters has these tables")
    saved = with_two - with_one
    return Savings(saved, saved * itemsize, saved / with_two)
''')

answers.right(
    "plain-tuple", how="a plain tuple, in one expression",
    source='''
def tying_savings(V, d, total, tied, itemsize=2):
    if not (V >= 1 and d >= 1 and itemsize >= 1 and total >= V * d * (2 - bool(tied))):
        raise ValueError("sizes from 1, and a total that holds the tables")
    return V * d, V * d * itemsize, V * d / (total + bool(tied) * V * d)
''')

answers.right(
    "rest", how="first what is no table, then the untied total",
    source='''
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    for name, size in dict(V=V, d=d, itemsize=itemsize).items():
        if size <= 0:
            raise ValueError(f"{name} is {size}")
    table = V * d
    tables = 1 if tied else 2
    rest = total - tables * table
    if rest < 0:
        raise ValueError(f"the tables alone have {tables * table} parameters, not {total}")
    return Savings(parameters=table, bytes=itemsize * table, share=table / (rest + 2 * table))
''')

answers.wrong(
    "two-bytes", "itemsize-ignored", check="counts", breaks="bytes",
    source='''
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    if V < 1 or d < 1 or itemsize < 1:
        raise ValueError(f"V {V}, d {d}, itemsize {itemsize}")
    table = V * d
    if total < (1 if tied else 2) * table:
        raise ValueError(f"{total} parameters are too few")
    untied = total + table if tied else total
    return Savings(table, table * 2, table / untied)
''')

answers.wrong(
    "adds-always", "tied-ignored", check="share", breaks="total",
    of="wrong-two-bytes", old='''
    untied = total + table if tied else total
    return Savings(table, table * 2, table / untied)
''', new='''
    untied = total + table
    return Savings(table, table * itemsize, table / untied)
''')

answers.wrong(
    "both", "both-tables", check="counts", breaks="one-table",
    of="wrong-two-bytes", 
    old="    return Savings(table, table * 2, table / untied)",
    new="    return Savings(2 * table, 2 * table * itemsize, 2 * table / untied)")

answers.wrong(
    "no-sizes", "settings-unchecked", check="errors", breaks="sizes",
    of="wrong-two-bytes", edits=[("    if V < 1 or d < 1 or itemsize < 1:", "    if False:"), ("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, table / untied)")])

answers.wrong(
    "no-total", "total-unchecked", check="errors", breaks="total-tied",
    of="wrong-two-bytes", edits=[("    if total < (1 if tied else 2) * table:", "    if False:"), ("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, table / untied)")])

answers.wrong(
    "of-tied", "share-of-tied", check="share",
    of="wrong-two-bytes", 
    old="    return Savings(table, table * 2, table / untied)",
    new="    return Savings(table, table * itemsize, table / (untied - table))")

answers.wrong(
    "of-total", "share-of-total", check="share", breaks="share",
    of="wrong-two-bytes", 
    old="    return Savings(table, table * 2, table / untied)",
    new="    return Savings(table, table * itemsize, table / total)")

answers.wrong(
    "untied-saves-nothing", "zero-if-untied", check="counts", breaks="would-save",
    of="wrong-two-bytes", old='''
    return Savings(table, table * 2, table / untied)
''', new='''
    if not tied:
        return Savings(0, 0, 0.0)
    return Savings(table, table * itemsize, table / untied)
''')

answers.wrong(
    "through-a-float", "large-sizes", check="counts", breaks="exact",
    why="takes the difference of two floats",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    saved = int(float(untied) - float(untied - table))\n    return Savings(saved, saved * itemsize, table / untied)')])

answers.wrong(
    "numpy-product", "numpy-counts", check="counts", breaks="ints",
    of="wrong-two-bytes", edits=[('    table = V * d', '    table = np.prod([V, d])'), ('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, table / untied)')])

answers.wrong(
    "half", "float-counts", check="counts",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize / 1, table / untied)')])

answers.wrong(
    "bits", "bits", check="counts",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize * 8, table / untied)')])

answers.wrong(
    "whole-model", "of-a-model", check="counts", breaks="saved",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(untied, untied * itemsize, table / untied)')])

answers.wrong(
    "percent", "percent", check="share", breaks="between",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, 100 * table / untied)')])

answers.wrong(
    "kept", "share-kept", check="share",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, 1 - table / untied)')])

answers.wrong(
    "rounded", "share-rounded", check="share",
    why="rounds the share",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, round(table / untied, 4))')])

answers.wrong(
    "bytes-over-parameters", "share-of-bytes", check="share",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, table * itemsize / untied)')])

answers.wrong(
    "tables-alone", "least-refused", check="errors", breaks="tables-alone",
    of="wrong-two-bytes", edits=[('    if total < (1 if tied else 2) * table:', '    if total <= (1 if tied else 2) * table:'), ('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, table / untied)')])

answers.wrong(
    "any-itemsize", "itemsize-unchecked", check="errors", breaks="itemsize",
    of="wrong-two-bytes", edits=[('    if V < 1 or d < 1 or itemsize < 1:', '    if V < 1 or d < 1:'), ('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, table / untied)')])

answers.wrong(
    "one-table-fits", "untied-total-unchecked", check="errors", breaks="total-untied",
    of="wrong-two-bytes", edits=[('    if total < (1 if tied else 2) * table:', '    if total < table:'), ('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, table / untied)')])

answers.wrong(
    "other-default", "default-itemsize", check="counts", breaks="default",
    of="wrong-two-bytes", edits=[('tied, itemsize=2)', 'tied, itemsize=4)'), ('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table * itemsize, table / untied)')])

answers.wrong(
    "one-byte", "bytes-are-parameters", check="counts",
    of="wrong-two-bytes", edits=[('    return Savings(table, table * 2, table / untied)', '    return Savings(table, table, table / untied)')])

answers.spoiled(
    "right._replace(parameters=right.parameters + 1)",
    "right._replace(bytes=right.bytes + 1)",
    "right._replace(share=right.share + 1e-9)",
    "right[:2]",
    "None")

answers.wrong(
    "halved", "large-sizes", check="errors", alone=True, breaks="total-untied",
    why="compares half the total, a float, with a table",
    source='''
def tying_savings(V, d, total, tied, itemsize=2):
    one = V * d
    if min(V, d, itemsize) < 1 or (total if tied else total / 2) < one:
        raise ValueError("sizes below one, or a total that cannot hold the tables")
    return (one, one * itemsize, one / (total + one * tied))
''')

answers.wrong(
    "single-share", "share-rounded", check="share", alone=True, breaks="share",
    why="a share in float32",
    source='''
def tying_savings(V, d, total, tied, itemsize=2):
    one = V * d
    if min(V, d, itemsize) < 1 or total < (1 if tied else 2) * one:
        raise ValueError("sizes below one, or a total that cannot hold the tables")
    return (one, one * itemsize, float(np.float32(one / (total + one * tied))))
''')

answers.wrong(
    "two-floats", "large-sizes", check="share", breaks="exact-share",
    why="divides two floats, which end at 1e308",
    of="wrong-two-bytes", edits=[("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, float(table) / float(untied))")])

answers.wrong(
    "two-floats-counted", "large-sizes", check="counts", breaks="exact",
    why="converts the counts to floats, which end at 1e308, to divide them",
    of="wrong-two-bytes", edits=[("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, float(table) / float(untied))")])

answers.wrong(
    "what-is-left", "share-cancels", check="share", alone=True, breaks="exact-share",
    of="wrong-two-bytes", edits=[("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, 1 - (untied - table) / untied)")])
