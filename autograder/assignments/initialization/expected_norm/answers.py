"""Answers to `expected_norm` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "series", how="log-gammas, and a series for the variance of long rows; the named tuple by its fields",
    source='''
def expected_norm(d, std):
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    spread = math.sqrt(d - mean * mean)
    if d > 1000:
        spread = math.sqrt(0.5 - 1 / (8 * d))
    return Norm(spread=std * spread, mean=std * mean)
''')

answers.right(
    "recursion", how="μ_{d+1} = d / μ_d from μ_1, and a series for large d, in a plain tuple",
    source='''
def expected_norm(d, std):
    if d > 5000:
        x = 1 / d
        mean = math.sqrt(d) * (1 - x / 4 + x * x / 32 + 5 * x**3 / 128)
        return std * mean, std * math.sqrt(0.5 - x / 8 - x * x / 16)
    mean = math.sqrt(2 / math.pi)
    for k in range(1, d):
        mean = k / mean
    return std * mean, std * math.sqrt(d - mean**2)
''')

answers.right(
    "torch-lgamma", how="PyTorch's lgamma in float64, and the limit where it is right to six digits",
    source='''
def expected_norm(d, std):
    halves = torch.tensor([(d + 1) / 2, d / 2], dtype=torch.float64)
    above, below = torch.lgamma(halves).numpy()
    mean = np.exp(above - below + 0.5 * np.log(2.0))
    variance = d - mean**2 if d < 20_000 else 0.5 - 0.125 / d
    return [std * mean, std * np.sqrt(variance)]
''')

answers.right(
    "quadrature", how="integrates the density of the length around its peak",
    source='''
def expected_norm(d, std):
    peak = math.sqrt(max(d - 1, 0))
    r = np.linspace(max(peak - 10, 0), peak + 10, 200_001)[1:]
    if d == 1:
        r = np.linspace(0, 12, 200_001)
    log = (d - 1) * np.log(np.maximum(r, 1e-300)) - r**2 / 2 if d > 1 else -(r**2) / 2
    p = np.exp(log - log.max())
    if d == 1:
        p[0] /= 2
    off = (p * (r - peak)).sum() / p.sum()
    variance = (p * (r - peak - off) ** 2).sum() / p.sum()
    return Norm(std * (peak + off), std * math.sqrt(variance))
''')

answers.wrong(
    "half-less", "approximate-mean", check="mean", breaks="exact",
    of="right-series", 
    old="    return Norm(spread=std * spread, mean=std * mean)",
    new="    return Norm(std * math.sqrt(d - 0.5), std * spread)")

answers.wrong(
    "one-over-root-two", "limit-spread", check="spread", breaks="spread",
    of="right-series", old='''
    spread = math.sqrt(d - mean * mean)
    if d > 1000:
        spread = math.sqrt(0.5 - 1 / (8 * d))
    return Norm(spread=std * spread, mean=std * mean)
''', new='''
    spread = math.sqrt(0.5)
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "sigma-root-d", "rms-as-mean", check="mean", breaks="mean",
    why="the familiar σ√d as the mean",
    of="right-series", 
    old="    return Norm(spread=std * spread, mean=std * mean)",
    new="    return Norm(std * math.sqrt(d), std * spread)")

answers.wrong(
    "std-as-variance", "std-as-variance", check="mean", breaks="std",
    of="right-series", old='''
    return Norm(spread=std * spread, mean=std * mean)
''', new='''
    std = math.sqrt(std)
    return Norm(std * mean, std * spread)
''')

answers.wrong(
    "swapped", "pair-swapped", check="mean", breaks="order",
    of="right-series", 
    old="    return Norm(spread=std * spread, mean=std * mean)",
    new="    return Norm(std * spread, std * mean)")

answers.wrong(
    "variance", "variance-for-spread", check="spread",
    of="right-series", old='''
    spread = math.sqrt(d - mean * mean)
    if d > 1000:
        spread = math.sqrt(0.5 - 1 / (8 * d))
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
    "sigma-root-d-twice", "rms-as-mean", check="mean", breaks="mean",
    why="σ√d in both places, so that nothing is left of the spread",
    source='''
def expected_norm(d, std):
    mean = math.sqrt(d)
    return Norm(std * mean, std * max(0.0, d - mean * mean) ** 0.5)
''')

answers.wrong(
    "gammas", "gamma-overflow", check="large", breaks="large", alone=True,
    of="right-series", old="math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))",
    new="math.gamma((d + 1) / 2) / math.gamma(d / 2)")

answers.wrong(
    "nested", "too-deep", check="large", alone=True, breaks="large",
    of="right-series", old="    spread = math.sqrt(d - mean * mean)", new='''
    def mean_of(k):
        return math.sqrt(2 / math.pi) if k == 1 else (k - 1) / mean_of(k - 1)

    mean = mean_of(d) if d < 5000 else mean
    spread = math.sqrt(d - mean * mean)''')

answers.wrong(
    "late-series", "spread-digits-lost", check="large", alone=True, breaks="exact",
    why="takes the series from 100,000 on",
    of="right-series", old="    if d > 1000:\n", new="    if d > 100_000:\n")

answers.wrong(
    "subtracts", "spread-digits-lost", check="large", alone=True, breaks="exact",
    why="the formula of the proof for every d",
    of="right-series", old='''
    if d > 1000:
        spread = math.sqrt(0.5 - 1 / (8 * d))
''', new="")

answers.wrong(
    "limit-too-early", "approximate-beyond", check="large", alone=True, breaks="exact",
    why="1/√2 for the spread from d = 300 on",
    of="right-series", edits=[("    if d > 1000:", "    if d > 300:"), ("0.5 - 1 / (8 * d)", "0.5")])

answers.wrong(
    "root-d-for-long", "approximate-beyond", check="large", alone=True, breaks="exact",
    why="σ√d beyond 400, where it is close",
    of="right-series", old="    return Norm(", new='''
    if d > 400:
        mean = math.sqrt(d)
    return Norm(''')

# Changes of the reference that no legal input tells from it to six digits.
for other in ("if d <= 2000", "if d < 2001", "if d < 1999"):
    answers.equivalent(
        "variance = d - mean**2 if d < 2000 else 0.5 - 1 / (8 * d)",
        f"variance = d - mean**2 {other} else 0.5 - 1 / (8 * d)",
        because="Near d = 2,000 both ways are right to seven digits.",
    )

answers.wrong(
    "series-early", "approximate-beyond", check="large", alone=True, breaks="exact",
    why="takes the series from d = 100 on, where it has five digits",
    of="right-series", old="if d > 1000:", new="if d > 100:")

answers.wrong(
    "series-from-ten", "approximate-beyond", check="spread", breaks="exact",
    why="takes the series from d = 10 on",
    of="right-series", old="if d > 1000:", new="if d >= 10:")

answers.wrong(
    "spread-of-std-one", "std-left-out", check="spread", breaks="spread",
    of="right-series", old="spread=std * spread", new="spread=spread")
