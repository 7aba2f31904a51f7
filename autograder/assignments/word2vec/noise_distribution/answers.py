"""Answers to `noise_distribution` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "logarithms",
    how="logarithms of all counts, minus infinity among them; those that were read picked out later",
    source='''
def noise_distribution(counts, power=0.75):
    with np.errstate(divide="ignore"):
        logs = np.log(np.asarray(counts, dtype=float))
    read = np.isfinite(logs)
    scores = power * logs[read]
    weights = np.zeros(len(counts))
    weights[read] = np.exp(scores - scores.max())
    return weights / weights.sum()
''',
)

answers.right(
    "list",
    how="Python floats, relative to the most likely word",
    source='''
def noise_distribution(counts, power=0.75):
    read = [int(c) for c in counts if c > 0]
    top = max(read) if power >= 0 else min(read)
    weights = [(int(c) / top) ** power if c > 0 else 0.0 for c in counts]
    total = sum(weights)
    return np.array([w / total for w in weights])
''',
)

answers.right(
    "where",
    how="whole arrays with np.where",
    source='''
def noise_distribution(counts, power=0.75):
    f = counts.astype(np.float64)
    if power < 0:
        scale = f[f > 0].min()
    else:
        scale = f.max()
    ratios = np.where(f > 0, f / scale, 1.0)
    weights = np.where(f > 0, np.power(ratios, power), 0.0)
    return weights / weights.sum()
''',
)

LAST = "    return weights / weights.sum()\n"
RATIO = "np.power(ratios, power)"

answers.wrong(
    "page", "powers-too-large", check="large", breaks="any-power",
    why="the formula of the page, which overflows",
    source='''
def noise_distribution(counts, power=0.75):
    f = np.asarray(counts, dtype=float)
    weights = np.zeros(len(f))
    weights[f > 0] = f[f > 0] ** power
    return weights / weights.sum()
''',
)  # fmt: skip

answers.wrong(
    "by-largest", "powers-too-large", check="large", breaks="any-power", alone=True,
    why="divides by the largest count for negative powers too; those of small counts overflow",
    of="right-where", old="        scale = f[f > 0].min()\n", new="        scale = 1.0\n",
)  # fmt: skip

answers.wrong(
    "whole-powers", "powers-too-large", check="large", breaks="any-power",
    why="whole numbers to a whole power, which wrap around",
    of="wrong-page", old="    f = np.asarray(counts, dtype=float)\n", new="""
    f = np.asarray(counts, dtype=float)
    if power == int(power) and power > 0:
        f, power = np.asarray(counts), int(power)
""",
)  # fmt: skip

answers.wrong(
    "shares-first", "powers-too-large", check="large", breaks="any-power", alone=True,
    why="powers of the shares, which vanish",
    of="right-where", old="f / scale", new="f / f.sum()",
)  # fmt: skip

answers.wrong(
    "float32", "power-digits", check="large", breaks="digits",
    why="ratios in float32",
    of="right-where", old="    ratios = np.where(f > 0, f / scale, 1.0)\n",
    new="    ratios = np.where(f > 0, f / scale, 1.0).astype(np.float32).astype(float)\n",
)  # fmt: skip

answers.wrong(
    "plain", "power-ignored", check="values", breaks="powers",
    of="right-where", old=RATIO, new="ratios",
)  # fmt: skip

answers.wrong(
    "fixed", "power-fixed", check="values", breaks="powers",
    of="right-where", old="    f = counts", new="    power = 0.75\n    f = counts",
)  # fmt: skip

answers.wrong(
    "unnormalised", "not-normalised", check="values", breaks="sum",
    why="the powers themselves",
    of="wrong-page", old=LAST, new="    return weights\n",
)  # fmt: skip

answers.wrong(
    "over-counts", "not-normalised", check="values", breaks="sum",
    why="powers over the sum of the counts",
    of="wrong-page", old=LAST, new="    return weights / f.sum()\n",
)  # fmt: skip

answers.wrong(
    "powers-of-shares", "not-normalised", check="values", breaks="sum",
    why="shares first, then the power",
    of="wrong-page", old="f[f > 0] ** power\n    return weights / weights.sum()", new="(f[f > 0] / f.sum()) ** power\n    return weights",
)  # fmt: skip

answers.wrong(
    "root", "power-inverted", check="values", breaks="powers",
    of="right-where", old=RATIO, new="np.power(ratios, 1 / power if power else 0)",
)  # fmt: skip

answers.wrong(
    "turned", "power-sign", check="values", breaks="powers",
    why="prefers the rare",
    of="right-where", old="    f = counts", new="    power = -power\n    f = counts",
)  # fmt: skip

answers.wrong(
    "absolute", "power-sign", check="unread", breaks="any-power",
    why="takes a negative power for a positive one",
    of="right-where", old="    f = counts", new="    power = abs(power)\n    f = counts",
)  # fmt: skip

answers.wrong(
    "softmax", "softmax-taken", check="values", breaks="powers",
    of="right-logarithms", old="power * logs[read]", new="power * np.asarray(counts, dtype=float)[read]",
)  # fmt: skip

answers.wrong(
    "falsy", "power-falsy", check="unread", breaks="any-power", alone=True,
    of="right-where", old="    f = counts", new="    power = power or 0.75\n    f = counts",
)  # fmt: skip

answers.wrong(
    "laplace", "smoothed", check="values", breaks="powers",
    of="right-where", old="    f = counts.astype(np.float64)\n", new="    f = counts.astype(np.float64)\n    f = f + (f > 0)\n",
)  # fmt: skip

answers.wrong(
    "zero-to-zero", "zeros-get-noise", check="unread", breaks="unread",
    why="0 ** 0",
    source='''
def noise_distribution(counts, power=0.75):
    f = counts / (counts.max() if power > 0 else counts[counts > 0].min())
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = f**power
        return weights / weights.sum()
''',
)  # fmt: skip

answers.wrong(
    "in-the-largest", "zeros-get-noise", check="large", breaks="unread", alone=True,
    why="takes words that were never read for read once, to find the largest power",
    source='''
def noise_distribution(counts, power=0.75):
    scores = power * np.log(np.maximum(counts, 1))
    weights = np.exp(scores - scores.max()) * (counts > 0)
    return weights / weights.sum()
''',
)  # fmt: skip

answers.wrong(
    "at-least-one", "zeros-get-noise", check="values", breaks="unread",
    why="takes 1 for 0",
    of="right-logarithms", old="np.asarray(counts, dtype=float)", new="np.maximum(counts, 1.0)",
)  # fmt: skip

answers.spoiled("np.roll(right, 1)", "right**2 / (right**2).sum()", "right.tolist()", "None")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "seen = counts > 0",
    "seen = counts != 0",
    because="A count is never negative.",
)

answers.wrong(
    "clipped-logarithms",
    "noise-floored",
    check="large",
    why="holds logarithms above -50",
    of="right-logarithms",
    old='np.exp(scores - scores.max())',
    new='np.exp(np.maximum(scores - scores.max(), -50))',
)

answers.wrong(
    "cut-probabilities",
    "noise-lost",
    check="large",
    why="sets tiny ones to zero",
    of="right-logarithms",
    old='    return weights / weights.sum()',
    new='    weights[weights < 1e-30] = 0\n    return weights / weights.sum()',
)
