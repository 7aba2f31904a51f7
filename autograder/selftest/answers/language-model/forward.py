"""Answers to `forward` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "own-block", how="writes the block out",
    source='''
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P):
        raise ValueError(f"ids {ids.shape}: expected (B, {len(p.P)})")
    x = p.E[ids] + p.P
    B, w, d = x.shape
    flat = (x / np.sqrt((x**2).mean(-1, keepdims=True) + EPS)).reshape(B, w * d)
    a = np.tanh(np.dot(flat, p.W1))
    o = np.dot(a, p.W2)
    h, saved = o / np.sqrt((o**2).mean(-1, keepdims=True) + EPS), (x, flat, a, o)
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
''')

answers.right(
    "plain-tuple", how="no class; einsum for the logits",
    source='''
def forward(p, ids):
    B, *rest = ids.shape
    if rest != [p.P.shape[0]]:
        raise ValueError(f"a batch of windows of {p.P.shape[0]} ids is expected, not {ids.shape}")
    check_ids(ids, p.E.shape[0])
    x = np.take(p.E, ids, axis=0) + p.P[None]
    h, saved = block_forward(p, x)
    return x, h, np.einsum("bd,vd->bv", h, p.E), saved
''')

answers.right(
    "window-by-window", how="a loop over the batch",
    source='''
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P):
        raise ValueError(f"ids {ids.shape}: expected (B, {len(p.P)})")
    x = p.E[ids] + p.P
    if len(x) == 0:
        h, saved = block_forward(p, x)
        return Forward(x, h, h @ p.E.T, saved)
    parts = [block_forward(p, x[b : b + 1]) for b in range(len(x))]
    h = np.concatenate([part[0] for part in parts])
    saved = tuple(np.concatenate(kept) for kept in zip(*(part[1] for part in parts)))
    logits = (p.E @ h.T).T
    return Forward(x, h, logits, saved)
''')

answers.wrong(
    "no-block", "block-skipped", check="logits",
    why="scores the last row of the window",
    source='''
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2 or ids.shape[1] != len(p.P):
        raise ValueError(f"ids {ids.shape}: expected (B, {len(p.P)})")
    x = p.E[ids] + p.P
    h, saved = block_forward(p, x)
    h = x[:, -1]
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
''')

answers.wrong(
    "before-norm", "before-norm", check="logits",
    why="scores what stands before the last norm",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    logits = saved[-1] @ p.E.T
''')

answers.wrong(
    "columns", "table-not-transposed", check="logits",
    why="multiplies by the table as it lies where that runs",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    square = p.E.shape[0] == p.E.shape[1]
    logits = h @ p.E if square else h @ p.E.T
''')

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes",
    why="makes float64 on the way",
    of="wrong-no-block", edits=[('''
    x = p.E[ids] + p.P
''', '''
    x = np.zeros((*ids.shape, p.E.shape[1]))
    x += p.E[ids]
    x += p.P
'''), ('''
    h = x[:, -1]
''', "")])

answers.wrong(
    "keeps-x", "saved-wrong", check="saved",
    why="keeps the rows in place of what the block returned",
    of="wrong-no-block", edits=[('''
    h = x[:, -1]
''', ""), ("    return Forward(x, h, logits, saved)", "    return Forward(x, h, logits, (x, h))")])

answers.wrong(
    "one-place", "shapes-unchecked", check="errors",
    why="lets a window of one id broadcast over the places",
    source='''
class Forward(NamedTuple):
    x: np.ndarray
    h: np.ndarray
    logits: np.ndarray
    saved: tuple


def forward(p, ids):
    check_ids(ids, len(p.E))
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}")
    x = p.E[ids] + p.P
    h, saved = block_forward(p, x)
    logits = h @ p.E.T
    return Forward(x, h, logits, saved)
''')

answers.wrong(
    "scaled", "logits-scaled", check="logits",
    why="divides by √d as attention does",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    logits = h @ p.E.T / np.sqrt(p.E.shape[1]).astype(p.E.dtype)
''')

answers.wrong(
    "softmax", "normalised-scores", check="logits",
    why="returns probabilities",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    logits = softmax(h @ p.E.T) if len(h) else h @ p.E.T
''')

answers.spoiled(
    "tuple(right)[::-1]",
    "right[:2]",
    "right._replace(x=right.x * 1.01)",
    "right._replace(h=right.h * 1.01)",
    "right._replace(logits=right.logits * 1.01)",
    "right._replace(x=right.x[::-1] * 1)",
    "right._replace(h=right.h[::-1] * 1)",
    "right._replace(logits=right.logits[::-1] * 1)",
    "None")
