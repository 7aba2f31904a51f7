"""Answers to `learned_positions_backward` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "add-at", how="as the gradient of a lookup, with add.at",
    source='''
def learned_positions_backward(grad_out, L):
    places = np.broadcast_to(np.arange(grad_out.shape[-2]), grad_out.shape[:-1])
    dP = np.zeros((L, grad_out.shape[-1]), dtype=np.float64)
    np.add.at(dP, places, grad_out)
    return dP.astype(grad_out.dtype)
''')

answers.right(
    "axis-by-axis", how="sums axis by axis, in float64, which stays",
    source='''
def learned_positions_backward(grad_out, L):
    rows = grad_out.astype(np.float64)
    while rows.ndim > 2:
        rows = rows.sum(axis=0)
    return np.pad(rows, ((0, L - len(rows)), (0, 0)))
''')

answers.right(
    "flat-batch", how="one axis before T by reshape, then a sum over it",
    source='''
def learned_positions_backward(grad_out, L):
    T, d = grad_out.shape[-2:]
    wide = np.promote_types(grad_out.dtype, np.float32)
    sequences = grad_out.reshape(-1, T, d).astype(wide)
    dP = np.zeros((L, d), wide)
    dP[:T] = sequences.sum(axis=0)
    return dP.astype(grad_out.dtype)
''')

answers.right(
    "one-by-one", how="a loop over positions",
    source='''
def learned_positions_backward(grad_out, L):
    d = grad_out.shape[-1]
    rows = [grad_out[..., t, :].reshape(-1, d).astype(np.float64).sum(0) for t in range(grad_out.shape[-2])]
    return np.array(rows + [np.zeros(d)] * (L - len(rows)))
''')

answers.right(
    "autograd", how="PyTorch's gradient of the sum",
    source='''
def learned_positions_backward(grad_out, L):
    P = torch.zeros(L, grad_out.shape[-1], dtype=torch.float64, requires_grad=True)
    upstream = torch.from_numpy(grad_out).double()
    P[: upstream.shape[-2]].expand(upstream.shape).backward(upstream)
    return P.grad.numpy()
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
    places = np.tile(np.arange(T), len(sequences))
    dP[places] += sequences.reshape(-1, d)
''')

answers.wrong(
    "first-axis", "one-sequence-only", check="values", breaks="axes",
    why="sums over axis 0, whatever it is",
    of="right-flat-batch", edits=[('''
    sequences = grad_out.reshape(-1, T, d).astype(wide)
''', ""), ("    dP[:T] = sequences.sum(axis=0)", "    dP[:T] = grad_out.astype(wide).sum(axis=0)")])

answers.wrong(
    "needs-a-batch", "one-sequence-only", check="values", breaks="axes", alone=True,
    why="unpacks a batch",
    of="right-flat-batch",
    old="    sequences = grad_out.reshape(-1, T, d).astype(wide)",
    new="    sequences = grad_out.reshape(-1, grad_out.shape[-3], T, d).astype(wide).sum(axis=0)")

answers.wrong(
    "two-axes-at-most", "one-sequence-only", check="values", breaks="axes", alone=True,
    why="adds up one axis or two, and cuts off what further ones leave over",
    of="right-flat-batch", edits=[('''
    sequences = grad_out.reshape(-1, T, d).astype(wide)
''', ""), ("    dP[:T] = sequences.sum(axis=0)", "    dP[:T] = grad_out.astype(wide).sum(axis=tuple(range(min(grad_out.ndim - 2, 2)))).reshape(-1, d)[:T]")])

answers.wrong(
    "half-sum", "added-in-half", check="half", breaks="half", alone=True,
    why="sums in the dtype of grad_out",
    of="right-flat-batch",
    old="    wide = np.promote_types(grad_out.dtype, np.float32)",
    new="    wide = grad_out.dtype")

answers.wrong(
    "axis-by-axis", "added-in-half", check="half", alone=True, breaks="half",
    why="adds axis by axis and rounds to the dtype in between",
    source='''
def learned_positions_backward(grad_out, L):
    dP = np.zeros((L, grad_out.shape[-1]), grad_out.dtype)
    while grad_out.ndim > 2:
        grad_out = grad_out.sum(axis=0, dtype=np.float64).astype(dP.dtype)
    dP[: len(grad_out)] = grad_out
    return dP
''')

answers.wrong(
    "last-rows", "rows-at-the-end", check="values", breaks="places",
    of="right-flat-batch",
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[L - T :] = sequences.sum(axis=0)")

answers.wrong(
    "shifted", "positions-from-one", check="values", breaks="places",
    why="writes the rows one place further",
    of="right-flat-batch",
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[1 : T + 1] = sequences.sum(axis=0)[: L - 1]")

answers.wrong(
    "mean", "batch-averaged", check="values", breaks="sum",
    of="right-flat-batch",
    old="    dP[:T] = sequences.sum(axis=0)",
    new="    dP[:T] = sequences.mean(axis=0)")

answers.wrong(
    "edge", "rest-not-zero", check="values", breaks="rest",
    of="right-flat-batch",
    old="    dP[:T] = sequences.sum(axis=0)",
    new="""    dP[:T] = sequences.sum(axis=0)
    dP[T:] = dP[T - 1]""")

answers.wrong(
    "off-by-one", "limit-off-by-one", check="values", breaks="fits", alone=True,
    why="refuses T = L",
    of="right-flat-batch",
    old="    wide =",
    new="""    if T >= L:
        raise ValueError(f"T = {T} is more than L = {L}")
    wide =""")

answers.wrong(
    "longest-axis", "limit-of-the-batch", check="values", breaks="fits",
    why="compares the number of sequences with L too",
    of="right-flat-batch",
    old="    wide =",
    new="""    if max(grad_out.shape[:-1]) > L:
        raise ValueError("too long")
    wide =""")

answers.wrong(
    "reshaped", "axes-reshaped", check="values", breaks="places",
    why="reshapes where an axis has to move",
    source='''
def learned_positions_backward(grad_out, L):
    T, d = grad_out.shape[-2:]
    dP = np.zeros((L, d))
    dP[:T] = grad_out.reshape(T, -1, d).sum(axis=1, dtype=np.float64)
    return dP
''')

answers.spoiled("noisy(right)", "shifted(right)")
