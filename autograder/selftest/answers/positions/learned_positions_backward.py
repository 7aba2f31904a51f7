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
    "T-rows", "rows-missing", check="values", breaks="table",
    why="returns as many rows as the input has positions",
    of="right-flat-batch", old='''
    dP = np.zeros((L, d), wide)
    dP[:T] = sequences.sum(axis=0)
''', new='''
    dP = sequences.sum(axis=0)
''')

answers.wrong(
    "buffered", "batch-lost", check="values",
    why="+= with repeated positions keeps one sequence",
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
    "half-sum", "computed-in-half", check="dtypes", breaks="half",
    why="sums in the dtype of grad_out",
    of="right-flat-batch", 
    old="    wide = np.promote_types(grad_out.dtype, np.float32)",
    new="    wide = grad_out.dtype")

answers.wrong(
    "last-rows", "rows-at-the-end", check="values", breaks="rows",
    why="fills from the end, as with padding on the left",
    of="right-flat-batch", 
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[L - T :] = sequences.sum(axis=0)")

answers.wrong(
    "mean", "batch-averaged", check="values", breaks="sum",
    why="averages over the batch",
    of="right-flat-batch", 
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[:T] = sequences.mean(axis=0) if leading else 0")

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "reshape", "empty-fails", check="shapes", breaks="empty",
    why="-1 in a reshape cannot be told where there are no numbers",
    of="right-add-at", old='''
    dP = np.zeros((L, grad_out.shape[-1]), dtype=np.float64)''', new='''
    grad_out.reshape(-1, T, grad_out.shape[-1])
    dP = np.zeros((L, grad_out.shape[-1]), dtype=np.float64)''')

answers.wrong(
    "edge", "edge-repeated", check="values", breaks="zero",
    why="pads with the last row",
    of="right-add-at", old='''
    return dP.astype(grad_out.dtype)''', new='''
    dP[T:] = dP[T - 1] if T else 0
    return dP.astype(grad_out.dtype)''')

answers.wrong(
    "float32", "narrowed", check="dtypes", breaks="wide",
    why="adds in float32, whatever comes in",
    of="right-add-at", old='''
dtype=np.float64)''', new='''
dtype=np.float32)''')

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="returns the float64 of the sum",
    of="right-add-at", old='''
    return dP.astype(grad_out.dtype)''', new='''
    return dP''')

answers.wrong(
    "mute", "limit-not-named", check="errors", breaks="named",
    why="does not say how many there are",
    of="right-add-at", old='''
        raise ValueError(f"{T} positions, the table has {L}")''', new='''
        raise ValueError("too many positions")''')

answers.wrong(
    "axes", "wrong-exception", check="errors", breaks="axes",
    why="leaves a single vector to indexing, which raises an IndexError",
    of="right-add-at", old='''
    if len(grad_out.shape) < 2:
        raise ValueError("expected (..., T, d)")
''', new='''
''')
