"""Answers to `embedding_backward` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bincount", how="counts with weights, column by column",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    flat = ids.ravel().astype(np.intp)
    columns = grad_out.reshape(flat.size, grad_out.shape[-1]).T
    dE = np.empty((V, len(columns)), grad_out.dtype)
    for k, column in enumerate(columns):
        dE[:, k] = np.bincount(flat, weights=column, minlength=V)
    if padding_idx is not None:
        dE[padding_idx] = 0.0
    return dE
''')

answers.right(
    "loop-with-prints", how="one position after the other, talking and warning",
    source='''
import warnings


def embedding_backward(grad_out, ids, V, padding_idx=None):
    ids, grad_out = np.asarray(ids), np.asarray(grad_out)
    if ids.dtype == bool or not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("integer ids, please: " + str(ids.dtype))
    if grad_out.ndim < 1 or tuple(grad_out.shape) != tuple(ids.shape) + tuple(grad_out.shape[-1:]):
        raise ValueError("grad_out and ids disagree")
    if padding_idx is not None:
        if padding_idx < 0 or padding_idx >= V:
            raise IndexError(f"no row {padding_idx} for the padding")
        warnings.warn("one row is not going to learn")
    dE = np.zeros((V, grad_out.shape[-1]))  # float64: wide enough for all
    for where in np.ndindex(ids.shape):
        i = int(ids[where])
        if i < 0 or i >= V:
            raise IndexError(f"no row {i}")
        if i != padding_idx:
            dE[i] += grad_out[where]
    print("summed", ids.size, "positions")
    return dE.astype(grad_out.dtype)
''')

answers.right(
    "sort-reduceat", how="sorts the ids and sums the runs",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    d = grad_out.shape[-1]
    wide = np.result_type(grad_out.dtype, np.float32)
    result = np.zeros((V, d), dtype=wide)
    flat, grads = ids.ravel(), grad_out.reshape(-1, d).astype(wide)
    if flat.size:
        order = np.argsort(flat, kind="stable")
        flat = flat[order]
        starts = np.concatenate([[0], 1 + np.flatnonzero(flat[1:] != flat[:-1])])
        result[flat[starts]] = np.add.reduceat(grads[order], starts, axis=0)
    if padding_idx is not None:
        result[padding_idx, :] = 0
    return result.astype(grad_out.dtype)
''')

answers.right(
    "through-torch", how="borrows index_add_ from PyTorch",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    d = grad_out.shape[-1]
    index = torch.from_numpy(ids.reshape(-1).astype(np.int64))
    values = torch.from_numpy(np.ascontiguousarray(grad_out).reshape(-1, d)).double()
    keep = index != (-1 if padding_idx is None else padding_idx)
    total = torch.zeros(V, d, dtype=torch.float64)
    total.index_add_(0, index[keep], values[keep])
    return total.numpy().astype(grad_out.dtype)
''')

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="sum",
    why="fancy-index += is buffered: the last write of a row wins",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
''')

answers.wrong(
    "float64-result", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="np.zeros is float64 unless told",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    dE = np.zeros((V, grad_out.shape[-1]))
    np.add.at(dE, ids, grad_out)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE
''')

answers.wrong(
    "zip-rows", "one-dimensional-only", check="batches", breaks="any-shape",
    why="zip over a batch hands out whole sentences, and the buffering is back",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    dE = np.zeros((V, grad_out.shape[-1]))
    for i, g in zip(ids, grad_out):
        dE[i] = dE[i] + g
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
''')

answers.wrong(
    "asserts", "wrong-exception", check="errors",
    why="asserts instead of raising what was asked for",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    assert ids.size == 0 or (ids.min() >= 0 and ids.max() < V), f"ids {ids.min()}..{ids.max()}"
    assert padding_idx is None or 0 <= padding_idx < V, f"padding_idx {padding_idx}"
    assert grad_out.shape == (*ids.shape, grad_out.shape[-1])
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, ids, grad_out)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
''')

answers.wrong(
    "averaged", "duplicates-averaged", check="values",
    why="divides every row by its count, as scale_grad_by_freq does",
    of="wrong-buffered", old='''
    dE[ids] += grad_out
''', new='''
    np.add.at(dE, ids, grad_out)
    count = np.bincount(ids.reshape(-1).astype(int), minlength=V)
    dE /= np.maximum(count, 1)[:, None]
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors",
    why="np.add.at broadcasts gradients to the ids",
    of="wrong-buffered", edits=[('''
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
''', ""), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "casts-ids", "id-types", check="errors",
    why="converts float and bool ids to integers",
    of="wrong-buffered", edits=[('''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
''', '''
    ids = ids.astype(np.int64)
'''), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "divided-by-n", "divided-by-positions", check="values",
    of="wrong-buffered", edits=[("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)"), ("    return dE.astype(grad_out.dtype)", "    return (dE / max(ids.size, 1)).astype(grad_out.dtype)")])

answers.wrong(
    "dtype-unchecked", "id-types", check="errors", breaks="types",
    why="leaves float ids to the indexing, which raises IndexError",
    of="wrong-buffered", edits=[('''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
''', ""), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "flat-index", "narrow-ids", check="dtypes", breaks="int-dtypes",
    why="ids * d overflows in a small dtype",
    of="wrong-buffered", old='''
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
''', new='''
    d = grad_out.shape[-1]
    dE = np.zeros(V * d, np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, ids[..., None] * d + np.arange(d, dtype=ids.dtype), grad_out)
    dE = dE.reshape(V, d)
''')

answers.wrong(
    "float32-sum", "float64-narrowed", check="dtypes", breaks="width-64", alone=True,
    why="float32 for every sum, since half precision needs it",
    of="wrong-buffered", old='''
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
''', new='''
    dE = np.zeros((V, grad_out.shape[-1]), dtype=np.float32)
    np.add.at(dE, ids, grad_out.astype(np.float32))
''')

answers.wrong(
    "half-sum", "sum-in-half", check="dtypes", breaks="width-half",
    why="adds in the dtype of grad_out",
    of="wrong-float64-result", 
    old="    dE = np.zeros((V, grad_out.shape[-1]))",
    new="    dE = np.zeros((V, grad_out.shape[-1]), dtype=grad_out.dtype)")

answers.wrong(
    "id-not-named", "id-not-named", check="errors", breaks="named",
    why="says that something is out of range, not what",
    of="wrong-buffered", edits=[('''
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
''', '''
    if np.any(ids < 0) or np.any(ids >= V):
        raise IndexError("an id is out of range")
'''), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "int64-only", "narrow-ids", check="dtypes",
    why="accepts one integer dtype",
    of="wrong-buffered", edits=[('    if ids.dtype.kind not in "iu":', "    if ids.dtype != np.int64:"), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "loop-over-rows", "loop-over-V", check="cost", breaks="loop",
    why="asks for every row of the table which positions it has",
    of="wrong-buffered", old='''
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d).astype(np.float64)
    dE = np.zeros((V, d))
    for j in range(V):
        if j != padding_idx:
            dE[j] = grads[flat == j].sum(axis=0)
''')

answers.wrong(
    "negative-wraps", "negative-wraps", check="errors", breaks="negative",
    why="looks at the largest id only",
    of="wrong-buffered", edits=[('''
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
''', '''
    if ids.size and ids.max() >= V:
        raise IndexError(f"id {ids.max()} is not in 0..{V - 1}")
'''), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "one-axis", "one-dimensional-only", check="batches",
    why="walks along the first axis of ids only",
    of="wrong-buffered", old='''
    dE[ids] += grad_out
''', new='''
    for n in range(len(ids)):
        dE[ids[n]] += grad_out[n]
''')

answers.wrong(
    "one-hot-product", "one-hot-memory", check="cost", breaks="memory",
    why="the theorem as it stands: N × V zeros and ones",
    of="wrong-float64-result", edits=[('''
    dE = np.zeros((V, grad_out.shape[-1]))
    np.add.at(dE, ids, grad_out)
''', '''
    d = grad_out.shape[-1]
    flat = ids.reshape(-1)
    O = np.zeros((flat.size, V), np.float64)
    O[np.arange(flat.size), flat] = 1
'''), ('''
        dE[padding_idx] = 0
    return dE
''', '''
        O[:, padding_idx] = 0
    return (O.T @ grad_out.reshape(flat.size, d).astype(np.float64)).astype(grad_out.dtype)
''')])

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    why="checks padding_idx and then forgets it",
    of="wrong-buffered", old='''
    dE[ids] += grad_out
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    np.add.at(dE, ids, grad_out)
''')

answers.wrong(
    "padding-none", "padding-none-clears", check="values", breaks="padding-none",
    why="dE[None] = 0 adds an axis and clears the whole array",
    of="wrong-buffered", old='''
    dE[ids] += grad_out
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    np.add.at(dE, ids, grad_out)
    dE[padding_idx] = 0
''')

answers.wrong(
    "padding-position", "padding-by-position", check="padding",
    why="silences the position padding_idx of the batch",
    of="wrong-buffered", edits=[('''
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
''', '''
    d = grad_out.shape[-1]
    grads = grad_out.reshape(ids.size, d).astype(np.float64)
'''), ('''
        dE[padding_idx] = 0
''', '''
        grads[padding_idx] = 0
    dE = np.zeros((V, d))
    np.add.at(dE, ids.reshape(-1), grads)
''')])

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    why="zero counts as false",
    of="wrong-buffered", old='''
    dE[ids] += grad_out
    if padding_idx is not None:
''', new='''
    np.add.at(dE, ids, grad_out)
    if padding_idx:
''')

answers.wrong(
    "padding-unchecked", "padding-range", check="errors",
    why="takes any padding_idx, and a mask never complains",
    of="wrong-buffered", edits=[('''
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
''', ""), ('''
    dE[ids] += grad_out
    if padding_idx is not None:
        dE[padding_idx] = 0
''', '''
    keep = np.ones(ids.shape, bool) if padding_idx is None else ids != padding_idx
    np.add.at(dE, ids[keep], grad_out[keep])
''')])

answers.wrong(
    "padding-wraps", "padding-range", check="errors", breaks="padding-range",
    why="padding_idx=-1 lands on the last row",
    of="wrong-buffered", edits=[('''
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
''', ""), ("    dE[ids] += grad_out", "    np.add.at(dE, ids, grad_out)")])

answers.wrong(
    "reduceat-empty", "empty-fails", check="batches", breaks="no-ids",
    why="reduceat without positions has no run to begin with",
    of="wrong-buffered", old='''
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    dE[ids] += grad_out
''', new='''
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d).astype(np.float64)
    order = np.argsort(flat)
    starts = np.r_[0, np.flatnonzero(np.diff(flat[order].astype(int))) + 1]
    dE = np.zeros((V, d))
    dE[flat[order][starts]] = np.add.reduceat(grads[order], starts, axis=0)
''')

answers.wrong(
    "reshape-hides", "shapes-unchecked", check="errors", breaks="shapes",
    why="flattens both and compares only what is left",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1), grad_out.reshape(-1, d)
    if len(flat) != len(grads):
        raise ValueError("as many gradients as ids are needed")
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
''')

answers.wrong(
    "size-from-ids", "rows-from-ids", check="values", breaks="whole-table",
    why="np.bincount without minlength gives as many rows as the largest id asks for",
    of="wrong-float64-result", old='''
    dE = np.zeros((V, grad_out.shape[-1]))
    np.add.at(dE, ids, grad_out)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE
''', new='''
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1).astype(int), grad_out.reshape(ids.size, d)
    keep = flat != padding_idx if padding_idx is not None else slice(None)
    columns = [np.bincount(flat[keep], weights=grads[keep, k]) for k in range(d)]
    return np.stack(columns, axis=1).astype(grad_out.dtype)
''')

answers.wrong(
    "unique-first", "duplicates-lost", check="values",
    why="np.unique with return_index keeps the first position of each id",
    of="wrong-zip-rows", edits=[('''
    dE = np.zeros((V, grad_out.shape[-1]))
    for i, g in zip(ids, grad_out):
        dE[i] = dE[i] + g
''', '''
    flat, grads = ids.reshape(-1), grad_out.reshape(-1, grad_out.shape[-1])
    rows, first = np.unique(flat, return_index=True)
    dE = np.zeros((V, grads.shape[-1]), grad_out.dtype)
    dE[rows] = grads[first]
'''), ("    return dE.astype(grad_out.dtype)", "    return dE")])

answers.wrong(
    "writes-grad-out", "arguments-changed", check="padding", breaks="inputs",
    why="clears the padding positions in the caller's array",
    of="wrong-float64-result", edits=[('''
    dE = np.zeros((V, grad_out.shape[-1]))
''', '''
    if padding_idx is not None:
        grad_out[ids == padding_idx] = 0
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
'''), ('''
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE
''', '''
    return dE.astype(grad_out.dtype)
''')])

answers.right(
    "given-check", how="uses the function that is given, and flattens both",
    source='''
def embedding_backward(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V, padding_idx)
    *shape, d = grad_out.shape  # ValueError of a number without an axis
    if tuple(shape) != ids.shape:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
''')

answers.wrong(
    "empty-first", "empty-unchecked", check="errors", alone=True,
    why="returns zeros for no ids before it looks at their dtype",
    of="right-given-check", edits=[("    check_ids(ids, V, padding_idx)\n", ""), ('''
    flat, grads =''', '''
    if ids.size == 0:
        return np.zeros((V, d), grad_out.dtype)
    check_ids(ids, V, padding_idx)
    flat, grads =''')])

answers.wrong(
    "empty-runs", "unused-rows", check="values", breaks="unused",
    of="right-given-check", old='''
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
    "len-of-ids", "single-id", check="batches", breaks="single",
    why="a single id has no length",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if len(ids) == 0:
        return np.zeros((V, d), grad_out.dtype)
    flat, grads =''')

answers.wrong(
    "narrow-bound", "narrow-ids", check="dtypes",
    why="V does not fit into the dtype of the ids",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    check_ids(ids, V, padding_idx)
    if np.any(ids >= ids.dtype.type(V)):
        raise IndexError(f"the ids go up to {ids.max()}")
''')

answers.wrong(
    "no-axis", "wrong-exception", check="errors", alone=True,
    why="looks at all axes but the last, and a number has no last one",
    of="right-given-check", old='''
    *shape, d = grad_out.shape  # ValueError of a number without an axis
    if tuple(shape) != ids.shape:
''', new='''
    d = grad_out.shape[-1]
    if grad_out.shape[:-1] != ids.shape:
''')

answers.wrong(
    "not-any", "zero-ids", check="values",
    why="any() asks whether an id is not zero, not whether there is one",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if not ids.any():
        return np.zeros((V, d), grad_out.dtype)
    flat, grads =''')

answers.wrong(
    "one-row-more", "id-V-accepted", check="errors", alone=True, breaks="range",
    why="takes V for a row, and cuts it off at the end",
    of="right-given-check", edits=[('''
    check_ids(ids, V, padding_idx)
''', '''
    check_ids(ids, V + 1)
    check_ids(ids[:0] if ids.ndim else ids.reshape(1)[:0], V, padding_idx)
'''), ("    dE = np.zeros((V, d)", "    dE = np.zeros((V + 1, d)"), ("    return dE.astype", "    return dE[:V].astype")])

answers.wrong(
    "padding-first-axis", "one-dimensional-only", check="padding",
    why="np.nonzero gives an array for each axis, and the first is taken for the positions",
    of="right-given-check", edits=[('''
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
''', '''
    if padding_idx is not None:
        grad_out = grad_out.copy()
        grad_out[np.nonzero(np.atleast_1d(ids) == padding_idx)[0]] = 0
    np.add.at(dE, ids, grad_out)
''')])

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
    "padding-looked-for", "padding-refused", check="padding",
    why="looks for a position of the padding row, and there is none",
    of="right-given-check", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    if padding_idx is not None:
        dE[flat[np.flatnonzero(flat == padding_idx)[0]]] = 0
''')

answers.wrong(
    "pairs", "one-hot-memory", check="cost", alone=True, breaks="pairs",
    why="a mask of the distinct ids against all positions",
    of="right-given-check", old='''
    np.add.at(dE, flat, grads)
''', new='''
    rows = np.unique(flat)
    dE[rows] = (rows[:, None] == flat).astype(dE.dtype) @ grads.astype(dE.dtype)
''')

answers.wrong(
    "sets-shape", "contiguous-only", check="batches", alone=True, breaks="strided",
    why="setting the shape of a view needs numbers side by side",
    of="right-given-check", old='''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''', new='''
    flat, grads = ids.reshape(-1), grad_out.view()
    grads.shape = (ids.size, d)
''')

answers.wrong(
    "shortcut", "result-shared", check="values", alone=True, breaks="new",
    why="returns grad_out where each row was looked up once, in order",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if padding_idx is None and np.array_equal(ids, np.arange(V)):
        return grad_out
    flat, grads =''')


answers.spoiled(
    "-right",
    "right * 1.01",
    "right[::-1] * 1",
    "right[:, :-1]",
    "right.T",
    "right.sum()",
    "right * 0 + 1",
    "None",
    "right.tolist()")

answers.spoiled(
    "right + 1e-3 * scale(right)",
    "roll(right)")

answers.wrong(
    "order-A", "contiguous-only", check="batches",
    why="flattens the gradient in the order in which it lies in memory",
    of="right-given-check", old='''
grad_out.reshape(ids.size, d)''', new='''
grad_out.reshape((ids.size, d), order='A')''')

answers.wrong(
    "shifted-ids", "narrow-ids", check="dtypes", alone=True, breaks="int-dtypes",
    why="keeps row 0 for the padding and adds one to the ids, in their own dtype: the largest one wraps",
    of="right-given-check", old='''
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    flat = flat + 1
    if padding_idx is not None:
        flat[flat == padding_idx + 1] = 0
    dE = np.zeros((1 + V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    dE = dE[1:]
''')

answers.wrong(
    "empty-float64", "empty-dtype", check="batches", alone=True, breaks="dtype",
    why="without ids, zeros of the default dtype",
    of="right-given-check", old='''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''', new='''
    if ids.size == 0:
        return np.zeros((V, d))
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''')

answers.wrong(
    "running-sums", "running-sums", check="values", breaks="sum",
    why="sorts, sums up all positions once and takes differences",
    of="right-given-check", old='''
    np.add.at(dE, flat, grads)
''', new='''
    order = np.argsort(flat, kind="stable")
    below = np.vstack([np.zeros((1, d)), np.cumsum(grads[order], axis=0, dtype=np.float64)])
    edges = np.searchsorted(flat[order], np.arange(V + 1))
    dE += (below[edges[1:]] - below[edges[:-1]]).astype(dE.dtype)
''')

answers.wrong(
    "buffer-kept", "result-kept", check="values", alone=True, breaks="new",
    why="keeps a table of sums for each shape and returns it each time",
    of="right-given-check", edits=[('''
def embedding_backward(''', '''
TABLES = {}


def embedding_backward('''), ('''
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
''', '''
    wide = np.promote_types(grad_out.dtype, np.float32)
    dE = TABLES.setdefault((V, d, wide), np.zeros((V, d), wide))
    dE.fill(0)
'''), ('''
    return dE.astype(grad_out.dtype)
''', '''
    return dE.astype(grad_out.dtype, copy=False)
''')])

answers.wrong(
    "int32-first", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before the check: 2³² + 1 is 1 then",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    if ids.dtype.kind == "i":
        ids = ids.astype(np.int32)
    check_ids(ids, V, padding_idx)
''')

answers.wrong(
    "int64-first", "id-converted", check="errors", alone=True, breaks="named",
    why="makes the ids int64 before the check, which names -1 for 2⁶⁴ - 1",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    if ids.dtype.kind in "iu":
        ids = ids.astype(np.int64)
    check_ids(ids, V, padding_idx)
''')

answers.wrong(
    "spare-row", "narrow-padding", check="dtypes", alone=True, breaks="int-dtypes",
    why="sends padding to a spare row V, which a narrow dtype cannot hold",
    of="right-given-check", old='''
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    if padding_idx is not None:
        flat = flat.copy()
        flat[flat == padding_idx] = V
    dE = np.zeros((V + 1, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    dE = dE[:V]
''')

answers.wrong(
    "padding-cut", "narrow-padding", check="dtypes", alone=True,
    why="compares with padding_idx in the dtype of the ids",
    of="right-given-check", old='''
        dE[padding_idx] = 0
''', new='''
        dE[np.array(padding_idx).astype(ids.dtype)] = 0
''')

answers.wrong(
    "only-padding", "only-padding", check="padding", alone=True,
    why="looks at no ids before it takes the padding away, and not after",
    of="right-given-check", old='''
    np.add.at(dE, flat, grads)
    if padding_idx is not None:
        dE[padding_idx] = 0
''', new='''
    if not flat.size:
        return dE.astype(grad_out.dtype)
    keep = flat != (V if padding_idx is None else padding_idx)
    flat, grads = flat[keep], grads[keep]
    order = np.argsort(flat, kind="stable")
    flat = flat[order]
    starts = np.flatnonzero(np.concatenate(([True], flat[1:] != flat[:-1])))
    dE[flat[starts]] = np.add.reduceat(grads[order].astype(dE.dtype), starts, axis=0)
''')

answers.wrong(
    "only-padding-float64", "padding-dtype", check="padding", alone=True, breaks="dtype",
    why="zeros of the default dtype where all is padding",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.size and padding_idx is not None and np.all(ids == padding_idx):
        return np.zeros((V, d))
    flat, grads =''')

answers.wrong(
    "single-shortcut", "padding-single-id", check="padding", alone=True, breaks="padding",
    why="a way of its own for a single id, without the padding row",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.ndim == 0:
        dE = np.zeros((V, d), grad_out.dtype)
        dE[int(ids)] = grad_out
        return dE
    flat, grads =''')

answers.wrong(
    "zero-times", "padding-nan", check="padding", alone=True, breaks="padding",
    why="multiplies the sum by zero when it is float16 again",
    of="right-given-check", old='''
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
''', new='''
    learns = np.ones((V, 1), grad_out.dtype)
    if padding_idx is not None:
        learns[padding_idx] = 0
    return dE.astype(grad_out.dtype) * learns
''')

answers.wrong(
    "two-axes", "two-axes-at-most", check="batches", alone=True, breaks="any-shape",
    why="goes through sentences of a batch, and no further",
    of="right-given-check", old='''
    np.add.at(dE, flat, grads)
''', new='''
    B, T = ids.shape if ids.ndim > 1 else (1, ids.size)
    for ids_of, g in zip(ids.reshape(B, T), grad_out.reshape(B, T, d)):
        np.add.at(dE, ids_of, g)
''')

answers.wrong(
    "mixed-uint64", "uint64-ids", check="dtypes", alone=True, breaks="int-dtypes",
    why="adds a signed number to the ids, and with uint64 that is float64",
    of="right-given-check", old='''
    np.add.at(dE, flat, grads)
''', new='''
    np.add.at(dE, flat + np.zeros(1, np.int64), grads)
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
    "batch-sorted", "arguments-changed", check="batches", breaks="inputs",
    why="sorts along the last axis in place where there is more than one",
    of="right-given-check", old='''
    return dE.astype(grad_out.dtype)
''', new='''
    if ids.ndim > 1:
        ids.sort()
    return dE.astype(grad_out.dtype)
''')

answers.wrong(
    "empty-padding", "empty-unchecked", check="errors", alone=True, breaks="padding-range",
    why="checks padding_idx where there are ids",
    of="right-given-check", edits=[('''
    check_ids(ids, V, padding_idx)
''', '''
    check_ids(ids, V, padding_idx if ids.size else None)
'''), ('''
    if padding_idx is not None:
''', '''
    if padding_idx is not None and ids.size:
''')])

answers.wrong(
    "row-of-one", "result-shared", check="values", alone=True, breaks="new",
    why="returns a view of the gradient for a single id in a table of one row",
    of="right-given-check", old='''
    flat, grads =''', new='''
    if ids.ndim == 0 and V == 1 and padding_idx is None:
        return grad_out[None]
    flat, grads =''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if grad_out.ndim == 0 or grad_out.shape[:-1] != ids.shape:",
    "if grad_out.ndim <= 0 or grad_out.shape[:-1] != ids.shape:",
    because="a number of axes is never negative",
)
