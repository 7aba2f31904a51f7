"""Answers to `learned_positions_backward` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "add-at", how="as the gradient of a lookup, with add.at",
    source='''
def learned_positions_backward(grad_out, L):
    if len(grad_out.shape) < 2:
        raise ValueError("expected (..., T, d)")
    T = grad_out.shape[-2]
    if T > L:
        raise ValueError(f"{T} positions, the table has {L}")
    places = np.broadcast_to(np.arange(T), grad_out.shape[:-1])
    dP = np.zeros((L, grad_out.shape[-1]), dtype=np.float64)
    np.add.at(dP, places, grad_out)
    return dP.astype(grad_out.dtype)
''')

answers.right(
    "einsum", how="einsum over a flattened batch, in float64",
    source='''
def learned_positions_backward(grad_out, L):
    if grad_out.ndim <= 1:
        raise ValueError(f"shape {grad_out.shape}: no axis of positions")
    if grad_out.shape[-2] > L:
        raise ValueError(f"T={grad_out.shape[-2]} does not fit into L={L}")
    flat = grad_out.astype(np.float64).reshape(math.prod(grad_out.shape[:-2]), *grad_out.shape[-2:])
    rows = np.einsum("ntd->td", flat)
    missing = L - len(rows)
    return np.pad(rows, ((0, missing), (0, 0))).astype(grad_out.dtype)
''')

answers.right(
    "flat-batch", how="one leading axis by reshape, then a sum over it",
    source='''
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out needs two axes, it has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    if T > L:
        raise ValueError(f"T = {T} is more than L = {L}")
    wide = np.promote_types(grad_out.dtype, np.float32)
    leading = int(np.prod(grad_out.shape[:-2]))
    sequences = grad_out.reshape(leading, T, d).astype(wide)
    dP = np.zeros((L, d), wide)
    dP[:T] = sequences.sum(axis=0)
    return dP.astype(grad_out.dtype)
''')

answers.wrong(
    "T-rows", "rows-missing", check="values", breaks="rows",
    of="right-flat-batch", old='''
    dP = np.zeros((L, d), wide)
    dP[:T] = sequences.sum(axis=0)
''', new='''
    dP = sequences.sum(axis=0)
''')

answers.wrong(
    "buffered", "batch-lost", check="values", breaks="every-sequence",
    of="right-flat-batch", old='''
    dP[:T] = sequences.sum(axis=0)
''', new='''
    places = np.tile(np.arange(T), leading)
    dP[places] += sequences.reshape(leading * T, d)
''')

answers.wrong(
    "cuts", "limit-unchecked", check="errors", breaks="limit",
    why="cuts what does not fit",
    of="right-flat-batch", edits=[('''
    if T > L:
        raise ValueError(f"T = {T} is more than L = {L}")
''', ""), ("    dP[:T] = sequences.sum(axis=0)", "    dP[:T] = sequences.sum(axis=0)[:L]")])

answers.wrong(
    "first-axis", "one-sequence-only", check="shapes", breaks="leading",
    why="sums over axis 0, whatever it is",
    of="right-flat-batch", edits=[('''
    leading = int(np.prod(grad_out.shape[:-2]))
    sequences = grad_out.reshape(leading, T, d).astype(wide)
''', '''
    summed = grad_out.astype(wide).sum(axis=0)
'''), ("    dP[:T] = sequences.sum(axis=0)", "    dP[:T] = summed")])

answers.wrong(
    "half-sum", "added-in-half", check="dtypes", breaks="half",
    why="sums in the dtype of grad_out",
    of="right-flat-batch", 
    old="    wide = np.promote_types(grad_out.dtype, np.float32)",
    new="    wide = grad_out.dtype")

answers.wrong(
    "last-rows", "rows-at-the-end", check="values", breaks="places",
    of="right-flat-batch", 
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[L - T :] = sequences.sum(axis=0)")

answers.wrong(
    "mean", "batch-averaged", check="values", breaks="sum",
    of="right-flat-batch", 
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[:T] = sequences.mean(axis=0) if leading else 0")

answers.wrong(
    "edge", "rest-not-zero", check="values", breaks="rest",
    of="right-flat-batch",
    old="    dP[:T] = sequences.sum(axis=0)",
    new="""    dP[:T] = sequences.sum(axis=0)
    dP[T:] = dP[T - 1]""")

answers.wrong(
    "needs-a-batch", "one-sequence-only", check="shapes", breaks="two-axes", alone=True,
    why="unpacks a batch",
    of="right-flat-batch",
    old="    leading = int(np.prod(grad_out.shape[:-2]))",
    new="    leading = math.prod(grad_out.shape[:-2]) if grad_out.shape[-3] else 0")

answers.wrong(
    "minus-one", "empty-fails", check="shapes", breaks="empty", alone=True,
    why="-1 in a shape with a zero in it",
    of="right-flat-batch", edits=[('''
    leading = int(np.prod(grad_out.shape[:-2]))
''', ""), ("grad_out.reshape(leading, T, d)", "grad_out.reshape(-1, T, d)")])

answers.wrong(
    "off-by-one", "limit-off-by-one", check="values", breaks="fits",
    why="refuses T = L",
    of="right-flat-batch", old="    if T > L:", new="    if T >= L:")

answers.wrong(
    "longest-axis", "limit-of-the-batch", check="values", breaks="batch-limit",
    why="compares the number of sequences with L too",
    of="right-flat-batch", old="    if T > L:", new="    if max(grad_out.shape[:-1]) > L:")

answers.wrong(
    "wide-result", "dtype-not-kept", check="dtypes", breaks="dtype", alone=True,
    why="leaves the result in the dtype of the sum",
    of="right-flat-batch", old="    return dP.astype(grad_out.dtype)", new="    return dP")

answers.wrong(
    "always-float32", "narrowed", check="dtypes", breaks="double", alone=True,
    why="adds everything in float32",
    of="right-flat-batch",
    old="    wide = np.promote_types(grad_out.dtype, np.float32)",
    new="    wide = np.float32")

answers.wrong(
    "not-named", "limit-not-named", check="errors", breaks="limit-named", alone=True,
    why="an error without numbers",
    of="right-flat-batch",
    old='        raise ValueError(f"T = {T} is more than L = {L}")',
    new='        raise ValueError("the table is too short")')

answers.wrong(
    "library-error", "limit-by-library", check="errors", breaks="own-error", alone=True,
    why="leaves the limit to the assignment, whose message has both sizes",
    of="right-flat-batch", old='''
    if T > L:
        raise ValueError(f"T = {T} is more than L = {L}")
''', new="")

answers.wrong(
    "one-vector", "one-axis", check="errors", breaks="axes", alone=True,
    of="right-flat-batch", old='''
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out needs two axes, it has the shape {grad_out.shape}")
''', new='''
    grad_out = np.atleast_2d(grad_out)
''')

answers.wrong(
    "into-the-first", "arguments-changed", check="values", breaks="inputs-kept",
    why="adds all sequences to the first one",
    of="right-flat-batch", edits=[("astype(wide)\n", "astype(wide, copy=False)\n"),
    ("    dP[:T] = sequences.sum(axis=0)", """    for more in sequences[1:]:
        sequences[0] += more
    dP[:T] = sequences[0] if leading else 0""")])

answers.wrong(
    "nothing-to-add", "memory-shared", check="shapes", breaks="new", alone=True,
    why="returns its argument where there is no batch and no row is missing",
    of="right-flat-batch",
    old="    wide = np.promote_types(grad_out.dtype, np.float32)",
    new="""    if grad_out.shape == (L, d):
        return grad_out
    wide = np.promote_types(grad_out.dtype, np.float32)""")

answers.wrong(
    "new-shape", "contiguous-only", check="shapes", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="right-flat-batch",
    old="    sequences = grad_out.reshape(leading, T, d).astype(wide)",
    new="""    sequences = grad_out.view()
    sequences.shape = (leading, T, d)
    sequences = sequences.astype(wide)""")

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "empty-float64", "empty-dtype", check="shapes", alone=True, breaks="dtype",
    why="zeros of the default dtype without sequences",
    source='''
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    if T > L:
        raise ValueError(f"{T} tokens and {L} positions")
    if grad_out.size == 0:
        return np.zeros((L, d))
    dP = np.zeros((L, d), grad_out.dtype)
    dP[:T] = grad_out.sum(axis=tuple(range(grad_out.ndim - 2)), dtype=np.float64)
    return dP
''')

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True, breaks="limit",
    why="answers for no sequences before it compares T with L",
    source='''
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    if grad_out.size == 0:
        return np.zeros((L, d), grad_out.dtype)
    if T > L:
        raise ValueError(f"{T} tokens and {L} positions")
    dP = np.zeros((L, d), grad_out.dtype)
    dP[:T] = grad_out.sum(axis=tuple(range(grad_out.ndim - 2)), dtype=np.float64)
    return dP
''')

answers.wrong(
    "axis-by-axis", "added-in-half", check="dtypes", alone=True, breaks="once",
    why="adds axis by axis and rounds to the dtype in between",
    source='''
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    if T > L:
        raise ValueError(f"{T} tokens and {L} positions")
    dP = np.zeros((L, d), grad_out.dtype)
    while grad_out.ndim > 2:
        grad_out = grad_out.sum(axis=0, dtype=np.float64).astype(dP.dtype)
    dP[:T] = grad_out
    return dP
''')

answers.wrong(
    "kept-array", "result-kept", check="shapes", alone=True, breaks="new",
    why="writes all gradients of a table into one array",
    of="right-flat-batch", edits=[
    ("def learned_positions_backward(", "_kept = {}\n\n\ndef learned_positions_backward("),
    ("    return dP.astype(grad_out.dtype)", """    kept = _kept.setdefault((dP.shape, grad_out.dtype), dP.astype(grad_out.dtype))
    kept[...] = dP
    return kept""")])

answers.wrong(
    "into-double", "arguments-changed", check="dtypes", alone=True, breaks="inputs-kept",
    why="adds all sequences to the first one in float64, which for such a gradient is no copy",
    of="right-flat-batch", edits=[("astype(wide)\n", "astype(np.float64, copy=False)\n"),
    ("    dP[:T] = sequences.sum(axis=0)", """    for more in sequences[1:]:
        sequences[0] += more
    dP[:T] = sequences[0] if leading else 0""")])

answers.wrong(
    "double-as-it-is", "memory-shared", check="shapes", alone=True, breaks="new",
    why="brings a single sequence to float64, which for such a gradient is no copy",
    of="right-flat-batch",
    old="    wide = np.promote_types(grad_out.dtype, np.float32)",
    new="""    if grad_out.shape == (L, d):
        return grad_out.astype(np.float64, copy=False).astype(grad_out.dtype, copy=grad_out.itemsize < 8)
    wide = np.promote_types(grad_out.dtype, np.float32)""")

answers.wrong(
    "no-axes", "wrong-exception", check="errors", alone=True, breaks="axes",
    why="refuses one axis, and forgets that there may be none",
    of="right-flat-batch", edits=[("    if grad_out.ndim < 2:", "    if grad_out.ndim == 1:"),
    ("    T, d = grad_out.shape[-2:]", "    T, d = grad_out.shape[-2], grad_out.shape[-1]")])

answers.wrong(
    "sequences-counted", "limit-of-the-batch", check="values", breaks="batch-limit",
    why="takes the number of sequences for the number of tokens",
    of="right-flat-batch", edits=[("    if T > L:", "    if len(grad_out) > L:"),
    ('f"T = {T} is more than L = {L}"', 'f"T = {len(grad_out)} is more than L = {L}"')])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if grad_out.ndim < 2:",
    "if grad_out.ndim < 1:",
    because="with one axis the next line unpacks one number into T and d, which raises the ValueError asked for",
)
answers.equivalent(
    "raise ValueError(f\"grad_out has the shape {grad_out.shape}; expected (..., T, d)\")",
    "pass",
    because="with fewer than two axes the next line cannot unpack T and d, which raises the ValueError asked for",
)
