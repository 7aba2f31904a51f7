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
    "ascending", "rarest-first", check="values", breaks="order",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return np.sort(weights / weights.sum())
''')

answers.wrong(
    "exponential", "geometric", check="values", breaks="power",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.exp(-s * np.arange(1, V + 1))
    return weights / weights.sum()
''')

answers.wrong(
    "from-zero", "ranks-shifted", check="values", breaks="ranks",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(V, dtype=float) ** -float(s)
    return weights / weights.sum()
''')

answers.wrong(
    "integers", "whole-exponent", check="exponents", breaks="int-exponent",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -s
    return weights / weights.sum()
''')

answers.wrong(
    "not-normalised", "not-normalised", check="values", breaks="sum",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return weights
''')

answers.wrong(
    "one-over-rank", "exponent-ignored", check="values", breaks="exponent",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = 1 / np.arange(1, V + 1)
    return weights / weights.sum()
''')

answers.wrong(
    "unchecked", "negative-exponent", check="errors", breaks="s-range",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return weights / weights.sum()
''')

answers.wrong(
    "any-V", "no-tokens", check="errors", breaks="V-range",
    why="looks at s alone",
    of="wrong-one-over-rank", edits=[('    weights = 1 / np.arange(1, V + 1)', '    weights = np.arange(1, V + 1) ** -float(s)'), ('    if V < 1 or s < 0:', '    if s < 0:')])

answers.wrong(
    "zero-tokens", "no-tokens", check="errors",
    why="lets no tokens pass",
    of="wrong-one-over-rank", edits=[('    weights = 1 / np.arange(1, V + 1)', '    weights = np.arange(1, V + 1) ** -float(s)'), ('    if V < 1 or s < 0:', '    if V < 0 or s < 0:')])

answers.wrong(
    "s-or-one", "zero-exponent", check="exponents", breaks="zero",
    of="wrong-one-over-rank", edits=[('    weights = 1 / np.arange(1, V + 1)', '    weights = np.arange(1, V + 1) ** -float(s or 1.0)')])

answers.wrong(
    "float32", "float32-returned", check="values", breaks="dtype",
    why="saves memory",
    of="wrong-one-over-rank", edits=[('    weights = 1 / np.arange(1, V + 1)', '    weights = np.arange(1, V + 1, dtype=np.float32) ** -float(s)')])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "np.roll(right, 1)",
    "right.tolist()",
    "None",
    "right[:, None]")

answers.wrong(
    "whole-powers", "powers-overflow", check="exponents", alone=True, breaks="int-exponent",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V is {V}, s is {s}")
    p = 1 / np.arange(1, V + 1) ** s
    return p / p.sum()
''')

answers.wrong(
    "cached", "result-kept", check="values", alone=True, breaks="dtype",
    source='''
import functools

@functools.lru_cache(maxsize=None)
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V = {V}, s = {s}")
    powers = np.arange(1, V + 1, dtype=np.float64) ** -s
    return powers / powers.sum()
''')

answers.wrong(
    "rounded", "few-digits", check="values", breaks="sum",
    why="rounds to 12 places, as for printing",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V = {V}, s = {s}")
    powers = np.arange(1, V + 1, dtype=np.float64) ** -s
    return (powers / powers.sum()).round(12)
''')

answers.wrong(
    "narrow-powers", "few-digits", check="values", breaks="dtype",
    why="takes the powers in float32 and converts the result",
    source='''
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V = {V}, s = {s}")
    powers = (np.arange(1, V + 1, dtype=np.float32) ** np.float32(-s)).astype(np.float64)
    return powers / powers.sum()
''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "weights = np.arange(1, V + 1, dtype=np.float64) ** -float(s)",
    "weights = np.arange(1, V + 1) ** -float(s)",
    because="NumPy raises integers to the power of a float in float64, which holds every rank exactly",
)
