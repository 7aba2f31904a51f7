"""Answers to `alibi_bias` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "lists-of-slopes", how="slopes as lists, a mask by where",
    source='''
def alibi_bias(heads, length, causal=True):
    p = 2 ** int(math.floor(math.log2(heads)))
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    more = [2 ** (-8 * (h + 1) / (2 * p)) for h in range(2 * p)]
    slopes = np.array((slopes + more[::2])[:heads])
    i, j = np.arange(length)[:, None], np.arange(length)[None, :]
    bias = -slopes[:, None, None] * abs(i - j)
    if causal:
        bias = np.where(j > i, -np.inf, bias)
    return bias.astype(np.float32)
''')

answers.right(
    "recursion", how="the paper's recursion, and a loop over heads",
    source='''
def slopes_of(n):
    if n & (n - 1) == 0:
        start = 2 ** (-8 / n)
        return [start ** (h + 1) for h in range(n)]
    below = 1 << (n.bit_length() - 1)
    return slopes_of(below) + slopes_of(2 * below)[0::2][: n - below]


def alibi_bias(heads, length, causal=True):
    out = np.empty((heads, length, length), np.float32)
    back = np.subtract.outer(np.arange(length), np.arange(length))
    for h, slope in enumerate(slopes_of(heads)):
        out[h] = -slope * np.abs(back)
        if causal:
            out[h][back < 0] = -np.inf
    return out
''')

answers.right(
    "torch", how="in torch, with triu for the mask",
    source='''
def alibi_bias(heads, length, causal=True):
    p = 1
    while 2 * p <= heads:
        p *= 2
    exponents = [8 * (h + 1) / p for h in range(p)] + [4 * (2 * h + 1) / p for h in range(heads - p)]
    slopes = torch.tensor([2.0**-e for e in exponents])
    at = torch.arange(length)
    bias = -(at[:, None] - at).abs() * slopes.reshape(-1, 1, 1)
    if causal:
        bias = bias + torch.full((length, length), -torch.inf).triu(diagonal=1)
    return bias.float().numpy()
''')

answers.wrong(
    "always-masked", "causal-ignored", check="both-sides", breaks="causal",
    of="right-lists-of-slopes", old='''
    if causal:
        bias = np.where(j > i, -np.inf, bias)
''', new='''
    bias = np.where(j > i, -np.inf, bias)
''')

answers.wrong(
    "from-zero", "slopes-from-zero", check="values", breaks="first-slope",
    of="right-lists-of-slopes", old='''
    slopes = [2 ** (-8 * (h + 1) / p) for h in range(p)]
    more = [2 ** (-8 * (h + 1) / (2 * p)) for h in range(2 * p)]
''', new='''
    slopes = [2 ** (-8 * h / p) for h in range(p)]
    more = [2 ** (-8 * h / (2 * p)) for h in range(2 * p)]
''')

answers.wrong(
    "halving", "slopes-of-eight", check="values", breaks="slopes",
    of="right-lists-of-slopes", 
    old="    slopes = np.array((slopes + more[::2])[:heads])",
    new="    slopes = 0.5 ** np.arange(1, heads + 1)")

answers.wrong(
    "large-number", "finite-mask", check="values", breaks="infinity",
    of="right-lists-of-slopes", 
    old="        bias = np.where(j > i, -np.inf, bias)",
    new="        bias = np.where(j > i, -1e9, bias)")

answers.wrong(
    "next-power", "truncated", check="heads", breaks="power-below",
    of="right-lists-of-slopes", 
    old="    p = 2 ** int(math.floor(math.log2(heads)))",
    new="    p = 2 ** int(math.ceil(math.log2(heads)))")

answers.wrong(
    "no-mask", "future-open", check="values", breaks="later",
    of="right-lists-of-slopes", old='''
    if causal:
        bias = np.where(j > i, -np.inf, bias)
''', new="")

answers.wrong(
    "no-stride", "every-slope", check="heads", breaks="number-0",
    of="right-lists-of-slopes", 
    old="    slopes = np.array((slopes + more[::2])[:heads])",
    new="    slopes = np.array((slopes + more)[:heads])")

answers.wrong(
    "one-formula", "formula-for-all", check="heads", breaks="otherwise",
    of="right-lists-of-slopes", 
    old="    p = 2 ** int(math.floor(math.log2(heads)))",
    new="    p = heads")

answers.wrong(
    "plus", "rewards-distance", check="values", breaks="minus",
    of="right-lists-of-slopes", 
    old="    bias = -slopes[:, None, None] * abs(i - j)",
    new="    bias = slopes[:, None, None] * abs(i - j)")

answers.wrong(
    "row", "row-form", check="values", breaks="distance",
    of="right-lists-of-slopes", old='''
    bias = -slopes[:, None, None] * abs(i - j)
    if causal:
        bias = np.where(j > i, -np.inf, bias)
''', new='''
    bias = slopes[:, None, None] * j
''')

answers.wrong(
    "signed", "signed-distance", check="both-sides", breaks="both-sides",
    of="right-lists-of-slopes", 
    old="    bias = -slopes[:, None, None] * abs(i - j)",
    new="    bias = -slopes[:, None, None] * (i - j)")

answers.wrong(
    "zero-times-infinity", "nan-from-mask", check="values", breaks="choose",
    of="right-lists-of-slopes", 
    old="        bias = np.where(j > i, -np.inf, bias)",
    new="        bias = bias - np.where(j > i, 1, 0) * np.inf")

answers.wrong(
    "odd-numbers", "second-half", check="heads", breaks="number-0",
    of="right-lists-of-slopes", old="more[::2]", new="more[1::2]")

answers.wrong(
    "sorted", "slopes-sorted", check="heads", breaks="order",
    of="right-lists-of-slopes",
    old="    slopes = np.array((slopes + more[::2])[:heads])",
    new="    slopes = np.array(sorted((slopes + more[::2])[:heads], reverse=True))")

answers.wrong(
    "keys-in-rows", "transposed", check="values", breaks="rows",
    of="right-lists-of-slopes",
    old="    i, j = np.arange(length)[:, None], np.arange(length)[None, :]",
    new="    j, i = np.arange(length)[:, None], np.arange(length)[None, :]")

answers.wrong(
    "own-key", "diagonal-masked", check="values", breaks="diagonal",
    of="right-lists-of-slopes",
    old="        bias = np.where(j > i, -np.inf, bias)",
    new="        bias = np.where(j >= i, -np.inf, bias)")

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "whole-ratio", "exponents-whole", check="values", breaks="slopes",
    why="8 // n, which is 0 for 16 heads",
    of="right-lists-of-slopes", edits=[("-8 * (h + 1) / p)", "-(8 // p) * (h + 1))"),
    ("-8 * (h + 1) / (2 * p))", "-(8 // (2 * p)) * (h + 1))")])

answers.wrong(
    "whole-exponents", "exponents-whole", check="values", breaks="slopes",
    why="rounds the exponents down, which counts with more than eight heads",
    of="right-lists-of-slopes", edits=[("-8 * (h + 1) / p)", "-(8 * (h + 1) // p))"),
    ("-8 * (h + 1) / (2 * p))", "-(8 * (h + 1) // (2 * p)))")])

answers.wrong(
    "spread", "slopes-spread", check="heads", alone=True, breaks="number-0",
    of="right-lists-of-slopes",
    old="more[::2]",
    new="more[:: max(heads - p, 1)]")

answers.right(
    "number-by-number", how="a number at a time, with slopes from a list",
    source='''
def alibi_bias(heads, length, causal=True):
    p = 2 ** int(math.log2(heads))
    exponents = [8 * (h + 1) / p for h in range(p)] + [8 * (h + 1) / (2 * p) for h in range(0, 2 * p, 2)]
    out = np.zeros((heads, length, length), np.float32)
    for h, i, j in np.ndindex(out.shape):
        out[h, i, j] = -math.inf if causal and j > i else -(2 ** -exponents[h]) * abs(i - j)
    return out
''')

answers.wrong(
    "in-float64", "dtype-unasked", check="values", breaks="dtype", alone=True,
    why="returns what NumPy computes with",
    of="right-number-by-number", old=", np.float32)", new=")")

answers.wrong(
    "row-in-float32", "row-form", check="values", breaks="distance",
    why="slopes in float32, as in the authors' code, times the key's position",
    of="right-lists-of-slopes", edits=[
    ("np.array((slopes + more[::2])[:heads])", "np.array((slopes + more[::2])[:heads], np.float32)"),
    ("-slopes[:, None, None] * abs(i - j)", "slopes[:, None, None] * j.astype(np.float32)")])

answers.wrong(
    "one-row-a-head", "row-form", check="values", breaks="distance",
    why="returns (heads, 1, T), to be added to all rows",
    of="right-lists-of-slopes", old="""
    bias = -slopes[:, None, None] * abs(i - j)
    if causal:
        bias = np.where(j > i, -np.inf, bias)
""", new="""
    bias = (slopes[:, None] * np.arange(length))[:, None, :]
""")

answers.wrong(
    "mask-of-zeros", "mask-alone", check="values", breaks="minus",
    why="forgets to multiply, and adds the mask to zeros",
    of="right-lists-of-slopes", old="-slopes[:, None, None] * abs(i - j)", new="0 * slopes[:, None, None] * abs(i - j)")

answers.wrong(
    "mask-without-heads", "mask-alone", check="values", breaks="minus",
    why="returns the mask of shape (T, T)",
    of="right-lists-of-slopes", old="-slopes[:, None, None] * abs(i - j)", new="0.0 * abs(i - j)")
