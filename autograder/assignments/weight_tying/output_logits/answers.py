"""Answers to `output_logits` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "einsum", how="sums over the common axis by name",
    source='''
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim < 1:
        raise ValueError(f"E {E.shape} needs two axes and h {h.shape} at least one")
    V, d = E.shape
    if h.shape[-1] != d:
        raise ValueError(f"the last axis of h is {h.shape[-1]}, the width {d}")
    if b is not None and b.shape != (V,):
        raise ValueError(f"b has the shape {b.shape}, not ({V},)")
    z = np.einsum("...d,vd->...v", h, E)
    return z if b is None else z + b
''')

answers.right(
    "loop", how="one dot product after the other",
    source='''
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:
        raise ValueError("h and E do not share their last axis")
    if b is not None and (b.ndim != 1 or len(b) != len(E)):
        raise ValueError("one bias for each token")
    z = np.zeros(h.shape[:-1] + (len(E),), h.dtype)
    for where in np.ndindex(h.shape[:-1]):
        for j in range(len(E)):
            z[where + (j,)] = sum(float(x) * float(y) for x, y in zip(h[where], E[j]))
            if b is not None:
                z[where + (j,)] += b[j]
    return z
''')

answers.right(
    "wide", how="flattens the positions and computes in float64",
    source='''
def output_logits(h, E, b=None):
    if not (E.ndim == 2 and h.ndim >= 1 and h.shape[-1] == E.shape[1]):
        raise ValueError(f"shapes {h.shape} and {E.shape}")
    bias = np.zeros(len(E)) if b is None else b
    if np.shape(bias) != (len(E),):
        raise ValueError(f"bias of shape {np.shape(bias)}")
    flat = h.reshape(-1, E.shape[1]).astype(float)
    z = np.tensordot(flat, E.astype(float), axes=(1, 1)) + bias
    return z.reshape(h.shape[:-1] + (len(E),)).astype(h.dtype)
''')

answers.wrong(
    "flattened", "flattened", check="shapes", breaks="shape",
    why="returns one axis of positions",
    source='''
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    z = h.reshape(-1, E.shape[1]) @ E.T
    if b is not None:
        z = z + b
    return z
''')

answers.wrong(
    "bias-broadcasts", "bias-shape-unchecked", check="errors", breaks="bias-shape",
    why="adds whatever broadcasts",
    of="wrong-flattened", edits=[("    if b is not None and b.shape != E.shape[:1]:", "    if False:"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)")])

answers.wrong(
    "columns", "table-not-transposed", check="values", breaks="products",
    of="wrong-flattened", 
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = h @ E if E.shape[0] == E.shape[1] else h @ E.T")

answers.wrong(
    "cosine", "cosine", check="values", breaks="vectors",
    of="wrong-flattened", 
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = (h / np.linalg.norm(h, axis=-1, keepdims=True)) @ (E / np.linalg.norm(E, axis=1, keepdims=True)).T")

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="adds a bias of float64 zeros",
    of="wrong-flattened", old='''
    z = h.reshape(-1, E.shape[1]) @ E.T
''', new='''
    if b is None:
        b = np.zeros(len(E))
    z = np.matmul(h, E.T)
''')

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="unchanged",
    why="divides and multiplies h on the way, in place",
    of="wrong-flattened", old='''
    z = h.reshape(-1, E.shape[1]) @ E.T
''', new='''
    h *= 2
    z = np.matmul(h, E.T) / 2
''')

answers.wrong(
    "no-bias", "bias-ignored", check="values", breaks="bias",
    why="forgets the bias",
    of="wrong-flattened", edits=[("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)"), ("        z = z + b", "        pass")])

answers.wrong(
    "scaled", "logits-scaled", check="values",
    of="wrong-flattened", 
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = (h @ E.T) / np.sqrt(np.asarray(E.shape[1], h.dtype))")

answers.wrong(
    "softmax", "normalised-scores", check="values", breaks="raw",
    why="returns probabilities",
    of="wrong-flattened", edits=[("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)"), ('''
    return z
''', '''
    z = np.exp(z - z.max(axis=-1, keepdims=True))
    return z / z.sum(axis=-1, keepdims=True)
''')])

answers.wrong(
    "two-axes", "one-axis-only", check="shapes", breaks="any-shape",
    why="transposes both sides of the product of two matrices",
    of="wrong-flattened", 
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = np.transpose(E @ np.transpose(h))")

answers.wrong(
    "needs-bias", "none-bias", check="values", breaks="no-bias",
    why="adds the bias also where there is none",
    of="wrong-flattened", edits=[("    if b is not None and b.shape != E.shape[:1]:", "    if np.shape(b) not in ((), E.shape[:1]):"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)"), ("    if b is not None:\n        z = z + b\n", "    z = z + b\n")])

answers.wrong(
    "no-positions", "empty-refused", check="shapes", breaks="empty",
    why="takes an array without entries for a mistake",
    of="wrong-flattened", edits=[("    if E.ndim != 2 or h.ndim == 0 or", "    if E.ndim != 2 or h.size == 0 or h.ndim == 0 or"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)")])

answers.wrong(
    "squeezed", "squeezed", check="shapes", breaks="shape",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = (np.atleast_2d(h) @ E.T).squeeze()")

answers.wrong(
    "one-table-axis", "shapes-unchecked", check="errors", breaks="table-axes",
    why="compares the last axes, and takes one row for a table",
    of="wrong-flattened", edits=[("    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:", "    if h.ndim == 0 or h.shape[-1] != E.shape[-1]:"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)")])

answers.wrong(
    "table-of-three-axes", "shapes-unchecked", check="errors",
    why="refuses a table of one axis only",
    of="wrong-flattened", edits=[("    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:", "    if E.ndim < 2 or h.ndim == 0 or h.shape[-1] != E.shape[1]:"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)")])

answers.wrong(
    "bias-of-a-single-token", "bias-shape-unchecked", check="errors",
    why="leaves the bias to broadcasting where the table has one row",
    of="wrong-flattened", edits=[("    if b is not None and b.shape != E.shape[:1]:", "    if b is not None and b.shape != E.shape[:1] and len(E) > 1:"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = np.matmul(h, E.T)")])

answers.wrong(
    "one-number-broadcasts", "shapes-unchecked", check="errors", breaks="width",
    why="leaves the widths to einsum, which lets a width of 1 stand for all",
    of="wrong-flattened", edits=[("    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:", "    if E.ndim != 2 or h.ndim == 0:"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", '    z = np.einsum("...d,vd->...v", h, E)')])

answers.wrong(
    "single", "digits-lost", check="dtypes", breaks="accuracy",
    why="computes in float32 and casts back",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = np.matmul(h.astype(np.float32), E.T.astype(np.float32)).astype(h.dtype)")

answers.wrong(
    "views", "not-contiguous", check="shapes", breaks="strided",
    why="views the positions as one axis, which PyTorch does for contiguous memory alone",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    flat = torch.from_numpy(h).view(-1, E.shape[1]) if h.size else torch.tensor(h).reshape(-1, E.shape[1])\n    z = (flat.numpy() @ E.T).reshape(*h.shape[:-1], len(E))")

answers.spoiled(
    "right * 1.01",
    "right[..., ::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "None")

answers.wrong(
    "empty-float64", "dtype-without-positions", check="dtypes", alone=True, breaks="dtype",
    source='''
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:
        raise ValueError(f"h {h.shape} and E {E.shape}")
    if b is not None and b.shape != (len(E),):
        raise ValueError(f"b {b.shape} for {len(E)} tokens")
    if h.size == 0:
        return np.zeros((*h.shape[:-1], len(E)))
    z = h @ E.T
    return z if b is None else z + b
''')

answers.wrong(
    "empty-first", "unchecked-without-positions", check="errors", alone=True, breaks="width",
    source='''
def output_logits(h, E, b=None):
    if h.ndim and 0 in h.shape[:-1]:
        return np.zeros((*h.shape[:-1], len(E)), h.dtype)
    if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:
        raise ValueError(f"h {h.shape} and E {E.shape}")
    if b is not None and b.shape != (len(E),):
        raise ValueError(f"b {b.shape} for {len(E)} tokens")
    z = h @ E.T
    return z if b is None else z + b
''')

answers.wrong(
    "zeros-skip", "bias-shape-unchecked", check="errors", alone=True, breaks="bias-shape",
    why="leaves a bias of zeros out before its shape is checked",
    source='''
def output_logits(h, E, b=None):
    V, d = E.shape
    if h.ndim == 0 or h.shape[-1] != d:
        raise ValueError("h does not fit E")
    z = h @ E.T
    if b is None or not b.any():
        return z
    if b.shape != (V,):
        raise ValueError("b does not fit E")
    return z + b
''')

answers.wrong(
    "squeezed-token", "one-token", check="shapes", alone=True, breaks="any-shape",
    source='''
def output_logits(h, E, b=None):
    V, d = E.shape
    if h.ndim == 0 or h.shape[-1] != d or (b is not None and b.shape != (V,)):
        raise ValueError("shapes")
    z = (E @ h.reshape(-1, d).T).T
    if b is not None:
        z = z + b
    z = z.reshape(*h.shape[:-1], V)
    return z.squeeze(-1) if V == 1 else z
''')

answers.wrong(
    "table-reshaped", "table-reshaped", check="values", breaks="products",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = h @ E.reshape(E.shape[1], E.shape[0])")

answers.wrong(
    "columns-reshaped", "positions-mixed", check="values", breaks="shape",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = (E @ h.reshape(-1, E.shape[1]).T).reshape(*h.shape[:-1], len(E))")

answers.wrong(
    "empty-flat", "empty-refused", check="shapes", alone=True, breaks="empty",
    why="returns (0, V) for no positions of any shape",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = h @ E.T if h.size else np.zeros((0, len(E)), h.dtype)")

answers.wrong(
    "rows-of-biases", "bias-shape-unchecked", check="errors", alone=True, breaks="bias-shape",
    why="compares the last axis of the bias alone",
    of="wrong-flattened", edits=[("    if b is not None and b.shape != E.shape[:1]:", "    if b is not None and b.shape[-1:] != E.shape[:1]:"), ("    z = h.reshape(-1, E.shape[1]) @ E.T", "    z = h @ E.T")])

answers.wrong(
    "single-values", "digits-lost", check="values", breaks="accuracy",
    why="computes in float32 and casts back",
    of="wrong-flattened",
    old="    z = h.reshape(-1, E.shape[1]) @ E.T",
    new="    z = (h.astype(np.float32) @ E.astype(np.float32).T).astype(h.dtype)")

answers.wrong(
    "kept-array", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps an array for each shape, and fills it anew",
    source='''
KEPT = {}


def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    shape = (*h.shape[:-1], len(E))
    z = KEPT.setdefault((shape, h.dtype), np.empty(shape, h.dtype))
    z[...] = h @ E.T if b is None else h @ E.T + b
    return z
''')

answers.wrong(
    "biases-as-result", "arguments-changed", check="shapes", alone=True, breaks="unchanged",
    why="adds the scores of a single position into the biases",
    of="wrong-flattened", old='''
    z = h.reshape(-1, E.shape[1]) @ E.T
    if b is not None:
''', new='''
    z = h @ E.T
    if b is not None and h.ndim == 1:
        b += z
        return b
    if b is not None:
''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:",
    "if E.ndim != 2 or h.ndim < 1 or h.shape[-1] < E.shape[1]:",
    because="the matrix product of rows that are longer than those of E raises the same ValueError",
)
answers.equivalent(
    "if E.ndim != 2 or h.ndim < 1 or h.shape[-1] != E.shape[1]:",
    "if E.ndim != 2 or h.ndim < 1 or h.shape[-1] > E.shape[1]:",
    because="the matrix product of rows that are shorter than those of E raises the same ValueError",
)
