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
    E[rows] -= lr * values.astype(np.result_type(E, values))
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
        E[row] = E[row] - lr * g.astype(np.float64)
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
    np.subtract.at(E, rows, (lr * values.astype(float)).astype(E.dtype))
''')

answers.wrong(
    "negative-wraps", "negative-wraps", check="errors", breaks="negative",
    why="E[-1] is the last row",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values.astype(np.result_type(E, values))
''')

answers.wrong(
    "returns-table", "returns-a-value", check="step", breaks="none",
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
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''')

answers.wrong(
    "accepts-repeats", "repeats-accepted", check="repeats", breaks="once",
    why="the buffered step takes repeated rows and drops gradients",
    of="wrong-returns-table", edits=[('''
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
''', ""), ('''
    return E
''', "")])

answers.wrong(
    "adds", "uphill", check="step", breaks="descent",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    E[rows] += lr * values.astype(np.result_type(E, values))
''')

answers.wrong(
    "asarray", "not-in-place", check="step", breaks="in-place",
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
    "ascending-only", "order-needed", check="step", breaks="order",
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
    E[rows] -= lr * values.astype(np.result_type(E, values))
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="shapes",
    why="one gradient is broadcast to all rows",
    of="wrong-returns-table", edits=[('''
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
''', ""), ('''
    return E
''', "")])

answers.wrong(
    "checks-on-the-way", "changed-before-error", check="repeats", breaks="unchanged",
    why="finds the repeat when the first rows have moved",
    of="wrong-returns-table", old='''
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    seen = set()
    for row, g in zip(rows.tolist(), values):
        if row in seen:
            raise ValueError(f"row {row} is listed twice")
        seen.add(row)
        E[row] -= (lr * g.astype(float)).astype(E.dtype)
''')

answers.wrong(
    "dense-step", "dense-step", check="cost", breaks="no-second-table",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    dE = np.zeros_like(E)
    dE[rows] = values
    E -= lr * dE
''')

answers.wrong(
    "dtype-unchecked", "id-types", check="errors", breaks="types",
    why="a bool array of rows is a mask",
    of="wrong-returns-table", edits=[('''
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
''', ""), ('''
    return E
''', "")])

answers.wrong(
    "every-row", "loop-over-V", check="cost", breaks="no-loop",
    why="goes through the table and looks each row up in the list",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    place = {row: n for n, row in enumerate(rows.tolist())}
    for row in range(len(E)):
        if row in place:
            E[row] = E[row] - lr * values[place[row]].astype(float)
''')

answers.wrong(
    "id-not-named", "id-not-named", check="errors", breaks="named",
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
    "neighbours", "repeats-side-by-side", check="repeats", breaks="twice-anywhere",
    of="wrong-returns-table", edits=[("    if len(np.unique(rows)) < len(rows):", "    if np.any(rows[1:] == rows[:-1]):"), ('''
    return E
''', "")])

answers.wrong(
    "new-table", "not-in-place", check="step",
    why="E = E - ... makes a new array, which the caller never sees",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    E = E.copy()
    E[rows] = E[rows] - lr * values.astype(float)
''')

answers.wrong(
    "no-rows", "empty-fails", check="step", breaks="no-rows",
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
    E[rows] -= lr * values.astype(np.result_type(E, values))
''', new='''
    for row, g in zip(rows.tolist(), values):
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in the table")
        E[row] -= (lr * g.astype(float)).astype(E.dtype)
''')

answers.wrong(
    "raveled", "contiguous-only", check="step", breaks="strided",
    why="steps in a flattened table, which is a copy where there are gaps",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    d = E.shape[1]
    flat = E.ravel()
    for row, g in zip(rows.tolist(), values.astype(float)):
        flat[row * d : (row + 1) * d] -= (lr * g).astype(E.dtype)
''')

answers.wrong(
    "narrow-step", "step-narrow", check="step", breaks="width", alone=True,
    why="a Python number times float16 is float16, whatever E is",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    E[rows] -= lr * values
''')

