"""Answers to `table_gradient` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="one position after the other, float64 inside",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.astype(np.float64)
    for i, row in zip(ids.ravel(), dx.reshape(ids.size, d)):
        dE[i] += row
    return dE.astype(dx.dtype)
''')

answers.right(
    "onehot", how="a product with the one-hot matrix",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    onehot = (np.arange(V)[:, None] == ids.reshape(-1)).astype(dx.dtype)
    return dE_head + onehot @ dx.reshape(-1, d)
''')

answers.right(
    "torch", how="index_add of PyTorch",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    flat = torch.from_numpy(ids.reshape(-1).astype(np.int64))
    rows = torch.from_numpy(dx.reshape(-1, d).copy())
    return torch.from_numpy(dE_head.copy()).index_add(0, flat, rows).numpy()
''')

answers.right(
    "bincount", how="column by column, sums of np.bincount",
    source="""
def table_gradient(dx, ids, dE_head):
    if ids.ndim != 2 or dE_head.ndim != 2 or dx.shape != (*ids.shape, dE_head.shape[1]):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    V, d = dE_head.shape
    check_ids(ids, V)
    flat = ids.ravel().astype(np.intp)
    columns = [np.bincount(flat, weights=dx[..., k].ravel(), minlength=V) for k in range(d)]
    return (dE_head + np.stack(columns, axis=1)).astype(dE_head.dtype)
""")

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="every-position",
    why="+= with repeated ids",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.copy()
    dE[ids] += dx
    return dE
''')

answers.wrong(
    "asserts", "wrong-exception", check="errors", breaks="head-axes",
    why="refuses shapes with assert",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    assert ids.ndim == 2 and dx.shape == (*ids.shape, d), (dx.shape, ids.shape)
    dE = dE_head.copy()
    np.add.at(dE, ids, dx)
    return dE
''')

answers.wrong(
    "averaged", "averaged-twice", check="values", breaks="nothing-divided",
    of="wrong-buffered", old="    dE[ids] += dx", new="    np.add.at(dE, ids, dx / max(len(ids), 1))")

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="dx-shape",
    why="lets add.at broadcast",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape[-1] != d:
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    dE = dE_head.copy()
    np.add.at(dE, ids, dx)
    return dE
''')

answers.wrong(
    "head-alone", "input-side-missing", check="values", breaks="input-side",
    why="forgets that the table is read as input",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new="")

answers.wrong(
    "in-place", "arguments-changed", check="new", breaks="head-stays",
    why="adds into dE_head",
    of="wrong-buffered", old='''
    dE = dE_head.copy()
    dE[ids] += dx
    return dE
''', new='''
    np.add.at(dE_head, ids, dx)
    return dE_head
''')

answers.wrong(
    "input-alone", "output-side-missing", check="values", breaks="head-part",
    why="starts from zeros",
    of="wrong-buffered", old='''
    dE = dE_head.copy()
    dE[ids] += dx
''', new='''
    dE = np.zeros_like(dE_head)
    np.add.at(dE, ids, dx)
''')

answers.wrong(
    "per-row", "mean-per-row", check="values",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new='''
    counts = np.bincount(ids.ravel(), minlength=V)
    dE += embedding_backward(dx, ids, V) / np.maximum(counts, 1).astype(dx.dtype)[:, None]
''')

answers.wrong(
    "replaced", "head-overwritten", check="values", breaks="added",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new='''
    sums = embedding_backward(dx, ids, V)
    rows = np.unique(ids)
    dE[rows] = sums[rows]
''')

answers.wrong(
    "shortcut", "head-returned", check="new", breaks="new",
    source='''
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    if ids.size == 0:
        return dE_head
    dE = dE_head.copy()
    np.add.at(dE, ids, dx)
    return dE
''')

answers.wrong(
    "padded", "padding", check="values", breaks="row-of-id",
    why="gives row 0 no gradient from the input, as padding_idx does",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids[ids > 0], dx[ids > 0])")])

answers.wrong(
    "by-place", "places-for-ids", check="values",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    dE[: min(V, ids.shape[1])] += dx.sum(axis=0)[:V]")])

answers.wrong(
    "subtracted", "input-subtracted", check="values",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.subtract.at(dE, ids, dx)")])

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="adds into an array of the default dtype",
    of="wrong-buffered", edits=[("    dE = dE_head.copy()\n    dE[ids] += dx", "    dE = np.zeros((V, d))\n    dE += dE_head\n    np.add.at(dE, ids, dx)")])

answers.wrong(
    "float32", "too-narrow", check="values", breaks="wider",
    why="adds in float32 and converts back",
    of="wrong-buffered", edits=[("    dE = dE_head.copy()\n    dE[ids] += dx\n    return dE", "    dE = dE_head.astype(np.float32)\n    np.add.at(dE, ids, dx.astype(np.float32))\n    return dE.astype(dx.dtype)")])

answers.wrong(
    "sorted", "arguments-changed", check="new", breaks="unchanged",
    why="sorts the ids in place to add runs of equal ones",
    of="wrong-buffered", edits=[("    dE[ids] += dx", """
    flat = ids.reshape(-1)
    rows = dx.reshape(-1, d)[np.argsort(flat, kind="stable")]
    flat.sort()
    np.add.at(dE, flat, rows)
