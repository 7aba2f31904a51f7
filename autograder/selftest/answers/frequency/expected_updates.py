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
    "occurrences", "occurrences", check="values",
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
    "as-written", "digits-lost", check="rare",
    why="the formula as it stands",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return steps * (1 - (1 - p) ** batch)")

answers.wrong(
    "ever", "ever", check="values",
    why="whether the row is updated at all",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return -np.expm1(batch * steps * np.log1p(-p))")

answers.wrong(
    "negative-steps", "settings-unchecked", check="errors",
    why="looks at the batch alone",
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
    "one-step", "one-step", check="values",
    why="the probability for one batch",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return -np.expm1(batch * np.log1p(-p))")

answers.wrong(
    "swapped", "batch-for-steps", check="values",
    why="batch and steps mixed up",
    of="wrong-occurrences", 
    old="    return p * batch * steps",
    new="    return -batch * np.expm1(steps * np.log1p(-p))")

answers.wrong(
    "without", "steps-without", check="values",
    why="the steps without a gradient",
    source='''
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.full(len(p), float(steps))
    return steps * np.exp(batch * np.log1p(-p))
''')

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "np.roll(right, 1)",
    "right.tolist()",
    "None",
    "right[:, None]")
