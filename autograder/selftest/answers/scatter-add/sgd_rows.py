"""Answers to `sgd_rows` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "buffered-is-fine", how="E[rows] -= ... is safe once no row repeats",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    for row in rows.reshape(-1).tolist():
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    values_seen, counts = np.unique(rows, return_counts=True)
    if counts.max(initial=0) > 1:
        raise ValueError(f"listed more than once: {values_seen[counts > 1]}")
    E[rows] -= lr * values
''')

answers.right(
    "row-by-row", how="a loop over the rows, after all checks",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    for row in rows.reshape(-1).tolist():
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    for row, g in zip(rows, values):
        E[row] = E[row] - lr * g
''')

answers.right(
    "sorted-with-prints", how="sorts rows and values together, computes in float64, prints",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype == bool or not np.issubdtype(rows.dtype, np.integer):
        raise TypeError("rows are " + str(rows.dtype))
    if rows.ndim != 1 or values.shape != rows.shape + E.shape[1:]:
        raise ValueError("shapes")
    outside = rows[(rows < 0) | (rows >= E.shape[0])]
    if outside.size:
        raise IndexError(f"outside the table: {outside}")
    order = np.argsort(rows)
    rows, values = rows[order], values[order]
    if np.any(rows[1:] == rows[:-1]):
        raise ValueError(f"repeated: {rows[1:][rows[1:] == rows[:-1]]}")
    stepped = E[rows].astype(np.float64) - lr * values.astype(np.float64)
    print("stepping", len(rows), "rows of", len(E))
    E[rows] = stepped
    return None
''')

answers.right(
    "subtract-at", how="np.subtract.at, with a set for the repeats",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    for row in rows.reshape(-1).tolist():
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(set(rows.tolist())) != rows.size:
        raise ValueError("merge the rows first")
    np.subtract.at(E, rows, (lr * values).astype(E.dtype))
''')

answers.wrong(
    "negative-wraps", "negative-wraps", check="errors",
    why="E[-1] is the last row",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
''')

answers.wrong(
    "returns-table", "returns-a-value", check="step",
    why="returns E as well",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    for row in rows.reshape(-1).tolist():
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
    return E
''')

answers.wrong(
    "accepts-repeats", "repeats-accepted", check="repeats",
    why="the buffered step takes repeated rows and drops gradients",
    of="wrong-returns-table", edits=[('''
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
''', ""), ('''
    return E
''', "")])

answers.wrong(
    "adds", "uphill", check="step",
    why="adds the gradient",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values
    return E
''', new='''
    E[rows] += lr * values
''')

answers.wrong(
    "asarray", "not-in-place", check="step",
    why="converting E to float64 copies it, unless it is float64",
    of="wrong-returns-table", edits=[('''
def sgd_rows(E, rows, values, lr):
''', '''
def sgd_rows(E, rows, values, lr):
    E = np.asarray(E, dtype=np.float64)
'''), ('''
    return E
''', "")])

answers.wrong(
    "ascending-only", "order-needed", check="step",
    why="takes every row that is not larger than the one before for a repeat",
    of="wrong-returns-table", edits=[("    if len(np.unique(rows)) < len(rows):", "    if np.any(np.diff(rows) <= 0):"), ('''
    return E
''', "")])

answers.wrong(
    "asserts", "wrong-exception", check="errors",
    why="asserts the shapes",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    for row in rows.reshape(-1).tolist():
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")
    assert rows.ndim == 1 and values.shape == (len(rows), E.shape[1])
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors",
    why="one gradient is broadcast to all rows",
    of="wrong-returns-table", edits=[('''
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
''', ""), ('''
    return E
''', "")])

answers.wrong(
    "checks-on-the-way", "changed-before-error", check="repeats",
    why="finds the repeat when the first rows have moved",
    of="wrong-returns-table", old='''
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
    return E
''', new='''
    seen = set()
    for row, g in zip(rows.tolist(), values):
        if row in seen:
            raise ValueError(f"row {row} is listed twice")
        seen.add(row)
        E[row] -= (lr * g).astype(E.dtype)
''')

answers.wrong(
    "dense-step", "dense-step", check="cost",
    why="puts the rows into a gradient of the whole table",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values
    return E
''', new='''
    dE = np.zeros_like(E)
    dE[rows] = values
    E -= lr * dE
''')

answers.wrong(
    "dtype-unchecked", "id-types", check="errors",
    why="a bool array of rows is a mask",
    of="wrong-returns-table", edits=[('''
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
''', ""), ('''
    return E
''', "")])

answers.wrong(
    "every-row", "loop-over-V", check="cost",
    why="goes through the table and looks each row up in the list",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values
    return E
''', new='''
    place = {row: n for n, row in enumerate(rows.tolist())}
    for row in range(len(E)):
        if row in place:
            E[row] = E[row] - lr * values[place[row]]
''')

answers.wrong(
    "id-not-named", "id-not-named", check="errors",
    why="says that something is out of range, not what",
    of="wrong-returns-table", edits=[('            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")', '            raise IndexError("no such row")'), ('''
    return E
''', "")])

answers.wrong(
    "merges-repeats", "repeats-accepted", check="repeats",
    why="np.subtract.at does what the caller forgot",
    of="right-subtract-at", old='''
    if len(set(rows.tolist())) != rows.size:
        raise ValueError("merge the rows first")
''', new="")

answers.wrong(
    "neighbours", "repeats-side-by-side", check="repeats",
    why="compares each row with the next one",
    of="wrong-returns-table", edits=[("    if len(np.unique(rows)) < len(rows):", "    if np.any(rows[1:] == rows[:-1]):"), ('''
    return E
''', "")])

answers.wrong(
    "new-table", "not-in-place", check="step",
    why="E = E - ... makes a new array, which the caller never sees",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values
    return E
''', new='''
    E = E.copy()
    E[rows] = E[rows] - lr * values
''')

answers.wrong(
    "no-rows", "empty-fails", check="step",
    why="asks for the smallest of no rows",
    of="wrong-negative-wraps", old='''
        raise ValueError("a row is listed twice")
''', new='''
        raise ValueError("a row is listed twice")
    if rows.min() < 0 or rows.max() >= len(E):
        raise IndexError(f"rows from {rows.min()} to {rows.max()} in a table of {len(E)}")
''')

answers.wrong(
    "range-on-the-way", "changed-before-error", check="errors",
    why="checks each row when its turn comes",
    of="wrong-negative-wraps", old='''
    E[rows] -= lr * values
''', new='''
    for row, g in zip(rows.tolist(), values):
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in the table")
        E[row] -= (lr * g).astype(E.dtype)
''')

answers.wrong(
    "scales-values", "arguments-changed", check="step",
    why="multiplies the caller's values by the rate",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values
    return E
''', new='''
    values *= lr
    E[rows] -= values
''')

answers.wrong(
    "unique-rows", "order-needed", check="step",
    why="np.unique sorts the rows and leaves the values",
    of="wrong-returns-table", edits=[('''
    if len(np.unique(rows)) < len(rows):
''', '''
    distinct = np.unique(rows)
    if len(distinct) < len(rows):
'''), ('''
    E[rows] -= lr * values
    return E
''', '''
    E[distinct] -= lr * values
''')])

answers.spoiled(
    "E.__setitem__(0, E[0] + 1)",
    "E.__setitem__(slice(4), -1)",
    "E.__setitem__(rows, 0)",
    "E.__setitem__(rows, E[rows] * 1.01)")
