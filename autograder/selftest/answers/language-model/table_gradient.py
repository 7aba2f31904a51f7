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

answers.wrong(
    "buffered", "duplicates-lost", check="values",
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
    "asserts", "wrong-exception", check="errors",
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
    "averaged", "averaged-twice", check="values",
    why="divides by the batch again",
    of="wrong-buffered", old="    dE[ids] += dx", new="    np.add.at(dE, ids, dx / max(len(ids), 1))")

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors",
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
    "head-alone", "input-side-missing", check="values",
    why="forgets that the table is read as input",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new="")

answers.wrong(
    "in-place", "arguments-changed", check="new",
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
    "input-alone", "output-side-missing", check="values",
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
    why="takes the mean of what reaches a row",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new='''
    counts = np.bincount(ids.ravel(), minlength=V)
    dE += embedding_backward(dx, ids, V) / np.maximum(counts, 1).astype(dx.dtype)[:, None]
''')

answers.wrong(
    "replaced", "head-overwritten", check="values",
    why="writes the sums over the head's part",
    of="wrong-buffered", old='''
    dE[ids] += dx
''', new='''
    sums = embedding_backward(dx, ids, V)
    rows = np.unique(ids)
    dE[rows] = sums[rows]
''')

answers.wrong(
    "shortcut", "head-returned", check="new",
    why="returns dE_head itself if there are no ids",
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

answers.spoiled(
    "right * 1.01",
    "right[..., ::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "None")
