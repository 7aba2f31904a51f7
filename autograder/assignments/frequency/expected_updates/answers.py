"""Answers to `expected_updates` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="one id after the other, with math",
    source='''
import math


def expected_updates(p, batch, steps):
    check_probabilities(p)
    if min(batch, steps) < 0:
        raise ValueError("negative")
    updates = []
    for chance in p:
        if batch == 0:
            updates.append(0.0)
        elif chance == 1:
            updates.append(float(steps))
        else:
            updates.append(steps * -math.expm1(batch * math.log1p(-chance)))
    return np.array(updates)
''')

answers.right(
    "masked", how="certain ids apart",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0:
        raise ValueError(f"a batch of {batch}")
    if steps < 0:
        raise ValueError(f"{steps} steps")
    hit = np.empty_like(p)
    certain = p >= 1
    hit[certain] = 1.0 if batch else 0.0
    hit[~certain] = -np.expm1(np.log1p(-p[~certain]) * batch)
    return hit * steps
''')

answers.right(
    "series", how="Taylor terms for the tiny ones, the formula for the others",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError((batch, steps))
    out = np.zeros(p.shape)
    if batch == 0:
        return out
    big = p * batch > 1e-4
    x = p[~big] * batch  # small, so the exponent -x (1 + p / 2) is small too
    y = -x * (1 + p[~big] / 2 + p[~big] ** 2 / 3)
    out[~big] = -(y + y**2 / 2 + y**3 / 6 + y**4 / 24)
    with np.errstate(divide="ignore"):
        out[big] = 1 - np.exp(batch * np.log1p(-p[big]))
    return steps * out
''')

answers.wrong(
    "occurrences", "occurrences", check="values", breaks="once",
    why="how often the token comes",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return p * batch * steps
''')

answers.wrong(
    "as-written", "digits-lost", check="rare", breaks="digits",
    why="the formula as it stands",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return steps * (1 - (1 - p) ** batch)")

answers.wrong(
    "ever", "ever", check="values", breaks="steps",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return -np.expm1(batch * steps * np.log1p(-p))")

answers.wrong(
    "negative-steps", "negative-steps", check="errors", breaks="steps-range",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return -steps * np.expm1(batch * np.log1p(-p))
''')

answers.wrong(
    "one-less-exp", "digits-lost", check="rare",
    why="log1p, and then 1 less an exponential near 1",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return steps * (1 - np.exp(batch * np.log1p(-p)))")

answers.wrong(
    "one-step", "one-step", check="values", breaks="steps-count",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return -np.expm1(batch * np.log1p(-p))")

answers.wrong(
    "swapped", "batch-for-steps", check="values", breaks="batch",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return -batch * np.expm1(steps * np.log1p(-p))")

answers.wrong(
    "without", "steps-without", check="values", breaks="has-gradient",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.full(len(p), float(steps))
    return steps * np.exp(batch * np.log1p(-p))
''')

answers.wrong(
    "float32", "float32-returned", check="values", breaks="dtype",
    why="saves memory",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return (-steps * np.expm1(batch * np.log1p(-p))).astype(np.float32)')])

answers.wrong(
    "linear", "first-order", check="rare",
    why="batch p where p is small",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return steps * np.where(p < 1e-9, batch * p, -np.expm1(batch * np.log1p(-p)))')])

answers.wrong(
    "floor", "rare-wrong", check="rare", breaks="tiny",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    p = np.where(p > 0, np.maximum(p, 1e-9), p)\n    return -steps * np.expm1(batch * np.log1p(-p))')])

answers.wrong(
    "strided", "not-contiguous", check="values", breaks="strided",
    why="hands the memory to PyTorch as it lies",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    p = torch.as_strided(torch.from_numpy(p), (len(p),), (1,)).numpy()\n    return -steps * np.expm1(batch * np.log1p(-p))')])

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="unchanged",
    why="makes logarithms of p in the place of p",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    np.log1p(-p, out=p)\n    return -steps * np.expm1(batch * p)')])

answers.wrong(
    "certain-refused", "certain-id", check="ends", breaks="certain",
    why="takes a certain id for a mistake",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    check_probabilities(p)\n    if p.max() >= 1:\n        raise ValueError("a probability of 1")\n')])

answers.wrong(
    "impossible-refused", "impossible-id", check="ends", breaks="impossible",
    why="takes an impossible id for a mistake",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    check_probabilities(p)\n    if p.min() <= 0:\n        raise ValueError("a probability of 0")\n')])

answers.wrong(
    "nan", "certain-nan", check="ends", breaks="empty-batch",
    why="0 times the logarithm of 0",
    of="wrong-occurrences", edits=[('    if batch == 0:\n        return np.zeros(len(p))\n', ''), ('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))')])

answers.wrong(
    "at-least-one-step", "no-steps", check="ends", breaks="no-steps",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -max(steps, 1) * np.expm1(batch * np.log1p(-p))')])

answers.wrong(
    "any-shape", "shape-unchecked", check="errors", breaks="one-axis",
    why="takes whatever shape comes",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    if p.size == 0 or p.min() < 0 or p.max() > 1 or abs(p.sum() - 1) > 1e-6:\n        raise ValueError(p)\n'), ('np.zeros(len(p))', 'np.zeros(p.shape)')])

answers.wrong(
    "empty", "shape-unchecked", check="errors", breaks="empty",
    why="lets an empty p pass",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    if p.ndim != 1 or p.size and (p.min() < 0 or abs(p.sum() - 1) > 1e-6):\n        raise ValueError(p)\n')])

answers.wrong(
    "isclose", "sum-unchecked", check="errors", breaks="sum",
    why="leaves the tolerance to NumPy, whose own is ten times as wide",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    if p.ndim != 1 or p.size == 0 or p.min() < 0 or p.max() > 1 or not np.isclose(p.sum(), 1):\n        raise ValueError(p)\n')])

answers.wrong(
    "exact-sum", "sum-strict", check="errors", breaks="within",
    why="allows rounding alone",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    check_probabilities(p)\n    if abs(p.sum() - 1) > 1e-12:\n        raise ValueError(p.sum())\n')])

answers.wrong(
    "negative-entries", "entries-unchecked", check="errors", breaks="entries",
    why="looks at the sum alone",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    with np.errstate(all="ignore"):\n        return -steps * np.expm1(batch * np.log1p(-p))'), ('    check_probabilities(p)\n', '    if p.ndim != 1 or p.size == 0 or abs(p.sum() - 1) > 1e-6:\n        raise ValueError(p)\n')])

answers.wrong(
    "any-batch", "negative-batch", check="errors", breaks="batch-range",
    of="wrong-occurrences", edits=[('    return p * batch * steps', '    return -steps * np.expm1(batch * np.log1p(-p))'), ('    if batch < 0 or steps < 0:', '    if steps < 0:')])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "np.roll(right, 1)",
    "right.tolist()",
    "None",
    "right[:, None]")

answers.wrong(
    "none-first", "unchecked-without-draws", check="errors", alone=True, breaks="sum",
    why="answers for no steps before it looks at p",
    source='''
def expected_updates(p, batch, steps):
    if steps == 0:
        return np.zeros(len(p))
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError("n")
    return steps * np.where(p < 1, -np.expm1(batch * np.log1p(-np.where(p < 1, p, 0))), float(batch > 0))
''')

answers.wrong(
    "linear-below", "first-order", check="rare", alone=True, breaks="digits",
    why="takes batch p where that is below 1e-8, which has eight digits",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch = {batch}, steps = {steps}")
    if batch == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):
        there = -np.expm1(batch * np.log1p(-p))
    there = np.where(batch * p < 1e-8, batch * p, there)
    return steps * there
''')

answers.wrong(
    "held-above", "digits-lost", check="rare", breaks="tiny",
    why="holds p above 1e-30 where it is not 0, for the logarithm",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch = {batch}, steps = {steps}")
    if batch == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):
        there = -np.expm1(batch * np.log1p(-np.where(p > 0, np.maximum(p, 1e-30), 0.0)))
    return steps * there
''')

answers.wrong(
    "argument", "argument-returned", check="values", alone=True, breaks="dtype",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch = {batch}, steps = {steps}")
    if batch == 0:
        return np.zeros(len(p))
    if batch == 1 and steps == 1:
        return p
    with np.errstate(divide="ignore"):
        there = -np.expm1(batch * np.log1p(-p))
    return steps * there
''')

answers.wrong(
    "no-steps-first", "unchecked-without-draws", check="errors", alone=True, breaks="batch-range",
    why="returns zeros for no steps before it looks at the batch",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if steps == 0:
        return np.zeros(len(p))
    if batch < 0 or steps < 0:
        raise ValueError(f"batch = {batch}, steps = {steps}")
    if batch == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):
        there = -np.expm1(batch * np.log1p(-p))
    return steps * there
''')
