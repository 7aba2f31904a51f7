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

answers.wrong(
    "own-generator", "rng-ignored", check="start",
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
    "buffered", "updates-lost", check="steps",
    why="-= with repeated ids",
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
    "collisions", "collisions-dropped", check="draws",
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
    "falling-rate", "rate-falls", check="steps",
    why="the rate falls to zero, as in the program",
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
    "global-generator", "rng-ignored", check="fresh",
    why="np.random for the negatives",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        others = rng.choice(V, size=(batch, negatives), p=noise)", "        others = np.random.choice(V, size=(batch, negatives), p=noise)")])

answers.wrong(
    "in-turn", "tables-in-turn", check="steps",
    why="steps E_in before the gradients of E_out are computed",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
        np.add.at(E_in, centers, -lr * dv)
''', '''
        np.add.at(E_in, centers, -lr * dv)
        _, du, dn = gradients(E_in[centers], E_out[contexts], E_out[others])
''')])

answers.wrong(
    "mixed", "pairs-mixed", check="draws",
    why="draws the two columns apart",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        centers, contexts = chosen[:, 0], chosen[:, 1]", "        centers, contexts = chosen[:, 0], pairs[rng.integers(len(pairs), size=batch), 1]")])

answers.wrong(
    "negatives-idle", "one-side-idle", check="steps",
    why="the rows of the negatives are never changed",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ('''
        np.add.at(E_out, others, -lr * dn)
''', "")])

answers.wrong(
    "normal-start", "start-range", check="start",
    why="a normal start with σ = 0.02",
    of="wrong-own-generator", old='''
    rng = np.random.default_rng(0)
    E_in = (rng.random((V, d)) - 0.5) / d
''', new='''
    E_in = rng.normal(scale=0.02, size=(V, d))
''')

answers.wrong(
    "one-draw", "drawn-once", check="fresh",
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
    "permutation", "without-replacement", check="draws",
    why="the first rows of a permutation",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        chosen = pairs[rng.integers(len(pairs), size=batch)]", "        chosen = pairs[rng.permutation(len(pairs))[:batch]]"), ("        others = rng.choice(V, size=(batch, negatives), p=noise)", "        others = rng.choice(V, size=(len(chosen), negatives), p=noise)")])

answers.wrong(
    "power-again", "noise-powered", check="draws",
    why="takes the power of the noise once more",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        others = rng.choice(V, size=(batch, negatives), p=noise)", "        others = rng.choice(V, size=(batch, negatives), p=noise**0.75 / np.sum(noise**0.75))")])

answers.wrong(
    "shared", "negatives-shared", check="draws",
    why="one set of negatives for the batch",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        others = rng.choice(V, size=(batch, negatives), p=noise)", "        others = np.tile(rng.choice(V, size=negatives, p=noise), (batch, 1))")])

answers.wrong(
    "summed", "step-summed", check="steps",
    why="the gradient of the sum over the batch",
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
    "swapped", "pair-swapped", check="steps",
    why="takes the second column for the centers",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        centers, contexts = chosen[:, 0], chosen[:, 1]", "        centers, contexts = chosen[:, 1], chosen[:, 0]")])

answers.wrong(
    "uniform", "noise-ignored", check="draws",
    why="all words equally likely as negatives",
    of="wrong-own-generator", edits=[('''
    rng = np.random.default_rng(0)
''', ""), ("        others = rng.choice(V, size=(batch, negatives), p=noise)", "        others = rng.integers(V, size=(batch, negatives))")])

answers.wrong(
    "zero-start", "start-zero", check="start",
    why="both tables start at zero",
    of="wrong-own-generator", old='''
    rng = np.random.default_rng(0)
    E_in = (rng.random((V, d)) - 0.5) / d
''', new='''
    E_in = np.zeros((V, d))
''')
