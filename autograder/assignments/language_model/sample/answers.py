"""Answers to `sample`: each beside a right `next_probabilities`, if it calls that."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "choice", how="a list that grows, and choice",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    p = softmax(logits.astype(np.float64) / temperature)
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return p / p.sum()


def sample(logits_of, ids, count, seed, temperature=1.0, top_p=1.0, window=16, stop=None):
    rng = np.random.default_rng(seed)
    text, new = list(ids), []
    while len(new) < count:
        z = logits_of(text[-window:])
        p = next_probabilities(z, temperature, top_p)
        i = int(rng.choice(len(p), p=p))
        text.append(i)
        new.append(i)
        if i == stop:
            break
    return new
''')

answers.right(
    "inverse", how="inverts the distribution function; a window that moves",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    p = softmax(logits.astype(np.float64) / temperature)
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    return p / p.sum()


def sample(logits_of, ids, count, seed, temperature=1.0, top_p=1.0, window=16, stop=None):
    from collections import deque

    view, rng, written = deque(ids, maxlen=window), np.random.default_rng(seed), []
    for _ in range(count):
        p = next_probabilities(logits_of(list(view)), temperature, top_p)
        total = np.cumsum(p)
        drawn = int(np.searchsorted(total, rng.random() * total[-1], side="right"))
        view.append(drawn)
        written.append(drawn)
        if stop is not None and drawn == stop:
            return written
    return written
''')

answers.right(
    "multinomial", how="PyTorch draws, by a generator of its own; recursion over the count",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    p = torch.softmax(torch.tensor(logits).double() / temperature, dim=0)
    values, order = p.sort(descending=True)
    values[values.cumsum(0) - values >= top_p] = 0
    result = torch.zeros_like(p).scatter(0, order, values)
    return (result / result.sum()).numpy()


def sample(logits_of, ids, count, seed, temperature=1.0, top_p=1.0, window=16, stop=None):
    generator = torch.Generator().manual_seed(seed)
    ids = [*ids]
    start = len(ids)
    for _ in range(count):
        p = torch.from_numpy(next_probabilities(logits_of(ids[-window:]), temperature, top_p))
        ids.append(torch.multinomial(p, 1, generator=generator).item())
        if ids[-1] == stop:
            break
    return ids[start:]
''')

answers.right(
    "gumbel", how="adds Gumbel noise to the logarithms and takes the best",
    source='''
def next_probabilities(logits, temperature=1.0, top_p=1.0):
    p = softmax(logits.astype(np.float64) / temperature)
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    return p / p.sum()


def sample(logits_of, ids, count, seed, temperature=1.0, top_p=1.0, window=16, stop=None):
    random = np.random.RandomState(seed)
    written = []
    for n in range(count):
        p = next_probabilities(logits_of((ids + written)[-window:]), temperature, top_p)
        with np.errstate(divide="ignore"):
            written.append(int(np.argmax(np.log(p) + random.gumbel(size=len(p)))))
        if written[-1] == stop:
            break
    return written
''')

answers.wrong(
    "whole", "window-ignored", check="asks", breaks="window",
    of="right-choice", old="text[-window:]", new="text")

answers.wrong(
    "first", "first-ids-read", check="asks",
    of="right-choice", old="text[-window:]", new="text[:window]")

answers.wrong(
    "bigram", "only-last-id", check="asks",
    of="right-choice", old="text[-window:]", new="text[-1:]")

answers.wrong(
    "same", "text-not-extended", check="asks", breaks="goes-on",
    of="right-choice", old="        text.append(i)\n", new="")

answers.wrong(
    "one-less", "one-id-off", check="asks",
    of="right-choice", old="text[-window:]", new="text[-(window - 1) :] if window > 1 else text[-1:]")

answers.wrong(
    "one-more", "one-id-off", check="asks",
    why="counts the id that is to come",
    of="right-choice", old="text[-window:]", new="text[-window - 1 :]")

answers.wrong(
    "text", "beginning-returned", check="asks", breaks="new-alone",
    of="right-choice", old="return new", new="return text")

answers.wrong(
    "best", "always-the-best", check="draws",
    of="right-choice", old="rng.choice(len(p), p=p)", new="np.argmax(p)")

answers.wrong(
    "fresh", "seeded-anew", check="draws",
    of="right-choice", old="        z = logits_of", new="        rng = np.random.default_rng(seed)\n        z = logits_of")

answers.wrong(
    "unseeded", "seed-ignored", check="draws", breaks="seed",
    of="right-choice", old="default_rng(seed)", new="default_rng()")

answers.wrong(
    "zero", "seed-fixed", check="draws",
    of="right-choice", old="default_rng(seed)", new="default_rng(0)")

answers.wrong(
    "plain-temperature", "temperature-lost", check="draws", breaks="settings",
    of="right-choice", old="next_probabilities(z, temperature, top_p)", new="next_probabilities(z, top_p=top_p)")

answers.wrong(
    "plain-nucleus", "nucleus-lost", check="draws",
    of="right-choice", old="next_probabilities(z, temperature, top_p)", new="next_probabilities(z, temperature)")

answers.wrong(
    "twice", "settings-twice", check="draws", alone=True,
    of="right-choice", old="z = logits_of(text[-window:])", new="z = logits_of(text[-window:]) / temperature")

answers.wrong(
    "asks-at-the-end", "asked-not-once", check="asks", breaks="once",
    of="right-choice", edits=[("    while len", "    z = logits_of(text[-window:])\n    while len"), ("        z = logits_of(text[-window:])\n        p =", "        p ="), ("        if i == stop:", "        z = logits_of(text[-window:])\n        if i == stop:")])

answers.wrong(
    "no-stop", "stop-ignored", check="ends", breaks="stop", alone=True,
    of="right-choice", old="        if i == stop:\n            break\n", new="")

answers.wrong(
    "falsy", "zero-does-not-stop", check="ends", alone=True,
    of="right-choice", old="if i == stop:", new="if stop and i == stop:")

answers.wrong(
    "left-out", "stop-left-out", check="ends", breaks="last-of-them", alone=True,
    of="right-choice", edits=[("        if i == stop:\n            break\n", ""), ("        text.append(i)\n", "        if i == stop:\n            break\n        text.append(i)\n")])

answers.wrong(
    "anywhere", "stop-in-beginning", check="ends", breaks="drawn", alone=True,
    of="right-choice", edits=[("while len(new) < count:", "while len(new) < count and stop not in text:")])

answers.wrong(
    "last-before", "stop-in-beginning", check="ends", alone=True,
    why="looks at the last id before it draws",
    of="right-choice", edits=[("while len(new) < count:", "while len(new) < count and text[-1] != stop:"), ("        if i == stop:\n            break\n", "")])

answers.wrong(
    "helper-short", "helper-first", check="draws",
    why="its next_probabilities leaves out the token that completes the nucleus", alone=True,
    of="right-choice", old="before >= top_p", new="np.cumsum(p[order]) > top_p + 1e-9")

answers.wrong(
    "helper-nan", "helper-first", check="asks",
    why="its next_probabilities cannot read -inf",
    of="right-choice", old="    p = softmax(logits.astype(np.float64) / temperature)", new="    p = softmax(logits.astype(np.float64) / temperature - logits.mean())")

answers.wrong(
    "helper-cold", "helper-first", check="draws",
    why="its next_probabilities ignores the temperature", alone=True,
    of="right-choice", old=" / temperature)", new=")")

answers.wrong(
    "filled-up", "window-filled-up", check="asks",
    of="right-choice", old='z = logits_of(text[-window:])', new='z = logits_of(([0] * window + text)[-window:])')

answers.wrong(
    "cut-at-first", "cut-once", check="asks",
    of="right-choice", edits=[('text, new = list(ids), []', 'text, new = list(ids)[-window:], []'),
                   ('z = logits_of(text[-window:])', 'z = logits_of(text)')])

answers.wrong(
    "two-windows", "beginning-kept", check="asks",
    of="right-choice", old='z = logits_of(text[-window:])', new='z = logits_of(list(ids)[-window:] + new[-window:])')

answers.wrong(
    "seed-each", "seed-counted-up", check="draws",
    of="right-choice", old='        z = logits_of', new='        rng = np.random.default_rng(seed + len(new))\n        z = logits_of')

answers.wrong(
    "exchanged", "settings-exchanged", check="draws",
    of="right-choice", old='next_probabilities(z, temperature, top_p)', new='next_probabilities(z, top_p, temperature)')

answers.spoiled(
    "right[::-1]",
    "right + [0]",
    "right[:-1]",
    "None",
    "[i + 1 for i in right]",
    "[float(i) for i in right]")

answers.equivalent(
    "logits_of, ids: list[int], count: int, seed: int, temperature: float = 1.0, top_p: float = 1.0,",
    "logits_of, ids: list[int], count: int, seed: int, temperature: float = 1.0, top_p: float = 2.0,",
    because="A nucleus of all tokens is not larger with a larger top_p.",
)
