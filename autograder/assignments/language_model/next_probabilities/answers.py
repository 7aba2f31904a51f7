"""Answers to `next_probabilities`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "searchsorted", how="counts how many tokens are needed",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    z = np.asarray(logits, dtype=np.float64)
    z = (z - z.max()) / temperature
    p = np.exp(z)
    p /= p.sum()
    order = np.argsort(p)[::-1]
    total = np.cumsum(p[order])
    needed = np.searchsorted(total, top_p) + 1
    kept = order[:needed]
    out = np.zeros_like(p)
    out[kept] = p[kept]
    return out / out.sum()
''')

answers.wrong(
    "cold", "greedy-when-cold", check="edges", alone=True,
    of="right-searchsorted", old="    order = np.argsort(p)[::-1]\n", new="    if temperature < 1e-5:\n        return np.eye(len(p))[p.argmax()]\n    order = np.argsort(p)[::-1]\n")

answers.right(
    "loop", how="takes the best token until there is enough",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    p = softmax(logits.astype(float) / temperature)
    kept, mass = [], 0.0
    for i in sorted(range(len(p)), key=lambda i: -p[i]):
        if mass >= top_p:
            break
        kept.append(i)
        mass += p[i]
    out = np.zeros(len(p))
    out[kept] = p[kept] / p[kept].sum()
    return out
''')

answers.right(
    "torch", how="PyTorch's sort, in double precision",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    p = torch.softmax(torch.tensor(logits).double() / temperature, dim=0)
    values, order = p.sort(descending=True)
    values[values.cumsum(0) - values >= top_p] = 0
    result = torch.zeros_like(p).scatter(0, order, values)
    return (result / result.sum()).numpy()
''')

answers.wrong(
    "no-temperature", "temperature-ignored", check="values", breaks="temperature",
    of="right-searchsorted", old="    z = (z - z.max()) / temperature\n", new="    z = z - z.max()\n")

answers.wrong(
    "times", "temperature-multiplies", check="values",
    of="right-searchsorted", old=") / temperature", new=") * temperature")

answers.wrong(
    "no-nucleus", "nucleus-ignored", check="values", breaks="top-p",
    of="right-searchsorted", old="kept = order[:needed]", new="kept = order")

answers.wrong(
    "short", "nucleus-one-short", check="values",
    why="keeps tokens while the sum is at most top_p, and at least the best one",
    of="right-searchsorted", old="np.searchsorted(total, top_p) + 1", new="max(np.searchsorted(total, top_p), 1) if top_p < 1 else len(p)")

answers.wrong(
    "cumsum", "nucleus-one-short", check="edges", breaks="top-p-range",
    why="keeps those whose sum is at most top_p, which may be none",
    of="right-searchsorted", edits=[("needed = np.searchsorted(total, top_p) + 1", "needed = int((total < top_p).sum()) if top_p < 1 else len(p)")])

answers.wrong(
    "more", "nucleus-one-more", check="values", breaks="fewest",
    of="right-searchsorted", old="np.searchsorted(total, top_p) + 1", new="np.searchsorted(total, top_p) + 2")

answers.wrong(
    "reached", "nucleus-one-more", check="edges", alone=True,
    why="a nucleus that is reached exactly gets one more",
    of="right-searchsorted", old="np.searchsorted(total, top_p) + 1", new='np.searchsorted(total, top_p, side="right") + 1')

answers.wrong(
    "upwards", "nucleus-of-the-least", check="values",
    of="right-searchsorted", old="np.argsort(p)[::-1]", new="np.argsort(p)")

answers.wrong(
    "cut-first", "nucleus-before-temperature", check="values",
    of="right-searchsorted", edits=[("    order = ", "    q = np.exp(z * temperature)\n    q /= q.sum()\n    order = "), ("np.cumsum(p[order])", "np.cumsum(q[order])")])

answers.wrong(
    "min-p", "probability-as-threshold", check="values",
    why="keeps tokens that are top_p times as probable as the best",
    of="right-searchsorted", old="kept = order[:needed]", new="kept = np.flatnonzero(p >= top_p * p.max())")

answers.wrong(
    "edge", "ties-kept", check="edges", breaks="ties", alone=True,
    of="right-searchsorted", old="kept = order[:needed]", new="kept = np.flatnonzero(p >= p[order[min(needed, len(p)) - 1]])")

answers.wrong(
    "unscaled", "not-scaled", check="values", breaks="sum",
    of="right-searchsorted", old="return out / out.sum()", new="return out")

answers.wrong(
    "in-order", "sorted-result", check="values",
    of="right-searchsorted", old="    return out / out.sum()", new="    return out[order] / out.sum()")

answers.wrong(
    "exp", "overflow", check="edges",
    why="exp of raw logits", breaks="temperature-range",
    of="right-searchsorted", old="(z - z.max()) / temperature", new="z / temperature")

answers.wrong(
    "smooth", "forbidden-gives-nan", check="edges", breaks="forbidden", alone=True,
    why="subtracts the mean of the logits, which is -inf",
    of="right-searchsorted", old="(z - z.max()) / temperature", new="(z - z.mean()) / temperature\n    z = z - z.max()")

answers.wrong(
    "log", "forbidden-gives-nan", check="edges", alone=True,
    why="multiplies by a mask",
    of="right-searchsorted", old="    p = np.exp(z)", new="    p = np.exp(z * (z > -np.inf))")

answers.wrong(
    "safe", "never-zero", check="edges",
    of="right-searchsorted", old="return out / out.sum()", new="out = np.maximum(out, 1e-10)\n    return out / out.sum()")

answers.wrong(
    "safe-sum", "sum-raised", check="edges", alone=True,
    of="right-searchsorted", old="return out / out.sum()", new="return out / (out.sum() + 1e-12)")

answers.wrong(
    "single", "single-precision", check="edges", breaks="float64",
    why="stays in the dtype that came", alone=True,
    of="right-searchsorted", old="np.asarray(logits, dtype=np.float64)", new="np.asarray(logits)")

answers.wrong(
    "single-inside", "single-precision", check="edges",
    why="computes in float32 and converts the result", alone=True,
    of="right-searchsorted", edits=[("np.asarray(logits, dtype=np.float64)", "np.asarray(logits)"), ("return out / out.sum()", "return (out / out.sum()).astype(np.float64)")])

answers.wrong(
    "share-of-tokens", "nucleus-by-count", check="values",
    of="right-searchsorted", old='needed = np.searchsorted(total, top_p) + 1', new='needed = math.ceil(top_p * len(p))')

answers.wrong(
    "order-of-ids", "nucleus-unsorted", check="values",
    of="right-searchsorted", old='order = np.argsort(p)[::-1]', new='order = np.arange(len(p))')

answers.wrong(
    "ranks-as-ids", "cut-by-rank", check="values",
    of="right-searchsorted", old='kept = order[:needed]', new='kept = np.arange(len(p))[:needed]')

answers.wrong(
    "tolerance", "nearly-is-enough", check="edges",
    of="right-searchsorted", old='np.searchsorted(total, top_p) + 1', new='np.searchsorted(total, top_p - 1e-6) + 1')

answers.wrong(
    "two", "at-least-two", check="edges",
    of="right-searchsorted", old='np.searchsorted(total, top_p) + 1', new='max(np.searchsorted(total, top_p) + 1, 2)')

answers.wrong(
    "softmax-again", "softmax-of-probabilities", check="values",
    of="right-searchsorted", old='return out / out.sum()', new='return softmax(np.where(out > 0, out, -np.inf))')

answers.wrong(
    "plain-at-the-end", "temperature-lost-after-cut", check="values",
    of="right-searchsorted", old='return out / out.sum()', new='return softmax(np.where(out > 0, logits.astype(np.float64), -np.inf))')

answers.wrong(
    "rest-to-all", "rest-shared-otherwise", check="values",
    of="right-searchsorted", old='return out / out.sum()', new='return out + (out > 0) * (1 - out.sum()) / (out > 0).sum()')

answers.wrong(
    "not-too-cold", "temperature-bounded", check="edges",
    of="right-searchsorted", old='(z - z.max()) / temperature', new='(z - z.max()) / max(temperature, 0.01)')

answers.spoiled(
    "right * 1.01",
    "roll(right)",
    "right[:-1]",
    "right.tolist()",
    "None",
    "0 * right + 1 / len(right)",
    "noisy(right)")

answers.equivalent(
    "def next_probabilities(logits: np.ndarray, temperature: float = 1.0, top_p: float = 1.0) -> np.ndarray:",
    "def next_probabilities(logits: np.ndarray, temperature: float = 1.0, top_p: float = 2.0) -> np.ndarray:",
    because="A nucleus of all tokens is not larger with a larger top_p.",
)
