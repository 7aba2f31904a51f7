"""Answers to `train_sgns` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "dense", how="dense gradients by one-hot products, negatives by inverse transform",
    source='''
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def gradients(v, u, N):
    a = (-sigmoid(-(u * v).sum(axis=1)) / len(v))[:, None]
    b = (sigmoid((N * v[:, None]).sum(axis=2)) / len(v))[:, :, None]
    return a * u + (b * N).sum(axis=1), a * v, b * v[:, None]


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in = rng.uniform(-0.5 / d, 0.5 / d, size=(V, d))
    E_out = np.zeros_like(E_in)
    eye, ladder = np.eye(V), np.cumsum(noise)
    ladder[ladder >= ladder[-1]] = 1.0
    for _ in range(steps):
        others = np.searchsorted(ladder, rng.random((batch, negatives)), side="right")
        centers, contexts = pairs[rng.choice(len(pairs), size=batch)].T
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        d_out = eye[contexts].T @ du + eye[others.ravel()].T @ dn.reshape(-1, d)
        E_in, E_out = E_in - lr * eye[centers].T @ dv, E_out - lr * d_out
    return E_in, E_out
''')

answers.right(
    "drawn-ahead", how="draws for all steps ahead; context and negatives in one array",
    source='''
def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in = (rng.random((V, d)) * 2 - 1) * (0.5 / d)
    E_out = np.zeros((V, d))
    picked = rng.integers(0, len(pairs), size=(steps, batch))
    drawn = rng.choice(V, size=(steps, batch, negatives), p=noise)
    label = np.zeros(1 + negatives)
    label[0] = 1
    for rows, others in zip(picked, drawn):
        centers = pairs[rows, 0]
        targets = np.concatenate([pairs[rows, 1:].astype(np.int64), others], axis=1)  # (batch, 1 + k)
        v, u = E_in[centers], E_out[targets]
        g = (1 / (1 + np.exp(-np.einsum("bd,bkd->bk", v, u))) - label) / batch
        np.subtract.at(E_in, centers, lr * np.einsum("bk,bkd->bd", g, u))
        np.subtract.at(E_out, targets, lr * g[:, :, None] * v[:, None, :])
    return E_in, E_out
''')

answers.right(
    "loop", how="pair by pair, into copies of the tables",
    source='''
def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in, E_out = rng.uniform(-1, 1, (V, d)) / (2 * d), np.zeros((V, d))
    for _ in range(steps):
        new_in, new_out = E_in.copy(), E_out.copy()
        for _ in range(batch):
            center, context = pairs[rng.integers(len(pairs))]
            v = E_in[center]
            targets = [(context, 1.0)] + [(j, 0.0) for j in rng.choice(V, size=negatives, p=noise)]
            for j, y in targets:
                g = lr / batch * (1 / (1 + np.exp(-E_out[j] @ v)) - y)
                new_in[center] -= g * E_out[j]
                new_out[j] -= g * v
        E_in, E_out = new_in, new_out
    return E_in, E_out
''')

answers.right(
    "plain", how="gradients by hand, np.add.at, the start from rng.random",
    source='''
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def gradients(v, u, N):
    a = (-sigmoid(-(u * v).sum(axis=1)) / len(v))[:, None]
    b = (sigmoid((N * v[:, None]).sum(axis=2)) / len(v))[:, :, None]
    return a * u + (b * N).sum(axis=1), a * v, b * v[:, None]


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    E_in = (rng.random((V, d)) - 0.5) / d
    E_out = np.zeros((V, d))
    for step in range(steps):
        chosen = pairs[rng.integers(len(pairs), size=batch)]
        centers, contexts = chosen[:, 0], chosen[:, 1]
        others = rng.choice(V, size=(batch, negatives), p=noise)
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        np.add.at(E_in, centers, -lr * dv)
        np.add.at(E_out, contexts, -lr * du)
        np.add.at(E_out, others, -lr * dn)
    return E_in, E_out
''')

answers.wrong(
    "own-generator", "rng-ignored", check="start", breaks="rng",
    why="makes a generator of its own",
    source='''
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def gradients(v, u, N):
    a = (-sigmoid(-(u * v).sum(axis=1)) / len(v))[:, None]
    b = (sigmoid((N * v[:, None]).sum(axis=2)) / len(v))[:, :, None]
    return a * u + (b * N).sum(axis=1), a * v, b * v[:, None]


def train_sgns(pairs, V, d, *, steps, batch, negatives, lr, noise, rng):
    check_ids(pairs, V)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ValueError(f"pairs {pairs.shape}")
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
    if min(d, batch, negatives) < 1 or steps < 0:
        raise ValueError("settings too small")
    rng = np.random.default_rng(0)
    E_in = (rng.random((V, d)) - 0.5) / d
    E_out = np.zeros((V, d))
    for step in range(steps):
        chosen = pairs[rng.integers(len(pairs), size=batch)]
        centers, contexts = chosen[:, 0], chosen[:, 1]
        others = rng.choice(V, size=(batch, negatives), p=noise)
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        np.add.at(E_in, centers, -lr * dv)
        np.add.at(E_out, contexts, -lr * du)
        np.add.at(E_out, others, -lr * dn)
    return E_in, E_out
''')

answers.wrong(
    "buffered", "updates-lost", check="steps", breaks="add-up",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
        np.add.at(E_in, centers, -lr * dv)
        np.add.at(E_out, contexts, -lr * du)
        np.add.at(E_out, others, -lr * dn)
''', '''
        E_in[centers] -= lr * dv
        E_out[contexts] -= lr * du
        E_out[others] -= lr * dn
''')])

answers.wrong(
    "collisions", "collisions-dropped", check="draws", breaks="stays",
    why="a negative that equals the context gets no gradient",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
''', '''
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        dn = np.where((others == contexts[:, None])[:, :, None], 0.0, dn)
''')])

answers.wrong(
    "falling-rate", "rate-falls", check="steps", breaks="rate",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
    for step in range(steps):
''', '''
    for step in range(steps):
        rate = lr * (1 - step / steps)
'''), ('''
        np.add.at(E_in, centers, -lr * dv)
        np.add.at(E_out, contexts, -lr * du)
        np.add.at(E_out, others, -lr * dn)
''', '''
        np.add.at(E_in, centers, -rate * dv)
        np.add.at(E_out, contexts, -rate * du)
        np.add.at(E_out, others, -rate * dn)
''')])

answers.wrong(
    "global-generator", "rng-ignored", check="fresh", breaks="rng",
    why="np.random for the negatives",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        others = rng.choice(V, size=(batch, negatives), p=noise)",
     "        others = np.random.choice(V, size=(batch, negatives), p=noise)")])

answers.wrong(
    "in-turn", "tables-in-turn", check="steps", breaks="before",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
        np.add.at(E_in, centers, -lr * dv)
''', '''
        np.add.at(E_in, centers, -lr * dv)
        _, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
''')])

answers.wrong(
    "mixed", "pairs-mixed", check="draws", breaks="batch-rows",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        centers, contexts = chosen[:, 0], chosen[:, 1]",
     "        centers, contexts = chosen[:, 0], pairs[rng.integers(len(pairs), size=batch), 1]")])

answers.wrong(
    "negatives-idle", "one-side-idle", check="steps", breaks="both-tables",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
        np.add.at(E_out, others, -lr * dn)
''', "")])

answers.wrong(
    "normal-start", "start-range", check="start", breaks="start-in",
    why="a normal start with σ = 0.02",
    of="wrong-own-generator", old='''
    rng = np.random.default_rng(0)
    E_in = (rng.random((V, d)) - 0.5) / d
''', new='''
    E_in = rng.normal(scale=0.02, size=(V, d))
''')

answers.wrong(
    "one-draw", "drawn-once", check="fresh", breaks="each-step",
    why="draws before the loop",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
    E_out = np.zeros((V, d))
''', '''
    E_out = np.zeros((V, d))
    chosen = pairs[rng.integers(len(pairs), size=batch)]
'''), ('''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', "")])

answers.wrong(
    "permutation", "without-replacement", check="draws", breaks="replacement",
    why="the first rows of a permutation",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        chosen = pairs[rng.integers(len(pairs), size=batch)]",
     "        chosen = pairs[rng.permutation(len(pairs))[:batch]]"),
    ("        others = rng.choice(V, size=(batch, negatives), p=noise)",
     "        others = rng.choice(V, size=(len(chosen), negatives), p=noise)")])

answers.wrong(
    "power-again", "noise-powered", check="draws", breaks="from-noise",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        others = rng.choice(V, size=(batch, negatives), p=noise)",
     "        others = rng.choice(V, size=(batch, negatives), p=noise**0.75 / np.sum(noise**0.75))")])

answers.wrong(
    "shared", "negatives-shared", check="draws", breaks="independently",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        others = rng.choice(V, size=(batch, negatives), p=noise)",
     "        others = np.tile(rng.choice(V, size=negatives, p=noise), (batch, 1))")])

answers.wrong(
    "summed", "step-summed", check="steps", breaks="gradient",
    of="wrong-own-generator", edits=[('''
    a = (-sigmoid(-(u * v).sum(axis=1)) / len(v))[:, None]
    b = (sigmoid((N * v[:, None]).sum(axis=2)) / len(v))[:, :, None]
''', '''
    a = (-sigmoid(-(u * v).sum(axis=1)))[:, None]
    b = (sigmoid((N * v[:, None]).sum(axis=2)))[:, :, None]
'''), ('''
    rng = np.random.default_rng(0)
''', "")])

answers.wrong(
    "swapped", "pair-swapped", check="steps", breaks="tables-hold",
    why="takes the second column for the centers",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        centers, contexts = chosen[:, 0], chosen[:, 1]",
     "        centers, contexts = chosen[:, 1], chosen[:, 0]")])

answers.wrong(
    "uniform", "noise-ignored", check="draws", breaks="from-noise",
    why="all words equally likely as negatives",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""),
    ("        others = rng.choice(V, size=(batch, negatives), p=noise)",
     "        others = rng.integers(V, size=(batch, negatives))")])

answers.wrong(
    "zero-start", "start-zero", check="start", breaks="start-in",
    of="wrong-own-generator", old='''
    rng = np.random.default_rng(0)
    E_in = (rng.random((V, d)) - 0.5) / d
''', new='''
    E_in = np.zeros((V, d))
''')

answers.wrong(
    "wide-start", "start-range", check="start", breaks="start-in",
    why="between −0.5 and 0.5, not divided by d",
    of="right-plain", old='''
    E_in = (rng.random((V, d)) - 0.5) / d
''', new='''
    E_in = rng.random((V, d)) - 0.5
''')

answers.wrong(
    "positive-start", "start-range", check="start", breaks="start-in",
    why="numbers between 0 and 0.5 / d",
    of="right-plain", old='''
    E_in = (rng.random((V, d)) - 0.5) / d
''', new='''
    E_in = 0.5 * rng.random((V, d)) / d
''')

answers.wrong(
    "both-drawn", "out-not-zero", check="start", breaks="start-out",
    of="right-plain", old='''
    E_out = np.zeros((V, d))
''', new='''
    E_out = (rng.random((V, d)) - 0.5) / d
''')

answers.wrong(
    "exchanged", "tables-exchanged", check="start", breaks="tables",
    of="right-plain", old='''
    return E_in, E_out
''', new='''
    return E_out, E_in
''')

answers.wrong(
    "transposed", "tables-shape", check="start", breaks="shape",
    of="right-plain", old='''
    return E_in, E_out
''', new='''
    return E_in.T, E_out.T
''')

answers.wrong(
    "float32", "dtype-not-kept", check="start", breaks="float64",
    why="returns tables of float32",
    of="right-plain", old='''
    return E_in, E_out
''', new='''
    return E_in.astype(np.float32), E_out.astype(np.float32)
''')

answers.wrong(
    "lists", "no-array", check="start", breaks="numpy",
    why="returns lists",
    of="right-plain", old='''
    return E_in, E_out
''', new='''
    return E_in.tolist(), E_out.tolist()
''')

answers.wrong(
    "one-more", "steps-off", check="start", breaks="steps",
    why="one step more",
    of="right-plain", old='''
    for step in range(steps):
''', new='''
    for step in range(steps + 1):
''')

answers.wrong(
    "one-less", "steps-off", check="steps", breaks="steps",
    why="one step less",
    of="right-plain", old='''
    for step in range(steps):
''', new='''
    for step in range(1, steps):
''')

answers.wrong(
    "start-second", "start-not-first", check="steps", breaks="start-first", alone=True,
    of="right-plain", edits=[('''
    E_in = (rng.random((V, d)) - 0.5) / d
''', '''
    drawn = pairs[rng.integers(len(pairs), size=(steps, batch))]
    E_in = (rng.random((V, d)) - 0.5) / d
'''), ('''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', '''
        chosen = drawn[step]
''')])

answers.wrong(
    "decays", "untouched-rows-move", check="steps", breaks="untouched",
    of="right-plain", old='''
        np.add.at(E_in, centers, -lr * dv)
''', new='''
        E_in *= 1 - 0.001 * lr
        E_out *= 1 - 0.001 * lr
        np.add.at(E_in, centers, -lr * dv)
''')

answers.wrong(
    "unique-pairs", "pairs-unequal", check="draws", breaks="equally", alone=True,
    why="drops repeated pairs",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = np.unique(pairs, axis=0)
        chosen = chosen[rng.integers(len(chosen), size=batch)]
''')

answers.wrong(
    "never-last", "pairs-unequal", check="draws", breaks="equally", alone=True,
    why="never draws the last row",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[rng.integers(max(1, len(pairs) - 1), size=batch)]
''')

answers.wrong(
    "in-turn-pairs", "without-replacement", check="draws", breaks="replacement", alone=True,
    why="goes through the pairs in turn",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[(step * batch + np.arange(batch)) % len(pairs)]
''')

answers.wrong(
    "shuffled-epochs", "without-replacement", check="draws", breaks="replacement", alone=True,
    why="a new permutation when all pairs are used up",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        epochs = [rng.permutation(len(pairs)) for _ in range(-(-batch // len(pairs)))]
        chosen = pairs[np.concatenate(epochs)[:batch]]
''')

answers.wrong(
    "sample-pairs", "without-replacement", check="draws", breaks="replacement",
    why="replace=False for the pairs",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[rng.choice(len(pairs), size=batch, replace=False)]
''')

answers.wrong(
    "sample-negatives", "negatives-distinct", check="draws", breaks="independently", alone=True,
    why="negatives of a pair without replacement",
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        few = min(negatives, np.count_nonzero(noise))
        rows = [rng.choice(V, size=few, replace=False, p=noise) for _ in range(batch)]
        others = np.stack([np.resize(row, negatives) for row in rows])
''')

answers.wrong(
    "strict-sample", "negatives-distinct", check="steps", breaks="independently",
    why="replace=False for the negatives of a pair",
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        rows = [rng.choice(V, size=negatives, replace=False, p=noise) for _ in range(batch)]
        others = np.stack(rows)
''')

answers.wrong(
    "one-negative", "negatives-as-one", check="steps", breaks="negatives",
    why="draws one negative for each pair",
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        others = rng.choice(V, size=(batch, 1), p=noise)
''')

answers.wrong(
    "averaged", "negatives-as-one", check="steps", breaks="gradient",
    why="averages over the negatives",
    of="right-plain", old='''
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
''', new='''
        dv, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
        plain, _, _ = gradients(E_in[centers], E_out[contexts], E_out[others[:, :0]])
        dv, dn = plain + (dv - plain) / negatives, dn / negatives
''')

answers.wrong(
    "redrawn", "collisions-dropped", check="draws", breaks="stays", alone=True,
    why="draws a negative again while it equals the context",
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
        for _ in range(50):
            same = others == contexts[:, None]
            others = np.where(same, rng.choice(V, size=others.shape, p=noise), others)
''')

answers.wrong(
    "no-center", "center-dropped", check="draws", breaks="from-noise", alone=True,
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
        for _ in range(50):
            same = others == centers[:, None]
            others = np.where(same, rng.choice(V, size=others.shape, p=noise), others)
''')

answers.wrong(
    "dictionary", "roles-overwrite", check="draws", breaks="both-roles",
    of="right-plain", old='''
        np.add.at(E_out, contexts, -lr * du)
        np.add.at(E_out, others, -lr * dn)
''', new='''
        pull, push = np.zeros_like(E_out), np.zeros_like(E_out)
        np.add.at(pull, contexts, du)
        np.add.at(push, others, dn)
        moves = {int(j): pull[j] for j in contexts} | {int(j): push[j] for j in others.ravel()}
        for j, move in moves.items():
            E_out[j] -= lr * move
''')

answers.wrong(
    "sorts", "arguments-changed", check="learns", breaks="inputs-kept",
    why="sorts the pairs in place",
    of="right-plain", old='''
    check_ids(pairs, V)
''', new='''
    check_ids(pairs, V)
    if pairs.ndim == 2 and len(pairs):
        pairs[:] = pairs[np.lexsort(pairs.T)]
''')

answers.wrong(
    "flat-view", "gaps", check="steps", breaks="gaps", alone=True,
    why="flattens without a copy, which needs contiguous memory",
    of="right-plain", old='''
    for step in range(steps):
''', new='''
    flat = pairs.view()
    flat.shape = (pairs.size,)
    for step in range(steps):
''')

answers.wrong(
    "joined", "narrow-ids", check="steps", breaks="int-dtypes", alone=True,
    why="joins contexts and negatives, which makes floats of uint64",
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
        E_out[np.concatenate([contexts[:, None], others], axis=1)]
''')

answers.wrong(
    "flat-ids", "narrow-ids", check="steps", breaks="int-dtypes", alone=True,
    why="computes with ids in their own dtype",
    of="right-plain", old='''
        centers, contexts = chosen[:, 0], chosen[:, 1]
''', new='''
        centers, contexts = chosen[:, 0], chosen[:, 1]
        contexts = (contexts + contexts) // 2
''')

answers.wrong(
    "floats", "id-types", check="errors", breaks="no-integers", alone=True,
    why="casts the pairs",
    of="right-plain", old='''
    check_ids(pairs, V)
''', new='''
    pairs = pairs.astype(np.int64)
    check_ids(pairs, V)
''')

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range", alone=True,
    why="relies on NumPy for the range",
    of="right-plain", old='''
    check_ids(pairs, V)
''', new='''
    if pairs.dtype.kind not in "iu":
        raise TypeError(pairs.dtype)
    np.zeros(V)[pairs]
''')

answers.wrong(
    "contexts-only", "negative-wraps", check="errors", breaks="range", alone=True,
    why="checks the centers alone",
    of="right-plain", old='''
    check_ids(pairs, V)
''', new='''
    check_ids(pairs[:, :1] if pairs.ndim == 2 else pairs, V)
    np.zeros(V)[pairs]
''')

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named", alone=True,
    why="says that an id is outside, and not which",
    of="right-plain", old='''
    check_ids(pairs, V)
''', new='''
    if pairs.dtype.kind not in "iu":
        raise TypeError(pairs.dtype)
    if pairs.size and not (0 <= pairs.min() and pairs.max() < V):
        raise IndexError("an id is outside the tables")
''')

answers.wrong(
    "wider-pairs", "shapes-unchecked", check="errors", breaks="pairs-shape", alone=True,
    why="takes the first two columns of any array",
    of="right-plain", old=" or pairs.shape[1] != 2 or", new=" or pairs.shape[1] < 2 or")

answers.wrong(
    "no-pairs", "no-pairs", check="errors", breaks="no-pairs", alone=True,
    of="right-plain", old='''
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
''', new='''
    steps = steps if len(pairs) else 0
    if pairs.ndim != 2 or pairs.shape[1] != 2:
''')

answers.wrong(
    "any-noise", "noise-shape", check="errors", breaks="noise-shape", alone=True,
    of="right-plain", old='''
    if noise.shape != (V,):
''', new='''
    noise = noise.ravel()
    if noise.shape != (V,):
''')

answers.wrong(
    "any-batch", "settings-unchecked", check="errors", breaks="settings", alone=True,
    why="takes a batch of 0 for no step",
    of="right-plain", old='''
    if min(d, batch, negatives) < 1 or steps < 0:
''', new='''
    if batch == 0:
        steps, batch = 0, 1
    if min(d, batch, negatives) < 1 or steps < 0:
''')

answers.wrong(
    "negative-steps", "settings-unchecked", check="errors", breaks="negative-steps", alone=True,
    why="no range has -1 steps",
    of="right-plain", old='''
    if min(d, batch, negatives) < 1 or steps < 0:
''', new='''
    if min(d, batch, negatives) < 1:
''')

answers.wrong(
    "early-return", "unchecked-without-steps", check="errors", breaks="without-steps", alone=True,
    why="returns the start before it looks at the arguments",
    of="right-plain", old='''
    check_ids(pairs, V)
''', new='''
    if steps == 0:
        return (rng.random((V, d)) - 0.5) / d, np.zeros((V, d))
    check_ids(pairs, V)
''')

answers.wrong(
    "left-to-choice", "unchecked-without-steps", check="errors", breaks="without-steps", alone=True,
    why="leaves noise of another shape to rng.choice, which is not called without a step",
    of="right-plain", old='''
    if noise.shape != (V,):
        raise ValueError(f"noise {noise.shape}")
''', new="")

answers.wrong(
    "no-twins", "pairs-unequal", check="draws", breaks="equally",
    why="leaves out pairs of a word with itself",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[pairs[:, 0] != pairs[:, 1]]
        chosen = chosen[rng.integers(len(chosen), size=batch)]
''')

answers.wrong(
    "repeated-negative", "negatives-alike", check="draws", breaks="independently", alone=True,
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        others = rng.choice(V, size=(batch, 1), p=noise).repeat(negatives, axis=1)
''')

answers.wrong(
    "repeated-pair", "batch-alike", check="draws", breaks="batch-rows",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[rng.integers(len(pairs), size=1).repeat(batch)]
''')

answers.wrong(
    "seeded-steps", "rng-ignored", check="draws", breaks="rng", alone=True,
    why="a generator of its own for each step",
    of="right-plain", old='''
    for step in range(steps):
''', new='''
    for step in range(steps):
        rng = np.random.default_rng(step)
''')

answers.wrong(
    "seeded-loop", "drawn-once", check="fresh", breaks="each-step",
    why="makes the generator again in each step",
    of="right-plain", old='''
        np.add.at(E_in, centers, -lr * dv)
''', new='''
        np.add.at(E_in, centers, -lr * dv)
        rng = np.random.default_rng(1)
''')

answers.wrong(
    "replaced-if-needed", "without-replacement", check="draws", alone=True, breaks="replacement",
    why="draws without replacement where there are enough pairs",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[rng.choice(len(pairs), batch, replace=batch > len(pairs))]
''')

answers.wrong(
    "rounded-places", "pairs-unequal", check="draws", alone=True, breaks="equally",
    why="rounds random places: the first and the last row come half as often",
    of="right-plain", old='''
        chosen = pairs[rng.integers(len(pairs), size=batch)]
''', new='''
        chosen = pairs[np.rint(rng.random(batch) * (len(pairs) - 1)).astype(int)]
''')

answers.wrong(
    "noise-table", "noise-table", check="draws", alone=True, breaks="from-noise",
    why="a table of a hundred slots in place of the probabilities",
    of="right-plain", old='''
        others = rng.choice(V, size=(batch, negatives), p=noise)
''', new='''
        slots = np.rint(100 * noise).astype(int)
        others = rng.choice(np.repeat(np.arange(V), slots), size=(batch, negatives))
''')

answers.wrong(
    "table-of-thousand", "noise-table", check="draws", alone=True, breaks="probabilities",
    why="a table of a thousand slots in place of the probabilities",
    of="right-plain", old="""
        others = rng.choice(V, size=(batch, negatives), p=noise)
