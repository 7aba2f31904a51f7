"""Answers to `sinusoidal_table` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "complex", how="real and imaginary part of one exponential",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
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
    rates = np.exp(np.arange(0, d, 2) * (-math.log(base) / d))
    angle = np.outer(np.arange(length), rates)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(length, d).astype(dtype)
''')

answers.right(
    "comprehension", how="number by number; a cosine is a sine a quarter further on",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    return np.array([
        [math.sin(t / base ** ((j - j % 2) / d) + j % 2 * math.pi / 2) for j in range(d)] for t in range(length)
    ]).astype(dtype)
''')

answers.wrong(
    "every-column", "rate-of-its-own", check="values", breaks="one-rate",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    position = np.arange(length, dtype=np.float64)[:, None]
    j = np.arange(d)
    angle = position / base ** (j / d)
    out = np.zeros((length, d))
    out[:, 0::2] = np.sin(angle[:, 0::2])
    out[:, 1::2] = np.cos(angle[:, 1::2])
    return out.astype(dtype)
''')

answers.wrong(
    "fixed-base", "base-ignored", check="values", breaks="base",
    why="10,000 in the formula",
    of="right-division",
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position / 10000 ** (2 * k / d)")

answers.wrong(
    "float32-angles", "angles-narrow", check="far", breaks="float64", alone=True,
    why="angles in float32, as most programs have them",
    of="right-division",
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position.astype(np.float32) / np.float32(base) ** (2 * k / d).astype(np.float32)")

answers.wrong(
    "half-positions", "angles-narrow", check="far", breaks="float64", alone=True,
    why="positions in the dtype of the result; float16 holds them up to 2048",
    of="right-division",
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position.astype(dtype).astype(np.float64) / base ** (2 * k / d)")

answers.wrong(
    "float32-rates", "angles-narrow", check="far", breaks="float64", alone=True,
    why="rates in float32, as torch.arange gives them",
    of="right-division",
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position * (base ** (-2 * k / d)).astype(np.float32)")

answers.wrong(
    "float32-logarithm", "angles-narrow", check="far", breaks="float64", alone=True,
    why="rates by exp and log in float32, as in the PyTorch tutorial",
    of="right-exp-log",
    old="    rates = np.exp(np.arange(0, d, 2) * (-math.log(base) / d))",
    new="    rates = np.exp(np.arange(0, d, 2, dtype=np.float32) * np.float32(-math.log(base) / d))")

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
    "no-two", "exponent-halved", check="values", breaks="rates",
    of="right-division",
    old="    angle = position / base ** (2 * k / d)",
    new="    angle = position / base ** (k / d)")

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
    "always-float64", "dtype-unasked", check="far", breaks="dtype", alone=True,
    why="has no use for dtype",
    source='''
def sinusoidal_table(length, d, base=10000.0, dtype=np.float32):
    angle = np.arange(length)[:, None] * base ** (-np.arange(0, d, 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(length, d)
''')

answers.spoiled("noisy(right)", "right[::-1].copy()", keeps=())
