"""Answers to `embedding_backward_rows` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "dictionary", how="a dictionary of float64 sums, sorted at the end",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
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
    sums = {}
    for i, g in zip(ids.ravel().tolist(), grad_out.reshape(ids.size, d).astype(np.float64)):
        if i != padding_idx:
            sums[i] = sums[i] + g if i in sums else g
    rows = np.array(sorted(sums), dtype=np.int64)
    values = np.array([sums[i] for i in rows.tolist()]).reshape(len(rows), d)
    return rows, values.astype(grad_out.dtype)
''')

answers.right(
    "inverse-bincount", how="counts with weights over the places of the distinct ids",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    keep = np.ones(ids.shape, dtype=bool) if padding_idx is None else ids != padding_idx
    rows, place = np.unique(ids[keep], return_inverse=True)
    grads = grad_out[keep]  # (n, d), whatever the shape of ids
    sums = [np.bincount(place, weights=g, minlength=len(rows)) for g in grads.T]
    return rows.astype(np.int64), np.array(sums).T.reshape(len(rows), grads.shape[1]).astype(grad_out.dtype)
''')

answers.right(
    "sort-reduceat", how="sorts, marks where a new id begins, sums the runs",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
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
    flat = ids.ravel().astype(np.int64)
    grads = grad_out.reshape(ids.size, d).astype(np.promote_types(grad_out.dtype, np.float32))
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    order = np.argsort(flat, kind="stable")
    flat, grads = flat[order], grads[order]
    first = np.ones(len(flat), dtype=bool)
    first[1:] = flat[1:] != flat[:-1]
    starts, = np.nonzero(first)
    if len(starts) == 0:
        return flat, np.zeros((0, d), grad_out.dtype)
    return flat[starts], np.add.reduceat(grads, starts, axis=0).astype(grad_out.dtype)
''')

answers.right(
    "sum-per-row", how="one masked sum for each distinct id, with a warning on the way",
    source='''
import warnings


def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    rows = np.unique(ids)
    if padding_idx is not None:
        rows = rows[rows != padding_idx]
    if len(rows) < ids.size:
        warnings.warn(f"{ids.size} positions, {len(rows)} rows")
    values = np.empty((rows.size, grad_out.shape[-1]), dtype=grad_out.dtype)
    for n in range(rows.size):
        values[n] = grad_out[ids == rows[n]].sum(axis=0, dtype=np.float64)
    return rows.astype("int64"), values
''')

answers.wrong(
    "float64-values", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="the wide array is returned as it is",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
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
    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''')

answers.wrong(
    "negative-unchecked", "negative-accepted", check="errors", breaks="negative",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must have an integer dtype, got %s" % ids.dtype)
    bad = ids[ids >= V]
    if bad.size > 0:
        raise IndexError("id %d out of range for V = %d" % (bad[0], V))
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))
    if grad_out.ndim != ids.ndim + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError("shapes %s and %s do not fit" % (grad_out.shape, ids.shape))
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values.astype(grad_out.dtype)
''')

answers.wrong(
    "all-padding", "empty-fails", check="batches", breaks="no-ids",
    why="np.stack cannot stack nothing",
    of="wrong-float64-values", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    rows = np.unique(flat)
    values = np.stack([grads[flat == row].sum(axis=0) for row in rows])
    return rows, values.astype(grad_out.dtype)
''')

answers.wrong(
    "asks-every-row", "loop-over-V", check="cost", breaks="loop",
    why="asks every row whether it was looked up",
    of="wrong-float64-values", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    rows, values = [], []
    for j in range(V):
        if np.any(flat == j):
            rows.append(j)
            values.append(grads[flat == j].sum(axis=0))
    values = np.array(values).reshape(len(rows), d)
    return np.array(rows, dtype=np.int64), values.astype(grad_out.dtype)
''')

answers.wrong(
    "averaged", "duplicates-averaged", check="values",
    why="takes the mean of the positions of a row",
    of="wrong-negative-unchecked", edits=[("    bad = ids[ids >= V]", "    bad = ids[(ids < 0) | (ids >= V)]"), ("    rows, place = np.unique(flat, return_inverse=True)", "    rows = np.unique(flat)"), ('''
    np.add.at(values, place, grads)
''', '''
    for n, row in enumerate(rows):
        values[n] = grads[flat == row].mean(axis=0)
''')])

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="sums",
    why="the places repeat as the ids do, and += is buffered",
    of="wrong-float64-values", old='''
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    values[place] += grads
    return rows, values.astype(grad_out.dtype)
''')

answers.wrong(
    "counts", "length-V", check="cost",
    why="np.bincount counts every row of the table",
    of="wrong-negative-unchecked", edits=[("    bad = ids[ids >= V]", "    bad = ids[(ids < 0) | (ids >= V)]"), ("    rows, place = np.unique(flat, return_inverse=True)", "    rows = np.flatnonzero(np.bincount(flat, minlength=V)).astype(np.int64)"), ("    np.add.at(values, place, grads)", "    np.add.at(values, np.searchsorted(rows, flat), grads)")])

answers.wrong(
    "counts-compared", "shapes-unchecked", check="errors", breaks="shapes",
    why="compares numbers of entries, not shapes",
    of="wrong-float64-values", edits=[("    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:", "    if grad_out.size != ids.size * grad_out.shape[-1]:"), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "dense-first", "dense-inside", check="cost", breaks="no-table",
    of="wrong-float64-values", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    dE = np.zeros((V, d))
    np.add.at(dE, flat, grads)
    rows = np.unique(flat)
    return rows, dE[rows].astype(grad_out.dtype)
''')

answers.wrong(
    "drops-zero-rows", "zero-rows-dropped", check="values", breaks="cancel",
    of="wrong-float64-values", old='''
    return rows, values
''', new='''
    used = values.any(axis=1)
    rows, values = rows[used], values[used]
    return rows, values.astype(grad_out.dtype)
''')

answers.wrong(
    "dtype-unchecked", "id-types", check="errors", breaks="types",
    why="converts whatever comes to int64",
    of="wrong-float64-values", edits=[('''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
''', ""), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "first-of-each", "duplicates-lost", check="values",
    why="return_index gives the first position of each id",
    of="wrong-float64-values", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    rows, first = np.unique(flat, return_index=True)
    return rows, grads[first].astype(grad_out.dtype)
''')

answers.wrong(
    "first-seen-order", "rows-unsorted", check="values", breaks="ascending",
    of="wrong-float64-values", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    sums = {}
    for i, g in zip(flat.tolist(), grads):
        sums[i] = sums.get(i, 0) + g
    rows = np.array(list(sums), dtype=np.int64)
    values = np.array(list(sums.values())).reshape(len(rows), d)
    return rows, values.astype(grad_out.dtype)
''')

answers.wrong(
    "flags", "length-V", check="cost", breaks="no-flags",
    why="a flag and a place for each row of the table",
    of="wrong-float64-values", edits=[('''
    rows, place = np.unique(flat, return_inverse=True)
''', '''
    used = np.zeros(V, dtype=bool)
    used[flat] = True
    rows = np.flatnonzero(used)
    place = np.cumsum(used) - 1
'''), ('''
    np.add.at(values, place, grads)
    return rows, values
''', '''
    np.add.at(values, place[flat], grads)
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''')])

answers.wrong(
    "float32-sum", "float64-narrowed", check="dtypes", breaks="width-64", alone=True,
    why="float32 for every sum, since half precision needs it",
    of="wrong-float64-values", edits=[("    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)", "    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d)"), ('''
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', '''
    values = np.zeros((len(rows), d), dtype=np.float32)
    np.add.at(values, place, grads.astype(np.float32))
    return rows, values.astype(grad_out.dtype)
''')])

answers.wrong(
    "half-sum", "sum-in-half", check="dtypes", breaks="width-half",
    why="adds in the dtype of grad_out",
    of="wrong-float64-values", edits=[("    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)", "    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d)"), ("    values = np.zeros((len(rows), d))", "    values = np.zeros((len(rows), d), dtype=grad_out.dtype)")])

answers.wrong(
    "id-not-named", "id-not-named", check="errors", breaks="named",
    why="names the size of the table, not the id",
    of="wrong-negative-unchecked", edits=[("    bad = ids[ids >= V]", "    bad = ids[(ids < 0) | (ids >= V)]"), ('        raise IndexError("id %d out of range for V = %d" % (bad[0], V))', '        raise IndexError("the table has only %d rows" % V)')])

answers.wrong(
    "ignores-v", "range-unchecked", check="errors",
    of="wrong-float64-values", edits=[('''
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
''', ""), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "not-merged", "rows-not-merged", check="values", breaks="distinct",
    why="sorts, and leaves repeated ids as they are, like an uncoalesced tensor",
    of="wrong-float64-values", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values
''', new='''
    order = np.argsort(flat, kind="stable")
    return flat[order], grads[order].astype(grad_out.dtype)
''')

answers.wrong(
    "off-by-one", "id-V-accepted", check="errors", breaks="range",
    why="> where >= belongs",
    of="wrong-negative-unchecked", 
    old="    bad = ids[ids >= V]",
    new="    bad = ids[(ids < 0) | (ids > V)]")

answers.wrong(
    "one-axis", "one-dimensional-only", check="batches", breaks="any-shape",
    why="takes each entry of ids for one id",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_out.shape[:-1] != ids.shape or grad_out.ndim == 0:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    sums = {}
    for i, g in zip(ids, grad_out):
        if padding_idx is None or i != padding_idx:
            sums[int(i)] = sums.get(int(i), 0) + g.astype(np.float64)
    rows = np.array(sorted(sums), dtype=np.int64)
    values = np.array([sums[i] for i in sorted(sums)]).reshape(len(rows), grad_out.shape[-1])
    return rows, values.astype(grad_out.dtype)
''')

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding",
    why="checks padding_idx and then forgets it",
    of="wrong-float64-values", edits=[('''
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
''', ""), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "padding-listed", "padding-row-listed", check="padding", breaks="padding",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
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
    rows, place = np.unique(ids.reshape(-1), return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grad_out.reshape(ids.size, d))
    if padding_idx is not None:
        values[rows == padding_idx] = 0
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''')

answers.wrong(
    "padding-position", "padding-by-position", check="padding",
    why="removes the position padding_idx from the batch",
    of="wrong-float64-values", edits=[('''
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
''', '''
        flat, grads = np.delete(flat, padding_idx), np.delete(grads, padding_idx, axis=0)
'''), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    why="zero counts as false",
    of="wrong-float64-values", edits=[("    if padding_idx is not None:", "    if padding_idx:"), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "padding-unchecked", "padding-range", check="errors", breaks="padding-range",
    why="a padding_idx that no id equals goes unnoticed",
    of="wrong-float64-values", edits=[('''
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
''', ""), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "rows-as-ids", "rows-dtype", check="dtypes", breaks="rows-int64",
    of="wrong-float64-values", edits=[("    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)", "    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d).astype(np.float64)"), ("    return rows, values", "    return rows, values.astype(grad_out.dtype)")])

answers.wrong(
    "sorts-ids", "arguments-changed", check="values", breaks="inputs",
    why="reshape gives a view, and the view is sorted in place",
    of="wrong-float64-values", edits=[('''
    flat, grads = ids.reshape(-1).astype(np.int64), grad_out.reshape(ids.size, d).astype(np.float64)
''', '''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d).astype(np.float64)
    grads = grads[flat.argsort(kind="stable")]
    flat.sort()
'''), ('''
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
''', '''
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
'''), ("    return rows, values", "    return rows.astype(np.int64), values.astype(grad_out.dtype)")])

answers.wrong(
    "swapped", "pair-swapped", check="values", breaks="pair",
    of="wrong-float64-values", 
    old="    return rows, values",
    new="    return values.astype(grad_out.dtype), rows")

answers.wrong(
    "value-error", "wrong-exception", check="errors",
    why="raises ValueError for an id outside the table",
    of="wrong-negative-unchecked", edits=[("    bad = ids[ids >= V]", "    bad = ids[(ids < 0) | (ids >= V)]"), ('        raise IndexError("id %d out of range for V = %d" % (bad[0], V))', '        raise ValueError("id %d out of range for V = %d" % (bad[0], V))'), ('        raise IndexError("padding_idx %d out of range for V = %d" % (padding_idx, V))', '        raise ValueError("padding_idx %d out of range for V = %d" % (padding_idx, V))')])

answers.wrong(
    "values-elsewhere", "rows-misaligned", check="values",
    of="wrong-negative-unchecked", edits=[("    bad = ids[ids >= V]", "    bad = ids[(ids < 0) | (ids >= V)]"), ('''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d))
    np.add.at(values, place, grads)
    return rows, values.astype(grad_out.dtype)
''', '''
    sums = {}
    for i, g in zip(flat.tolist(), grads):
        sums[i] = sums.get(i, 0) + g
    values = np.array(list(sums.values())).reshape(len(sums), d)
    return np.unique(flat), values.astype(grad_out.dtype)
''')])

answers.right(
    "given-check", how="uses the function that is given, and flattens both",
    source='''
def embedding_backward_rows(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V, padding_idx)
    *shape, d = grad_out.shape  # ValueError of a number without an axis
    if tuple(shape) != ids.shape:
        raise ValueError(f"grad_out {grad_out.shape} does not fit ids {ids.shape}")
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''')

answers.wrong(
    "empty-first", "empty-unchecked", check="errors", alone=True,
    why="returns empty arrays for no ids before it looks at their dtype",
    of="right-given-check", edits=[("    check_ids(ids, V, padding_idx)\n", ""), ('''
    flat, grads = ids.reshape''', '''
    if ids.size == 0:
        return np.zeros(0, np.int64), np.zeros((0, d), grad_out.dtype)
    check_ids(ids, V, padding_idx)
    flat, grads = ids.reshape''')])

answers.wrong(
    "int64-only", "narrow-ids", check="dtypes", alone=True, breaks="int-dtypes",
    why="accepts one integer dtype",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    check_ids(ids, V, padding_idx)
    if ids.dtype != np.int64:
        raise TypeError(f"int64 expected, not {ids.dtype}")
''')

answers.wrong(
    "len-of-ids", "single-id", check="batches", breaks="single",
    why="a single id has no length",
    of="right-given-check", old='''
    flat, grads = ids.reshape''', new='''
    if len(ids) == 0:
        return np.zeros(0, np.int64), np.zeros((0, d), grad_out.dtype)
    flat, grads = ids.reshape''')

answers.wrong(
    "narrow-bound", "narrow-ids", check="dtypes",
    why="V does not fit into the dtype of the ids",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    check_ids(ids, V, padding_idx)
    if ids.dtype != np.int64 and np.any(ids >= ids.dtype.type(V)):
        raise IndexError(f"the ids go up to {ids.max()}")
''')

answers.wrong(
    "not-any", "zero-ids", check="values",
    why="any() asks whether an id is not zero, not whether there is one",
    of="right-given-check", old='''
    flat, grads = ids.reshape''', new='''
    if not ids.any():
        return np.zeros(0, np.int64), np.zeros((0, d), grad_out.dtype)
    flat, grads = ids.reshape''')

answers.wrong(
    "packed", "ids-as-floats", check="cost", alone=True, breaks="any-V",
    of="right-given-check", old='''
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''', new='''
    packed = np.column_stack([rows, values.astype(np.float64)])
    return packed[:, 0].astype(np.int64), packed[:, 1:].astype(grad_out.dtype)
''')

answers.wrong(
    "padding-deleted", "padding-refused", check="padding",
    why="deletes at the place of the padding row, and it need not be in the list",
    of="right-given-check", edits=[('''
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
''', '''
        pass
'''), ('''
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''', '''
    if padding_idx is not None:
        at = np.searchsorted(rows, padding_idx)
        rows, values = np.delete(rows, at), np.delete(values, at, axis=0)
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''')])

answers.wrong(
    "padding-first-axis", "one-dimensional-only", check="padding",
    why="removes positions of the first axis",
    of="right-given-check", edits=[('''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
''', '''
    if padding_idx is not None and ids.ndim:
        padded = np.nonzero(ids == padding_idx)[0]
        ids, grad_out = np.delete(ids, padded, axis=0), np.delete(grad_out, padded, axis=0)
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''')])

answers.wrong(
    "sets-shape", "contiguous-only", check="batches", alone=True, breaks="strided",
    why="setting the shape of a view needs numbers side by side",
    of="right-given-check", old='''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''', new='''
    flat, grads = ids.reshape(-1), grad_out.view()
    grads.shape = (ids.size, d)
''')


answers.spoiled(
    "(right[0], -right[1])",
    "(right[0] + 1, right[1])",
    "(right[0][1:], right[1][1:])",
    "(right[0], right[1].T)",
    "right[1]",
    "list(right)",
    "None")

answers.spoiled(
    "(right[0], right[1] + 1e-3 * scale(right[1]))",
    "(right[0], roll(right[1]) + scale(right[1]))")

answers.wrong(
    "as-given", "result-shared", check="values", alone=True, breaks="new",
    why="where the ids are distinct and in order there is nothing to add, so it returns what it was given",
    of="right-given-check", old="""
    rows, place = np.unique(flat, return_inverse=True)
