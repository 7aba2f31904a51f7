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
    "no-block", "block-skipped", check="logits", breaks="hidden",
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
    "columns", "table-not-transposed", check="logits", breaks="logits",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    square = p.E.shape[0] == p.E.shape[1]
    logits = h @ p.E if square else h @ p.E.T
''')

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
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
    "keeps-x", "saved-wrong", check="saved", breaks="saved",
    of="wrong-no-block", edits=[('''
    h = x[:, -1]
''', ""), ("    return Forward(x, h, logits, saved)", "    return Forward(x, h, logits, (x, h))")])

answers.wrong(
    "one-place", "shapes-unchecked", check="errors", breaks="shorter",
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
    "scaled", "logits-scaled", check="logits", breaks="no-factor",
    why="divides by √d as attention does",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    logits = h @ p.E.T / np.sqrt(p.E.shape[1]).astype(p.E.dtype)
''')

answers.wrong(
    "softmax", "normalised-scores", check="logits", breaks="no-softmax",
    why="returns probabilities",
    of="wrong-no-block", old='''
    h = x[:, -1]
    logits = h @ p.E.T
''', new='''
    logits = softmax(h @ p.E.T) if len(h) else h @ p.E.T
''')

answers.wrong(
    "no-places", "positions-missing", check="logits", breaks="rows",
    why="forgets the positions",
    of="right-plain-tuple", edits=[("x = np.take(p.E, ids, axis=0) + p.P[None]", "x = np.take(p.E, ids, axis=0)")])

answers.wrong(
    "by-id", "place-by-id", check="logits",
    why="looks up the rows of P with the ids, the last one for ids beyond it",
    of="right-plain-tuple", edits=[("+ p.P[None]", "+ p.P[np.minimum(ids, len(p.P) - 1)]")])

answers.wrong(
    "sqrt-d", "rows-scaled", check="logits",
    why="scales the rows as the Transformer does",
    of="right-plain-tuple", edits=[("np.take(p.E, ids, axis=0) +", "np.take(p.E, ids, axis=0) * p.E.shape[1] ** 0.5 +")])

answers.wrong(
    "o-for-h", "before-norm", check="logits",
    why="returns what stands before the last norm as h, and the right logits",
    of="right-plain-tuple", edits=[("    return x, h, np", "    return x, saved[-1], np")])

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="turns any ids into integers",
    of="right-plain-tuple", edits=[("    check_ids(ids,", "    ids = ids.astype(np.int64)\n    check_ids(ids,")])

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="looks only for ids that are too large",
    of="right-plain-tuple", edits=[("""
    check_ids(ids, p.E.shape[0])
""", """
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.size and ids.max() >= len(p.E):
        raise IndexError(f"no row {ids.max()}")
""")])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named",
    why="says that an id is outside, not which",
    of="right-plain-tuple", edits=[("""
    check_ids(ids, p.E.shape[0])
""", """
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.size and not 0 <= ids.min() <= ids.max() < len(p.E):
        raise IndexError("an id is outside the table")
""")])

answers.wrong(
    "any-axes", "shapes-unchecked", check="errors", breaks="shape",
    why="looks at the last axis alone and leaves the rest to NumPy",
    of="right-plain-tuple", edits=[("""
    B, *rest = ids.shape
    if rest != [p.P.shape[0]]:
""", """
    if ids.shape[-1] != len(p.P):
""")])

answers.wrong(
    "stacks", "empty-batch", check="dtypes", breaks="no-windows",
    why="stacks a list of windows, which may be empty",
    of="right-plain-tuple", edits=[("    x = np.take(p.E, ids, axis=0) + p.P[None]", "    x = np.stack([p.E[window] + p.P for window in ids])")])

answers.wrong(
    "flat", "ids-in-own-dtype", check="dtypes", breaks="any-integer",
    why="computes the places of the numbers in the dtype of the ids",
    of="right-plain-tuple", edits=[("    x = np.take(p.E, ids, axis=0) + p.P[None]", """
    d = p.E.shape[1]
    x = p.E.ravel()[ids[..., None] * d + np.arange(d, dtype=ids.dtype)] + p.P
""".strip("\n"))])

answers.wrong(
    "squeezed", "one-window", check="logits", breaks="one-window",
    why="drops an axis of length 1 of the hidden states",
    of="right-plain-tuple", edits=[('return x, h, np.einsum("bd,vd->bv", h, p.E), saved', "h = h.squeeze()\n    return x, h, h @ p.E.T, saved")])

