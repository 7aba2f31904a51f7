"""Answers to `expected_updates` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop",
    how="one id after the other, with math",
    source='''
import math


def expected_updates(p, batch, steps):
    updates = []
    for chance in p:
        total = 0.0
        for size, times in zip(np.atleast_1d(batch), np.atleast_1d(steps)):
            if size > 0:
                total += times if chance == 1 else times * -math.expm1(size * math.log1p(-chance))
        updates.append(total)
    return np.array(updates)
''',
)

answers.right(
    "masked",
    how="all pairs of stage and token, certain tokens apart",
    source='''
def expected_updates(p, batch, steps):
    batch, steps = np.atleast_1d(batch), np.atleast_1d(steps)
    logs = np.log1p(-np.where(p < 1, p, 0))
    there = -np.expm1(batch[:, None] * logs)
    there[:, p == 1] = (batch > 0)[:, None]
    return steps @ there
''',
)

answers.right(
    "stages",
    how="calls itself for each stage",
    source='''
def expected_updates(p, batch, steps):
    if np.ndim(batch):
        return sum(expected_updates(p, b, s) for b, s in zip(batch, steps))
    if batch == 0:
        return 0.0 * p
    with np.errstate(divide="ignore"):
        there = -np.expm1(batch * np.log1p(-p))
    return steps * there
''',
)

answers.right(
    "series",
    how="Taylor terms for the tiny ones, the formula for the others",
    source='''
def expected_updates(p, batch, steps):
    def there(n):
        out = np.zeros(p.shape)
        if n == 0:
            return out
        big = p * n > 1e-4
        x = p[~big] * n  # small, so the exponent -x (1 + p / 2) is small too
        y = -x * (1 + p[~big] / 2 + p[~big] ** 2 / 3)
        out[~big] = -(y + y**2 / 2 + y**3 / 6 + y**4 / 24)
        with np.errstate(divide="ignore"):
            out[big] = 1 - np.exp(n * np.log1p(-p[big]))
        return out

    total = np.zeros(p.shape)
    for size, times in zip(np.atleast_1d(batch), np.atleast_1d(steps)):
        total += times * there(size)
    return total
''',
)

answers.wrong(
    "occurrences",
    "occurrences",
    check="values",
    why="how often the token comes",
    breaks="has-gradient",
    of="right-stages",
    edits=[("    return steps * there\n", "    return p * batch * steps\n")],
)

answers.wrong(
    "capped",
    "capped",
    check="values",
    breaks="has-gradient",
    of="right-stages",
    edits=[("    return steps * there\n", "    return steps * np.minimum(1, p * batch)\n")],
)

answers.wrong(
    "poisson",
    "approximated",
    check="values",
    breaks="has-gradient",
    of="right-stages",
    edits=[("    return steps * there\n", "    return -steps * np.expm1(-batch * p)\n")],
)

answers.wrong(
    "ever",
    "ever",
    check="values",
    breaks="steps-number",
    of="right-stages",
    edits=[("    return steps * there\n", '''
    with np.errstate(divide="ignore"):
        return -np.expm1(batch * steps * np.log1p(-p)) if steps else 0 * p
''')],
)

answers.wrong(
    "ever-in-each-step",
    "ever-in-each-step",
    check="values",
    breaks="batch-size",
    of="right-stages",
    edits=[("    return steps * there\n", '''
    with np.errstate(divide="ignore"):
        return -steps * np.expm1(batch * steps * np.log1p(-p)) if steps else 0 * p
''')],
)

answers.wrong(
    "one-step",
    "one-step",
    check="values",
    breaks="steps-number",
    of="right-stages",
    edits=[("    return steps * there\n", "    return there\n")],
)

answers.wrong(
    "swapped",
    "batch-for-steps",
    check="values",
    breaks="batch-size",
    of="right-stages",
    edits=[("    if np.ndim(batch):\n", '''
    batch, steps = steps, batch
    if np.ndim(batch):
'''), ("expected_updates(p, b, s)", "expected_updates(p, s, b)")],
)

answers.wrong(
    "without",
    "steps-without",
    check="values",
    breaks="has-gradient",
    of="right-stages",
    edits=[("    return steps * there\n", "    return steps * (1 - there)\n")],
)

answers.wrong(
    "uniform",
    "all-alike",
    check="values",
    breaks="has-gradient",
    of="right-stages",
    edits=[("    return steps * there\n", "    return np.full(len(p), steps * (1 - (1 - 1 / len(p)) ** batch))\n")],
)

answers.wrong(
    "as-written",
    "rare-digits-lost",
    check="rare",
    why="the formula as it stands",
    breaks="digits",
    alone=True,
    of="right-stages",
    edits=[("-np.expm1(batch * np.log1p(-p))", "1 - (1 - p) ** batch")],
)

answers.wrong(
    "one-less-exp",
    "rare-digits-lost",
    check="rare",
    why="log1p, and then 1 less an exponential near 1",
    breaks="digits",
    alone=True,
    of="right-stages",
    edits=[("-np.expm1(batch * np.log1p(-p))", "1 - np.exp(batch * np.log1p(-p))")],
)

answers.wrong(
    "linear",
    "first-order",
    check="rare",
    why="batch p where p is small",
    breaks="digits",
    alone=True,
    of="right-stages",
    edits=[("    return steps * there\n", "    return steps * np.where(p < 1e-9, batch * p, there)\n")],
)

answers.wrong(
    "linear-below",
    "first-order",
    check="rare",
    why="batch p where that is below 1e-8, which has eight digits",
    breaks="digits",
    alone=True,
    of="right-stages",
    edits=[("    return steps * there\n", "    return steps * np.where(batch * p < 1e-8, batch * p, there)\n")],
)

answers.wrong(
    "floor",
    "rare-wrong",
    check="rare",
    breaks="tiny",
    alone=True,
    of="right-stages",
    edits=[("    with np.errstate", '''
    p = np.where(p > 0, np.maximum(p, 1e-9), p)
    with np.errstate''')],
)

answers.wrong(
    "held-above",
    "rare-digits-lost",
    check="rare",
    why="holds p above 1e-30 where it is not 0, for the logarithm",
    breaks="tiny",
    alone=True,
    of="right-stages",
    edits=[("    with np.errstate", '''
    p = np.where(p > 0, np.maximum(p, 1e-30), p)
    with np.errstate''')],
)

answers.wrong(
    "nan",
    "certain-nan",
    check="ends",
    breaks="both-allowed",
    alone=True,
    of="right-stages",
    edits=[('''
    if batch == 0:
        return 0.0 * p
''', ""), ("errstate(divide=\"ignore\")", "errstate(all=\"ignore\")")],
)

answers.wrong(
    "at-least-one-step",
    "no-steps",
    check="ends",
    breaks="steps-number",
    of="right-stages",
    edits=[("    return steps * there\n", "    return max(steps, 1) * there\n")],
)

answers.wrong(
    "full-batch",
    "no-draws",
    check="ends",
    breaks="empty-batch",
    of="right-stages",
    edits=[('''
    if batch == 0:
        return 0.0 * p
''', "    batch = max(batch, 1)\n")],
)

answers.wrong(
    "certain-refused",
    "certain-id",
    check="ends",
    why="takes a certain id for a mistake",
    breaks="both-allowed",
    alone=True,
    of="right-stages",
    edits=[("    if batch == 0:\n", '''
    if p.max() >= 1:
        raise ValueError("a probability of 1")
    if batch == 0:
''')],
)

answers.wrong(
    "impossible-refused",
    "impossible-id",
    check="ends",
    why="takes an impossible id for a mistake",
    breaks="both-allowed",
    alone=True,
    of="right-stages",
    edits=[("    if batch == 0:\n", '''
    if p.min() <= 0:
        raise ValueError("a probability of 0")
    if batch == 0:
''')],
)

answers.wrong(
    "empty-stage",
    "certain-nan",
    check="schedule",
    breaks="stages",
    alone=True,
    why="looks for an empty batch where there is one stage alone",
    source='''
def expected_updates(p, batch, steps):
    if np.ndim(batch) == 0 and batch == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore", invalid="ignore"):
        stages = zip(np.atleast_1d(batch), np.atleast_1d(steps))
        return sum(-times * np.expm1(size * np.log1p(-p)) for size, times in stages)
''',
)

answers.wrong(
    "mean-batch",
    "mean-batch",
    check="schedule",
    breaks="stages",
    alone=True,
    of="right-stages",
    edits=[("        return sum(expected_updates(p, b, s) for b, s in zip(batch, steps))\n", "        return expected_updates(p, np.mean(batch), np.sum(steps))\n")],
)

answers.wrong(
    "mean-of-tokens",
    "mean-batch",
    check="schedule",
    why="all tokens over all steps",
    breaks="stages",
    alone=True,
    of="right-stages",
    edits=[("        return sum(expected_updates(p, b, s) for b, s in zip(batch, steps))\n", "        return expected_updates(p, (batch * steps).sum() / max(steps.sum(), 1), steps.sum())\n")],
)

answers.wrong(
    "last-stage",
    "one-stage",
    check="schedule",
    breaks="stages",
    alone=True,
    of="right-stages",
    edits=[("        return sum(expected_updates(p, b, s) for b, s in zip(batch, steps))\n", "        return expected_updates(p, batch[-1], steps[-1])\n")],
)

answers.wrong(
    "sizes-as-keys",
    "same-size-once",
    check="schedule",
    breaks="stages",
    alone=True,
    why="the last stage of each size stays",
    of="right-stages",
    edits=[("in zip(batch, steps))", "in dict(zip(batch, steps)).items())")],
)

answers.wrong(
    "distinct-sizes",
    "same-size-once",
    check="schedule",
    breaks="stages",
    alone=True,
    why="the first stage of each size stays",
    of="right-stages",
    edits=[("    if np.ndim(batch):\n", '''
    if np.ndim(batch):
        batch, at = np.unique(batch, return_index=True)
        steps = steps[at]
''')],
)

answers.wrong(
    "mean-of-stages",
    "stages-averaged",
    check="schedule",
    breaks="stages",
    alone=True,
    of="right-stages",
    edits=[("        return sum(expected_updates(p, b, s) for b, s in zip(batch, steps))\n", "        return np.mean([expected_updates(p, b, s) for b, s in zip(batch, steps)], axis=0)\n")],
)

answers.wrong(
    "all-tokens",
    "ever-in-each-step",
    check="schedule",
    why="takes all tokens of the schedule for one batch",
    breaks="stages",
    alone=True,
    of="right-stages",
    edits=[("        return sum(expected_updates(p, b, s) for b, s in zip(batch, steps))\n", "        return expected_updates(p, (batch * steps).sum(), steps.sum())\n")],
)

answers.wrong(
    "broadcast",
    "stages-paired",
    check="schedule",
    why="the code of the page, for one stage",
    breaks="stages",
    alone=True,
    source='''
def expected_updates(p, batch, steps):
    with np.errstate(divide="ignore", invalid="ignore"):
        return steps * np.where(np.multiply(batch, p) > 0, -np.expm1(batch * np.log1p(-p)), 0.0)
''',
)

answers.wrong(
    "exact-for-rare-alone",
    "rare-digits-lost",
    check="rare",
    breaks="digits",
    alone=True,
    why="probabilities a little above the threshold lose digits",
    of="right-stages",
    edits=[("        there = -np.expm1(batch * np.log1p(-p))\n", "        there = np.where(p < 1e-8, -np.expm1(batch * np.log1p(-p)), 1 - (1 - p) ** batch)\n")],
)

answers.spoiled("right * 1.01", "right + 1e-3", "np.roll(right, 1)", "None", "right[:, None]")