""".strip("\n"))])

answers.wrong(
    "flat", "ids-in-own-dtype", check="dtypes", breaks="any-integer",
    why="computes the places of the numbers in the dtype of the ids",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE.reshape(-1), ids[..., None] * d + np.arange(d, dtype=ids.dtype), dx)")])

answers.wrong(
    "memory", "needs-contiguous", check="dtypes", breaks="contiguous",
    why="reads the memory of dx as if its rows stood side by side",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE, ids, np.frombuffer(dx, dx.dtype).reshape(dx.shape) if dx.size else dx)")])

answers.wrong(
    "segments", "empty-batch", check="new", breaks="none",
    why="adds runs of sorted ids, and there is no first run without ids",
    of="wrong-buffered", edits=[("    dE[ids] += dx", """
    flat = ids.reshape(-1)
    order = np.argsort(flat, kind="stable")
    starts = np.concatenate([[0], np.flatnonzero(np.diff(flat[order])) + 1])
    dE[flat[order][starts]] += np.add.reduceat(dx.reshape(-1, d)[order], starts)
""".strip("\n"))])

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="turns any ids into integers",
    of="wrong-buffered", edits=[("    check_ids(ids, V)", "    ids = ids.astype(np.int64)\n    check_ids(ids, V)"), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="looks only for ids that are too large",
    of="wrong-buffered", edits=[("    check_ids(ids, V)", """
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.size and ids.max() >= V:
        raise IndexError(f"no row {ids.max()}")
""".strip("\n")), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named",
    why="says that an id is outside, not which",
    of="wrong-buffered", edits=[("    check_ids(ids, V)", """
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.size and not 0 <= ids.min() <= ids.max() < V:
        raise IndexError("an id is outside the table")
