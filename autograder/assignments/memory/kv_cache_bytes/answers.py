"""Answers to `kv_cache_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "halves", how="half bytes, and math.prod",
    source='''
import math

HALVES = {"int4": 1, "int8": 2, "float16": 4, "bfloat16": 4,
          "float32": 8, "int32": 8, "float64": 16, "int64": 16}


def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    halves = HALVES.get(dtype)
    if halves is None:
        raise ValueError(f"expected one of {', '.join(HALVES)}; found {dtype}")
    one = math.prod((B, kv_heads, T, head_dim, halves))
    return (one // 2 + one % 2) * layers * 2
''')

answers.right(
    "itemsize", how="odd counts are made even first; checks of its own",
    source='''
def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    for size in (layers, kv_heads, head_dim, B, T):
        if not isinstance(size, int) or isinstance(size, bool):
            raise TypeError(f"{size!r}")
        if not size > 0:
            raise ValueError(f"{size!r}")
    numbers = B * kv_heads * T * head_dim
    if dtype == "int4":
        numbers += numbers % 2
        return numbers // 2 * layers * 2
    if dtype not in ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8"):
        raise ValueError(f"{dtype!r}")
    return torch.empty((), dtype=getattr(torch, dtype)).element_size() * numbers * layers * 2
''')

answers.right(
    "sum", how="adds up keys and values of every layer's two arrays",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    if dtype not in BITS:
        raise ValueError(f"dtype: {dtype}")
    keys = values = -(-B * kv_heads * T * head_dim * BITS[dtype] // 8)
    return sum(keys + values for _ in range(layers))
''')

answers.wrong(
    "one-layer", "layers-forgotten", check="values", breaks="layers",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    bits = B * kv_heads * T * head_dim * BITS[dtype]
    return 2 * ((bits + 7) // 8)
''')

answers.wrong(
    "keys-only", "values-forgotten", check="values", breaks="both",
    of="wrong-one-layer", 
    old="    return 2 * ((bits + 7) // 8)",
    new="    return layers * ((bits + 7) // 8)")

answers.wrong(
    "no-heads", "heads-forgotten", check="values", breaks="heads",
    of="wrong-one-layer", old='''
    bits = B * kv_heads * T * head_dim * BITS[dtype]
    return 2 * ((bits + 7) // 8)
''', new='''
    bits = B * T * head_dim * BITS[dtype]
    return 2 * layers * ((bits + 7) // 8)
''')

answers.wrong(
    "together", "rounded-together", check="packing", breaks="own",
    why="rounds once for all arrays",
    of="wrong-one-layer", old='''
    bits = B * kv_heads * T * head_dim * BITS[dtype]
    return 2 * ((bits + 7) // 8)
''', new='''
    bits = 2 * layers * B * kv_heads * T * head_dim * BITS[dtype]
    return (bits + 7) // 8
''')

answers.wrong(
    "unchecked", "types-unchecked", check="errors", breaks="types",
    why="checks the name and nothing else",
    of="wrong-one-layer", edits=[('''
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
''', ""), ("    return 2 * ((bits + 7) // 8)", "    return 2 * layers * ((bits + 7) // 8)")])

answers.wrong(
    "zero", "zero-accepted", check="errors", breaks="small",
    why="refuses negative sizes only",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    check_sizes(0, layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    bits = B * kv_heads * T * head_dim * BITS[dtype]
    return 2 * layers * ((bits + 7) // 8)
''')

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "one-text", "batch-forgotten", check="values", breaks="batch",
    of="right-halves", old='''
    one = math.prod((B, kv_heads, T, head_dim, halves))''', new='''
    one = math.prod((kv_heads, T, head_dim, halves))''')

answers.wrong(
    "two", "itemsize-fixed", check="dtypes", breaks="dtype",
    why="keys and values are always of two bytes, but for int4",
    of="right-halves", old='''
    one = math.prod((B, kv_heads, T, head_dim, halves))''', new='''
    one = math.prod((B, kv_heads, T, head_dim, 1 if dtype == "int4" else 4))''')

answers.wrong(
    "float", "float-result", check="values", breaks="int",
    why="true division",
    of="right-halves", old='''
    return (one // 2 + one % 2) * layers * 2''', new='''
    return float((one // 2 + one % 2) * layers * 2)''')

answers.wrong(
    "true-division", "digits-lost", check="packing", breaks="exact",
    why="one / 2 is a float on the way",
    of="right-halves", old='''
    return (one // 2 + one % 2) * layers * 2''', new='''
    return int(-(-(one / 2) // 1)) * layers * 2''')

answers.wrong(
    "any-case", "name-unchecked", check="errors", breaks="names",
    why="takes names in any case",
    of="right-halves", old='''
    halves = HALVES.get(dtype)''', new='''
    halves = HALVES.get(dtype.lower())''')

answers.wrong(
    "nameless", "name-not-named", check="errors", breaks="named",
    why="says which names there are, and not which one was given",
    of="right-halves", old='''
; found {dtype}")''', new='''
")''')

answers.wrong(
    "head-rounded", "rounded-by-row", check="packing", alone=True,
    why="rounds each head of each text up",
    of="right-sum", edits=[("    keys = values = -(-B * kv_heads * T * head_dim * BITS[dtype] // 8)",
    "    keys = values = B * kv_heads * -(-T * head_dim * BITS[dtype] // 8)")])

answers.wrong(
    "layers-unchecked", "size-left-out", check="errors", alone=True,
    why="checks the sizes of an array, and forgets the layers",
    of="right-halves", old="    check_sizes(layers=layers, kv_heads", new="    check_sizes(kv_heads")

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="asks for the kind of integers, which those of NumPy are of too",
    of="right-itemsize", old="        if not isinstance(size, int) or isinstance(size, bool):", new='''
        import numbers
        if not isinstance(size, numbers.Integral) or isinstance(size, bool):''')
