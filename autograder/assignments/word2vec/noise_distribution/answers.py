"""Answers to `noise_distribution` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "logs", how="powers by exp and log, shifted",
    source='''
def noise_distribution(counts, power=0.75):
    wide = np.array(counts, dtype=float)
    if wide.ndim != 1 or power < 0:
        raise ValueError("shape or power")
    if not ((wide >= 0) & np.isfinite(wide)).all() or not wide.any():
        raise ValueError("counts")
    out, seen = np.zeros_like(wide), wide > 0
    logs = np.log(wide[seen]) - np.log(wide.max())
    out[seen] = np.exp(power * logs)
    out /= out.sum()
    return out
''')

answers.right(
    "loop", how="Python floats, one after the other",
    source='''
def noise_distribution(counts, power=0.75):
    if counts.ndim != 1 or power < 0:
        raise ValueError("one axis, and a power of 0 or more")
    values = [float(c) for c in counts]
    if any(not np.isfinite(c) or c < 0 for c in values) or sum(values) == 0:
        raise ValueError("counts are finite and not negative, and not all zero")
    powers = [c**power if c else 0.0 for c in values]
    total = sum(powers)
    return np.array([p / total for p in powers])
''')

answers.right(
    "shares", how="shares first, then the power, then shares again",
    source='''
def noise_distribution(counts, power=0.75):
    if counts.ndim != 1 or power < 0 or counts.size == 0:
        raise ValueError(f"counts {counts.shape}, power {power}")
    wide = counts.astype(np.float64)
    if not np.all(np.isfinite(wide)) or wide.min() < 0 or wide.max() == 0:
        raise ValueError("not counts")
    p = np.zeros(len(wide))
    seen = wide > 0
    p[seen] = (wide[seen] / wide.sum()) ** power
    return p / p.sum()
''')

answers.wrong(
    "zero-power", "zeros-get-noise", check="zeros", breaks="power-zero",
    why="0 ** 0 is 1",
    source='''
def noise_distribution(counts, power=0.75):
    f = np.asarray(counts, dtype=np.float64)
    if f.ndim != 1 or power < 0:
        raise ValueError(f"counts {f.shape}, power {power}")
    if not np.isfinite(f).all() or (f < 0).any() or not (f > 0).any():
        raise ValueError("counts that no text can have")
    weights = f**power
    return weights / weights.sum()
''')

answers.wrong(
    "any-counts", "counts-unchecked", check="errors", breaks="none-above-zero",
    why="divides whatever comes",
    source='''
def noise_distribution(counts, power=0.75):
    f = np.asarray(counts, dtype=np.float64)
    if f.ndim != 1 or power < 0:
        raise ValueError(f"counts {f.shape}, power {power}")
    weights = np.where(f > 0, f**power, 0.0)
    return weights / weights.sum()
''')

answers.wrong(
    "fixed", "power-fixed", check="values", breaks="counts-power",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, f**0.75, 0.0)")

answers.wrong(
    "narrow", "narrow-power", check="dtypes", breaks="any-dtype",
    why="the power in the dtype of the counts",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, np.asarray(counts) ** power, 0.0)")

answers.wrong(
    "not-again", "not-normalised", check="values", breaks="sum",
    of="wrong-zero-power", old='''
    weights = f**power
    return weights / weights.sum()
''', new='''
    weights = np.where(f > 0, (f / f.sum()) ** power, 0.0)
    return weights
''')

answers.wrong(
    "root", "power-inverted", check="values", breaks="counts-power",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, f ** (1 / max(power, 1e-3)), 0.0)")

answers.wrong(
    "shares", "power-ignored", check="values", breaks="default-power",
    of="wrong-zero-power", old="    weights = f**power", new="    weights = np.where(f > 0, f, 0.0)")

answers.wrong(
    "softmax", "softmax-taken", check="values", breaks="counts-power",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, np.exp(power * (f - f.max())), 0.0)")

answers.wrong(
    "default-one", "default-power", check="values", breaks="default-power",
    of="right-loop",
    old="def noise_distribution(counts, power=0.75):",
    new="def noise_distribution(counts, power=1.0):")

answers.wrong(
    "power-or-default", "power-falsy", check="zeros", breaks="power-zero", alone=True,
    of="right-loop", old="    powers = [c**power if c else 0.0 for c in values]", new='''
    power = power or 0.75
    powers = [c**power if c else 0.0 for c in values]''')

answers.wrong(
    "uniform-at-zero", "zeros-get-noise", check="zeros", breaks="never-drawn", alone=True,
    why="a special case for the power 0: all words",
    of="right-loop", old="    return np.array([p / total for p in powers])", new='''
    if power == 0:
        return np.full(len(values), 1 / len(values))
    return np.array([p / total for p in powers])''')

answers.wrong(
    "smoothing", "smoothed", check="values", breaks="counts-power",
    of="right-loop",
    old="    powers = [c**power if c else 0.0 for c in values]",
    new="    powers = [(c + 1) ** power for c in values]")

answers.wrong(
    "whole-counts", "fractions-lost", check="values", breaks="any-dtype",
    of="right-loop", old="    values = [float(c) for c in counts]", new='''
    values = [float(c) for c in counts]
    if all(map(np.isfinite, values)):
        values = [float(np.rint(c)) if c >= 0 else c for c in values]''')

answers.wrong(
    "float32", "narrow-floats", check="values", breaks="in-float64",
    why="computes in float32",
    of="right-loop",
    old="    return np.array([p / total for p in powers])",
    new="    return np.array([p / total for p in powers], np.float32).astype(np.float64)")

answers.wrong(
    "as-counts", "dtype-not-kept", check="dtypes", breaks="float64", alone=True,
    why="gives the dtype of the counts back, if they are floats",
    of="right-loop", old="    return np.array([p / total for p in powers])", new='''
    kind = counts.dtype if counts.dtype.kind == "f" else np.float64
    return np.array([p / total for p in powers]).astype(kind)''')

answers.wrong(
    "list", "no-array", check="values", breaks="numpy",
    why="returns a list",
    of="right-loop",
    old="    return np.array([p / total for p in powers])",
    new="    return [p / total for p in powers]")

answers.wrong(
    "sorts", "arguments-changed", check="values", breaks="inputs-kept",
    why="divides the counts by the largest, in place where they are floats",
    of="right-loop", old="    return np.array([p / total for p in powers])", new='''
    if counts.dtype.kind == "f":
        counts /= counts.max()
    return np.array([p / total for p in powers])''')

answers.wrong(
    "ready", "not-new", check="values", breaks="new", alone=True,
    of="right-loop", old="    return np.array([p / total for p in powers])", new='''
    if counts.dtype == np.float64 and power == 1 and abs(total - 1) < 1e-9:
        return counts
    return np.array([p / total for p in powers])''')

answers.wrong(
    "buffer", "gaps", check="dtypes", breaks="gaps", alone=True,
    why="reads the memory of the counts as it lies there",
    of="right-loop", old="    values = [float(c) for c in counts]", new='''
    flat = np.lib.stride_tricks.as_strided(counts, counts.shape, (counts.itemsize,))
    values = [float(c) for c in flat]''')

answers.wrong(
    "flattens", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="flattens the counts",
    of="right-loop", old="    if counts.ndim != 1 or power < 0:", new='''
    counts = counts.ravel()
    if power < 0:''')

answers.wrong(
    "negative-counts", "counts-unchecked", check="errors", breaks="bad-counts", alone=True,
    why="looks at the sum of the counts only",
    of="right-loop",
    old="    if any(not np.isfinite(c) or c < 0 for c in values) or sum(values) == 0:",
    new='''
    values = [c if c > 0 or c != c else 0.0 for c in values]
    if not np.isfinite(sum(values)) or sum(values) == 0:''')

answers.wrong(
    "nan-passes", "counts-unchecked", check="errors", breaks="bad-counts", alone=True,
    why="no comparison with nan is true",
    of="right-loop",
    old="    if any(not np.isfinite(c) or c < 0 for c in values) or sum(values) == 0:",
    new='    if any(c < 0 or c == float("inf") for c in values) or sum(values) == 0:')

answers.wrong(
    "empty", "counts-unchecked", check="errors", breaks="none-above-zero", alone=True,
    why="no counts give no probabilities",
    of="right-loop",
    old="    if any(not np.isfinite(c) or c < 0 for c in values) or sum(values) == 0:",
    new="    if any(not np.isfinite(c) or c < 0 for c in values) or values and sum(values) == 0:")

answers.wrong(
    "negative-power", "settings-unchecked", check="errors", breaks="negative-power", alone=True,
    why="takes any power",
    of="right-loop", old="    if counts.ndim != 1 or power < 0:", new="    if counts.ndim != 1:")

answers.spoiled(
    "right[::-1].copy()")

answers.spoiled(
    "right if counts.dtype != np.uint64 else right[::-1].copy()",
    "right if len(counts) > 1 else right + 1",
    "right if power else np.roll(right, 1)")

answers.wrong(
    "integer-power", "narrow-power", check="dtypes", alone=True, breaks="in-float64",
    why="integer counts to an integer power stay in their own dtype",
    source='''
def noise_distribution(counts, power=0.75):
    if counts.ndim != 1 or power < 0:
        raise ValueError("bad shape or power")
    if counts.dtype.kind == "f":
        counts = counts.astype(np.float64)
    if counts.size == 0 or not np.isfinite(counts).all() or counts.min() < 0 or counts.max() <= 0:
        raise ValueError("bad counts")
    p = np.where(counts > 0, counts ** power, 0).astype(np.float64)
    return p / p.sum()
''')

answers.wrong(
    "from-one-on", "small-counts-lost", check="values", alone=True, breaks="any-dtype",
    source='''
def noise_distribution(counts, power=0.75):
    counts = np.array(counts, dtype=np.float64)
    if counts.ndim != 1 or power < 0:
        raise ValueError("bad shape or power")
    if not np.isfinite(counts).all() or (counts < 0).any() or not (counts > 0).any():
        raise ValueError("bad counts")
    p = np.where(counts >= 1, counts ** power, 0.0)
    return p / p.sum()
''')

answers.wrong(
    "epsilon-in-sum", "sum-off", check="values", breaks="sum",
    source='''
def noise_distribution(counts, power=0.75):
    c = np.array(counts, dtype=np.float64)
    if c.ndim != 1 or power < 0:
        raise ValueError("bad shape or power")
    if not np.isfinite(c).all() or (c < 0).any() or not (c > 0).any():
        raise ValueError("bad counts")
    p = np.where(c > 0, c ** power, 0.0)
    return p / (p.sum() + 1e-12)
''')

answers.wrong(
    "kept-array", "result-kept", check="values", alone=True, breaks="new",
    why="a buffer of the module holds the probabilities, one for each V",
    of="right-loop", edits=[("def noise_distribution(counts, power=0.75):", """
