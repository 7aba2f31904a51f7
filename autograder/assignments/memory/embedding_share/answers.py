"""Answers to `embedding_share` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "fractions", how="exact fractions, converted at the end",
    source='''
from fractions import Fraction

def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = Fraction(V * d, total)
    stored = one * (1 if tied else 2)
    if stored > 1:
        raise ValueError(f"total={total} is too small")
    return float(one), float(stored)
''')

answers.right(
    "list", how="one branch for each case, two divisions one after the other",
    source='''
def embedding_share(V, d, total, tied):
    check_sizes(total=total, d=d, V=V)
    share = V * d / total
    if tied:
        if V * d > total:
            raise ValueError("more than the whole model")
        return share, share
    if V * d * 2 > total:
        raise ValueError("more than the whole model")
    return share, 2 * share
''')

answers.right(
    "own-checks", how="asks the types itself, and returns NumPy numbers",
    source='''
import numpy as np

def embedding_share(V, d, total, tied):
    for size in (V, d, total):
        if type(size) is not int:
            raise TypeError(f"{size!r} is no integer")
        if size <= 0:
            raise ValueError(f"{size} is too small")
    counts = np.array([V * d, V * d if tied else V * d * 2], dtype=object)
    if counts.max() > total:
        raise ValueError(f"{total} parameters cannot hold {counts.max()}")
    one, stored = counts / total
    return np.float64(one), np.float64(stored)
''')

answers.wrong(
    "total-grown", "total-grown", check="untied", breaks="one",
    source='''
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    if stored > total:
        raise ValueError("the model is smaller than its matrices")
    if not tied:
        total += one
    return one / total, stored / total
''')

answers.wrong(
    "always-two", "tied-counted-twice", check="tied", breaks="stored",
    of="wrong-total-grown", old='''
    if not tied:
        total += one
    return one / total, stored / total
''', new='''
    return one / total, 2 * one / total
''')

answers.wrong(
    "percent", "percent", check="tied", breaks="fractions",
    of="wrong-total-grown", old='''
    if not tied:
        total += one
    return one / total, stored / total
''', new='''
    return 100 * one / total, 100 * stored / total
''')

answers.wrong(
    "rest", "share-of-rest", check="untied", breaks="total",
    source='''
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    if stored >= total + 1:
        raise ValueError("the model is smaller than its matrices")
    rest = total - stored
    if rest == 0:
        return 1.0, 1.0
    return one / rest, stored / rest
''')

answers.wrong(
    "swapped", "pair-swapped", check="untied", breaks="order",
    of="wrong-total-grown", old='''
    if not tied:
        total += one
    return one / total, stored / total
''', new='''
    return stored / total, one / total
''')

answers.wrong(
    "unchecked", "total-unchecked", check="errors", breaks="more",
    source='''
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    return one / total, stored / total
''')

answers.wrong(
    "whole", "whole-refused", check="errors", breaks="whole",
    of="wrong-total-grown", edits=[("    if stored > total:", "    if stored >= total:"), ('''
    if not tied:
        total += one
''', "")])

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "total-untyped", "float-accepted", check="errors", breaks="types",
    why="checks V and d",
    of="right-fractions", old='''
    check_sizes(V=V, d=d, total=total)''', new='''
    check_sizes(V=V, d=d)
    if isinstance(total, bool):
        raise TypeError("total is a truth value")
    total = int(total)''')

answers.wrong(
    "zero", "zero-accepted", check="errors", breaks="small",
    why="a table without rows has no share",
    of="right-fractions", old='''
    check_sizes(V=V, d=d, total=total)''', new='''
    check_sizes(0, V=V, d=d)
    check_sizes(total=total)''')

answers.wrong(
    "after-division", "digits-lost", check="errors", alone=True,
    why="compares the shares, which are floats, with 1",
    source='''
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d / total
    stored = one if tied else 2 * one
    if stored > 1:
        raise ValueError("the stored matrices are larger than the model")
    return one, stored
''')

answers.wrong(
    "floats-first", "too-large-for-float", check="tied",
    source='''
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    if V * d * (1 if tied else 2) > total:
        raise ValueError(f"the matrices have more parameters than {total}")
    one = float(V * d) / float(total)
    return one, one if tied else 2 * one
''')

answers.wrong(
    "pair-in-list", "list-for-tuple", check="tied", breaks="pair",
    why="returns a list",
    of="right-fractions", old="    return float(one), float(stored)", new="    return [float(one), float(stored)]")

answers.wrong(
    "whole-one", "whole-fraction", check="errors", alone=True, breaks="floats",
    of="right-fractions", old="    return float(one), float(stored)",
    new="    return (float(one), float(stored)) if stored < 1 else (1 if tied else 0.5, 1)")

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="lets operator.index say what an integer is",
    of="right-fractions", old='''
    check_sizes(V=V, d=d, total=total)''', new='''
    import operator
    if any(isinstance(size, bool) for size in (V, d, total)):
        raise TypeError("a size is a truth value")
    V, d, total = map(operator.index, (V, d, total))
    check_sizes(V=V, d=d, total=total)''')

answers.wrong(
    "rounded", "fractions-rounded", check="untied",
    of="right-fractions", old="    return float(one), float(stored)",
    new="    return round(float(one), 4), round(float(stored), 4)")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "check_sizes(V=V, d=d, total=total)",
    "check_sizes( d=d, total=total)",
    because="embedding_parameters, called next, checks V itself and raises the same exceptions.",
)
answers.equivalent(
    "check_sizes(V=V, d=d, total=total)",
    "check_sizes(V=V, total=total)",
    because="embedding_parameters, called next, checks d itself and raises the same exceptions.",
)