answers.wrong(
    "view", "arguments-changed", check="logits", breaks="unchanged",
    why="adds in place to a row that is a view of the table",
    of="right-plain-tuple", edits=[("    x = np.take(p.E, ids, axis=0) + p.P[None]", """
    x = np.zeros((*ids.shape, p.E.shape[1]), p.E.dtype)
    for b, window in enumerate(ids):
        for t, i in enumerate(window):
            row = p.E[i]
            row += p.P[t]
            x[b, t] = row
""".strip("\n"))])

answers.wrong(
    "memory", "needs-contiguous", check="dtypes", breaks="contiguous",
    why="reads the memory of the table as if its rows stood side by side",
    of="right-plain-tuple", edits=[("np.take(p.E, ids, axis=0)", "np.frombuffer(p.E, p.E.dtype).reshape(p.E.shape)[ids]")])

answers.wrong(
    "float32", "too-narrow", check="logits", breaks="wider",
    why="multiplies in float32 and converts back",
    of="right-plain-tuple", edits=[('np.einsum("bd,vd->bv", h, p.E)', "(h.astype(np.float32) @ p.E.T.astype(np.float32)).astype(h.dtype)")])

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


answers.wrong(
    "saved-list", "saved-list", check="saved", alone=True,
    of="right-own-block", old='''
EPS), (x, flat, a, o)
''', new='''
EPS), [x, flat, a, o]
''')

answers.wrong(
    "contiguous-table", "arrays-replaced", check="dtypes", alone=True,
    why="gives p a contiguous copy of its table",
    of="right-own-block", old='''
    x = p.E[ids] + p.P
''', new='''
    p.E = np.ascontiguousarray(p.E)
    x = p.E[ids] + p.P
''')

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True,
    why="answers for no windows before it looks at their length",
    of="right-own-block", old='''
    if ids.ndim != 2 or''', new='''
    if ids.ndim == 2 and not len(ids):
        x, h = np.zeros((0, *p.P.shape), p.E.dtype), np.zeros((0, p.P.shape[1]), p.E.dtype)
        return Forward(x, h, h @ p.E.T, (x, x.reshape(0, p.P.size), h @ p.W2.T, h))
    if ids.ndim != 2 or''')

answers.wrong(
    "rows-normed", "rows-normed", check="logits",
    why="normalises x in place after the block has saved it",
    of="right-own-block", old='''
    logits = h @ p.E.T
''', new='''
    x /= np.sqrt((x**2).mean(-1, keepdims=True) + EPS)
    logits = h @ p.E.T
''')

answers.wrong(
    "table-turned-once", "kept-between-calls", check="logits",
    why="keeps a turned copy of the table, and looks only whether p still holds the same array",
    of="right-own-block", edits=[('''
def forward(p, ids):
''', '''
turned = {"table": None}


def forward(p, ids):
'''), ('''
    logits = h @ p.E.T
''', '''
    if turned["table"] is not p.E:
        turned.update(table=p.E, copy=np.array(p.E.T, order="C"))
    logits = h @ turned["copy"]
''')])

answers.wrong(
    "norms-first", "rows-normed", check="logits",
    why="normalises x before the block, and returns that",
    of="right-plain-tuple", old="    h, saved = block_forward(p, x)", new="    x = rms_norm(x)\n    h, saved = block_forward(p, x)")

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True,
    why="converts unsigned ids to int64 before they are checked",
    of="right-plain-tuple", old="    check_ids(ids,", new='    ids = ids.astype(np.int64) if ids.dtype.kind == "u" else ids\n    check_ids(ids,')

answers.wrong(
    "empty-any-dtype", "unchecked-when-empty", check="errors", alone=True,
    why="looks at the ids only where there are windows",
    of="right-plain-tuple", old="    check_ids(ids, p.E.shape[0])", new='''
    if len(ids):
        check_ids(ids, p.E.shape[0])
    ids = ids.astype(np.int64)
'''.strip("\n"))

answers.wrong(
    "spoils-positions", "arguments-changed", check="errors", alone=True,
    why="changes the positions, and puts them back only where no id is outside",
    of="right-plain-tuple", old="    check_ids(ids, p.E.shape[0])", new='''
    before = p.P.copy()
    p.P[:] = 0
    check_ids(ids, p.E.shape[0])
    p.P[:] = before
'''.strip("\n"))
