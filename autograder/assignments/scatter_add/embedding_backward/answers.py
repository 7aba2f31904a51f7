"""Answers to `embedding_backward` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bincount", how="counts with weights, column by column",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    flat = ids.ravel()
    columns = grad_out.reshape(flat.size, -1).T
    dE = np.stack([np.bincount(flat, weights=column, minlength=V) for column in columns], axis=1)
    if padding_idx is not None:
        dE[padding_idx] = 0.0
    return dE.astype(grad_out.dtype)
''')

answers.right(
    "loop", how="one position after the other in float64, with its own look at the ids",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    assert np.issubdtype(ids.dtype, np.integer)
    dE = np.zeros((V, grad_out.shape[-1]))
    for where in np.ndindex(ids.shape):
        i = int(ids[where])
        assert 0 <= i < V, i
        if i != padding_idx:
            dE[i] += grad_out[where]
    return dE
''')

answers.right(
    "sort-reduceat", how="sorts the ids and sums the runs",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    wide = np.result_type(grad_out.dtype, np.float32)
    dE = np.zeros((V, d), dtype=wide)
    flat, grads = ids.reshape(-1), grad_out.reshape(-1, d).astype(wide)
    order = np.argsort(flat, kind="stable")
    flat = flat[order]
    starts = np.concatenate([[0], 1 + np.flatnonzero(flat[1:] != flat[:-1])])
    dE[flat[starts]] = np.add.reduceat(grads[order], starts, axis=0)
    if padding_idx is not None:
        dE[padding_idx, :] = 0
    return dE.astype(grad_out.dtype)
''')

answers.right(
    "torch", how="borrows index_add_ from PyTorch",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    index = torch.from_numpy(ids.reshape(-1).astype(np.int64))
    values = torch.from_numpy(grad_out.reshape(len(index), -1)).double()
    keep = index != (-1 if padding_idx is None else padding_idx)
    dE = torch.zeros(V, values.shape[1], dtype=torch.float64)
    return dE.index_add_(0, index[keep], values[keep]).numpy()
''')

answers.right(
    "add-at", how="flattens both and adds at the ids",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE
''')

ADD = "    np.add.at(dE, flat, grads)\n"

answers.wrong(
    "silenced", "arguments-changed", check="contract", alone=True,
    why="writes zeros over the gradients of padding positions",
    of="right-bincount", old="    flat = ids.ravel()\n", new="    flat = ids.ravel()\n    grad_out[ids == padding_idx] = 0.0\n")

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="sum",
    of="right-add-at", old=ADD, new="    dE[flat] += grads\n")

answers.wrong(
    "assigned", "duplicates-lost", check="values",
    of="right-add-at", old=ADD, new="    dE[flat] = grads\n")

answers.wrong(
    "averaged", "duplicates-averaged", check="values",
    of="right-add-at", old=ADD, new='''
    np.add.at(dE, flat, grads)
    dE /= np.maximum(np.bincount(flat, minlength=V), 1)[:, None]
''')

answers.wrong(
    "divided", "divided-by-positions", check="values",
    of="right-add-at", old=ADD, new="    np.add.at(dE, flat, grads / ids.size)\n")

answers.wrong(
    "size-from-ids", "rows-from-ids", check="values", breaks="whole-table",
    of="right-add-at", old="np.zeros((V, d),", new="np.zeros((ids.max() + 1 if padding_idx is None else V, d),")

answers.wrong(
    "not-any", "zero-ids", check="values",
    of="right-add-at", old=ADD, new='''
    if not ids.any():
        return dE
    np.add.at(dE, flat, grads)
''')

answers.wrong(
    "empty-runs", "unused-rows", check="values", breaks="unused",
    of="right-add-at", old='''
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
''', new='''
    order = np.argsort(flat, kind="stable")
    starts = np.searchsorted(flat[order], np.arange(V))
    wide = np.promote_types(grad_out.dtype, np.float32)
    grads = np.vstack([grads[order], np.zeros((1, d), wide)])  # a run may begin behind the last position
    dE = np.add.reduceat(grads.astype(wide), starts, axis=0)
''')

answers.wrong(
    "running-sums", "running-sums", check="values",
    of="right-add-at", old=ADD, new='''
    order = np.argsort(flat, kind="stable")
    below = np.vstack([np.zeros((1, d)), np.cumsum(grads[order], axis=0, dtype=np.float64)])
    edges = np.searchsorted(flat[order], np.arange(V + 1))
    dE += (below[edges[1:]] - below[edges[:-1]]).astype(dE.dtype)
''')

answers.wrong(
    "zip-rows", "one-dimensional-only", check="batches", breaks="any-shape",
    why="zip over a batch hands out whole sentences, and the buffering is back",
    of="right-add-at", old=ADD, new='''
    for i, g in zip(np.atleast_1d(ids), grad_out if ids.ndim else grads):
        dE[i] += g
''')

answers.wrong(
    "two-axes", "two-axes-at-most", check="batches", alone=True,
    of="right-add-at", old=ADD, new='''
    B, T = ids.shape if ids.ndim > 1 else (1, ids.size)
    for ids_of, g in zip(ids.reshape(B, T), grad_out.reshape(B, T, d)):
        np.add.at(dE, ids_of, g)
''')

answers.wrong(
    "len-of-ids", "single-id", check="batches",
    of="right-add-at", old="grad_out.reshape(ids.size, d)", new="grad_out.reshape(len(ids) * (ids.size // len(ids)), d)")

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    of="right-add-at", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new="")

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    of="right-add-at", old="if padding_idx is not None:", new="if padding_idx:")

answers.wrong(
    "padding-none", "padding-none-clears", check="values", breaks="padding-none",
    of="right-add-at", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    dE[padding_idx] = 0
''')

answers.wrong(
    "padding-position", "padding-by-position", check="padding",
    of="right-add-at", edits=[(ADD, '''
    if padding_idx is not None:
        grads = grads.copy()
        grads[padding_idx : padding_idx + 1] = 0
    np.add.at(dE, flat, grads)
'''), ("        dE[padding_idx] = 0\n", "        pass\n")])

answers.wrong(
    "padding-first-axis", "one-dimensional-only", check="padding",
    why="np.nonzero gives an array for each axis, and the first is taken for the positions",
    of="right-add-at", edits=[(ADD, '''
    if padding_idx is not None:
        grad_out = grad_out.copy()
        grad_out[np.nonzero(np.atleast_1d(ids) == padding_idx)[0]] = 0
    np.add.at(dE, ids, grad_out)
'''), ("        dE[padding_idx] = 0\n", "        pass\n")])

answers.wrong(
    "only-padding", "only-padding", check="padding", alone=True,
    of="right-sort-reduceat", old='''
    order =''', new='''
    keep = flat != (V if padding_idx is None else padding_idx)
    flat, grads = flat[keep], grads[keep]
    order =''')

answers.wrong(
    "single-shortcut", "padding-single-id", check="padding", alone=True,
    of="right-add-at", old=ADD, new='''
    if ids.ndim == 0:
        dE[int(ids)] = grad_out
        return dE
    np.add.at(dE, flat, grads)
''')

answers.wrong(
    "half-sum", "sum-in-half", check="width", breaks="width-half", alone=True,
    of="right-add-at", old="np.promote_types(grad_out.dtype, np.float32)", new="grad_out.dtype")

answers.wrong(
    "float32-sum", "float64-narrowed", check="width", breaks="width-64", alone=True,
    of="right-add-at", old="np.promote_types(grad_out.dtype, np.float32)", new="np.float32")

answers.wrong(
    "loop-over-rows", "loop-over-V", check="cost", breaks="loop", alone=True,
    of="right-add-at", old=ADD, new='''
    for j in range(V):
        dE[j] = grads[flat == j].astype(dE.dtype).sum(axis=0)
''')

answers.wrong(
    "one-hot-product", "one-hot-memory", check="cost", breaks="memory", alone=True,
    why="the theorem as it stands: N × V zeros and ones",
    of="right-add-at", old=ADD, new='''
    O = np.zeros((ids.size, V), dE.dtype)
    O[np.arange(ids.size), flat] = 1
    dE = np.einsum("nv,nd->vd", O, grads.astype(dE.dtype))
''')

answers.wrong(
    "pairs", "one-hot-memory", check="cost", breaks="pairs", alone=True,
    why="a mask of the distinct ids against all positions",
    of="right-add-at", old=ADD, new='''
    rows = np.unique(flat)
    dE[rows] = np.einsum("kn,nd->kd", (rows[:, None] == flat).astype(dE.dtype), grads.astype(dE.dtype))
''')

answers.spoiled(
    "-right",
    "right * 1.01",
    "right[::-1] * 1",
    "right[:, :-1]",
    "right.T",
    "right.sum()",
    "right * 0 + 1",
    "None",
    "right.tolist()",
    "right + 1e-3 * scale(right)",
    "roll(right)")
