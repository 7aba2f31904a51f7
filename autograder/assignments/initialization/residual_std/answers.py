"""Answers to `residual_std` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "formula", how="the variance of a sum, for all additions at once",
    source='''
def residual_std(std, branch, layers, corr=0.0):
    n = np.arange(2 * layers + 1)
    variance = std**2 + n * branch**2 + n * (n - 1) * corr * branch**2
    total = n[-1] * (1 + (n[-1] - 1) * corr)
    return Stream(np.sqrt(variance), 1 / math.sqrt(total))
''')

answers.right(
    "one-by-one", how="each addition brings a variance and its covariances with those before; lists",
    source='''
def residual_std(std, branch, layers, corr=0.0):
    variance, sizes = std * std, [std]
    for before in range(2 * layers):
        variance += branch * branch * (1 + 2 * corr * before)
        sizes.append(math.sqrt(variance))
    added = variance - std * std
    return sizes, branch / math.sqrt(added)
''')

answers.right(
    "covariance-matrix", how="sums the corners of the covariance matrix",
    source='''
def residual_std(std, branch, layers, corr=0.0):
    k = 2 * layers
    C = branch**2 * (corr * np.ones((k, k)) + (1 - corr) * np.eye(k))
    added = np.array([C[:i, :i].sum() for i in range(k + 1)])
    return Stream(sizes=np.sqrt(std**2 + added), factor=np.sqrt(branch**2 / added[-1]))
''')

answers.right(
    "common-part", how="a part that all share, whose deviations add, and parts of their own",
    source='''
def residual_std(std, branch, layers, corr=0.0):
    steps = torch.arange(2 * layers + 1, dtype=torch.float64)
    together, alone = steps * branch * corr**0.5, (steps * (1 - corr)).sqrt() * branch
    sizes = (std**2 + together**2 + alone**2).sqrt()
    return Stream(sizes.numpy(), float(branch / torch.hypot(together[-1], alone[-1])))
''')

answers.wrong(
    "per-layer", "one-addition", check="growth", breaks="two",
    of="right-formula", old="np.arange(2 * layers + 1)", new="np.arange(layers + 1)")

answers.wrong(
    "root-of-l", "one-addition", check="factor", breaks="layers",
    why="one over the root of L in place of 2L",
    of="right-formula", old="    return Stream(np.sqrt(variance), 1 / math.sqrt(total))", new='''
    total = layers * (1 + (layers - 1) * corr)
    return Stream(np.sqrt(variance), 1 / math.sqrt(total))''')

answers.wrong(
    "linear", "deviations-added", check="growth", breaks="std",
    of="right-formula", old="Stream(np.sqrt(variance)", new="Stream(std + n * branch")

answers.wrong(
    "variances", "variance-returned", check="growth", breaks="stream",
    of="right-formula", old="Stream(np.sqrt(variance)", new="Stream(variance")

answers.wrong(
    "no-root", "variance-factor", check="factor", breaks="factor", alone=True,
    of="right-formula", old="1 / math.sqrt(total)", new="1 / total")

answers.wrong(
    "inverse-growth", "growth-undone", check="factor", alone=True,
    of="right-formula", old="1 / math.sqrt(total)", new="std / math.sqrt(variance[-1])")

answers.wrong(
    "to-one-branch", "growth-undone", check="factor", alone=True,
    why="brings the whole stream to the size of a branch",
    of="right-formula", old="1 / math.sqrt(total)", new="branch / math.sqrt(variance[-1])")

answers.wrong(
    "only-the-end", "sizes-cut", check="growth", breaks="sizes",
    of="right-formula", old="Stream(np.sqrt(variance)", new="Stream(np.sqrt(variance[-1])")

answers.wrong(
    "no-beginning", "sizes-cut", check="growth", breaks="branch",
    why="counts from the first addition",
    of="right-formula", old="Stream(np.sqrt(variance)", new="Stream(np.sqrt(variance[1:])")

answers.wrong(
    "theorem", "corr-ignored", check="correlated", breaks="corr",
    why="the theorem of the page, whatever corr is",
    of="right-formula", edits=[("    n = np.arange", "    corr = 0.0\n    n = np.arange")])

answers.wrong(
    "gpt2-factor", "corr-in-sizes-alone", check="factor", alone=True, breaks="factor",
    of="right-formula", old="1 / math.sqrt(total)", new="1 / math.sqrt(2 * layers)")

answers.wrong(
    "half-the-pairs", "pairs-once", check="correlated",
    of="right-formula", edits=[("n * (n - 1) * corr * branch**2", "n * (n - 1) / 2 * corr * branch**2"),
        ("(1 + (n[-1] - 1) * corr)", "(1 + (n[-1] - 1) / 2 * corr)")])

answers.wrong(
    "all-pairs", "pairs-with-self", check="correlated",
    of="right-formula", edits=[("n * (n - 1) * corr", "n * n * corr"), ("(n[-1] - 1) * corr", "n[-1] * corr")])

answers.wrong(
    "bare-corr", "corr-as-covariance", check="correlated",
    of="right-formula", old="n * (n - 1) * corr * branch**2", new="n * (n - 1) * corr")

answers.wrong(
    "beginning-too", "corr-with-beginning", check="correlated", breaks="beginning",
    of="right-formula", old="n * (n - 1) * corr * branch**2",
    new="n * (n - 1) * corr * branch**2 + 2 * n * corr * std * branch")

answers.spoiled(
    "(right[0] * 1.01, right[1])",
    "(right[0], right[1] * 1.01)",
    "(right[0] + 0.1, right[1])",
    "(right[1], right[0])",
    "right[0]",
    "(right[0], None)",
    "None")

answers.wrong(
    "with-the-sum", "corr-with-sum", check="correlated", breaks="corr",
    why="takes corr for the correlation of a contribution with all before it together",
    source='''
def residual_std(std, branch, layers, corr=0.0):
    added, sizes = 0.0, [std]
    for _ in range(2 * layers):
        added += branch**2 + 2 * corr * branch * math.sqrt(added)
        sizes.append(math.sqrt(std**2 + added))
    return Stream(np.array(sizes), branch / math.sqrt(added))
''')

answers.wrong(
    "neighbours", "corr-of-neighbours", check="correlated", breaks="corr",
    of="right-formula", edits=[
        ("n * (n - 1) * corr * branch**2", "2 * np.maximum(n - 1, 0) * corr * branch**2"),
        ("n[-1] * (1 + (n[-1] - 1) * corr)", "n[-1] + 2 * (n[-1] - 1) * corr")])
