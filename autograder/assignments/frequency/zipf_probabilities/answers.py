"""Answers to `zipf_probabilities` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop",
    how="a list of Python floats",
    source='''
def zipf_probabilities(V, s=1.0):
    powers = [1 / r**s for r in range(1, V + 1)]
    total = sum(powers)
    return np.array([power / total for power in powers])
''',
)

answers.right(
    "reciprocals",
    how="divides 1 by a power of floats, in place",
    source='''
def zipf_probabilities(V, s=1.0):
    p = 1.0 / np.power(np.linspace(1.0, V, V), s)
    p /= np.sum(p)
    return p
''',
)

answers.right(
    "softmax",
    how="a softmax of -s ln r",
    source='''
def zipf_probabilities(V, s=1.0):
    logits = -s * np.log(np.arange(V) + 1)
    e = np.exp(logits - logits.max())
    return e / e.sum()
''',
)

answers.right(
    "torch",
    how="by PyTorch",
    source='''
def zipf_probabilities(V, s=1.0):
    ranks = torch.arange(1, V + 1, dtype=torch.float64)
    return torch.softmax(-s * ranks.log(), dim=0).numpy()
''',
)

answers.wrong(
    "ascending",
    "rarest-first",
    check="values",
    breaks="order",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = 1.0 / np.power(np.linspace(V, 1.0, V), s)")],
)

answers.wrong(
    "exponential",
    "geometric",
    check="values",
    breaks="power",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = np.exp(-s * np.arange(1, V + 1))")],
)

answers.wrong(
    "from-zero",
    "ranks-shifted",
    check="values",
    breaks="ranks",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = np.arange(V, dtype=float) ** -float(s)")],
)

answers.wrong(
    "integers",
    "whole-exponent",
    check="values",
    breaks="int-exponent",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = np.arange(1, V + 1) ** -s")],
)

answers.wrong(
    "unnormalised",
    "not-normalised",
    check="values",
    breaks="sum",
    of="right-reciprocals",
    edits=[("    p /= np.sum(p)\n", "")],
)

answers.wrong(
    "one-over-rank",
    "exponent-ignored",
    check="values",
    breaks="exponent",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = 1 / np.arange(1, V + 1)")],
)

answers.wrong(
    "s-or-one",
    "zero-exponent",
    check="values",
    breaks="zero",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = np.arange(1, V + 1) ** -float(s or 1.0)")],
)

answers.wrong(
    "whole-powers",
    "powers-overflow",
    check="values",
    breaks="int-exponent",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = 1 / np.arange(1, V + 1) ** s")],
)

answers.wrong(
    "float32",
    "few-digits",
    check="values",
    why="saves memory",
    breaks="digits",
    of="right-reciprocals",
    edits=[("p = 1.0 / np.power(np.linspace(1.0, V, V), s)", "p = np.arange(1, V + 1, dtype=np.float32) ** -float(s)")],
)

answers.wrong(
    "rounded",
    "few-digits",
    check="values",
    why="rounds, as for printing",
    breaks="digits",
    of="right-reciprocals",
    edits=[("return p", "return p.round(6)")],
)

answers.wrong(
    "remainder",
    "last-left-over",
    check="values",
    breaks="digits",
    of="right-reciprocals",
    edits=[("    p /= np.sum(p)\n", '''
    p /= np.sum(p)
    p[-1] = 1 - p[:-1].sum()
''')],
)

answers.spoiled("right * 1.01", "right + 1e-3", "np.roll(right, 1)", "None", "right[:, None]")
