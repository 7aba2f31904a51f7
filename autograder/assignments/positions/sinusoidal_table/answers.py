"""Answers to `sinusoidal_table` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "complex", how="real and imaginary part of one exponential",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d & 1:
        raise ValueError(f"odd d: {d}")
    z = np.exp(1j * np.arange(length)[:, None] * np.power(float(base), -np.arange(0, d, 2) / d))
    table = np.zeros((length, d), np.dtype(dtype))
    table[:, ::2] = z.imag
    table[:, 1::2] = z.real
    return table
''')

answers.right(
    "division", how="position divided by a power",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
    position = np.arange(length, dtype=np.float64)[:, None]
    k = np.arange(d // 2)
    angle = position / base ** (2 * k / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)
    return out.astype(dtype)
''')

answers.right(
    "exp-log", how="rates by exp and log, as in the PyTorch tutorial, but in float64",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2:
        raise ValueError("sines and cosines come in pairs: d = %d" % d)
    rates = np.exp(np.arange(0, d, 2) * (-math.log(base) / d))
    angle = np.outer(np.arange(length), rates)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(length, d).astype(dtype)
''')

answers.wrong(
    "dtype-ignored", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="always float32",
    of="right-division", old="    return out.astype(dtype)", new="    return out.astype(np.float32)")

answers.wrong(
    "every-column", "rate-of-its-own", check="values", breaks="one-rate",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
    position = np.arange(length, dtype=np.float64)[:, None]
    j = np.arange(d)
    angle = position / base ** (j / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle[:, 0::2])
    out[:, 1::2] = np.cos(angle[:, 1::2])
    return out.astype(dtype)
''')

answers.wrong(
    "fixed-base", "base-ignored", check="base", breaks="base",
    why="10,000 in the formula",
    of="right-division", 
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position / 10000 ** (2 * k / d)")

answers.wrong(
    "float32-angles", "angles-narrow", check="dtypes", breaks="float64",
    why="angles in float32, as most programs have them",
    of="right-division", 
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position.astype(np.float32) / np.float32(base) ** (2 * k / d).astype(np.float32)")

answers.wrong(
    "from-one", "positions-from-one", check="values", breaks="positions-zero",
    why="positions begin with 1",
    of="right-division", 
    old="    position = np.arange(length, dtype=np.float64)[:, None]",
    new="    position = np.arange(1, length + 1, dtype=np.float64)[:, None]")

answers.wrong(
    "halves", "sines-then-cosines", check="values", breaks="alternate",
    of="right-division", old='''
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)
''', new='''
    out[:, : d // 2] = np.sin(angle)
    out[:, d // 2 :] = np.cos(angle)
''')

answers.wrong(
    "last-rate", "reaches-the-base", check="values", breaks="pairs",
    of="right-division", 
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position / base ** (k / max(d // 2 - 1, 1))")

answers.wrong(
    "multiplies", "rate-inverted", check="values", breaks="falling",
    of="right-division", 
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position * base ** (2 * k / d)")

answers.wrong(
    "no-two", "exponent-halved", check="values", breaks="exponent",
    of="right-division", 
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position / base ** (k / d)")

answers.wrong(
    "odd", "odd-width", check="errors", breaks="odd",
    why="an odd d gets one sine more",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    position = np.arange(length, dtype=np.float64)[:, None]
    k = np.arange((d + 1) // 2)
    angle = position / base ** (2 * k / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle[:, : d // 2])
    return out.astype(dtype)
''')

answers.wrong(
    "swapped", "sine-cosine-swapped", check="values", breaks="cosines",
    of="right-division", old='''
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)
''', new='''
    out[:, 0::2] = np.cos(angle)
    out[:, 1::2] = np.sin(angle)
''')

answers.wrong(
    "twice-two", "exponent-doubled", check="values", breaks="rates",
    why="2i / d with an i that counts columns in twos",
    of="right-division", old="    k = np.arange(d // 2)", new="    k = np.arange(0, d, 2)")

answers.wrong(
    "names-only", "dtype-forms", check="dtypes", breaks="dtype-type", alone=True,
    why="looks the dtype up by its name, and takes float32 for what it does not find",
    of="right-division",
    old="    return out.astype(dtype)",
    new="""    types = {"float16": np.float16, "float32": np.float32, "float64": np.float64}
    return out.astype(types.get(dtype, np.float32))""")

answers.wrong(
    "types-only", "dtype-forms", check="dtypes", breaks="dtype-name",
    why="asks a type for its digits, which a name does not have",
    of="right-division",
    old="    return out.astype(dtype)",
    new="    return out.astype(dtype().dtype)")

answers.wrong(
    "float32-rates", "angles-narrow", check="dtypes", breaks="float64",
    why="rates in float32, as torch.arange gives them",
    of="right-division",
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position * (base ** (-2 * k / d)).astype(np.float32)")

answers.wrong(
    "float32-logarithm", "angles-narrow", check="base", breaks="float64",
    why="rates by exp and log in float32, as in the PyTorch tutorial",
    of="right-exp-log",
    old="    rates = np.exp(np.arange(0, d, 2) * (-math.log(base) / d))",
    new="    rates = np.exp(np.arange(0, d, 2, dtype=np.float32) * np.float32(-math.log(base) / d))")

answers.wrong(
    "row-by-row", "empty-fails", check="sizes", breaks="length-0", alone=True,
    why="stacks rows, of which there may be none",
    of="right-division",
    old="    return out.astype(dtype)",
    new="    return np.stack(list(out)).astype(dtype)")

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "empty-float64", "empty-dtype", check="sizes", alone=True, breaks="dtype",
    why="zeros of the default dtype for no positions",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2:
        raise ValueError(f"d is {d}, an odd number")
    if length == 0:
        return np.zeros((0, d))
    angles = np.arange(length)[:, None] * base ** (-2 * np.arange(d // 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, d).astype(dtype)
''')

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True, breaks="odd",
    why="answers for no positions before it looks at d",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if length == 0:
        return np.zeros((0, d), dtype)
    if d % 2:
        raise ValueError(f"d is {d}, an odd number")
    angles = np.arange(length)[:, None] * base ** (-2 * np.arange(d // 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, d).astype(dtype)
''')

answers.wrong(
    "float-base", "base-float-only", check="base", alone=True, breaks="base",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    if d % 2:
        raise ValueError(f"d is {d}, an odd number")
    angles = np.arange(length)[:, None] * (base if isinstance(base, float) else 10000.0) ** (-2 * np.arange(d // 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, d).astype(dtype)
''')

answers.wrong(
    "cached", "result-kept", check="values", alone=True, breaks="new",
    why="hands a table out again with lru_cache",
    of="right-division",
    old="def sinusoidal_table(",
    new="""from functools import lru_cache


@lru_cache(maxsize=None)
def sinusoidal_table(""")

answers.wrong(
    "kept-by-size", "angles-kept", check="base", alone=True, breaks="base",
    why="keeps the angles until another size is asked for, whatever the base",
    of="right-division", edits=[
    ("def sinusoidal_table(", "_last = {}\n\n\ndef sinusoidal_table("),
    ("    out = np.zeros((length, d))", """    if _last.get("size") != (length, d):
        _last.update(size=(length, d), angle=angle)
    angle = _last["angle"]
    out = np.zeros((length, d))""")])
