"""Answers to `zipf_probabilities` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="a list of Python floats",
    source='''
def zipf_probabilities(V, s=1.0):
    if V <= 0:
        raise ValueError("no tokens")
    if s < 0:
        raise ValueError("the exponent is negative")
    powers = [1 / r**s for r in range(1, V + 1)]
    total = sum(powers)
    return np.array([power / total for power in powers])
''')

answers.right(
    "reciprocals", how="divides 1 by a power of floats, in place",
    source='''
def zipf_probabilities(V, s=1.0):
    if not (V >= 1 and s >= 0):
        raise ValueError("V >= 1 and s >= 0 are needed")
    p = 1.0 / np.power(np.linspace(1.0, V, V), s)
    p /= np.sum(p)
    return p
''')

answers.right(
    "softmax", how="a softmax of -s ln r",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"cannot make {V} probabilities with the exponent {s}")
    logits = -s * np.log(np.arange(V) + 1)
    e = np.exp(logits - logits.max())
    return e / e.sum()
''')

answers.wrong(
    "ascending", "rarest-first", check="values",
    why="sorts at the end",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return np.sort(weights / weights.sum())
''')

answers.wrong(
    "exponential", "geometric", check="values",
    why="a softmax of -s r, without the logarithm",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.exp(-s * np.arange(1, V + 1))
    return weights / weights.sum()
''')

answers.wrong(
    "from-zero", "ranks-shifted", check="values",
    why="ranks as Python counts",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(V, dtype=float) ** -float(s)
    return weights / weights.sum()
''')

answers.wrong(
    "integers", "whole-exponent", check="exponents",
    why="integers to a negative whole power",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -s
    return weights / weights.sum()
''')

answers.wrong(
    "not-normalised", "not-normalised", check="values",
    why="returns the powers",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return weights
''')

answers.wrong(
    "one-over-rank", "exponent-ignored", check="values",
    why="the harmonic weights whatever s is",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = 1 / np.arange(1, V + 1)
    return weights / weights.sum()
''')

answers.wrong(
    "unchecked", "settings-unchecked", check="errors",
    why="looks at V alone",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return weights / weights.sum()
''')

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "np.roll(right, 1)",
    "right.tolist()",
    "None",
    "right[:, None]")