""".strip("\n")), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.wrong(
    "any-axes", "shapes-unchecked", check="errors", breaks="ids-axes",
    why="takes ids of any number of axes",
    of="wrong-buffered", edits=[("if ids.ndim != 2 or dx.shape", "if dx.shape"), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.wrong(
    "any-width", "shapes-unchecked", check="errors", breaks="width",
    why="lets a width of 1 broadcast",
    of="wrong-buffered", edits=[("dx.shape != (*ids.shape, d)", "dx.shape[:-1] != ids.shape"), ("    dE[ids] += dx", "    np.add.at(dE, ids, dx)")])

answers.spoiled(
    "right * 1.01",
    "right[..., ::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "None")

answers.wrong(
    "place-by-place", "duplicates-lost-in-part", check="values",
    source='''
def table_gradient(dx, ids, dE_head):
    if ids.ndim != 2 or dE_head.ndim != 2:
        raise ValueError(f"ids {ids.shape}, dE_head {dE_head.shape}")
    if dx.shape != (*ids.shape, dE_head.shape[1]):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    check_ids(ids, len(dE_head))
    dE = dE_head.copy()
    for t in range(ids.shape[1]):
        dE[ids[:, t]] += dx[:, t]
    return dE
''')

answers.wrong(
    "stack-of-heads", "shapes-unchecked", check="errors", alone=True,
    why="reads the size of the table from the end of the shape, and takes one of three axes",
    of="right-bincount", edits=[("dE_head.ndim != 2 or dx.shape != (*ids.shape, dE_head.shape[1])", "dE_head.ndim < 2 or dx.shape != (*ids.shape, dE_head.shape[-1])"),
    ("    V, d = dE_head.shape", "    V, d = dE_head.shape[-2:]")])

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True,
    why="returns a copy without ids before it looks at dx and at the dtype",
    of="right-bincount", old='''
    if ids.ndim != 2 or dE_head.ndim''', new='''
    if ids.ndim == dE_head.ndim == 2 and ids.size == 0:
        return dE_head.copy()
    if ids.ndim != 2 or dE_head.ndim''')

answers.wrong(
    "one-buffer", "result-kept", check="new", alone=True,
    why="writes into an array that it keeps for each shape",
    of="right-bincount", edits=[("def table_gradient", "arrays = {}\n\n\ndef table_gradient"), ('''
    return (dE_head + np.stack(columns, axis=1)).astype(dE_head.dtype)
''', '''
    out = arrays.setdefault((V, d, dE_head.dtype), np.empty_like(dE_head))
    out[:] = dE_head + np.stack(columns, axis=1)
    return out
''')])

answers.wrong(
    "sum-kept", "kept-between-calls", check="new", alone=True,
    why="keeps the sum of the last call, and looks only whether dx and the ids are the same arrays",
    of="right-bincount", edits=[("def table_gradient", 'kept = {"dx": None, "ids": None}\n\n\ndef table_gradient'), ('''
    return (dE_head + np.stack(columns, axis=1)).astype(dE_head.dtype)
''', '''
    if kept["dx"] is not dx or kept["ids"] is not ids:
        kept.update(dx=dx, ids=ids, sum=np.stack(columns, axis=1))
    return (dE_head + kept["sum"]).astype(dE_head.dtype)
''')])

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True,
    why="converts unsigned ids to int64 before they are checked",
    of="right-bincount", old="    check_ids(ids, V)", new='    ids = ids.astype(np.int64) if ids.dtype.kind == "u" else ids\n    check_ids(ids, V)')

answers.wrong(
    "rows-counted", "shapes-unchecked", check="errors", alone=True,
    why="compares the number of rows of dx, and not their place",
    of="right-bincount", old="dx.shape != (*ids.shape, dE_head.shape[1])", new="dx.ndim != 3 or dx.shape[2] != dE_head.shape[1] or dx.shape[0] * dx.shape[1] != ids.size")

answers.wrong(
    "squeezed", "one-window", check="values",
    why="drops axes of length 1",
    of="right-bincount", old="np.stack(columns, axis=1)).astype(dE_head.dtype)", new="np.stack(columns, axis=1)).astype(dE_head.dtype).squeeze()")

answers.wrong(
    "float-index", "ids-in-own-dtype", check="dtypes",
    why="computes places with int64 numbers beside uint64 ids, which gives floats",
    of="wrong-buffered", edits=[("    dE[ids] += dx", "    np.add.at(dE.reshape(-1), ids[..., None] * d + np.arange(d), dx)")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if ids.ndim != 2 or dE_head.ndim != 2 or dx.shape != wanted:",
    "if ids.ndim != 2 or dE_head.ndim < 2 or dx.shape != wanted:",
    because="With three axes of dE_head, dx needs four to pass, and `embedding_backward` raises the same ValueError then.",
)