""", new="""
    if flat.dtype == np.int64 and np.all(np.diff(flat) > 0):
        return flat, grads
    rows, place = np.unique(flat, return_inverse=True)
""")

answers.wrong(
    "order-A", "contiguous-only", check="batches",
    why="flattens the gradient in the order in which it lies in memory",
    of="right-given-check", old='''
grad_out.reshape(ids.size, d)''', new='''
grad_out.reshape((ids.size, d), order='A')''')

answers.wrong(
    "empty-float64", "empty-dtype", check="batches", alone=True, breaks="dtype",
    why="without ids, values of the default dtype",
    of="right-given-check", old='''
    rows, place = np.unique(flat, return_inverse=True)
''', new='''
    if ids.size == 0:
        return np.zeros(0, np.int64), np.zeros((0, d))
    rows, place = np.unique(flat, return_inverse=True)
''')

answers.wrong(
    "running-sums", "running-sums", check="values", breaks="sums",
    why="sorts, sums up all positions once and takes differences",
    of="right-given-check", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
''', new='''
    order = np.argsort(flat, kind="stable")
    rows, first = np.unique(flat[order], return_index=True)
    below = np.vstack([np.zeros((1, d)), np.cumsum(grads[order], axis=0, dtype=np.float64)])
    values = below[np.append(first[1:], len(flat))] - below[first] if len(rows) else below[:0]
''')

answers.wrong(
    "buffer-kept", "result-kept", check="values", alone=True, breaks="new",
    why="keeps an array of sums for each shape and returns it each time",
    of="right-given-check", edits=[('''
def embedding_backward_rows(''', '''
SUMS = {}


def embedding_backward_rows('''), ('''
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
''', '''
    wide = np.promote_types(grad_out.dtype, np.float32)
    values = SUMS.setdefault((len(rows), d, wide), np.zeros((len(rows), d), wide))
    values.fill(0)
'''), ('''
values.astype(grad_out.dtype)
''', '''
values.astype(grad_out.dtype, copy=False)
''')])

answers.wrong(
    "int32-first", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before the check in a small table",
    of="right-given-check", old='''
    check_ids(ids, V, padding_idx)
''', new='''
    if ids.dtype.kind == "i" and V < 2**31:
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
    "padding-cut", "narrow-padding", check="dtypes", alone=True,
    why="compares with padding_idx in the dtype of the ids",
    of="right-given-check", old='''
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
''', new='''
        pad = np.array(padding_idx).astype(ids.dtype)
        flat, grads = flat[flat != pad], grads[flat != pad]
''')

answers.wrong(
    "padding-flags", "length-V", check="cost", alone=True, breaks="no-flags",
    why="a flag for each row of the table, where there is a padding row",
    of="right-given-check", old='''
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
''', new='''
        learns = np.ones(V, bool)
        learns[padding_idx] = False
        flat, grads = flat[learns[flat]], grads[learns[flat]]
''')

answers.wrong(
    "padding-place", "padding-absent", check="padding", alone=True, breaks="distinct",
    of="right-given-check", edits=[('''
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
''', '''
        pass
'''), ('''
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''', '''
    if padding_idx is not None:
        at = np.searchsorted(rows, padding_idx)
        rows, values = np.delete(rows, slice(at, at + 1)), np.delete(values, slice(at, at + 1), axis=0)
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''')])

answers.wrong(
    "single-as-given", "result-shared", check="values", alone=True, breaks="new",
    why="returns the gradient of a single id as it came",
    of="right-given-check", old='''
    rows, place =''', new='''
    if ids.ndim == 0:
        return flat.astype(np.int64), grads
    rows, place =''')

answers.wrong(
    "only-padding", "only-padding", check="padding", alone=True,
    why="looks at no ids before it takes the padding away, and not after",
    of="right-given-check", edits=[('''
    if padding_idx is not None:
''', '''
    if not ids.size:
        return np.zeros(0, np.int64), np.zeros((0, d), grad_out.dtype)
    if padding_idx is not None:
'''), ('''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
''', '''
    order = np.argsort(flat, kind="stable")
    flat = flat[order]
    starts = np.flatnonzero(np.concatenate(([True], flat[1:] != flat[:-1])))
    rows, wide = flat[starts], np.promote_types(grad_out.dtype, np.float32)
    values = np.add.reduceat(grads[order].astype(wide), starts, axis=0)
''')])

answers.wrong(
    "only-padding-float64", "padding-dtype", check="padding", alone=True, breaks="dtype",
    why="empty arrays of the default dtype where all is padding",
    of="right-given-check", old='''
    rows, place =''', new='''
    if ids.size and not flat.size:
        return np.zeros(0, np.int64), np.zeros((0, d))
    rows, place =''')

answers.wrong(
    "single-unpadded", "padding-single-id", check="padding", alone=True, breaks="padding",
    why="takes the padding away where ids have an axis",
    of="right-given-check", old='''
    if padding_idx is not None:
''', new='''
    if padding_idx is not None and ids.ndim:
''')

answers.wrong(
    "two-axes", "two-axes-at-most", check="batches", alone=True, breaks="any-shape",
    why="takes a batch of sentences for the largest shape",
    of="right-given-check", old='''
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''', new='''
    if ids.ndim > 2:
        raise ValueError("a batch has two axes")
    flat, grads = ids.reshape(-1), grad_out.reshape(ids.size, d)
''')

answers.wrong(
    "sentence-by-sentence", "rows-not-merged", check="batches", breaks="distinct",
    why="merges within a sentence, and lists a word of two sentences twice",
    of="right-given-check", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
''', new='''
    sentence = np.repeat(np.arange(ids.size), ids.shape[-1] if ids.ndim else 1)[: ids.size]
    if padding_idx is not None:
        sentence = sentence[ids.reshape(-1) != padding_idx]
    pairs, place = np.unique(np.stack([flat.astype(np.int64), sentence]), axis=1, return_inverse=True)
    rows, place = pairs[0], place.reshape(-1)
    values = np.zeros((len(rows), d), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(values, place, grads)
''')

answers.wrong(
    "mixed-uint64", "uint64-ids", check="dtypes", breaks="int-dtypes",
    why="adds a signed number to the ids, and with uint64 that is float64",
    of="right-given-check", old='''
    rows, place = np.unique(flat, return_inverse=True)
    values =''', new='''
    flat = flat + np.zeros(1, np.int64)
    if flat.dtype.kind == "f":
        raise TypeError("ids are no integers")
    rows, place = np.unique(flat, return_inverse=True)
    values =''')

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
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''', new='''
    if ids.ndim > 1:
        ids.sort()
    return rows.astype(np.int64), values.astype(grad_out.dtype)
''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if grad_out.ndim == 0 or grad_out.shape[:-1] != ids.shape:",
    "if grad_out.ndim <= 0 or grad_out.shape[:-1] != ids.shape:",
    because="a number of axes is never negative",
)