buffers = {}


def noise_distribution(counts, power=0.75):"""),
    ("    return np.array([p / total for p in powers])", """
    kept = buffers.setdefault(len(powers), np.empty(len(powers)))
    kept[:] = [p / total for p in powers]
    return kept""")])

answers.wrong(
    "checks-powers", "powers-checked", check="errors", alone=True, breaks="bad-counts",
    why="looks at the powers, which are fine for an even one",
    of="wrong-zero-power", old="""
    if not np.isfinite(f).all() or (f < 0).any() or not (f > 0).any():
        raise ValueError("counts that no text can have")
    weights = f**power
""", new="""
    weights = np.where(f == 0, 0.0, f**power)
    if not np.isfinite(weights).all() or (weights < 0).any() or not weights.any():
        raise ValueError("counts that no text can have")
""")

answers.wrong(
    "zero-power-first", "powers-checked", check="errors", alone=True, breaks="bad-counts",
    why="answers the power 0 before it looks at the counts",
    of="right-loop", old="    values = [float(c) for c in counts]", new="""
    values = [float(c) for c in counts]
    if power == 0 and any(c != 0 for c in values):
        seen = np.array([c != 0 for c in values], np.float64)
        return seen / seen.sum()""")

answers.wrong(
    "sum-of-integers", "counts-wrap", check="dtypes", alone=True, breaks="any-dtype",
    why="adds up the counts as integers to see whether one is above zero",
    of="right-loop", old="or sum(values) == 0:", new="or counts.sum() <= 0:")

answers.wrong(
    "through-int64", "counts-wrap", check="dtypes", alone=True, breaks="any-dtype",
    why="converts integer counts to int64",
    of="right-loop", old="    values = [float(c) for c in counts]", new="""
    if counts.dtype.kind == "u":
        counts = counts.astype(np.int64)
    values = [float(c) for c in counts]""")

answers.wrong(
    "longdouble", "dtype-not-kept", check="dtypes", alone=True, breaks="float64",
    why="takes the wider of the dtypes of the counts and float64",
    of="right-loop",
    old="    return np.array([p / total for p in powers])",
    new="    return np.array([p / total for p in powers], np.result_type(counts, np.float64))")

answers.wrong(
    "number", "shapes-unchecked", check="errors", alone=True, breaks="axes",
    why="takes a single number for a vocabulary of one word",
    of="right-loop", old="    if counts.ndim != 1 or power < 0:", new="""
    counts = np.atleast_1d(counts)
    if counts.ndim != 1 or power < 0:""")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "weights = np.where(f > 0, f**power, 0.0)",
    "weights = np.where(f != 0, f**power, 0.0)",
    because="Negative counts and nan were refused above, so a count that is not 0 is above 0.",
)
