"""Answers to `embedding_backward_torch` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="lets autograd differentiate a lookup in float64",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    if grad_out.dim() != ids.dim() + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out {tuple(grad_out.shape)} does not fit ids {tuple(ids.shape)}")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.numel() > 0:
        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    E = grad_out.new_zeros(V, grad_out.shape[-1], dtype=torch.float64).requires_grad_()
    with torch.enable_grad():
        out = F.embedding(ids, E, padding_idx=padding_idx)
    dE, = torch.autograd.grad(out, E, grad_out.double())
    return dE.to(grad_out.dtype)
''')

answers.right(
    "index-put", how="index_put_ with accumulate, in a wide dtype",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("ids: int32 or int64 expected, found " + str(ids.dtype))
    if ids.numel():
        for i in (ids.min().item(), ids.max().item()):
            if i < 0 or i >= V:
                raise IndexError(f"no row {i} in a table of {V}")
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError(f"no row {padding_idx} for the padding")
    if grad_out.ndim == 0 or list(grad_out.shape[:-1]) != list(ids.shape):
        raise ValueError("grad_out needs the shape of ids and one axis more")
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
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    if grad_out.dim() != ids.dim() + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out {tuple(grad_out.shape)} does not fit ids {tuple(ids.shape)}")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.numel() > 0:
        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    d = grad_out.shape[-1]
    flat, grads = ids.flatten(), grad_out.flatten(0, -2) if ids.dim() else grad_out[None]
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    zeros = torch.zeros(V, d, device=grads.device, dtype=torch.promote_types(grads.dtype, torch.float))
    return torch.index_add(zeros, 0, flat, grads.to(zeros.dtype)).to(grad_out.dtype)
''')

answers.right(
    "scatter-add", how="scatter_add with the ids spread over the columns",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    if grad_out.dim() != ids.dim() + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out {tuple(grad_out.shape)} does not fit ids {tuple(ids.shape)}")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.numel() > 0:
        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    d = grad_out.size(-1)
    index = ids.reshape(-1, 1).long().expand(-1, d)
    grads = grad_out.reshape(-1, d).double()
    dE = torch.zeros(V, d, dtype=torch.float64, device=grad_out.device).scatter_add(0, index, grads)
    if padding_idx is not None:
        dE.select(0, padding_idx).zero_()
    return dE.type(grad_out.dtype)
''')

answers.right(
    "sparse", how="a sparse tensor sums its duplicates when it becomes dense",
    source='''
import warnings


def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("ids: int32 or int64 expected, found " + str(ids.dtype))
    if ids.numel():
        for i in (ids.min().item(), ids.max().item()):
            if i < 0 or i >= V:
                raise IndexError(f"no row {i} in a table of {V}")
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError(f"no row {padding_idx} for the padding")
    if grad_out.ndim == 0 or list(grad_out.shape[:-1]) != list(ids.shape):
        raise ValueError("grad_out needs the shape of ids and one axis more")
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1).long(), grad_out.reshape(-1, d)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    warnings.warn("going through sparse storage")
    wide = torch.promote_types(grads.dtype, torch.float32)
    listed = torch.sparse_coo_tensor(flat[None], grads.to(wide), (V, d), device=grad_out.device)
    return listed.to_dense().to(grad_out.dtype)
''')

answers.wrong(
    "one-axis", "one-dimensional-only", check="batches", breaks="any-shape",
    why="index_add_ takes ids of one axis",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    if grad_out.dim() != ids.dim() + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out {tuple(grad_out.shape)} does not fit ids {tuple(ids.shape)}")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.numel() > 0:
        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''')

answers.wrong(
    "casts-ids", "id-types", check="errors", breaks="types",
    why="long() makes integers of whatever comes",
    of="wrong-one-axis", edits=[('''
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
''', ""), ('''
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
''', '''
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    ids = ids.long()
'''), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "float32-result", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="forgets to convert back",
    of="wrong-one-axis", edits=[("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))"), ("    return dE.to(grad_out.dtype)", "    return dE")])

answers.wrong(
    "float32-sum", "float64-narrowed", check="dtypes", breaks="width-64", alone=True,
    why="float32 for every sum, since half precision needs it",
    of="wrong-one-axis", edits=[("    wide = torch.promote_types(grad_out.dtype, torch.float32)", "    wide = torch.float32"), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "half-sum", "sum-in-half", check="dtypes", breaks="width-half",
    why="index_put_ adds in the tensor's own dtype",
    of="wrong-one-axis", edits=[('''
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', '''
    dE = grad_out.new_zeros(V, grad_out.shape[-1])
    dE.index_put_((ids,), grad_out, accumulate=True)
'''), ("    return dE.to(grad_out.dtype)", "    return dE")])

answers.wrong(
    "id-not-named", "id-not-named", check="errors", breaks="named",
    why="says that something is out of range, not what",
    of="wrong-one-axis", edits=[('        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")', '        raise IndexError("an id is out of range")'), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "int64-only", "narrow-ids", check="dtypes", breaks="int-dtypes",
    why="accepts one integer dtype",
    of="wrong-one-axis", edits=[('''
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
''', '''
    if ids.dtype != torch.int64:
        raise TypeError(f"ids must be int64, not {ids.dtype}")
'''), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "library-backward", "sum-in-half", check="dtypes", breaks="library",
    why="the backward of F.embedding adds bfloat16 in bfloat16 on the CPU",
    of="right-autograd", old='''
    E = grad_out.new_zeros(V, grad_out.shape[-1], dtype=torch.float64).requires_grad_()
    with torch.enable_grad():
        out = F.embedding(ids, E, padding_idx=padding_idx)
    dE, = torch.autograd.grad(out, E, grad_out.double())
    return dE.to(grad_out.dtype)
''', new='''
    E = grad_out.new_zeros(V, grad_out.shape[-1], requires_grad=True)
    with torch.enable_grad():
        F.embedding(ids, E, padding_idx=padding_idx).backward(grad_out)
    return E.grad
''')

answers.wrong(
    "library-error", "wrong-exception", check="errors",
    why="leaves ids outside the table to index_add_",
    of="wrong-one-axis", edits=[('''
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.numel() > 0:
        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")
''', ""), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "loop-over-rows", "loop-over-V", check="cost", breaks="loop",
    why="sums the positions of every row of the table",
    of="wrong-one-axis", old='''
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', new='''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.numel(), grad_out.shape[-1])
    rows = [grads[flat == j].sum(0, dtype=torch.promote_types(grads.dtype, torch.float32)) for j in range(V)]
    dE = torch.stack(rows)
''')

answers.wrong(
    "mask-on-cpu", "wrong-device", check="device", breaks="made-on-device",
    why="the mask of rows is made on the CPU",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("ids: int32 or int64 expected, found " + str(ids.dtype))
    if ids.numel():
        for i in (ids.min().item(), ids.max().item()):
            if i < 0 or i >= V:
                raise IndexError(f"no row {i} in a table of {V}")
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError(f"no row {padding_idx} for the padding")
    if grad_out.ndim == 0 or list(grad_out.shape[:-1]) != list(ids.shape):
        raise ValueError("grad_out needs the shape of ids and one axis more")
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    learns = torch.ones(V, 1, dtype=wide)
    if padding_idx is not None:
        learns[padding_idx] = 0
    dE = grad_out.new_zeros(V, d, dtype=wide).index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
    return (dE * learns).to(grad_out.dtype)
''')

answers.wrong(
    "masks-in-place", "arguments-changed", check="padding", breaks="inputs",
    why="masked_fill_ writes into the caller's gradients",
    of="wrong-one-axis", edits=[('''
    d = grad_out.shape[-1]
''', '''
    d = grad_out.shape[-1]
    if padding_idx is not None:
        grad_out.masked_fill_((ids == padding_idx)[..., None], 0)
'''), ('''
    dE.index_add_(0, ids, grad_out.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''', '''
    return dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide)).to(grad_out.dtype)
''')])

answers.wrong(
    "mean", "duplicates-averaged", check="values",
    why="index_reduce_ with the mean",
    of="wrong-one-axis", 
    old="    dE.index_add_(0, ids, grad_out.to(wide))",
    new='    dE.index_reduce_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide), "mean", include_self=False)')

answers.wrong(
    "negative-wraps", "negative-wraps", check="errors", breaks="negative",
    why="index_put_ counts negative ids from the end",
    of="wrong-one-axis", edits=[("    bad = ids[(ids < 0) | (ids >= V)]", "    bad = ids[ids >= V]"), ('''
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', '''
    dE = torch.zeros(V, grad_out.shape[-1], dtype=torch.promote_types(grad_out.dtype, torch.float32), device=grad_out.device)
    dE.index_put_((ids,), grad_out.to(dE.dtype), accumulate=True)
''')])

answers.wrong(
    "numpy", "through-numpy", check="device", breaks="no-numpy",
    why="np.add.at on .numpy() works on the CPU alone",
    of="wrong-one-axis", edits=[('''
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', '''
    dE = np.zeros((V, d))
    np.add.at(dE, ids.reshape(-1).numpy(), grad_out.reshape(-1, d).double().numpy())
'''), ("    return dE.to(grad_out.dtype)", "    return torch.from_numpy(dE).to(grad_out.dtype)")])

answers.wrong(
    "one-hot", "one-hot-memory", check="cost", breaks="memory",
    why="the theorem as it stands: N × V zeros and ones",
    of="wrong-one-axis", edits=[('''
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', '''
    O = F.one_hot(ids.reshape(-1).long(), V).to(wide)
'''), ('''
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''', '''
        O[:, padding_idx] = 0
    return (O.T @ grad_out.reshape(-1, d).to(wide)).to(grad_out.dtype)
''')])

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    why="checks padding_idx and then forgets it",
    of="wrong-one-axis", old='''
    dE.index_add_(0, ids, grad_out.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
''')

answers.wrong(
    "padding-position", "padding-by-position", check="padding",
    why="clears the gradient of the position padding_idx",
    of="wrong-one-axis", edits=[('''
    wide = torch.promote_types(grad_out.dtype, torch.float32)
''', '''
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    grads = grad_out.reshape(-1, d).to(wide, copy=True)
    if padding_idx is not None and padding_idx < len(grads):
        grads[padding_idx] = 0
'''), ('''
    dE.index_add_(0, ids, grad_out.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''', '''
    return dE.index_add_(0, ids.reshape(-1), grads).to(grad_out.dtype)
''')])

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    why="zero counts as false",
    of="wrong-one-axis", old='''
    dE.index_add_(0, ids, grad_out.to(wide))
    if padding_idx is not None:
''', new='''
    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
    if padding_idx:
''')

answers.wrong(
    "padding-wraps", "padding-range", check="errors", breaks="padding-range",
    why="dE[-1] is the last row",
    of="wrong-one-axis", edits=[('''
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
''', ""), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "plus-equals", "duplicates-lost", check="values", breaks="sum",
    why="+= writes back once for each position, as in NumPy",
    of="wrong-one-axis", old='''
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', new='''
    dE = torch.zeros(V, grad_out.shape[-1], dtype=torch.promote_types(grad_out.dtype, torch.float32), device=grad_out.device)
    dE[ids] += grad_out.to(dE.dtype)
''')

answers.wrong(
    "put-without-accumulate", "duplicates-lost", check="values",
    why="index_put_ replaces unless accumulate is given",
    of="right-index-put", old='''
    wide = torch.float64 if grad_out.dtype == torch.float64 else torch.float32
    dE = torch.zeros((V, grad_out.shape[-1]), dtype=wide, device=grad_out.device)
    dE.index_put_((ids,), grad_out.to(wide), accumulate=True)
''', new='''
    dE = torch.zeros(V, grad_out.shape[-1], dtype=torch.promote_types(grad_out.dtype, torch.float32), device=grad_out.device)
    dE.index_put_((ids,), grad_out.to(dE.dtype))
''')

answers.wrong(
    "reshape-hides", "shapes-unchecked", check="errors", breaks="shapes",
    why="flattens both without comparing",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("ids: int32 or int64 expected, found " + str(ids.dtype))
    if ids.numel():
        for i in (ids.min().item(), ids.max().item()):
            if i < 0 or i >= V:
                raise IndexError(f"no row {i} in a table of {V}")
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError(f"no row {padding_idx} for the padding")
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''')

answers.wrong(
    "result-on-cpu", "wrong-device", check="device", breaks="device",
    why="moves everything to the CPU and leaves it there",
    of="wrong-one-axis", old='''
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', new='''
    dE = torch.zeros(V, d, dtype=wide)
    dE.index_add_(0, ids.cpu().reshape(-1), grad_out.cpu().reshape(-1, d).to(wide))
''')

answers.wrong(
    "scatter", "duplicates-lost", check="values",
    why="scatter_ instead of scatter_add_",
    of="wrong-one-axis", 
    old="    dE.index_add_(0, ids, grad_out.to(wide))",
    new="    dE.scatter_(0, ids.reshape(-1, 1).long().expand(-1, d), grad_out.reshape(-1, d).to(wide))")

answers.wrong(
    "takes-int16", "id-types", check="errors", breaks="two-dtypes",
    why="takes every integer dtype, and uint8 is a mask elsewhere",
    of="wrong-one-axis", edits=[("    if ids.dtype not in (torch.int32, torch.int64):", "    if ids.is_floating_point() or ids.dtype == torch.bool:"), ('''
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
''', '''
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    ids = ids.long()
'''), ("    dE.index_add_(0, ids, grad_out.to(wide))", "    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "view", "contiguous-only", check="batches", breaks="strided",
    why="view needs the values side by side",
    of="wrong-one-axis", 
    old="    dE.index_add_(0, ids, grad_out.to(wide))",
    new="    dE.index_add_(0, ids.view(-1), grad_out.view(-1, d).to(wide))")

answers.wrong(
    "zeros-on-cpu", "wrong-device", check="device",
    why="torch.zeros is on the CPU unless told",
    of="wrong-one-axis", old='''
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    dE.index_add_(0, ids, grad_out.to(wide))
''', new='''
    dE = torch.zeros(V, d, dtype=wide)
    dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
''')

answers.right(
    "given-check", how="uses the function that is given, and flattens both",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V, padding_idx)
    *shape, d = grad_out.shape  # ValueError of a number without an axis
    if tuple(shape) != tuple(ids.shape):
        raise ValueError(f"grad_out {tuple(grad_out.shape)} does not fit ids {tuple(ids.shape)}")
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.numel(), d)
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''')

answers.wrong(
    "checks-on-cpu", "unchecked-on-device", check="device", alone=True, breaks="before-indexing",
    why="does not check on a device, because the check waits for it",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    if ids.device.type == "cpu":
        check_ids(ids, V, padding_idx)
''')

answers.wrong(
    "empty-first", "empty-unchecked", check="errors", alone=True,
    why="returns zeros for no ids before it looks at their dtype",
    of="right-given-check", edits=[("    check_ids(ids, V, padding_idx)\n", ""), ('''
    flat, grads =''', '''
    if ids.numel() == 0:
        return grad_out.new_zeros(V, d)
    check_ids(ids, V, padding_idx)
    flat, grads =''')])

answers.wrong(
    "len-of-ids", "single-id", check="batches", breaks="single",
    why="a single id has no length",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if len(ids) == 0:
        return grad_out.new_zeros(V, d)
    flat, grads =''')

answers.wrong(
    "min-of-nothing", "empty-fails", check="batches", alone=True, breaks="no-ids",
    why="asks for the smallest of no ids",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.min() < 0:
        raise IndexError(f"{ids.min().item()} is no row")
    flat, grads =''')

answers.wrong(
    "not-any", "zero-ids", check="values",
    why="any() asks whether an id is not zero, not whether there is one",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if not ids.any():
        return grad_out.new_zeros(V, d)
    flat, grads =''')

answers.wrong(
    "one-row-more", "id-V-accepted", check="errors", breaks="range",
    why="takes V for a row, and cuts it off at the end",
    of="right-given-check", edits=[('''
    check_ids(ids, V, padding_idx)
''', '''
    check_ids(ids, V + 1)
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx is {padding_idx}")
'''), ("    dE = grad_out.new_zeros(V, d, ", "    dE = grad_out.new_zeros(V + 1, d, "), ("    return dE.to", "    return dE[:V].to")])

answers.wrong(
    "padding-from-one", "padding-refused", check="padding",
    why="takes row 0 for no row",
    of="right-given-check", old='''
    if padding_idx is not None:
''', new='''
    if padding_idx is not None and not 0 < padding_idx < V:
        raise IndexError(f"padding_idx is {padding_idx}")
    if padding_idx is not None:
''')

answers.wrong(
    "padding-none", "padding-none-clears", check="values", breaks="padding-none",
    why="dE[None] is the whole tensor with one axis more",
    of="right-given-check", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    dE[padding_idx] = 0
''')

answers.wrong(
    "padding-first-axis", "one-dimensional-only", check="padding",
    why="nonzero gives a column for each axis, and the first is taken for the positions",
    of="right-given-check", edits=[('''
    dE.index_add_(0, flat, grads.to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
''', '''
    if padding_idx is not None and ids.ndim:
        grad_out = grad_out.clone()
        grad_out[(ids == padding_idx).nonzero()[:, 0]] = 0
    dE.index_add_(0, flat, grad_out.reshape(ids.numel(), d).to(wide))
''')])

answers.wrong(
    "pairs", "one-hot-memory", check="cost", alone=True, breaks="pairs",
    why="a mask of the distinct ids against all positions",
    of="right-given-check", old='''
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    rows = flat.unique()
    dE[rows.long()] = (rows[:, None] == flat).to(wide) @ grads.to(wide)
''')

answers.wrong(
    "size-from-ids", "rows-from-ids", check="values", breaks="whole-table",
    why="a sparse tensor without a size has as many rows as the largest id asks for",
    of="right-sparse", old='''
grads.to(wide), (V, d), device=grad_out.device)
''', new='''
grads.to(wide), device=grad_out.device)
''')

answers.wrong(
    "shortcut", "result-shared", check="values", alone=True, breaks="new",
    why="returns grad_out where each row was looked up once, in order",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if padding_idx is None and tuple(ids.shape) == (V,) and bool((ids.cpu() == torch.arange(V)).all()):
        return grad_out
    flat, grads =''')


answers.spoiled(
    "-right",
    "right * 1.01",
    "right.flip(0)",
    "right[:, :-1]",
    "right.T",
    "right.sum()",
    "right * 0 + 1",
    "None")

answers.spoiled(
    "right + 1e-3 * scale(right)",
    "roll(right)")

answers.wrong(
    "running-sums", "running-sums", check="values", breaks="sum",
    why="sorts, sums up all positions once and takes differences",
    of="right-given-check", old='''
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    flat, order = flat.sort(stable=True)
    below = torch.cat([dE.new_zeros(1, d).double(), grads[order].double().cumsum(0)])
    edges = torch.searchsorted(flat.long(), torch.arange(V + 1, device=flat.device))
    dE += (below[edges[1:]] - below[edges[:-1]]).to(wide)
''')

answers.wrong(
    "numpy-and-back", "through-numpy", check="device", alone=True, breaks="no-numpy",
    why="copies to the CPU, adds in NumPy and copies back: it runs anywhere, and a GPU waits for it",
    of="right-given-check", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    table = np.zeros((V, d), np.float64)
    np.add.at(table, flat.cpu().numpy(), grads.detach().cpu().to(torch.float64).numpy())
    dE = torch.from_numpy(table).to(grad_out.device, wide)
''')

answers.wrong(
    "buffer-kept", "result-kept", check="values", breaks="new",
    why="keeps a table of sums for each shape and returns it each time",
    of="right-given-check", edits=[('''
def embedding_backward_torch(''', '''
TABLES = {}


def embedding_backward_torch('''), ('''
    dE = grad_out.new_zeros(V, d, dtype=wide)
''', '''
    key = V, d, wide, grad_out.device
    if key not in TABLES:
        TABLES[key] = grad_out.new_zeros(V, d, dtype=wide)
    dE = TABLES[key].zero_()
''')])

answers.wrong(
    "int32-first", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before the check: 2³² + 1 is 1 then",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    ids = ids.int() if ids.dtype == torch.int64 else ids
    check_ids(ids, V, padding_idx)
''')

answers.wrong(
    "error-translated", "unchecked-on-device", check="device", alone=True, breaks="before-indexing",
    why="translates the error of index_add_, which comes too late on CUDA",
    of="right-given-check", edits=[('''
    check_ids(ids, V, padding_idx)
''', '''
    check_ids(ids.reshape(-1)[:0], V, padding_idx)
'''), ('''
    dE.index_add_(0, flat, grads.to(wide))
''', '''
    try:
        dE.index_add_(0, flat, grads.to(wide))
    except (IndexError, RuntimeError):
        bad = flat[(flat < 0) | (flat >= V)]
        raise IndexError(f"{bad[0].item()} is no row") from None
''')])

answers.wrong(
    "needs-grad", "needs-grad-mode", check="values", alone=True, breaks="no-grad",
    of="right-autograd", old='''
    with torch.enable_grad():
        out = F.embedding(ids, E, padding_idx=padding_idx)
''', new='''
    out = F.embedding(ids, E, padding_idx=padding_idx)
''')

answers.wrong(
    "only-padding-float32", "padding-dtype", check="padding", alone=True, breaks="dtype",
    why="zeros of the default dtype where all is padding",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.numel() and padding_idx is not None and bool((ids == padding_idx).all()):
        return torch.zeros(V, d, device=grad_out.device)
    flat, grads =''')

answers.wrong(
    "zero-times", "padding-nan", check="padding", alone=True, breaks="padding",
    why="multiplies the sum by zero when it is in half precision again",
    of="right-given-check", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
''', new='''
    learns = grad_out.new_ones(V, 1)
    if padding_idx is not None:
        learns[padding_idx] = 0
    return dE.to(grad_out.dtype) * learns
''')

answers.wrong(
    "two-axes", "two-axes-at-most", check="batches", alone=True, breaks="any-shape",
    why="takes a batch of sentences for the largest shape",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.dim() > 2:
        raise ValueError("a batch has two axes")
    flat, grads =''')

answers.wrong(
    "single-shortcut", "padding-single-id", check="padding", alone=True, breaks="padding",
    why="a way of its own for a single id, without the padding row",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.dim() == 0:
        dE = grad_out.new_zeros(V, d)
        dE[int(ids)] = grad_out
        return dE
    flat, grads =''')

answers.wrong(
    "only-padding", "only-padding", check="padding", alone=True,
    why="asks for the largest id that is no padding",
    of="right-given-check", old='''
    dE.index_add_(0, flat, grads.to(wide))
''', new='''
    if padding_idx is not None and flat.numel():
        int(flat[flat != padding_idx].max())
    dE.index_add_(0, flat, grads.to(wide))
''')

answers.wrong(
    "padding-unnamed", "padding-not-named", check="errors", alone=True, breaks="named",
    why="says that padding_idx is wrong, not what it is",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    check_ids(ids, V)
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError("padding_idx is no row of the table")
''')

answers.wrong(
    "best-device", "wrong-device", check="device", breaks="device",
    why="names the device itself, and that is the CPU where there is no CUDA",
    of="right-given-check", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
''', new='''
    best = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    flat, grads = flat.to(best), grads.to(best)
    dE = torch.zeros(V, d, dtype=wide, device=best)
''')

answers.wrong(
    "empty-padding", "empty-unchecked", check="errors", alone=True, breaks="padding-range",
    why="checks padding_idx where there are ids",
    of="right-given-check", edits=[('''
    check_ids(ids, V, padding_idx)
''', '''
    check_ids(ids, V, padding_idx if ids.numel() else None)
'''), ('''
    if padding_idx is not None:
''', '''
    if padding_idx is not None and ids.numel():
''')])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if grad_out.ndim == 0 or grad_out.shape[:-1] != ids.shape:",
    "if grad_out.ndim <= 0 or grad_out.shape[:-1] != ids.shape:",
    because="a number of axes is never negative",
)
