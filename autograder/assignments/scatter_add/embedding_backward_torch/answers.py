"""Answers to `embedding_backward_torch` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="lets autograd differentiate a lookup in float64",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    E = grad_out.new_zeros(V, grad_out.shape[-1], dtype=torch.float64).requires_grad_()
    with torch.enable_grad():
        out = E[ids] if padding_idx is None else E[ids] * (ids != padding_idx)[..., None]
        dE, = torch.autograd.grad(out, E, grad_out.double(), create_graph=grad_out.requires_grad)
    return dE.to(grad_out.dtype)
''')

answers.right(
    "index-put", how="index_put_ with accumulate, in a wide dtype",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    for i in (ids.min().item(), ids.max().item()):
        if i < 0 or i >= V:
            raise IndexError(f"no row {i} in a table of {V}")
    wide = torch.float64 if grad_out.dtype == torch.float64 else torch.float32
    dE = torch.zeros((V, grad_out.shape[-1]), dtype=wide, device=grad_out.device)
    dE.index_put_((ids,), grad_out.to(wide), accumulate=True)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''')

answers.right(
    "mask-and-index-add", how="leaves the padding positions out, out of place",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    assert not bool(((ids < 0) | (ids >= V)).any()), "an id is outside the table"
    flat, grads = ids.flatten(), grad_out.flatten(0, -2) if ids.dim() else grad_out[None]
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    wide = torch.promote_types(grads.dtype, torch.float)
    zeros = torch.zeros(V, grad_out.shape[-1], device=grads.device, dtype=wide)
    return torch.index_add(zeros, 0, flat, grads.to(wide)).to(grad_out.dtype)
''')

answers.right(
    "scatter-add", how="scatter_add with the ids spread over the columns",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.size(-1)
    index = ids.reshape(-1, 1).long().expand(-1, d)
    dE = torch.zeros(V, d, dtype=torch.float64, device=grad_out.device)
    dE = dE.scatter_add(0, index, grad_out.reshape(-1, d).double())
    if padding_idx is not None:
        dE = torch.where((torch.arange(V, device=dE.device) == padding_idx)[:, None], 0, dE)
    return dE
''')

answers.right(
    "index-add", how="flattens both and adds at the ids",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.numel(), d)
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''')

ADD = "    dE.index_add_(0, flat, grads.to(wide))\n"
ZEROS = "    dE = grad_out.new_zeros(V, d, dtype=wide)\n"
CHECK = "    check_ids(ids, V)\n"

answers.wrong(
    "put", "duplicates-lost", check="values", breaks="sum",
    why="index_put_ without accumulate",
    of="right-index-put", old=", accumulate=True", new="")

answers.wrong(
    "scatter", "duplicates-lost", check="values",
    why="scatter in place of scatter_add",
    of="right-scatter-add", old="dE.scatter_add(", new="dE.scatter(")

answers.wrong(
    "mean", "duplicates-averaged", check="values",
    of="right-index-add", old=ADD, new='''
    dE.index_reduce_(0, flat, grads.to(wide), "mean", include_self=False)
''')

answers.wrong(
    "divided", "divided-by-positions", check="values",
    of="right-index-add", old=ADD, new="    dE.index_add_(0, flat, grads.to(wide) / ids.numel())\n")

answers.wrong(
    "size-from-ids", "rows-from-ids", check="values", breaks="whole-table",
    of="right-index-add", old=ZEROS, new='''
    dE = grad_out.new_zeros(int(ids.max()) + 1 if padding_idx is None else V, d, dtype=wide)
''')

answers.wrong(
    "not-any", "zero-ids", check="values",
    of="right-index-add", old=ADD, new='''
    if not ids.any():
        return dE
    dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "running-sums", "running-sums", check="values",
    of="right-index-add", old=ADD, new='''
    flat, order = flat.sort(stable=True)
    below = torch.cat([dE.new_zeros(1, d).double(), grads[order].double().cumsum(0)])
    edges = torch.searchsorted(flat.long(), torch.arange(V + 1, device=flat.device))
    dE += (below[edges[1:]] - below[edges[:-1]]).to(wide)
''')

answers.wrong(
    "needs-grad", "needs-grad-mode", check="values", breaks="no-grad", alone=True,
    of="right-autograd", old="    with torch.enable_grad():\n", new="    if True:\n")

answers.wrong(
    "masks-in-place", "grad-out-changed", check="padding", breaks="grad-out",
    why="masked_fill_ writes into the caller's gradients",
    of="right-index-add", edits=[("    d = grad_out.shape[-1]\n", '''
    if padding_idx is not None:
        grad_out.data.masked_fill_((ids == padding_idx)[..., None], 0)
    d = grad_out.shape[-1]
''')])

answers.wrong(
    "scales-in-place", "grad-out-changed", check="values",
    why="sums the runs of equal ids in grad_out itself",
    of="right-index-add", old="    return dE.to(grad_out.dtype)\n", new='''
    grad_out.data.reshape(-1, d).copy_(dE.to(grad_out.dtype)[flat.long()].detach())
    return dE.to(grad_out.dtype)
''')

answers.wrong(
    "one-axis", "one-dimensional-only", check="batches", breaks="any-shape",
    why="index_add_ takes ids of one axis",
    of="right-index-add", old="    dE.index_add_(0, flat, ", new="    dE.index_add_(0, ids, ")

answers.wrong(
    "two-axes", "two-axes-at-most", check="batches", alone=True,
    of="right-index-add", old=ADD, new='''
    if ids.dim() > 2:
        raise ValueError("a batch has two axes")
    dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "len-of-ids", "single-id", check="batches",
    of="right-index-add", old=ADD, new='''
    if len(ids) > 0:
        dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    of="right-index-add", old="        dE[padding_idx] = 0\n", new="        pass\n")

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    of="right-index-add", old="if padding_idx is not None:", new="if padding_idx:")

answers.wrong(
    "padding-none", "padding-none-clears", check="values", breaks="padding-none",
    of="right-index-add", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    dE[padding_idx] = 0
''')

answers.wrong(
    "padding-position", "padding-by-position", check="padding",
    of="right-index-add", edits=[(ADD, '''
    if padding_idx is not None:
        grads = grads.clone()
        grads[padding_idx : padding_idx + 1] = 0
    dE.index_add_(0, flat, grads.to(wide))
'''), ("        dE[padding_idx] = 0\n", "        pass\n")])

answers.wrong(
    "padding-first-axis", "one-dimensional-only", check="padding",
    why="nonzero gives a column for each axis, and the first is taken for the positions",
    of="right-index-add", edits=[(ADD, '''
    if padding_idx is not None and ids.ndim:
        grad_out = grad_out.clone()
        grad_out[(ids == padding_idx).nonzero()[:, 0]] = 0
    dE.index_add_(0, flat, grad_out.reshape(ids.numel(), d).to(wide))
'''), ("        dE[padding_idx] = 0\n", "        dE[padding_idx] = 0 if not ids.ndim else dE[padding_idx]\n")])

answers.wrong(
    "only-padding", "only-padding", check="padding", alone=True,
    why="asks for the largest id that is no padding",
    of="right-index-add", old=ADD, new='''
    if padding_idx is not None and ids.dim():
        int(flat[flat != padding_idx].max())
    dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "single-shortcut", "padding-single-id", check="padding", alone=True,
    of="right-index-add", old=ADD, new='''
    if ids.dim() == 0:
        dE[int(ids)] = grad_out
        return dE
    dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "half-sum", "sum-in-half", check="width", breaks="width", alone=True,
    why="index_put_ adds in the tensor's own dtype",
    of="right-index-put", old="    wide = torch.float64 if grad_out.dtype == torch.float64 else torch.float32\n",
    new="    wide = grad_out.dtype\n")

answers.wrong(
    "half-index-add", "sum-in-half", check="width", alone=True,
    why="index_add_ widens half precision on its way for int64 ids, not for int32",
    of="right-index-add", old="torch.promote_types(grad_out.dtype, torch.float32)", new="grad_out.dtype")

answers.wrong(
    "float32-sum", "float64-narrowed", check="width", alone=True,
    of="right-index-add", old="torch.promote_types(grad_out.dtype, torch.float32)", new="torch.float32")

answers.wrong(
    "loop-over-rows", "loop-over-V", check="cost", alone=True,
    of="right-index-add", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    dE = torch.stack([grads[flat == j].to(wide).sum(0) for j in range(V)])
''')

answers.wrong(
    "one-hot", "one-hot-memory", check="cost", alone=True,
    why="the theorem as it stands: N × V zeros and ones",
    of="right-index-add", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    dE = F.one_hot(flat.long(), V).to(wide).T @ grads.to(wide)
''')

answers.wrong(
    "pairs", "one-hot-memory", check="cost", alone=True,
    why="a mask of the distinct ids against all positions",
    of="right-index-add", old=ADD, new='''
    rows = flat.unique()
    dE[rows.long()] = (rows[:, None] == flat).to(wide) @ grads.to(wide)
''')

answers.wrong(
    "zeros-on-cpu", "wrong-device", check="device", breaks="device", alone=True,
    why="torch.zeros is on the CPU unless told",
    of="right-index-add", old=ZEROS, new="    dE = torch.zeros(V, d, dtype=wide)\n")

answers.wrong(
    "mask-on-cpu", "wrong-device", check="device", breaks="made-on-device", alone=True,
    why="the mask of rows is made on the CPU",
    of="right-index-add", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    learns = torch.ones(V, 1, dtype=wide)
    if padding_idx is not None:
        learns[padding_idx] = 0
    dE = dE * learns
''')

answers.wrong(
    "result-on-cpu", "wrong-device", check="device", alone=True,
    why="moves everything to the CPU and leaves it there",
    of="right-index-add", edits=[(ZEROS, "    dE = torch.zeros(V, d, dtype=wide)\n"), (ADD, '''
    dE.index_add_(0, flat.cpu(), grads.cpu().to(wide))
''')])

answers.wrong(
    "numpy", "through-numpy", check="device", breaks="no-numpy",
    why="np.add.at on .numpy() works on the CPU alone",
    of="right-index-add", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    dE = np.zeros((V, d))
    np.add.at(dE, flat.numpy(), grads.double().numpy())
    dE = torch.from_numpy(dE)
''')

answers.wrong(
    "numpy-and-back", "through-numpy", check="device", alone=True,
    why="copies to the CPU, adds in NumPy and copies back: it runs anywhere, and a GPU waits for it",
    of="right-index-add", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    table = np.zeros((V, d), np.float64)
    np.add.at(table, flat.cpu().numpy(), grads.detach().cpu().to(torch.float64).numpy())
    dE = torch.from_numpy(table).to(grad_out.device, wide)
''')

answers.wrong(
    "detached", "hidden-from-autograd", check="device", breaks="differentiable", alone=True,
    of="right-index-add", old="grads.to(wide)", new="grads.detach().to(wide)")

answers.wrong(
    "no-grad", "hidden-from-autograd", check="device", alone=True,
    why="switches gradients off, as if it were an update",
    of="right-index-add", old=ADD, new='''
    with torch.no_grad():
        dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "row-of-data", "padding-hidden", check="device", alone=True,
    of="right-index-add", old="        dE[padding_idx] = 0\n", new="        dE.data[padding_idx] = 0\n")

answers.wrong(
    "row-without-grad", "padding-hidden", check="device", alone=True,
    why="sets the row under torch.no_grad()",
    of="right-index-add", old="        dE[padding_idx] = 0\n", new='''
        with torch.no_grad():
            dE[padding_idx] = 0
''')

answers.wrong(
    "data-off-cpu", "lost-off-cpu", check="device", alone=True,
    why="takes .data on a GPU, to save memory",
    of="right-index-add", old=ADD, new='''
    dE.index_add_(0, flat, (grads if grads.device.type == "cpu" else grads.data).to(wide))
''')

answers.wrong(
    "negative-wraps", "negative-wraps", check="device", breaks="refused",
    why="index_put_ counts negative ids from the end",
    of="right-index-put", old="if i < 0 or i >= V:", new="if i >= V:")

answers.wrong(
    "one-row-more", "range-unchecked", check="device",
    why="takes V for a row, and cuts it off at the end",
    of="right-index-add", edits=[(CHECK, "    check_ids(ids, V + 1)\n"), (ZEROS, '''
    dE = grad_out.new_zeros(V + 1, d, dtype=wide)
'''), ("    return dE.to(", "    return dE[:V].to(")])

answers.wrong(
    "checks-on-cpu", "unchecked-on-device", check="device", breaks="before-indexing", alone=True,
    why="does not check on a device, because the check waits for it",
    of="right-index-add", old=CHECK, new='''
    if ids.device.type == "cpu":
        check_ids(ids, V)
''')

answers.wrong(
    "error-translated", "unchecked-on-device", check="device", alone=True,
    why="translates the error of index_add_, which comes too late on CUDA",
    of="right-index-add", edits=[(CHECK, ""), (ADD, '''
    try:
        dE.index_add_(0, flat, grads.to(wide))
    except (IndexError, RuntimeError):
        raise IndexError("no such row") from None
''')])

answers.spoiled(
    "-right",
    "right * 1.01",
    "right.flip(0)",
    "right[:, :-1]",
    "right.T",
    "right.sum()",
    "right * 0 + 1",
    "None",
    "right + 1e-3 * scale(right)",
    "roll(right)")
