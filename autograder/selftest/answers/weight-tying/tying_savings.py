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
    "two-bytes", "itemsize-ignored", check="counts",
    why="two bytes each, whatever itemsize says",
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
    "adds-always", "tied-ignored", check="share",
    why="adds a table to every total",
    of="wrong-two-bytes", old='''
    untied = total + table if tied else total
    return Savings(table, table * 2, table / untied)
''', new='''
    untied = total + table
    return Savings(table, table * itemsize, table / untied)
''')

answers.wrong(
    "both", "both-tables", check="counts",
    why="counts two tables",
    of="wrong-two-bytes", 
    old="    return Savings(table, table * 2, table / untied)",
    new="    return Savings(2 * table, 2 * table * itemsize, 2 * table / untied)")

answers.wrong(
    "no-sizes", "settings-unchecked", check="errors",
    why="checks the total alone",
    of="wrong-two-bytes", edits=[("    if V < 1 or d < 1 or itemsize < 1:", "    if False:"), ("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, table / untied)")])

answers.wrong(
    "no-total", "total-unchecked", check="errors",
    why="checks the sizes alone",
    of="wrong-two-bytes", edits=[("    if total < (1 if tied else 2) * table:", "    if False:"), ("    return Savings(table, table * 2, table / untied)", "    return Savings(table, table * itemsize, table / untied)")])

answers.wrong(
    "of-tied", "share-of-tied", check="share",
    why="divides by the smaller of the two models",
    of="wrong-two-bytes", 
    old="    return Savings(table, table * 2, table / untied)",
    new="    return Savings(table, table * itemsize, table / (untied - table))")

answers.wrong(
    "of-total", "share-of-total", check="share",
    why="divides by the model as it is",
    of="wrong-two-bytes", 
    old="    return Savings(table, table * 2, table / untied)",
    new="    return Savings(table, table * itemsize, table / total)")

answers.wrong(
    "untied-saves-nothing", "zero-if-untied", check="counts",
    why="an untied model saves nothing",
    of="wrong-two-bytes", old='''
    return Savings(table, table * 2, table / untied)
''', new='''
    if not tied:
        return Savings(0, 0, 0.0)
    return Savings(table, table * itemsize, table / untied)
''')

answers.spoiled(
    "right._replace(parameters=right.parameters + 1)",
    "right._replace(bytes=right.bytes + 1)",
    "right._replace(share=right.share + 1e-9)",
    "right[:2]",
    "None",
    "right._replace(bytes=float(right.bytes))")
