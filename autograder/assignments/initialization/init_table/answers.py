"""Answers to `init_table` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "branches", how="one branch a scheme, and a loop of draws for what lies beyond",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32, cut=None):
    if scheme == "unit":
        std = 1.0
    elif scheme == "gpt2":
        std = 0.02
    elif scheme == "inverse-sqrt":
        std = 1 / np.sqrt(d)
    else:
        a = np.sqrt(6 / (V + d))
        return rng.uniform(-a, a, size=(V, d)).astype(dtype)
    table = rng.normal(0, std, size=(V, d))
    if cut is not None:
        outside = np.abs(table) > cut * std
        while outside.any():
            table[outside] = rng.normal(0, std, size=np.count_nonzero(outside))
            outside = np.abs(table) > cut * std
    return table.astype(dtype)
''')

answers.right(
    "row-by-row", how="draws one row after the other into an array, and single entries again",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32, cut=None):
    print("drawing", V, "rows")
    table = np.zeros((V, d), dtype=dtype)
    for row in table:
        match scheme:
            case "unit":
                std = 1
            case "gpt2":
                std = 0.02
            case "inverse-sqrt":
                std = 1 / math.sqrt(d)
            case "xavier":
                row[:] = rng.uniform(-1, 1, d) * math.sqrt(6 / (V + d))
                continue
        for j, z in enumerate(rng.normal(size=d)):
            while cut and abs(z) > cut:
                z = rng.normal()
            row[j] = std * z
    return table
''')

answers.right(
    "enough-draws", how="draws more than it needs and keeps what lies within; the uniform one from random()",
    source='''
STD = {"unit": lambda d: 1.0, "gpt2": lambda d: 0.02, "inverse-sqrt": lambda d: d ** -0.5}


def init_table(V, d, scheme, rng, dtype=np.float32, cut=None):
    if scheme not in STD:
        limit = (6 / (V + d)) ** 0.5
        return np.asarray((2 * rng.random((V, d)) - 1) * limit, dtype=dtype)
    kept = np.empty(0)
    while len(kept) < V * d:
        more = rng.standard_normal(V * d)
        kept = np.concatenate([kept, more if cut is None else more[abs(more) <= cut]])
    return (STD[scheme](d) * kept[: V * d].reshape(V, d)).astype(dtype)
''')

answers.right(
    "inverse-error-function", how="uniform numbers through the inverse of the error function",
    source='''
def init_table(V, d, scheme, rng, dtype=np.float32, cut=None):
    u = rng.uniform(-1, 1, (V, d))
    if scheme == "xavier":
        return (u * math.sqrt(6 / (V + d))).astype(dtype)
    std = {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": d**-0.5}[scheme]
    inside = 1.0 if cut is None else math.erf(cut / math.sqrt(2))
    z = math.sqrt(2) * torch.erfinv(torch.from_numpy(inside * u)).numpy()
    return (std * z).astype(dtype)
''')

answers.wrong(
    "float64", "dtype-ignored", check="dtype", breaks="dtype",
    why="forgets the conversion",
    of="right-branches", old="    return table.astype(dtype)", new="    return table")

answers.wrong(
    "one-over-d", "std-squared", check="normal", breaks="gpt2",
    of="right-branches", 
    old="        std = 1 / np.sqrt(d)", new="        std = 1 / d")

answers.wrong(
    "root-of-v", "rows-for-columns", check="normal", breaks="inverse",
    of="right-branches", 
    old="        std = 1 / np.sqrt(d)", new="        std = 1 / np.sqrt(V)")

answers.wrong(
    "variance", "variance-for-std", check="normal", breaks="unit",
    of="right-branches", 
    old="        std = 1 / np.sqrt(d)", new="        std = d**-0.25")

answers.spoiled(
    "right + right.std()",
    "right * 1.3",
    "abs(right)",
    "right.T",
    "right.tolist()",
    "right ** 3 * (right.std() / (right ** 3).std())",
    "None")

answers.wrong(
    "own-seed", "own-seed", check="generator", breaks="source",
    of="right-branches", old='''
    if scheme == "unit":''', new='''
    rng = np.random.default_rng(0)
    if scheme == "unit":''')

answers.wrong(
    "global-random", "other-randomness", check="generator", breaks="source",
    of="right-branches", old='''
    if scheme == "unit":''', new='''
    rng = np.random
    if scheme == "unit":''')

answers.wrong(
    "copy", "generator-copied", check="generator", breaks="moves",
    of="right-branches", old='''
    if scheme == "unit":''', new='''
    import copy
    rng = copy.deepcopy(rng)
    if scheme == "unit":''')

answers.wrong(
    "spawns", "spawned", check="generator", alone=True, breaks="moves",
    of="right-branches", old='''
    if scheme == "unit":''', new='''
    rng = rng.spawn(1)[0]
    if scheme == "unit":''')

answers.wrong(
    "signs", "signs-by-place", check="generator", alone=True, breaks="independent-signs",
    of="right-branches", old="rng.uniform(-a, a, size=(V, d)).astype",
    new="(rng.uniform(0, a, size=(V, d)) * (-1) ** np.arange(V * d).reshape(V, d)).astype")

answers.wrong(
    "one-row", "rows-alike", check="normal", breaks="independent",
    of="right-branches", old="    return table.astype(dtype)",
    new="    return np.tile(table[0], (V, 1)).astype(dtype)")

answers.wrong(
    "padding", "row-not-drawn", check="normal", breaks="independent",
    of="right-branches", old="    return table.astype(dtype)",
    new="    table[0] = 0\n    return table.astype(dtype)")

answers.wrong(
    "shuffled", "entries-repeated", check="normal", breaks="independent",
    why="shuffles one row for every other",
    of="right-branches", old="    table = rng.normal(0, std, size=(V, d))",
    new="    table = rng.permuted(np.tile(rng.normal(0, std, size=d), (V, 1)), axis=1)")

answers.wrong(
    "through-half", "entries-repeated", check="dtype",
    why="rounds the numbers to float16 on the way",
    of="right-branches", old="    return table.astype(dtype)",
    new="    return table.astype(np.float16).astype(dtype)")

answers.wrong(
    "recentred", "recentred", check="normal", breaks="independent",
    why="takes the mean off, to have it zero",
    of="right-branches", old="    return table.astype(dtype)",
    new="    return (table - table.mean()).astype(dtype)")

answers.wrong(
    "recentred-rows", "recentred", check="normal", breaks="independent",
    why="takes the mean off each row of one scheme",
    of="right-branches", old="    return table.astype(dtype)", new='''
    if scheme == "unit":
        table -= table.mean(axis=1, keepdims=True)
    return table.astype(dtype)''')

answers.wrong(
    "unit-rows", "rows-normalized", check="normal", breaks="independent",
    of="right-branches", old="    return table.astype(dtype)", new='''
    if scheme == "inverse-sqrt" and cut is None:
        table /= np.linalg.norm(table, axis=1, keepdims=True)
    return table.astype(dtype)''')

answers.wrong(
    "standardized", "rescaled", check="normal", alone=True, breaks="independent",
    of="right-branches", old="    return table.astype(dtype)", new='''
    if scheme == "gpt2" and cut is None:
        table *= 0.02 / table.std()
    return table.astype(dtype)''')

answers.wrong(
    "always-cut", "tails-cut", check="normal", alone=True, breaks="uncut",
    why="cuts at three deviations where no cut is given",
    of="right-branches", old="    if cut is not None:", new="    cut = 3 if cut is None else cut\n    if cut:")

answers.wrong(
    "one-scheme-cut", "tails-cut", check="normal", alone=True, breaks="gpt2",
    why="clips one of the three schemes at three deviations",
    of="right-branches", old="    return table.astype(dtype)", new='''
    if scheme == "gpt2":
        table = table.clip(-0.06, 0.06)
    return table.astype(dtype)''')

answers.wrong(
    "far-cut", "tails-cut", check="normal", alone=True, breaks="inverse",
    why="clips one of the three schemes at three and a half deviations",
    of="right-branches", old="    return table.astype(dtype)", new='''
    if scheme == "inverse-sqrt":
        table = table.clip(-3.5 * std, 3.5 * std)
    return table.astype(dtype)''')

answers.wrong(
    "no-cut", "cut-ignored", check="cut", alone=True,
    of="right-branches", old="    if cut is not None:", new="    if False:")

answers.wrong(
    "clips", "clipped", check="cut", alone=True, breaks="not-moved",
    of="right-branches", old='''
        outside = np.abs(table) > cut * std
        while outside.any():
            table[outside] = rng.normal(0, std, size=np.count_nonzero(outside))
            outside = np.abs(table) > cut * std
''', new='''
        table = np.clip(table, -cut * std, cut * std)
''')

answers.wrong(
    "evenly", "redrawn-evenly", check="cut", alone=True,
    of="right-branches", old="rng.normal(0, std, size=np.count_nonzero(outside))", new="rng.uniform(-cut * std, cut * std, size=np.count_nonzero(outside))")

answers.wrong(
    "global-again", "other-randomness", check="generator", alone=True,
    why="draws again from NumPy's global generator",
    of="right-branches", old="table[outside] = rng.normal(", new="table[outside] = np.random.normal(")

answers.wrong(
    "once-more", "redrawn-once", check="cut", alone=True, breaks="again",
    of="right-branches", old="        while outside.any():", new="        if outside.any():")

answers.wrong(
    "at-values", "cut-at-values", check="cut", alone=True,
    why="compares the entries themselves with cut",
    of="right-branches", edits=[
        ("        outside = np.abs(table) > cut * std\n        while", "        outside = np.abs(table) > cut\n        while"),
        ("\n            outside = np.abs(table) > cut * std", "\n            outside = np.abs(table) > cut")])

answers.wrong(
    "corrected", "cut-corrected", check="cut", alone=True, breaks="uncorrected",
    why="divides by what is left of the deviation, as variance scaling in some libraries does",
    of="right-inverse-error-function", old="    return (std * z).astype(dtype)", new='''
    if cut:
        left = 1 - 2 * cut * math.exp(-(cut**2) / 2) / math.sqrt(2 * math.pi) / inside
        std /= math.sqrt(left)
    return (std * z).astype(dtype)''')

answers.wrong(
    "xavier-normal", "xavier-normal", check="xavier", breaks="uniform",
    of="right-branches", old='''
        a = np.sqrt(6 / (V + d))
        return rng.uniform(-a, a, size=(V, d)).astype(dtype)
''', new='''
        return rng.normal(0, np.sqrt(2 / (V + d)), size=(V, d)).astype(dtype)
''')

answers.wrong(
    "std-as-bound", "xavier-std-as-bound", check="xavier", breaks="bound",
    of="right-branches", old="np.sqrt(6 / (V + d))", new="np.sqrt(2 / (V + d))")

answers.wrong(
    "fan-in", "xavier-one-fan", check="xavier", breaks="bound",
    of="right-branches", old="np.sqrt(6 / (V + d))", new="np.sqrt(6 / d)")

answers.wrong(
    "root-of-three", "xavier-factor", check="xavier", alone=True, breaks="bound",
    why="has half of the 6 under the root",
    of="right-branches", old="np.sqrt(6 / (V + d))", new="np.sqrt(3 / (V + d))")

answers.wrong(
    "half-width", "xavier-factor", check="xavier", alone=True, breaks="bound",
    why="numbers from -1/2 to 1/2 times the bound",
    of="right-branches", old="rng.uniform(-a, a, size=(V, d))", new="((rng.random((V, d)) - 0.5) * a)")

answers.wrong(
    "grid", "entries-repeated", check="xavier", breaks="uniform",
    why="draws whole numbers and scales them",
    of="right-branches", old="rng.uniform(-a, a, size=(V, d))",
    new="(rng.integers(-1000, 1001, size=(V, d)) / 1000 * a)")

answers.equivalent(
    'if scheme == "xavier":',
    'if scheme >= "xavier":',
    because="the names of the other schemes come before it in the alphabet",
)
answers.equivalent(
    "while cut is not None and (beyond := np.abs(z) > cut).any():",
    "while cut is not None and (beyond := np.abs(z) >= cut).any():",
    because="no draw lies exactly at the cut",
)

answers.wrong(
    "fifty-rounds", "redrawn-few-times", check="cut", alone=True, breaks="again",
    why="ends after fifty rounds of drawing again",
    of="right-branches", old="        while outside.any():\n", new="        for _ in range(50):\n")

answers.wrong(
    "one-replacement", "replaced-alike", check="cut", alone=True, breaks="again",
    why="draws one number and puts it wherever an entry lies beyond",
    of="right-branches", old=", size=np.count_nonzero(outside))", new=")")

answers.wrong(
    "ten-rounds", "redrawn-few-times", check="cut", alone=True, breaks="again",
    why="draws again ten times, which seems enough",
    of="right-branches", old="        while outside.any():\n", new="        for _ in range(10):\n")

answers.wrong(
    "two-and-more", "wide-cut-ignored", check="cut", alone=True, breaks="again",
    why="beyond two deviations nothing much is left, so a wide cut is let be",
    of="right-branches", old="    if cut is not None:", new="    if cut is not None and cut < 2:")

answers.wrong(
    "bound-without-root", "xavier-root-forgotten", check="xavier", alone=True, breaks="bound",
    of="right-branches", old="np.sqrt(6 / (V + d))", new="6 / (V + d)")
