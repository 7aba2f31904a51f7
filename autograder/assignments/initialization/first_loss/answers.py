"""Answers to `first_loss` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "logaddexp", how="two logarithms, added by logaddexp",
    source='''
def first_loss(V, d, std, cosine=0.0, norm=True):
    h = math.sqrt(d) if norm else std * math.sqrt(d)
    s = std * h
    noise = math.log(V) + s * s / 2
    if not cosine:
        return noise
    own = cosine * h * std * math.sqrt(d)
    return float(np.logaddexp(noise, own))
''')

answers.right(
    "exact-row", how="the exact mean length of a row, and V - 1 others",
    source='''
def first_loss(V, d, std, cosine=0.0, norm=True):
    row = std * math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    length = math.sqrt(d) if norm else row
    variance = (std * length) ** 2
    if cosine == 0:
        return math.log(V) + variance / 2
    own = cosine * length * row
    top = max(own, variance / 2)
    return top + math.log(math.exp(own - top) + (V - 1) * math.exp(variance / 2 - top))
''')

answers.right(
    "integral", how="the mean of exp(z) as a sum over a grid of a normal density",
    source='''
def first_loss(V, d, std, cosine=0.0, norm=True):
    length = d**0.5 * (1 if norm else std)
    z = np.linspace(-9, 9, 2001)
    density = np.exp(-(z**2) / 2)
    mean_exp = (np.exp(std * length * z) * density).sum() / density.sum()
    total = V * mean_exp
    if cosine > 0:
        total += math.exp(cosine * length * std * d**0.5)
    return math.log(total)
''')

answers.right(
    "torch", how="logsumexp in PyTorch",
    source='''
def first_loss(V, d, std, cosine=0.0, norm=True):
    var = std**2 * (d if norm else std**2 * d)
    terms = [math.log(V) + var / 2]
    if cosine:
        terms.append(cosine * (std * d if norm else std**2 * d))
    return torch.logsumexp(torch.tensor(terms, dtype=torch.float64), 0).item()
''')

answers.wrong(
    "ignorance", "noise-ignored", check="untied", breaks="noise",
    of="right-logaddexp", old="    noise = math.log(V) + s * s / 2", new="    noise = math.log(V)")

answers.wrong(
    "whole-variance", "noise-not-halved", check="untied", breaks="close",
    why="adds the whole variance of a logit",
    of="right-logaddexp", old="s * s / 2", new="s * s")

answers.wrong(
    "deviation", "noise-not-halved", check="untied",
    why="adds the standard deviation of a logit",
    of="right-logaddexp", old="s * s / 2", new="s")

answers.wrong(
    "largest", "loose-bound", check="untied",
    why="takes the theorem's second bound for all logits",
    of="right-logaddexp", old="s * s / 2", new="s * math.sqrt(2 * math.log(V))")

answers.wrong(
    "std-for-variance", "logit-std-as-variance", check="untied", breaks="rows",
    why="std is never squared",
    of="right-exact-row", old="    variance = (std * length) ** 2", new="    variance = std * length**2")

answers.wrong(
    "bits", "not-nats", check="untied", breaks="nats",
    of="right-integral", old="    return math.log(total)", new="    return math.log2(total)")

answers.wrong(
    "unit-vector", "state-of-length-one", check="untied", breaks="norm",
    of="right-logaddexp", old="    h = math.sqrt(d) if norm", new="    h = 1.0 if norm")

answers.wrong(
    "always-normalized", "norm-ignored", check="raw", breaks="raw", alone=True,
    of="right-logaddexp", old="    h = math.sqrt(d) if norm else std * math.sqrt(d)", new="    h = math.sqrt(d)")

answers.wrong(
    "one-formula", "own-ignored", check="tied", breaks="own",
    of="right-logaddexp", old="    if not cosine:\n        return noise\n", new="    return noise\n")

answers.wrong(
    "larger", "own-alone", check="tied", breaks="close",
    of="right-logaddexp", old="float(np.logaddexp(noise, own))", new="max(noise, own)")

answers.wrong(
    "two-limits", "limits-alone", check="tied",
    why="what the page says of small and of large σ, and nothing between",
    of="right-logaddexp", edits=[("    if not cosine:\n        return noise\n", ""),
        ("float(np.logaddexp(noise, own))", "max(math.log(V), own)")])

answers.wrong(
    "plus-own", "own-added", check="tied",
    of="right-logaddexp", old="float(np.logaddexp(noise, own))", new="noise + own")

answers.wrong(
    "own-is-target", "own-as-target", check="tied", breaks="target",
    of="right-logaddexp", old="float(np.logaddexp(noise, own))", new="float(np.logaddexp(noise, own)) - own")

answers.wrong(
    "root-of-d", "own-ignored", check="tied",
    why="the own logit is as large as the deviation of the others",
    of="right-logaddexp", old="    own = cosine * h * std * math.sqrt(d)", new="    own = cosine * s")

answers.wrong(
    "across", "noise-turned", check="tied", breaks="between", alone=True,
    of="right-logaddexp", old="    noise = math.log(V) + s * s / 2", new="    noise = math.log(V) + s * s * (1 - cosine**2) / 2")

answers.wrong(
    "switch", "cosine-as-switch", check="tied", breaks="between",
    of="right-logaddexp", old="    own = cosine * h", new="    own = h")

answers.spoiled("right + 0.3", "right * 1.1", "2 * right", "-right", "str(right)", "None", "(right, right)")

# A change of the reference that no legal input tells from it.
SIGNATURE = "def first_loss(V: int, d: int, std: float, cosine: float = {}, norm: bool = True) -> float:"
answers.equivalent(
    SIGNATURE.format("0.0"),
    SIGNATURE.format("-1.0"),
    because="An own logit far below the others adds as little to their sum as none.",
)
