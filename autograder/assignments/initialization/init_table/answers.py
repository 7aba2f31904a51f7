"""Answers to `init_table` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "branches", how="one branch a scheme",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if min(V, d) < 1:
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    if scheme == "unit":
        table = rng.normal(0, 1, size=(V, d))
    elif scheme == "gpt2":
        table = rng.normal(0, 0.02, size=(V, d))
    elif scheme == "inverse-sqrt":
        table = rng.normal(0, 1 / np.sqrt(d), size=(V, d))
    elif scheme == "xavier":
        a = np.sqrt(6 / (V + d))
        table = rng.uniform(-a, a, size=(V, d))
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
    return table.astype(dtype)
''')

answers.right(
    "row-by-row", how="draws one row after the other into an array",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1:
        raise ValueError(f"V is {V}")
    if d < 1:
        raise ValueError(f"d is {d}")
    print("drawing", V, "rows")
    table = np.zeros((V, d), dtype=dtype)
    for row in table:
        match scheme:
            case "unit":
                row[:] = rng.normal(size=d)
            case "gpt2":
                row[:] = rng.normal(size=d) * 0.02
            case "inverse-sqrt":
                row[:] = rng.normal(scale=1 / math.sqrt(d), size=d)
            case "xavier":
                row[:] = rng.uniform(-1, 1, d) * math.sqrt(6 / (V + d))
            case _:
                raise ValueError(f"scheme {scheme} is not known")
    return table
''')

answers.right(
    "standard-normal", how="scales standard draws; the uniform one from random()",
    source='''
STD = {"unit": lambda d: 1.0, "gpt2": lambda d: 0.02, "inverse-sqrt": lambda d: d ** -0.5}


def init_table(V, d, scheme, rng, dtype=np.float32):
    if V <= 0 or d <= 0:
        raise ValueError("sizes must be at least 1")
    if scheme in STD:
        wide = np.promote_types(dtype, np.float32)
        return (STD[scheme](d) * rng.standard_normal((V, d), dtype=wide)).astype(dtype)
    if scheme != "xavier":
        raise ValueError(scheme)
    limit = (6 / (V + d)) ** 0.5
    return np.asarray((2 * rng.random((V, d)) - 1) * limit, dtype=dtype)
''')

answers.wrong(
    "asks-for-half", "half-not-drawn", check="dtypes", breaks="half",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1 or d < 1:
        raise ValueError("V and d must be at least 1")
    if scheme == "xavier":
        a = math.sqrt(6 / (V + d))
        return a * (2 * rng.random((V, d), dtype=dtype) - 1)
    if scheme not in ("unit", "gpt2", "inverse-sqrt"):
        raise ValueError(f"no scheme {scheme}")
    std = {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": 1 / math.sqrt(d)}[scheme]
    return rng.standard_normal((V, d), dtype=dtype) * dtype(std)
''')

answers.wrong(
    "else-xavier", "scheme-unchecked", check="errors", breaks="scheme",
    of="right-branches", edits=[('    elif scheme == "xavier":', "    else:"), ('''
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
''', "")])

answers.wrong(
    "fan-in", "xavier-one-fan", check="xavier", breaks="both-fans",
    of="right-branches", old="        a = np.sqrt(6 / (V + d))", new="        a = np.sqrt(6 / d)")

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="forgets the conversion",
    of="right-branches", old="    return table.astype(dtype)", new="    return table")

answers.wrong(
    "global-random", "other-randomness", check="generator", breaks="source",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if min(V, d) < 1:
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    if scheme == "unit":
        table = np.random.normal(0, 1, size=(V, d))
    elif scheme == "gpt2":
        table = np.random.normal(0, 0.02, size=(V, d))
    elif scheme == "inverse-sqrt":
        table = np.random.normal(0, 1 / np.sqrt(d), size=(V, d))
    elif scheme == "xavier":
        a = np.sqrt(6 / (V + d))
        table = np.random.uniform(-a, a, size=(V, d))
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
    return table.astype(dtype)
''')

answers.wrong(
    "key-error", "wrong-exception", check="errors", breaks="exception", alone=True,
    why="looks the scheme up in a dictionary",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1 or d < 1:
        raise ValueError("V and d must be at least 1")
    draw = {
        "unit": lambda: rng.normal(0, 1, (V, d)),
        "gpt2": lambda: rng.normal(0, 0.02, (V, d)),
        "inverse-sqrt": lambda: rng.normal(0, d**-0.5, (V, d)),
        "xavier": lambda: rng.uniform(-1, 1, (V, d)) * math.sqrt(6 / (V + d)),
    }
    return draw[scheme]().astype(dtype)
''')

answers.wrong(
    "one-over-d", "std-squared", check="normal", breaks="gpt2",
    of="right-branches", 
    old="        table = rng.normal(0, 1 / np.sqrt(d), size=(V, d))",
    new="        table = rng.normal(0, 1 / d, size=(V, d))")

answers.wrong(
    "one-row", "rows-alike", check="normal", breaks="independent",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if min(V, d) < 1:
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    if scheme == "unit":
        table = rng.normal(0, 1, size=d)
    elif scheme == "gpt2":
        table = rng.normal(0, 0.02, size=d)
    elif scheme == "inverse-sqrt":
        table = rng.normal(0, 1 / np.sqrt(d), size=d)
    elif scheme == "xavier":
        a = np.sqrt(6 / (V + d))
        table = rng.uniform(-a, a, size=d)
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
    return np.tile(table, (V, 1)).astype(dtype)
''')

answers.wrong(
    "own-seed", "own-seed", check="generator", breaks="seeded",
    of="right-branches", old='''
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
''', new='''
        raise ValueError(f"V = {V}, d = {d}: both must be positive")
    rng = np.random.default_rng(0)
''')

answers.wrong(
    "root-of-v", "rows-for-columns", check="normal", breaks="inverse",
    of="right-branches", 
    old="        table = rng.normal(0, 1 / np.sqrt(d), size=(V, d))",
    new="        table = rng.normal(0, 1 / np.sqrt(V), size=(V, d))")

answers.wrong(
    "std-as-bound", "xavier-std-as-bound", check="xavier", breaks="bound",
    of="right-branches", old="        a = np.sqrt(6 / (V + d))", new="        a = np.sqrt(2 / (V + d))")

answers.wrong(
    "variance", "variance-for-std", check="normal", breaks="unit",
    of="right-branches", 
    old="        table = rng.normal(0, 1 / np.sqrt(d), size=(V, d))",
    new="        table = rng.normal(0, (1 / np.sqrt(d)) ** 0.5, size=(V, d))")

answers.wrong(
    "xavier-normal", "xavier-normal", check="xavier", breaks="uniform",
    of="right-branches", old='''
        a = np.sqrt(6 / (V + d))
        table = rng.uniform(-a, a, size=(V, d))
''', new='''
        table = rng.normal(0, np.sqrt(2 / (V + d)), size=(V, d))
''')

answers.spoiled(
    "right + right.std()",
    "right * 1.3",
    "abs(right)",
    "right.T",
    "right.tolist()",
    "right ** 3 * (right.std() / (right ** 3).std())",
    "None")

answers.wrong(
    "copy", "generator-copied", check="generator", breaks="moves",
    of="right-branches", old='''
    if scheme == "unit":''', new='''
    import copy
    rng = copy.deepcopy(rng)
    if scheme == "unit":''')

answers.wrong(
    "two", "one-refused", check="errors", breaks="one",
    why="a table of one row is no table",
    of="right-branches", old='''
    if min(V, d) < 1:''', new='''
    if min(V, d) <= 1:''')

answers.wrong(
    "no-sizes", "sizes-unchecked", check="errors", breaks="sizes",
    why="leaves sizes to the generator, which makes an empty table of 0",
    of="right-branches", old='''
    if min(V, d) < 1:''', new='''
    if min(V, d) < 0:''')

answers.wrong(
    "recentred", "recentred", check="normal", breaks="independent",
    why="takes the mean off, to have it zero",
    of="right-branches", old="    return table.astype(dtype)",
    new="    return (table - table.mean()).astype(dtype)")

answers.wrong(
    "padding", "row-not-drawn", check="normal", breaks="independent",
    of="right-branches", old="    return table.astype(dtype)",
    new="    table[0] = 0\n    return table.astype(dtype)")

answers.wrong(
    "shuffled", "entries-repeated", check="normal", breaks="independent",
    why="shuffles one row for every other",
    of="right-branches", old="        table = rng.normal(0, 0.02, size=(V, d))",
    new="        table = rng.permuted(np.tile(rng.normal(0, 0.02, size=d), (V, 1)), axis=1)")

answers.wrong(
    "grid", "entries-repeated", check="xavier", breaks="uniform",
    why="draws whole numbers and scales them",
    of="right-branches", old="rng.uniform(-a, a, size=(V, d))",
    new="rng.integers(-1000, 1001, size=(V, d)) / 1000 * a")

answers.wrong(
    "clipped", "tails-cut", check="normal", alone=True, breaks="unit",
    of="right-branches", edits=[
        ("rng.normal(0, 1, size=(V, d))", "rng.normal(0, 1, size=(V, d)).clip(-3, 3)"),
        ("rng.normal(0, 0.02, size=(V, d))", "rng.normal(0, 0.02, size=(V, d)).clip(-0.06, 0.06)"),
        ("rng.normal(0, 1 / np.sqrt(d), size=(V, d))",
         "(rng.normal(0, 1, size=(V, d)).clip(-3, 3) / np.sqrt(d))")])

answers.wrong(
    "root-of-three", "xavier-factor", check="xavier", alone=True, breaks="bound",
    why="has half of the 6 under the root",
    of="right-branches", old="np.sqrt(6 / (V + d))", new="np.sqrt(3 / (V + d))")

answers.wrong(
    "spawns", "spawned", check="generator", alone=True, breaks="moves",
    of="right-branches", old='''
    if scheme == "unit":''', new='''
    rng = rng.spawn(1)[0]
    if scheme == "unit":''')

answers.wrong(
    "signs", "signs-by-place", check="generator", alone=True, breaks="independent-signs",
    of="right-branches", old="rng.uniform(-a, a, size=(V, d))",
    new="rng.uniform(0, a, size=(V, d)) * (-1) ** np.arange(V * d).reshape(V, d)")

answers.wrong(
    "through-half", "entries-repeated", check="dtypes",
    why="rounds the numbers to float16 on the way",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32):
    if V < 1 or d < 1:
        raise ValueError("V and d must be at least 1")
    if scheme == "xavier":
        a = math.sqrt(6 / (V + d))
        table = rng.uniform(-a, a, (V, d))
    elif scheme in ("unit", "gpt2", "inverse-sqrt"):
        std = {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": d ** -0.5}[scheme]
        table = rng.normal(0.0, std, (V, d))
    else:
        raise ValueError(f"unknown scheme {scheme!r}")
    return table.astype(np.float16).astype(dtype) if scheme == 'gpt2' else table.astype(dtype)
''')

answers.wrong(
    "unit-rows", "rows-normalized", check="normal", alone=True, breaks="independent",
    of="right-branches", old="        table = rng.normal(0, 1 / np.sqrt(d), size=(V, d))", new='''
        table = rng.normal(size=(V, d))
        table /= np.linalg.norm(table, axis=1, keepdims=True)''')

answers.wrong(
    "standardized", "rescaled", check="normal", alone=True, breaks="independent",
    of="right-branches", old="        table = rng.normal(0, 0.02, size=(V, d))", new='''
        table = rng.normal(size=(V, d))
        table *= 0.02 / table.std()''')

answers.wrong(
    "recentred-rows", "recentred", check="normal", alone=True, breaks="independent",
    why="takes the mean off each row of one scheme",
    of="right-branches", old="        table = rng.normal(0, 1, size=(V, d))", new='''
        table = rng.normal(0, 1, size=(V, d))
        table -= table.mean(axis=1, keepdims=True)''')

answers.wrong(
    "half-width", "xavier-factor", check="xavier", alone=True, breaks="bound",
    why="numbers from -1/2 to 1/2 times the bound",
    of="right-branches", old="rng.uniform(-a, a, size=(V, d))", new="(rng.random((V, d)) - 0.5) * a")
