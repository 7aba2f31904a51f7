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
    "zero-power", "zeros-get-noise", check="zeros",
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
    "any-counts", "counts-unchecked", check="errors",
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
    "fixed", "power-fixed", check="values",
    why="always 0.75",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, f**0.75, 0.0)")

answers.wrong(
    "narrow", "narrow-power", check="dtypes",
    why="the power in the dtype of the counts",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, np.asarray(counts) ** power, 0.0)")

answers.wrong(
    "not-again", "not-normalised", check="values",
    why="shares first, and no second division",
    of="wrong-zero-power", old='''
    weights = f**power
    return weights / weights.sum()
''', new='''
    weights = np.where(f > 0, (f / f.sum()) ** power, 0.0)
    return weights
''')

answers.wrong(
    "root", "power-inverted", check="values",
    why="takes 1 / power",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, f ** (1 / max(power, 1e-3)), 0.0)")

answers.wrong(
    "shares", "power-ignored", check="values",
    why="the plain shares",
    of="wrong-zero-power", old="    weights = f**power", new="    weights = np.where(f > 0, f, 0.0)")

answers.wrong(
    "softmax", "softmax-taken", check="values",
    why="exp of the counts",
    of="wrong-zero-power", 
    old="    weights = f**power",
    new="    weights = np.where(f > 0, np.exp(power * (f - f.max())), 0.0)")

answers.spoiled(
    "right[::-1].copy()")
