"""Answers to `embedding_parameters` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "arrays", how="lists the shapes of all arrays and adds up their products",
    source='''
import math

def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(least=0, positions=positions, segments=segments)
    shapes = [(V, d), (positions, d), (segments, d)]
    if not tied:
        shapes.append((d, V))
    if output_bias:
        shapes.append((V,))
    return sum(math.prod(shape) for shape in shapes)
''')

answers.right(
    "meta", how="asks PyTorch, on the device that holds no data",
    source='''
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)

    def numbers(rows):
        # numel is a product in 64 bits, which tables of today's models fit into
        return torch.empty(1, d, device="meta").numel() * rows

    total = numbers(V) + numbers(positions + segments)
    if not tied:
        total += numbers(V)
    return total + (V if output_bias else 0)
''')

answers.right(
    "own-checks", how="checks of its own, switches used as numbers, prints what it found",
    source='''
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    for size, least in ((V, 1), (d, 1), (positions, 0), (segments, 0)):
        if isinstance(size, bool) or not isinstance(size, int):
            raise TypeError("sizes must be integers")
        if size < least:
            raise ValueError("a size is too small")
    matrices = 2 - bool(tied)
    print(matrices, "matrices")
    return matrices * V * d + positions * d + segments * d + V * bool(output_bias)
''')

answers.wrong(
    "bias-width", "bias-of-width", check="extras", breaks="bias",
    source='''
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = V * d
    if not tied:
        count += V * d
    count += positions * d + segments * d
    if output_bias:
        count += d
    return count
''')

answers.wrong(
    "bias-untied", "bias-if-untied", check="extras", breaks="bias-either",
    of="wrong-bias-width", edits=[("        count += V * d", "        count += V * d + (V if output_bias else 0)"), ('''
    if output_bias:
        count += d
''', "")])

answers.wrong(
    "bool", "bool-accepted", check="errors", breaks="types",
    source='''
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    for size in (V, d, positions, segments):
        if not isinstance(size, int):
            raise TypeError("expected integers")
    if min(V, d) < 1 or min(positions, segments) < 0:
        raise ValueError("too small")
    count = V * d
    if not tied:
        count += V * d
    count += positions * d + segments * d
    if output_bias:
        count += V
    return count
''')

answers.wrong(
    "input-doubled", "positions-doubled", check="extras",
    source='''
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = (V + positions + segments) * d
    return count * (1 if tied else 2) + (V if output_bias else 0)
''')

answers.wrong(
    "int64", "counts-overflow", check="matrices", breaks="exact",
    why="multiplies with np.prod, which wraps around",
    source='''
import numpy as np

def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = int(np.prod([V, d], dtype=np.int64))
    if not tied:
        count += int(np.prod([V, d], dtype=np.int64))
    count += positions * d + segments * d
    if output_bias:
        count += V
    return count
''')

answers.wrong(
    "inverted", "tied-inverted", check="matrices", breaks="tied",
    of="wrong-bias-width", edits=[("    if not tied:", "    if tied:"), ("        count += d", "        count += V")])

answers.wrong(
    "positions-once", "rows-without-width", check="extras", breaks="width",
    of="wrong-bias-width", edits=[("    count += positions * d + segments * d", "    count += positions + segments"), ("        count += d", "        count += V")])

answers.wrong(
    "untied-once", "output-forgotten", check="matrices", breaks="stored",
    why="tied or not, there is one table of tokens",
    of="wrong-bias-width", edits=[('''
    if not tied:
        count += V * d
''', ""), ("        count += d", "        count += V")])

answers.wrong(
    "zero-refused", "zero-refused", check="errors", breaks="none",
    why="checks all four sizes alike",
    source='''
EMPTY = object()


def embedding_parameters(V, d, *, tied=True, positions=EMPTY, segments=EMPTY, output_bias=False):
    check_sizes(V=V, d=d)
    for name, rows in (("positions", positions), ("segments", segments)):
        if rows is not EMPTY:
            check_sizes(**{name: rows})
    count = V * d
    if not tied:
        count += V * d
    count += (0 if positions is EMPTY else positions) * d + (0 if segments is EMPTY else segments) * d
    if output_bias:
        count += V
    return count
''')

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "float", "float-result", check="matrices", breaks="int",
    why="the sum of floats",
    of="right-arrays", old='''
    return sum(math.prod(shape) for shape in shapes)''', new='''
    return float(sum(math.prod(shape) for shape in shapes))''')

answers.wrong(
    "zero-rows", "zero-accepted", check="errors", breaks="small",
    why="0 or more for all four sizes",
    of="right-arrays", old='''
    check_sizes(V=V, d=d)''', new='''
    check_sizes(0, V=V, d=d)''')

answers.wrong(
    "extras-unchecked", "negative-accepted", check="errors", breaks="negative",
    why="looks at the types of the further tables alone",
    of="right-arrays", old='''
    check_sizes(least=0, positions=positions, segments=segments)''', new='''
    check_sizes(-(10**9), positions=positions, segments=segments)''')

answers.wrong(
    "if-given", "zero-unchecked", check="errors", alone=True,
    why="checks positions and segments only if they are true",
    source='''
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    if positions:
        check_sizes(positions=positions)
    if segments:
        check_sizes(segments=segments)
    rows = V * (1 if tied else 2) + positions + segments
    return rows * d + (V if output_bias else 0)
''')

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="asks for a number of the kind of integers, which those of NumPy are too",
    source='''
from numbers import Integral

def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    for size, least in ((V, 1), (d, 1), (positions, 0), (segments, 0)):
        if isinstance(size, bool) or not isinstance(size, Integral):
            raise TypeError(f"{size!r} is no integer")
        if size < least:
            raise ValueError(f"{size} is too small")
    rows = int(V) * (1 if tied else 2) + int(positions) + int(segments)
    return rows * int(d) + (int(V) if output_bias else 0)
''')

answers.wrong(
    "segments-unchecked", "size-left-out", check="errors", alone=True,
    why="checks positions, and forgets segments",
    of="right-arrays", old='''
    check_sizes(least=0, positions=positions, segments=segments)''', new='''
    check_sizes(least=0, positions=positions)''')

answers.wrong(
    "bias-doubled", "bias-doubled", check="extras", alone=True,
    of="right-own-checks", old="V * bool(output_bias)", new="matrices * V * bool(output_bias)")