""", new="""
        slots = np.rint(1000 * noise).astype(int)
        others = rng.choice(np.repeat(np.arange(V), slots), size=(batch, negatives))
""")

answers.wrong(
    "slot-for-each", "noise-ignored", check="draws", alone=True, breaks="probabilities",
    why="a table with a slot for every word that can be drawn",
    of="right-plain", old="""
        others = rng.choice(V, size=(batch, negatives), p=noise)
""", new="""
        slots = np.maximum(np.rint(1000 * noise), noise > 0).astype(int)
        others = rng.choice(np.repeat(np.arange(V), slots), size=(batch, negatives))
""")

answers.wrong(
    "noise-in-place", "arguments-changed", check="start", alone=True, breaks="inputs-kept",
    why="divides the noise by its sum, in place",
    of="right-plain", old="    E_out = np.zeros((V, d))", new="""
    noise /= noise.sum()
    E_out = np.zeros((V, d))""")

for name, line in (("in", "    E_in = held(E_in)"), ("out", "    E_out = held(E_out)")):
    answers.wrong(
        f"kept-{name}", "result-kept", check="start", alone=True, breaks="new",
        why=f"E_{name} is an array of the module, one for each shape",
        of="right-plain", edits=[("def train_sgns(", """
tables = {}


def held(table):
    kept = tables.setdefault(table.shape, np.empty(table.shape))
    kept[:] = table
    return kept


def train_sgns("""),
        ("    return E_in, E_out", f"{line}\n    return E_in, E_out")])

answers.wrong(
    "int32-ids", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before it checks them",
    of="right-plain", old="    check_ids(pairs, V)", new="""
    if pairs.dtype.kind in "iu":
        pairs = pairs.astype(np.int32)
    check_ids(pairs, V)""")

answers.wrong(
    "int64-ids", "id-not-named", check="errors", alone=True, breaks="named",
    why="converts the ids to int64 before it checks them",
    of="right-plain", old="    check_ids(pairs, V)", new="""
    if pairs.dtype.kind in "iu":
        pairs = pairs.astype(np.int64)
    check_ids(pairs, V)""")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:",
    "if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) <= 0:",
    because="A length is never negative.",
)
