"""Answers to `train_sgns` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "by-vectors",
    how="gradients of the vectors, then scatter-adds; calls no other part",
    source='''
def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -500, 500)))


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    E_in = rng.uniform(-0.5 / d, 0.5 / d, size=(V, d))
    E_out = np.zeros((V, d))
    for t in range(steps):
        rows = rng.integers(0, len(pairs), batch)
        center, context = pairs[rows, 0], pairs[rows, 1]
        drawn = rng.choice(V, (batch, negatives), p=noise)
        v, u, n = E_in[center], E_out[context], E_out[drawn]
        a = (sigmoid((u * v).sum(axis=1)) - 1)[:, None]
        b = sigmoid(np.einsum("bkd,bd->bk", n, v))
        b = (b * (drawn != context[:, None]))[:, :, None]
        d_center = a * u + (b * n).sum(axis=1)
        rate = lr * (1 - t / steps) / batch
        np.subtract.at(E_in, center, rate * d_center)
        np.subtract.at(E_out, context, rate * a * v)
        np.subtract.at(E_out, drawn, rate * b * v[:, None])
    return E_in, E_out
''',
)

answers.right(
    "helper",
    how="calls part 3; draws with the inverse of the cumulative distribution",
    source='''
def sgns_loss_and_gradients(E_in, E_out, center, context, negative):
    d_in, d_out = np.zeros(E_in.shape), np.zeros(E_out.shape)
    for c, o, drawn in zip(center.tolist(), context.tolist(), negative.tolist()):
        for word, label in [(o, 1)] + [(j, 0) for j in drawn if j != o]:
            error = (1 / (1 + np.exp(-E_out[word] @ E_in[c])) - label) / len(center)
            d_in[c] += error * E_out[word]
            d_out[word] += error * E_in[c]
    return SGNS(0.0, d_in, d_out)


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    E_in, E_out = (rng.random((V, d)) - 0.5) / d, np.zeros((V, d))
    ends = np.cumsum(noise) / np.sum(noise)
    for t, factor in enumerate(np.linspace(1, 0, steps, endpoint=False)):
        chosen = pairs[rng.choice(len(pairs), size=batch, replace=True)]
        others = np.searchsorted(ends, rng.random((batch, negatives)), side="right")
        found = sgns_loss_and_gradients(E_in, E_out, chosen[:, 0], chosen[:, 1], others)
        E_in, E_out = E_in - lr * factor * found[1], E_out - lr * factor * found[2]
    return E_in, E_out
''',
)

answers.right(
    "one-by-one",
    how="all draws before the first step; example by example, sums in new tables",
    source='''
def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    E_in, E_out = np.array([[rng.uniform(-0.5 / d, 0.5 / d) for _ in range(d)] for _ in range(V)]), np.zeros((V, d))
    chosen = rng.integers(len(pairs), size=(steps, batch))
    others = rng.choice(V, size=(steps, batch, negatives), p=noise)
    rate = lr
    for t in range(steps):
        d_in, d_out = {}, {}
        for row, words in zip(chosen[t], others[t]):
            c, o = pairs[row].tolist()
            v = E_in[c]
            for word, label in [(o, 1)] + [(w, 0) for w in words.tolist() if w != o]:
                error = (1 / (1 + np.exp(-E_out[word] @ v)) - label) / batch
                d_in[c] = d_in.get(c, 0) + error * E_out[word]
                d_out[word] = d_out.get(word, 0) + error * v
        for table, moves in ((E_in, d_in), (E_out, d_out)):
            for word, move in moves.items():
                table[word] = table[word] - rate * move
        rate -= lr / steps
    return E_in, E_out
''',
)

START = "    E_in = rng.uniform(-0.5 / d, 0.5 / d, size=(V, d))\n"
ZERO = "    E_out = np.zeros((V, d))\n"
ROWS = "        rows = rng.integers(0, len(pairs), batch)\n"
PAIR = "        center, context = pairs[rows, 0], pairs[rows, 1]\n"
DRAWN = "        drawn = rng.choice(V, (batch, negatives), p=noise)\n"
HITS = "        b = (b * (drawn != context[:, None]))[:, :, None]\n"
RATE = "        rate = lr * (1 - t / steps) / batch\n"
IN = "        np.subtract.at(E_in, center, rate * d_center)\n"
CONTEXT = "        np.subtract.at(E_out, context, rate * a * v)\n"
NEGATIVE = "        np.subtract.at(E_out, drawn, rate * b * v[:, None])\n"
LOOP = "    for t in range(steps):\n"


def wrong(name, mistake, check, breaks, *edits, why="", alone=False, of="right-by-vectors"):
    answers.wrong(name, mistake, check=check, breaks=breaks, why=why, alone=alone, of=of, edits=edits)


wrong("zeros", "start-zero", "start", "e-in", (START, "    E_in = np.zeros((V, d))\n"))
wrong("normal", "start-range", "start", "e-in", (START, "    E_in = rng.normal(size=(V, d)) / d\n"))
wrong("one-side", "start-range", "start", "e-in", (START, "    E_in = rng.uniform(0, 0.5 / d, (V, d))\n"), why="between 0 and 0.5 / d")
wrong("both-drawn", "out-not-zero", "start", "e-out", (ZERO, "    E_out = rng.uniform(-0.5 / d, 0.5 / d, size=(V, d))\n"))
wrong("exchanged", "tables-exchanged", "start", "tables", ("    return E_in, E_out", "    return E_out, E_in"))
wrong("transposed", "tables-shape", "start", "size", ("    return E_in, E_out", "    return E_in.T, E_out.T"))
wrong("one-more", "steps-off", "start", "steps", (LOOP, "    for t in range(steps + 1):\n"), (RATE, RATE.replace("/ steps", "/ max(steps, 1)")))
wrong("draws-first", "start-not-first", "steps", "first",
      (START, "    first = rng.random(steps)\n" + START))  # fmt: skip
wrong("decay", "untouched-rows-move", "steps", "stay", (IN, IN + "        E_in *= 0.99\n"))
wrong("own-generator", "rng-ignored", "start", "rng", (START, "    rng = np.random.default_rng(0)\n" + START), why="a generator with a seed of its own")
wrong("global", "rng-ignored", "draws", "rng",
      (ROWS, "        rows = np.random.randint(0, len(pairs), batch)\n"), why="pairs from np.random", alone=True)  # fmt: skip
wrong("lost", "updates-lost", "steps", "sgns",
      (IN, "        E_in[center] -= rate * d_center\n"), (CONTEXT, "        E_out[context] -= rate * a * v\n"),
      (NEGATIVE, "        E_out[drawn] -= rate * b * v[:, None]\n"))  # fmt: skip
wrong("sum", "step-summed", "steps", "mean", (RATE, "        rate = lr * (1 - t / steps)\n"))
wrong("uphill", "uphill", "steps", "sgns", (RATE, "        rate = -lr * (1 - t / steps) / batch\n"))
wrong("in-turn", "tables-in-turn", "steps", "before",
      ("        d_center = a * u + (b * n).sum(axis=1)\n" + RATE + IN, RATE),
      (NEGATIVE, NEGATIVE + '''
        u, n = E_out[context], E_out[drawn]
        d_center = a * u + (b * n).sum(axis=1)
''' + IN))  # fmt: skip
wrong("in-frozen", "one-side-idle", "steps", "sgns", (IN, ""), why="E_in does not learn")
wrong("no-push", "one-side-idle", "steps", "sgns", (NEGATIVE, ""), why="the rows of the negatives do not learn")
wrong("constant", "rate-constant", "steps", "falls", (RATE, "        rate = lr / batch\n"), why="as on the page", alone=True)
wrong("to-zero", "rate-otherwise", "steps", "line", (RATE, "        rate = lr * (1 - t / max(steps - 1, 1)) / batch\n"),
      why="the last step has the rate zero")  # fmt: skip
wrong("late", "rate-otherwise", "steps", "line", (RATE, "        rate = lr * (1 - (t + 1) / steps) / batch\n"),
      why="the first step has a smaller rate already")  # fmt: skip
wrong("compound", "rate-otherwise", "steps", "line",
      (RATE, "        lr = lr * (1 - t / steps)\n        rate = lr / batch\n"), why="the factors multiply up")  # fmt: skip
wrong("same-batch", "drawn-once", "draws", "pairs", (LOOP + ROWS, ROWS.replace("        ", "    ", 1) + LOOP))
wrong("same-negatives", "drawn-once", "draws", "negatives",
      (LOOP, "    all_drawn = rng.choice(V, (batch, negatives), p=noise)\n" + LOOP), (DRAWN, "        drawn = all_drawn\n"),
      why="the negatives")  # fmt: skip
wrong("shuffled", "without-replacement", "draws", "replacement",
      (ROWS, "        rows = np.concatenate([rng.permutation(len(pairs)) for _ in range(-(-batch // len(pairs)))])[:batch]\n"), alone=True)  # fmt: skip
wrong("no-replace", "without-replacement", "draws", "large-batch",
      (ROWS, "        rows = rng.choice(len(pairs), batch, replace=False)\n"), why="a batch holds a pair once")  # fmt: skip
wrong("never-last", "pairs-unequal", "draws", "pairs",
      (ROWS, "        rows = rng.integers(0, max(len(pairs) - 1, 1), batch)\n"), why="never draws the last", alone=True)  # fmt: skip
wrong("unique", "pairs-unequal", "draws", "pairs", (START, "    pairs = np.unique(pairs, axis=0)\n" + START),
      why="drops repeated pairs", alone=True)  # fmt: skip
wrong("apart", "pairs-mixed", "draws", "ids",
      (PAIR, "        center, context = pairs[rows, 0], pairs[rng.integers(0, len(pairs), batch), 1]\n"))  # fmt: skip
wrong("turned-pairs", "pair-swapped", "steps", "ids",
      (PAIR, "        context, center = pairs[rows, 0], pairs[rows, 1]\n"))  # fmt: skip
wrong("uniform", "negatives-uniform", "draws", "noise", (DRAWN, "        drawn = rng.choice(np.flatnonzero(noise), (batch, negatives))\n"))
wrong("powered", "noise-powered", "draws", "noise",
      (DRAWN, "        drawn = rng.choice(V, (batch, negatives), p=noise**0.75 / (noise**0.75).sum())\n"))  # fmt: skip
wrong("slots", "noise-table", "draws", "noise",
      (DRAWN, "        drawn = rng.choice(np.repeat(np.arange(V), np.rint(100 * noise).astype(int)), (batch, negatives))\n"),
      alone=True)  # fmt: skip
wrong("one-set", "negatives-shared", "draws", "negatives",
      (DRAWN, "        drawn = np.tile(rng.choice(V, (1, negatives), p=noise), (batch, 1))\n"), alone=True)  # fmt: skip
wrong("one-word", "negatives-alike", "draws", "replacement",
      (DRAWN, "        drawn = np.repeat(rng.choice(V, (batch, 1), p=noise), negatives, axis=1)\n"), alone=True)  # fmt: skip
wrong("one-pair", "batch-alike", "draws", "pairs", (ROWS, "        rows = np.repeat(rng.integers(0, len(pairs), 1), batch)\n"), alone=True)
wrong("all-different", "negatives-distinct", "draws", "replacement",
      (DRAWN, "        drawn = np.stack([rng.choice(V, negatives, replace=(noise > 0).sum() < negatives, p=noise) for _ in range(batch)])\n"),
      alone=True)  # fmt: skip
wrong("mean-of-negatives", "negatives-as-one", "steps", "sgns", (HITS, HITS + "        b = b / negatives\n"))
wrong("pulled", "negatives-pulled", "steps", "sgns", (HITS, HITS.replace("(b * ", "((b - 1) * ")))
wrong("overwrites", "roles-overwrite", "draws", "sgns",
      (CONTEXT, "        d_out = np.zeros((V, d))\n        np.add.at(d_out, context, a * v)\n"),
      (NEGATIVE, '''
        pushed = np.zeros((V, d))
        np.add.at(pushed, drawn, b * v[:, None])
        d_out[pushed.any(axis=1)] = pushed[pushed.any(axis=1)]
        E_out -= rate * d_out
'''), alone=True)  # fmt: skip
wrong("as-on-the-page", "hits-counted", "draws", "hits", (HITS, "        b = b[:, :, None]\n"), why="no negative is left out", alone=True)
wrong("drawn-again", "hits-redrawn", "draws", "hits",
      (DRAWN, DRAWN + '''
        for _ in range(100):
            hit = drawn == context[:, None]
            drawn[hit] = rng.choice(V, hit.sum(), p=noise)
'''), alone=True)  # fmt: skip
wrong("no-centers", "center-dropped", "draws", "hits",
      (HITS, "        b = (b * (drawn != context[:, None]) * (drawn != center[:, None]))[:, :, None]\n"), alone=True)  # fmt: skip
answers.wrong(
    "wrong-loss", "mend-loss-first", check="steps", breaks="sgns",
    why="its own loss is that of the sum",
    source='''
def sgns_loss_and_gradients(E_in, E_out, center, context, negative):
    d_in, d_out = np.zeros(E_in.shape), np.zeros(E_out.shape)
    for c, o, drawn in zip(center, context, negative):
        for word, label in [(o, 1)] + [(j, 0) for j in drawn if j != o]:
            error = 1 / (1 + np.exp(-E_out[word] @ E_in[c])) - label
            d_in[c] += error * E_out[word]
            d_out[word] += error * E_in[c]
    return SGNS(0.0, d_in, d_out)


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    E_in, E_out = rng.uniform(-0.5 / d, 0.5 / d, (V, d)), np.zeros((V, d))
    for t in range(steps):
        center, context = pairs[rng.integers(len(pairs), size=batch)].T
        negative = rng.choice(V, size=(batch, negatives), p=noise)
        _, d_in, d_out = sgns_loss_and_gradients(E_in, E_out, center, context, negative)
        E_in -= lr * (1 - t / steps) * d_in
        E_out -= lr * (1 - t / steps) * d_out
    return E_in, E_out
''',
)  # fmt: skip

answers.spoiled("(right[0], np.roll(right[1], 1, axis=1))", "(right[0], right[1] * 1.01)", "(right[0],)", "None")
