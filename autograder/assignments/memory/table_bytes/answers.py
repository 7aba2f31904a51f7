"""Answers to `table_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "divmod", how="divides with a remainder; the bits come from the name",
    source='''
def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in ("float64 float32 float16 bfloat16 int64 int32 int8 int4").split():
        raise ValueError(f"{dtype} is unknown")
    bits = int("".join(c for c in dtype if c.isdigit()))
    whole, rest = divmod(V * d * bits, 8)
    one = whole + (rest > 0)
    return one * (2 - tied)
''')

answers.right(
    "match", how="a match statement, and a KeyError turned round",
    source='''
def table_bytes(V, d, dtype="bfloat16", tied=True):
    for name, size in (("V", V), ("d", d)):
        check_sizes(**{name: size})
    match dtype:
        case "float64" | "int64":
            half_bytes = 16
        case "float32" | "int32":
            half_bytes = 8
        case "float16" | "bfloat16":
            half_bytes = 4
        case "int8":
            half_bytes = 2
        case "int4":
            half_bytes = 1
        case other:
            raise ValueError(f"dtype must not be {other}")
    return (V * d * half_bytes + 1) // 2 * (1 if tied else 2)
''')

answers.right(
    "per-byte", how="itemsize from PyTorch where it has one, numbers per byte for int4",
    source='''
def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    known = {name: getattr(torch, name).itemsize for name in
             ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8")}
    count = V * d
    if dtype in known:
        size = count * known[dtype]
    elif dtype == "int4":
        size = count // 2 + count % 2
    else:
        raise ValueError(f"dtype {dtype!r} is not one of {[*known, 'int4']}")
    return size if tied else size + size
''')

answers.wrong(
    "elements", "elements-for-bytes", check="dtypes",
    why="returns the number of entries",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    one = V * d
    return one if tied else 2 * one
''')

answers.wrong(
    "bfloat-four", "bfloat16-is-four", check="dtypes", breaks="bits16",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 32,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    one = -(-V * d * BITS[dtype] // 8)
    return one if tied else 2 * one
''')

answers.wrong(
    "bits", "bits-for-bytes", check="dtypes", breaks="bytes",
    of="wrong-elements", old="    one = V * d", new="    one = V * d * BITS[dtype]")

answers.wrong(
    "ceil", "digits-lost", check="packing", breaks="exact",
    why="math.ceil of a float",
    source='''
import math

BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    one = math.ceil(V * d * (BITS[dtype] / 8))
    return one if tied else 2 * one
''')

answers.wrong(
    "down", "rounded-down", check="packing", breaks="up",
    why="// rounds down",
    of="wrong-elements", old="    one = V * d", new="    one = V * d * BITS[dtype] // 8")

answers.wrong(
    "half", "float-result", check="packing",
    why="multiplies by half a byte",
    of="wrong-elements", old="    one = V * d", new="    one = V * d * BITS[dtype] / 8")

answers.wrong(
    "int4-byte", "whole-byte-each", check="packing", breaks="share",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 8}


def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    one = -(-V * d * BITS[dtype] // 8)
    return one if tied else 2 * one
''')

answers.wrong(
    "key-error", "wrong-exception", check="errors", breaks="exception",
    why="a dictionary raises KeyError",
    of="wrong-elements", old='''
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    one = V * d
''', new='''
    one = -(-V * d * BITS[dtype] // 8)
''')

answers.wrong(
    "nameless", "name-not-named", check="errors", breaks="named",
    why="says that something is wrong, and not what",
    of="wrong-elements", old='''
        raise ValueError(f"no dtype {dtype!r}")
    one = V * d
''', new='''
        raise ValueError("dtype is not allowed")
    one = -(-V * d * BITS[dtype] // 8)
''')

answers.wrong(
    "rows", "rounded-by-row", check="packing", breaks="end",
    why="begins each row at a whole byte",
    of="wrong-elements", old="    one = V * d", new="    one = V * -(-d * BITS[dtype] // 8)")

answers.wrong(
    "together", "rounded-together", check="packing", breaks="own",
    why="rounds the sum of both matrices",
    of="wrong-elements", old='''
    one = V * d
    return one if tied else 2 * one
''', new='''
    one = V * d * BITS[dtype]
    total = one if tied else 2 * one
    return -(-total // 8)
''')

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "one", "output-forgotten", check="tied", breaks="output",
    why="tied or not, one table",
    of="right-divmod", old='''
    return one * (2 - tied)''', new='''
    return one''')

answers.wrong(
    "float", "float-result", check="dtypes", breaks="int",
    why="bytes as a float",
    of="right-divmod", old='''
    return one * (2 - tied)''', new='''
    return float(one * (2 - tied))''')

answers.wrong(
    "four", "itemsize-fixed", check="dtypes", breaks="bits64",
    why="numbers of four bytes, but for int4",
    of="right-divmod", old='''
    bits = int("".join(c for c in dtype if c.isdigit()))''', new='''
    bits = 4 if dtype == "int4" else 32''')

answers.wrong(
    "two", "itemsize-fixed", check="dtypes", breaks="bits32",
    why="numbers of two bytes, as in most models, but for int4",
    of="right-divmod", old='''
    bits = int("".join(c for c in dtype if c.isdigit()))''', new='''
    bits = 4 if dtype == "int4" else 16''')

answers.wrong(
    "entries", "elements-for-bytes", check="dtypes", breaks="dtype",
    why="counts numbers, whatever their dtype, but for int4",
    of="right-divmod", old='''
    bits = int("".join(c for c in dtype if c.isdigit()))''', new='''
    bits = 4 if dtype == "int4" else 8''')

answers.wrong(
    "any-case", "name-unchecked", check="errors", breaks="names",
    why="makes names small and strips them first",
    of="right-divmod", old='''
    if dtype not in ("float64''', new='''
    dtype = dtype.strip().lower()
    if dtype not in ("float64''')

answers.wrong(
    "unchecked", "types-unchecked", check="errors", breaks="types",
    why="leaves sizes to arithmetic",
    of="right-divmod", old='''
    check_sizes(V=V, d=d)''', new='''
    assert V and d''')

answers.wrong(
    "zero", "zero-accepted", check="errors", breaks="small",
    why="no rows take no bytes",
    of="right-divmod", old='''
    check_sizes(V=V, d=d)''', new='''
    check_sizes(0, V=V, d=d)''')

answers.wrong(
    "of-torch", "name-unchecked", check="errors", alone=True,
    why="takes the names of PyTorch's dtypes too",
    source='''
BITS = {"float64": 64, "int64": 64, "float32": 32, "int32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4}

def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    name = str(dtype).removeprefix("torch.")
    if name not in BITS:
        raise ValueError(f"unknown dtype {dtype}")
    one = -(-V * d * BITS[name] // 8)
    return one if tied else 2 * one
''')

answers.wrong(
    "cached", "equal-accepted", check="errors", alone=True,
    source='''
from functools import cache

BITS = {"float64": 64, "int64": 64, "float32": 32, "int32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4}

@cache
def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in BITS:
        raise ValueError(f"unknown dtype {dtype}")
    one = -(-V * d * BITS[dtype] // 8)
    return one if tied else 2 * one
''')

answers.wrong(
    "rows-checked", "size-left-out", check="errors", alone=True,
    why="checks the rows, and forgets the columns",
    of="right-divmod", old="    check_sizes(V=V, d=d)", new="    check_sizes(V=V)")

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="takes integers of NumPy",
    of="right-divmod", old="    check_sizes(V=V, d=d)", new='''
    import numpy as np
    V, d = (int(size) if isinstance(size, np.integer) else size for size in (V, d))
    check_sizes(V=V, d=d)''')

answers.wrong(
    "on-meta", "counts-overflow", check="dtypes",
    why="asks PyTorch for the bytes of a tensor without data, which are held in 64 bits",
    source='''
NAMES = ("float64", "int64", "float32", "int32", "float16", "bfloat16", "int8", "int4")

def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in NAMES:
        raise ValueError(f"unknown dtype {dtype}")
    stored = torch.empty((V, d), dtype=getattr(torch, "int8" if dtype == "int4" else dtype), device="meta").nbytes
    one = (stored + 1) // 2 if dtype == "int4" else stored
    return one if tied else 2 * one
''')