answers.wrong(
    "flat-places", "narrow-ids", check="step", breaks="int-dtypes", alone=True,
    why="rows * d overflows in a small dtype",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', new='''
    V, d = E.shape
    places = rows[:, None] * rows.dtype.type(d) + np.arange(d, dtype=rows.dtype)
    E[places // d, places % d] -= lr * values.astype(np.result_type(E, values))
''')

answers.wrong(
    "one-row-broadcasts", "shapes-unchecked", check="errors", alone=True,
    why="compares the last axis only, and one vector for one row broadcasts",
    of="wrong-returns-table", edits=[('''
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
''', '''
    if rows.ndim != 1 or values.shape[-1:] != E.shape[1:] or values.size != rows.size * E.shape[1]:
'''), ('''
    return E
''', "")])

answers.wrong(
    "scales-values", "arguments-changed", check="step", breaks="inputs",
    why="multiplies the caller's values by the rate",
    of="wrong-returns-table", old='''
    E[rows] -= lr * values.astype(np.result_type(E, values))
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
    E[rows] -= lr * values.astype(np.result_type(E, values))
    return E
''', '''
    E[distinct] -= lr * values.astype(np.result_type(E, values))
''')])

answers.right(
    "given-check", how="uses the function that is given",
    source='''
def sgd_rows(E, rows, values, lr):
    check_ids(rows, len(E))
    if rows.ndim != 1 or values.ndim != 2 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] = E[rows].astype(float) - lr * values.astype(float)
''')

answers.wrong(
    "first-rows", "rows-ignored", check="step", breaks="no-others",
    of="right-given-check", old='''
    E[rows] = E[rows].astype(float) - lr * values.astype(float)
''', new='''
    E[: len(rows)] -= (lr * values.astype(float)).astype(E.dtype)
''')

answers.wrong(
    "len-of-rows", "wrong-exception", check="errors", alone=True,
    why="a number has no length",
    of="right-given-check", old='''
    if rows.ndim != 1 or values.ndim''', new='''
    if len(rows) and rows.ndim != 1 or values.ndim''')

answers.wrong(
    "row-alone", "shapes-unchecked", check="errors", alone=True,
    why="asks of the values what the rows' shape asks, and lets the rows have any",
    of="right-given-check", old='''
    if rows.ndim != 1 or values.ndim != 2 or values.shape != (len(rows), E.shape[1]):
''', new='''
    if values.shape != (*rows.shape, E.shape[1]):
''')

answers.wrong(
    "same-dtype", "other-dtype-fails", check="step", alone=True, breaks="values-dtype",
    of="right-given-check", old='''
    check_ids(rows, len(E))
''', new='''
    check_ids(rows, len(E))
    if values.dtype != E.dtype:
        raise TypeError(f"E is {E.dtype}, values are {values.dtype}")
''')

answers.wrong(
    "value-error", "wrong-exception", check="errors", alone=True, breaks="range",
    why="raises ValueError for a row outside the table",
    of="right-given-check", old='''
    check_ids(rows, len(E))
''', new='''
    try:
        check_ids(rows, len(E))
    except IndexError as error:
        raise ValueError(str(error))
''')


answers.spoiled(
    "E.__setitem__(0, E[0] + 1)",
    "E.__setitem__(slice(4), -1)",
    "E.__setitem__(rows, 0)",
    "E.__setitem__(rows, E[rows] * 1.01)")

answers.wrong(
    "values-dtype", "step-narrow", check="step", alone=True, breaks="width",
    why="widens half precision only: a table in float64 takes a step of float32",
    of="right-given-check", old='''
    E[rows] = E[rows].astype(float) - lr * values.astype(float)
''', new='''
    wide = np.float64 if values.dtype == np.float16 else values.dtype
    E[rows] = E[rows].astype(wide) - lr * values.astype(wide)
''')

answers.wrong(
    "int32-first", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the rows to int32 before the check: 2³² + 1 is 1 then",
    of="right-given-check", old='''
    check_ids(rows, len(E))
''', new='''
    if rows.dtype.kind == "i":
        rows = rows.astype(np.int32)
    check_ids(rows, len(E))
''')

answers.wrong(
    "int64-first", "id-converted", check="errors", alone=True, breaks="named",
    why="makes the rows int64 before the check, which names -1 for 2⁶⁴ - 1",
    of="right-given-check", old='''
    check_ids(rows, len(E))
''', new='''
    if rows.dtype.kind in "iu":
        rows = rows.astype(np.int64)
    check_ids(rows, len(E))
''')

answers.wrong(
    "nothing-to-do", "empty-unchecked", check="errors", alone=True, breaks="shapes",
    why="returns at once where no row is listed, whatever the values are",
    of="right-given-check", old='''
    check_ids(rows, len(E))
''', new='''
    check_ids(rows, len(E))
    if rows.size == 0:
        return
''')

answers.wrong(
    "mixed-uint64", "uint64-ids", check="step", alone=True, breaks="int-dtypes",
    why="adds a signed number to the rows, and with uint64 that is float64",
    of="right-given-check", old='''
    check_ids(rows, len(E))
''', new='''
    check_ids(rows, len(E))
    rows = rows + np.zeros(1, np.int64) if rows.shape else rows
''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if (times > 1).any():",
    "if (times != 1).any():",
    because="np.unique counts each row that it lists at least once",
)
