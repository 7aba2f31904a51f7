"""Answers to `embedding_backward_rows` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "dictionary", how="a dictionary of float64 sums, sorted at the end",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    sums = {}
    for i, g in zip(ids.ravel().tolist(), grad_out.reshape(-1, d).astype(np.float64)):
        if i != padding_idx:
            sums[i] = sums.get(i, 0) + g
    rows = np.array(sorted(sums), dtype=np.int64)
    return rows, np.array([sums[i] for i in rows.tolist()]).reshape(len(rows), d)
''')

answers.right(
    "inverse-bincount", how="counts with weights over the places of the distinct ids",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    keep = np.ones(ids.shape, dtype=bool) if padding_idx is None else ids != padding_idx
    rows, place = np.unique(ids[keep], return_inverse=True)
    grads = grad_out[keep]  # (n, d), whatever the shape of ids
    sums = [np.bincount(place, weights=g, minlength=len(rows)) for g in grads.T]
    return rows, np.array(sums).T.reshape(len(rows), grads.shape[1])
''')

answers.right(
    "sort-reduceat", how="sorts, marks where a new id begins, sums the runs",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    flat = ids.ravel()
    grads = grad_out.reshape(-1, d).astype(np.promote_types(grad_out.dtype, np.float32))
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    if len(flat) == 0:
        return flat, grads
    order = np.argsort(flat, kind="stable")
    flat, grads = flat[order], grads[order]
    starts = np.flatnonzero(np.r_[True, flat[1:] != flat[:-1]])
    return flat[starts], np.add.reduceat(grads, starts, axis=0).astype(grad_out.dtype)
''')

answers.right(
    "sum-per-row", how="one masked sum for each distinct id",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    rows = np.unique(ids)
    rows = rows[rows != (-1 if padding_idx is None else padding_idx)]
    values = np.empty((rows.size, grad_out.shape[-1]))
    for n in range(rows.size):
        values[n] = grad_out[ids == rows[n]].sum(axis=0, dtype=np.float64)
    return rows, values
''')

answers.right(
    "add-at", how="flattens both, and adds at the places of the distinct ids",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
    if padding_idx is not None:
        learns = flat != padding_idx
        flat, grads = flat[learns], grads[learns]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
    return rows, values
''')

SUM = '''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
'''
ADD = "    np.add.at(values, place, grads)\n"
MASK = '''
        learns = flat != padding_idx
        flat, grads = flat[learns], grads[learns]
'''

answers.wrong(
    "silenced", "arguments-changed", check="contract", alone=True,
    why="writes zeros over the gradients of padding positions",
    of="right-dictionary", old="    sums = {}\n", new="    sums = {}\n    grad_out[ids == padding_idx] = 0.0\n")

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="sums",
    of="right-add-at", old=ADD, new="    values[place] += grads\n")

answers.wrong(
    "first-of-each", "duplicates-lost", check="values",
    why="return_index gives the first position of each id",
    of="right-add-at", old=SUM, new='''
    rows, first = np.unique(flat, return_index=True)
    values = grads[first]
''')

answers.wrong(
    "averaged", "duplicates-averaged", check="values",
    of="right-add-at", old=ADD, new='''
    np.add.at(values, place, grads)
    values /= np.bincount(place, minlength=len(rows))[:, None]
''')

answers.wrong(
    "divided", "divided-by-positions", check="values",
    of="right-add-at", old=ADD, new="    np.add.at(values, place, grads / max(ids.size, 1))\n")

answers.wrong(
    "not-any", "zero-ids", check="values",
    of="right-add-at", old=SUM, new='''
    if not ids.any():
        return np.zeros(0, int), np.zeros((0, d))
''' + SUM[1:])

answers.wrong(
    "not-merged", "rows-not-merged", check="values", breaks="distinct",
    why="sorts, and leaves repeated ids as they are, like an uncoalesced tensor",
    of="right-add-at", old=SUM, new='''
    order = np.argsort(flat, kind="stable")
    rows, values = flat[order], grads[order]
''')

answers.wrong(
    "sentence-by-sentence", "rows-not-merged", check="batches",
    why="merges within a sentence, and lists a word of two sentences twice",
    of="right-add-at", old=SUM, new='''
    sentence = np.repeat(np.arange(ids.size), ids.shape[-1] if ids.ndim else 1)[: ids.size]
    if padding_idx is not None:
        sentence = sentence[ids.reshape(-1) != padding_idx]
    pairs, place = np.unique(np.stack([flat, sentence]), axis=1, return_inverse=True)
    rows, place = pairs[0], place.reshape(-1)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
''')

answers.wrong(
    "first-seen-order", "rows-unsorted", check="values", breaks="ascending",
    of="right-dictionary", old="np.array(sorted(sums), dtype=np.int64)", new="np.array(list(sums), dtype=np.int64)")

answers.wrong(
    "values-elsewhere", "rows-misaligned", check="values",
    of="right-dictionary", old="[sums[i] for i in rows.tolist()]", new="list(sums.values())")

answers.wrong(
    "drops-zero-rows", "zero-rows-dropped", check="values", breaks="cancel",
    of="right-add-at", old='''
    return rows, values
''', new='''
    used = values.any(axis=1)
    return rows[used], values[used]
''')

answers.wrong(
    "pair-swapped", "pair-swapped", check="values", breaks="pair",
    of="right-add-at", old="    return rows, values\n", new="    return values, rows\n")

answers.wrong(
    "running-sums", "running-sums", check="values",
    of="right-add-at", old=SUM, new='''
    order = np.argsort(flat, kind="stable")
    rows, first = np.unique(flat[order], return_index=True)
    below = np.vstack([np.zeros((1, d)), np.cumsum(grads[order], axis=0, dtype=np.float64)])
    values = below[np.append(first[1:], len(flat))] - below[first] if len(rows) else below[:0]
''')

answers.wrong(
    "first-axis", "one-dimensional-only", check="batches", breaks="any-shape",
    why="walks along the first axis",
    of="right-add-at", old=SUM, new='''
    rows = np.unique(flat)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    if padding_idx is not None or ids.ndim == 0:
        np.add.at(values, np.searchsorted(rows, flat), grads)
    else:
        for i, g in zip(ids, grad_out):
            values[np.searchsorted(rows, i)] += g
''')

answers.wrong(
    "two-axes", "two-axes-at-most", check="batches", alone=True,
    of="right-add-at", old="    d = grad_out.shape[-1]\n", new='''
    if ids.ndim > 2:
        raise ValueError("a batch has two axes")
    d = grad_out.shape[-1]
''')

answers.wrong(
    "len-of-ids", "single-id", check="batches",
    of="right-add-at", old="    d = grad_out.shape[-1]\n", new='''
    if len(ids) == 0:
        return np.zeros(0, int), np.zeros((0, 1))
    d = grad_out.shape[-1]
''')

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    of="right-add-at", old=MASK, new="        pass\n")

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    of="right-add-at", old="if padding_idx is not None:", new="if padding_idx:")

answers.wrong(
    "padding-listed", "padding-row-listed", check="padding",
    of="right-add-at", edits=[(MASK, "        pass\n"), ("    return rows, values\n", '''
    values[rows == padding_idx] = 0
    return rows, values
''')])

answers.wrong(
    "padding-position", "padding-by-position", check="padding",
    of="right-add-at", old=MASK, new='''
        flat = np.delete(flat, slice(padding_idx, padding_idx + 1))
        grads = np.delete(grads, slice(padding_idx, padding_idx + 1), axis=0)
''')

answers.wrong(
    "padding-place", "padding-absent", check="padding", alone=True,
    of="right-add-at", edits=[(MASK, "        pass\n"), ("    return rows, values\n", '''
    if padding_idx is not None:
        at = np.searchsorted(rows, padding_idx)
        rows, values = np.delete(rows, slice(at, at + 1)), np.delete(values, slice(at, at + 1), axis=0)
    return rows, values
''')])

answers.wrong(
    "padding-first-axis", "one-dimensional-only", check="padding",
    why="removes positions of the first axis",
    of="right-add-at", edits=[('''
    d = grad_out.shape[-1]
''', '''
    if padding_idx is not None and ids.ndim:
        padded = np.nonzero(ids == padding_idx)[0]
        ids, grad_out = np.delete(ids, padded, axis=0), np.delete(grad_out, padded, axis=0)
    d = grad_out.shape[-1]
''')])

answers.wrong(
    "only-padding", "only-padding", check="padding", alone=True,
    of="right-sort-reduceat", old='''
    if len(flat) == 0:
        return flat, grads
''', new="")

answers.wrong(
    "single-unpadded", "padding-single-id", check="padding", alone=True,
    of="right-add-at", old="    if padding_idx is not None:\n", new="    if padding_idx is not None and ids.ndim:\n")

answers.wrong(
    "half-sum", "sum-in-half", check="width", breaks="width", alone=True,
    of="right-add-at", old="np.promote_types(grad_out.dtype, np.float32)", new="grad_out.dtype")

answers.wrong(
    "runs-in-half", "widened-late", check="width", alone=True,
    why="reduceat on float16, whose sums become float32 afterwards",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    flat = ids.reshape(-1)
    kept = np.flatnonzero(flat != padding_idx) if padding_idx is not None else np.arange(flat.size)
    order = kept[np.argsort(flat[kept], kind="stable")]
    rows, first = np.unique(flat[order], return_index=True)
    grads = grad_out.reshape(flat.size, -1)[order]
    sums = np.add.reduceat(grads, first) if rows.size else grads
    return rows, sums.astype(np.promote_types(grad_out.dtype, np.float32))
''')

answers.wrong(
    "float32-sum", "float64-narrowed", check="width", alone=True,
    of="right-add-at", old="np.promote_types(grad_out.dtype, np.float32)", new="np.float32")

answers.wrong(
    "asks-every-row", "loop-over-V", check="cost", breaks="loop",
    of="right-add-at", old="    rows, place = np.unique(flat, return_inverse=True)\n", new='''
    rows = np.array([j for j in range(V) if np.any(flat == j)], dtype=np.int64)
    place = np.searchsorted(rows, flat)
''')

answers.wrong(
    "dense-first", "dense-inside", check="cost", breaks="no-table", alone=True,
    of="right-add-at", old=SUM, new='''
    dE = np.zeros((V, d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, flat, grads)
    rows = np.unique(flat)
    values = dE[rows]
''')

answers.wrong(
    "counts", "length-V", check="cost", alone=True,
    why="np.bincount counts every row of the table",
    of="right-add-at", old="    rows, place = np.unique(flat, return_inverse=True)\n", new='''
    rows = np.flatnonzero(np.bincount(flat, minlength=V))
    place = np.searchsorted(rows, flat)
''')

answers.wrong(
    "flags", "length-V", check="cost", breaks="no-flags", alone=True,
    why="a flag for each row of the table, where there is a padding row",
    of="right-add-at", old="        learns = flat != padding_idx\n", new='''
        learns = np.ones(V, bool)
        learns[padding_idx] = False
        learns = learns[flat]
''')

answers.wrong(
    "packed", "ids-as-floats", check="cost", breaks="any-V", alone=True,
    of="right-add-at", old="    return rows, values\n", new='''
    packed = np.column_stack([rows, values.astype(np.float64)])
    return packed[:, 0].astype(np.int64), packed[:, 1:]
''')

answers.spoiled(
    "(right[0], -right[1])",
    "(right[0] + 1, right[1])",
    "(right[0][1:], right[1][1:])",
    "(right[0], right[1].T)",
    "right[1]",
    "None",
    "(right[0], right[1] + 1e-3 * scale(right[1]))",
    "(right[0], roll(right[1]) + scale(right[1]))")
