"""Answers to `attention_score_std` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "hypot", how="the norm of d equal standard deviations",
    source='''
def attention_score_std(d, std_q, std_k, scaled=True):
    if not (d >= 1 and std_q >= 0 and std_k >= 0):
        raise ValueError("d must be at least 1, and no standard deviation negative")
    return math.hypot(*[std_q * std_k] * d) / (d**0.5 if scaled else 1.0)
''')

answers.right(
    "stepwise", how="the sum first, then the scale",
    source='''
def attention_score_std(d, std_q, std_k, scaled=True):
    if d < 1:
        raise ValueError(f"d is {d}")
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    std = math.sqrt(d) * std_q * std_k
    return std / math.sqrt(d) if scaled else std
''')

answers.right(
    "variances", how="by variances, in NumPy",
    source='''
def attention_score_std(d, std_q, std_k, scaled=True):
    if d <= 0 or min(std_q, std_k) < 0:
        raise ValueError((d, std_q, std_k))
    variance = d * np.square(std_q) * np.square(std_k)
    if scaled:
        variance = variance / d
    return np.sqrt(variance)
''')

answers.wrong(
    "adds-deviations", "score-root-forgotten", check="unscaled", breaks="product",
    of="right-stepwise", old="    std = math.sqrt(d) * std_q * std_k", new="    std = d * std_q * std_k")

answers.wrong(
    "adds-variances", "factors-added", check="scaled", breaks="entries",
    of="right-stepwise", 
    old="    std = math.sqrt(d) * std_q * std_k",
    new="    std = math.sqrt(d) * math.hypot(std_q, std_k)")

answers.wrong(
    "always-scaled", "scaled-ignored", check="unscaled", breaks="switch",
    source='''
def attention_score_std(d, std_q, std_k, scaled=True):
    if d < 1:
        raise ValueError(f"d is {d}")
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    return float(std_q * std_k)
''')

answers.wrong(
    "inverted", "scaled-inverted", check="scaled",
    of="right-stepwise", 
    old="    return std / math.sqrt(d) if scaled else std",
    new="    return std / math.sqrt(d) if not scaled else std")

answers.wrong(
    "no-size", "sizes-unchecked", check="errors", breaks="size",
    why="does not look at d",
    source='''
def attention_score_std(d, std_q, std_k, scaled=True):
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    return float(std_q * std_k) if scaled else abs(d) ** 0.5 * std_q * std_k
''')

answers.wrong(
    "over-d", "divided-by-d", check="scaled", breaks="scaled",
    of="right-stepwise", 
    old="    return std / math.sqrt(d) if scaled else std",
    new="    return std / d if scaled else std")

answers.spoiled(
    "right * 1.01",
    "right + 1",
    "-right",
    "None")

answers.wrong(
    "zero", "zero-std-refused", check="errors", breaks="zero",
    why="asks for entries that differ",
    of="right-hypot", old='''
std_k >= 0)''', new='''
std_k > 0)''')

answers.wrong(
    "signs", "negative-std", check="errors", breaks="negative",
    why="the signs of two factors",
    of="right-hypot", old='''
std_q >= 0 and std_k >= 0''', new='''
std_q * std_k >= 0''')

answers.wrong(
    "whole", "no-float", check="scaled", breaks="float",
    why="whole numbers give a whole number",
    of="right-hypot", old="    return math.hypot(*[std_q * std_k] * d) / (d**0.5 if scaled else 1.0)",
    new="    return std_q * std_k if scaled else std_q * std_k * d**0.5")

answers.wrong(
    "float32", "no-float", check="unscaled",
    why="rounds to float32",
    of="right-variances", old="    return np.sqrt(variance)", new="    return np.float32(np.sqrt(variance))")

answers.wrong(
    "sign-of-product", "negative-std", check="errors", alone=True, breaks="negative",
    why="a zero hides the sign of the other factor",
    of="right-hypot", old="std_q >= 0 and std_k >= 0",
    new="std_q * std_k >= 0 and max(std_q, std_k) >= 0")

answers.wrong(
    "zero-whole", "no-float", check="errors", alone=True, breaks="float",
    why="returns the integer 0 for entries of zero",
    of="right-stepwise", old="    std = math.sqrt(d) * std_q * std_k", new='''
    if std_q == 0 or std_k == 0:
        return 0
    std = math.sqrt(d) * std_q * std_k''')

answers.wrong(
    "unscaled-size", "sizes-unchecked", check="errors", alone=True, breaks="size",
    why="looks at d where it divides by its root",
    of="right-stepwise", old="    if d < 1:", new="    if scaled and d < 1 or d < 0:")

answers.wrong(
    "variance-over-root", "variance-over-root", check="scaled", alone=True, breaks="scaled",
    of="right-variances", old="variance / d", new="variance / math.sqrt(d)")
