"""Answers to `expected_norm` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "keywords", how="log-gammas, the named tuple by its fields",
    source='''
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if std < 0:
        raise ValueError(f"std must not be negative, got {std}")
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    spread = math.sqrt(d - mean * mean)
    return Norm(spread=std * spread, mean=std * mean)
''')

answers.right(
    "recursion", how="μ_{d+1} = d / μ_d from μ_1, and a series for large d",
    source='''
def expected_norm(d, std):
    if d < 1 or std < 0:
        raise ValueError("d >= 1 and std >= 0 are needed")
    if d > 5000:
        x = 1 / d
        mean = math.sqrt(d) * (1 - x / 4 + x * x / 32 + 5 * x**3 / 128)
        return Norm(std * mean, std * math.sqrt(0.5 - x / 8 - x * x / 16))
    mean = math.sqrt(2 / math.pi)
    for k in range(1, d):
        mean = k / mean
    return Norm(std * mean, std * math.sqrt(d - mean**2))
''')

answers.right(
    "torch-lgamma", how="PyTorch's lgamma in float64, NumPy numbers in a plain tuple",
    source='''
def expected_norm(d, std):
    if d <= 0 or std < 0.0:
        raise ValueError(f"d={d}, std={std}")
    halves = torch.tensor([(d + 1) / 2, d / 2], dtype=torch.float64)
    above, below = torch.lgamma(halves).numpy()
    mean = np.exp(above - below + 0.5 * np.log(2.0))
    return std * mean, std * np.sqrt(d - mean**2)
''')

answers.wrong(
    "gammas", "gamma-overflow", check="large", breaks="large",
    source='''
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if std < 0:
        raise ValueError(f"std must not be negative, got {std}")
    mean = math.sqrt(2) * math.gamma((d + 1) / 2) / math.gamma(d / 2)
    spread = math.sqrt(d - mean * mean)
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "half-less", "approximate-mean", check="mean", breaks="exact",
    of="right-keywords", 
    old="    return Norm(spread=std * spread, mean=std * mean)",
    new="    return Norm(std * math.sqrt(d - 0.5), std * spread)")

answers.wrong(
    "negative-std", "negative-std", check="errors", breaks="negative",
    why="does not look at std",
    source='''
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    spread = math.sqrt(d - mean * mean)
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "one-over-root-two", "limit-spread", check="spread", breaks="limit",
    of="right-keywords", old='''
    spread = math.sqrt(d - mean * mean)
    return Norm(spread=std * spread, mean=std * mean)
''', new='''
    spread = math.sqrt(0.5)
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "sigma-root-d", "rms-as-mean", check="mean", breaks="mean",
    why="the familiar σ√d as the mean",
    of="right-keywords", 
    old="    return Norm(spread=std * spread, mean=std * mean)",
    new="    return Norm(std * math.sqrt(d), std * spread)")

answers.wrong(
    "sigma-root-d-twice", "rms-as-mean", check="spread", breaks="spread",
    why="σ√d in both places, so that nothing is left of the spread",
    source='''
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if std < 0:
        raise ValueError(f"std must not be negative, got {std}")
    mean = math.sqrt(d)
    spread = max(0.0, d - mean * mean) ** 0.5
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "std-as-variance", "std-as-variance", check="mean", breaks="std",
    of="right-keywords", old='''
    return Norm(spread=std * spread, mean=std * mean)
''', new='''
    std = math.sqrt(std)
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "swapped", "pair-swapped", check="mean", breaks="order",
    of="right-keywords", 
    old="    return Norm(spread=std * spread, mean=std * mean)",
    new="    return Norm(std * spread, std * mean)")

answers.wrong(
    "variance", "variance-for-spread", check="spread",
    of="right-keywords", old='''
    spread = math.sqrt(d - mean * mean)
    return Norm(spread=std * spread, mean=std * mean)
''', new='''
    spread = d - mean * mean
    return Norm(std * mean, std**2 * spread)
''')

answers.spoiled(
    "(right[0] * 1.01, right[1])",
    "(right[0], right[1] * 1.1)",
    "(right[0] + 1, right[1])",
    "right[0]",
    "str(right)",
    "None")

answers.wrong(
    "no-size", "sizes-unchecked", check="errors", breaks="size",
    why="a row without entries has length zero",
    of="right-recursion", old='''
    if d < 1 or std < 0:''', new='''
    if d == 0:
        return Norm(0.0, 0.0)
    if d < 1 or std < 0:''')

answers.wrong(
    "zero-refused", "zero-std-refused", check="errors", breaks="zero",
    why="asks for entries that differ",
    of="right-recursion", old='''
    if d < 1 or std < 0:''', new='''
    if d < 1 or std <= 0:''')

answers.wrong(
    "tensors", "no-float", check="mean", breaks="floats",
    why="returns tensors",
    of="right-torch-lgamma", edits=[("torch.lgamma(halves).numpy()", "torch.lgamma(halves)"),
        ("np.exp(above - below + 0.5 * np.log(2.0))", "torch.exp(above - below + 0.5 * math.log(2.0))"),
        ("np.sqrt(d - mean**2)", "torch.sqrt(d - mean**2)")])

answers.wrong(
    "root-d-for-long", "approximate-beyond", check="large", alone=True, breaks="exact",
    why="σ√d beyond 1000, where it is close",
    of="right-keywords", old="    return Norm(", new='''
    if d > 1000:
        return Norm(std * math.sqrt(d), std * math.sqrt(0.5))
    return Norm(''')

answers.wrong(
    "half-less-for-long", "approximate-beyond", check="large", alone=True, breaks="exact",
    why="σ√(d − ½) beyond 300",
    of="right-keywords", old="    return Norm(", new='''
    if d > 300:
        return Norm(std * math.sqrt(d - 0.5), std * math.sqrt(0.5))
    return Norm(''')

answers.wrong(
    "nested", "too-deep", check="large", alone=True, breaks="large",
    of="right-keywords", old="    spread = ", new='''
    def mean_of(k):
        return math.sqrt(2 / math.pi) if k == 1 else (k - 1) / mean_of(k - 1)

    mean = mean_of(d) if d < 5000 else mean
    spread = ''')

answers.wrong(
    "remembers", "result-remembered", check="mean", breaks="std",
    of="right-keywords", edits=[("def expected_norm(d, std):", '''
known = {}


def expected_norm(d, std):'''), ("    return Norm(", '''
    if d in known:
        return known[d]
    known[d] = Norm('''), ("mean=std * mean)\n", "mean=std * mean)\n    return known[d]\n")])

answers.wrong(
    "limit-for-long", "approximate-beyond", check="large", breaks="limit",
    why="1/√2 for the spread from d = 30 on",
    of="right-keywords", old="    return Norm(", new='''
    if d >= 30:
        spread = math.sqrt(0.5)
    return Norm(''')

answers.wrong(
    "float32-logarithms", "norm-in-float32", check="large", alone=True, breaks="large",
    why="takes the logarithms of the gammas in float32 for long rows",
    of="right-keywords", old="    spread = math.sqrt(d - mean * mean)", new='''
    if d > 100:
        above, below = torch.lgamma(torch.tensor([(d + 1) / 2, d / 2]))
        mean = math.sqrt(2) * math.exp(float(above - below))
    spread = math.sqrt(max(d - mean * mean, 0.0))''')

answers.wrong(
    "float32", "norm-in-float32", check="mean",
    why="computes in float32 throughout",
    of="right-keywords", old="    spread = math.sqrt(d - mean * mean)", new='''
    above, below = torch.lgamma(torch.tensor([(d + 1) / 2, d / 2]))
    mean = math.sqrt(2) * math.exp(float(above - below))
    spread = math.sqrt(max(d - mean * mean, 0.0))''')

answers.wrong(
    "rounded", "digits-rounded", check="mean", breaks="exact",
    why="rounds to four places, as the example prints the result",
    of="right-keywords", old="Norm(spread=std * spread, mean=std * mean)",
    new="Norm(round(std * mean, 4), round(std * spread, 4))")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if d < 1 or std < 0:",
    "if d < 0 or std < 0:",
    because="The logarithm of the gamma function at 0, which no entries lead to, is a ValueError of its own.",
)
