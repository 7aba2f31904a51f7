"""Answers to `adagrad_rows` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "row-by-row", how="a loop over the listed rows",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    check_rows(rows, len(E))
    if E.ndim != 2 or state.shape != E.shape:
        raise ValueError(f"{E.shape} and {state.shape}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    for j, g in zip(rows.tolist(), values):
        state[j] += g * g
        E[j] -= lr * g / (eps + state[j] ** 0.5)
''')

answers.right(
    "subtract-at", how="ufunc.at, and repeats found by sorting",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    check_rows(rows, len(E))
    if E.ndim != 2 or rows.ndim != 1:
        raise ValueError("axes")
    if state.shape != E.shape or values.shape != rows.shape + E.shape[1:]:
        raise ValueError("shapes")
    ordered = np.sort(rows)
    if (ordered[1:] == ordered[:-1]).any():
        raise ValueError("repeated")
    np.add.at(state, rows, np.square(values))
    np.subtract.at(E, rows, lr * values / (np.sqrt(state[rows]) + eps))
''')

answers.right(
    "two-lines", how="two fancy-indexed updates",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    check_rows(rows, len(E))
    if E.ndim != 2 or state.shape != E.shape:
        raise ValueError(f"{E.shape} and {state.shape}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    state[rows] += values**2
    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)
''')

answers.wrong(
    "adds", "uphill", check="step", breaks="step",
    why="adds the step",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] += lr * values / (np.sqrt(state[rows]) + eps)")

answers.wrong(
    "asserts", "wrong-exception", check="repeats", breaks="listed-twice",
    why="asserts that nothing is repeated",
    of="right-two-lines", old='''
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
''', new='''
    assert len(set(rows.tolist())) == len(rows)
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="values-shape",
    why="one gradient for all rows",
    of="right-two-lines", old='''
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
''', new="")

answers.wrong(
    "buffered", "repeats-accepted", check="repeats",
    why="does not look for repeats",
    of="right-two-lines", old='''
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
''', new="")

answers.wrong(
    "checks-late", "changed-before-error", check="repeats", breaks="untouched",
    why="looks for repeats between the two updates",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    check_rows(rows, len(E))
    if E.ndim != 2 or state.shape != E.shape:
        raise ValueError(f"{E.shape} and {state.shape}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    state[rows] += values**2
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)
''')

answers.wrong(
    "copy-of-state", "state-not-kept", check="step", breaks="state-changed",
    why="adds to the copy that state[rows] is",
    of="right-two-lines", old='''
    state[rows] += values**2
    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)
''', new='''
    sums = state[rows]
    sums += values**2
    E[rows] -= lr * values / (np.sqrt(sums) + eps)
''')

answers.wrong(
    "eps-inside", "eps-inside", check="step", breaks="eps",
    why="eps under the root",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] -= lr * values / (np.sqrt(state[rows] + eps))")

answers.wrong(
    "every-row", "loop-over-V", check="cost", breaks="no-loop",
    why="goes through the table and looks each row up in the list",
    of="right-two-lines", old='''
    state[rows] += values**2
    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)
''', new='''
    place = {j: k for k, j in enumerate(rows.tolist())}
    for j in range(len(E)):
        if j in place:
            g = values[place[j]]
            state[j] += g**2
            E[j] -= lr * g / (np.sqrt(state[j]) + eps)
''')

answers.wrong(
    "neighbours", "repeats-side-by-side", check="repeats",
    why="compares neighbours without sorting",
    of="right-two-lines", 
    old="    if len(set(rows.tolist())) < len(rows):",
    new="    if (rows[1:] == rows[:-1]).any():")

answers.wrong(
    "new-table", "not-in-place", check="step", breaks="in-place",
    why="assigns to the name",
    of="right-two-lines", old='''
    state[rows] += values**2
''', new='''
    state[rows] += values**2
    E = E.copy()
''')

answers.wrong(
    "no-root", "no-root", check="step", breaks="root",
    why="divides by the sum of squares",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] -= lr * values / (state[rows] + eps)")

answers.wrong(
    "old-state", "state-before", check="step", breaks="present",
    why="steps first",
    of="right-row-by-row", old='''
    for j, g in zip(rows.tolist(), values):
        state[j] += g * g
        E[j] -= lr * g / (eps + state[j] ** 0.5)
''', new='''
    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)
    state[rows] += values**2
''')

answers.wrong(
    "own-eps", "settings-ignored", check="step", breaks="eps-used",
    why="a constant of its own",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] -= lr * values / (np.sqrt(state[rows]) + 1e-10)")

answers.wrong(
    "replaced", "state-replaced", check="step", breaks="sum",
    why="assigns the squares",
    of="right-two-lines", old="    state[rows] += values**2", new="    state[rows] = values**2")

answers.wrong(
    "row-wise", "row-wise", check="step", breaks="element",
    why="the mean of the squares of a row",
    of="right-two-lines", 
    old="    state[rows] += values**2",
    new="    state[rows] += (values**2).mean(axis=1, keepdims=True)")

answers.wrong(
    "from-the-end", "negative-row", check="errors", breaks="negative",
    why="leaves rows to the indexing",
    of="right-two-lines", edits=[('    check_rows(rows, len(E))\n', '    if rows.dtype.kind not in "iu":\n        raise TypeError(rows.dtype)\n')])

answers.wrong(
    "wraps", "rows-unchecked", check="errors", breaks="range",
    why="takes rows modulo the size of the table",
    of="right-two-lines", edits=[('    check_rows(rows, len(E))\n', '    check_rows(rows[:0], len(E))\n'), ('    state[rows] += values**2\n', '    rows = rows.astype(np.int64) % len(E)\n    state[rows] += values**2\n')])

answers.wrong(
    "casts", "row-types", check="errors", breaks="types",
    why="casts the rows",
    of="right-two-lines", edits=[('    check_rows(rows, len(E))\n', '    rows = rows.astype(np.int64)\n    check_rows(rows, len(E))\n')])

answers.wrong(
    "mute", "row-not-named", check="errors", breaks="names",
    why="does not say which row",
    of="right-two-lines", edits=[('    check_rows(rows, len(E))\n', '    check_rows(rows[:0], len(E))\n    if len(rows) and (rows.min() < 0 or rows.max() >= len(E)):\n        raise IndexError("a row is outside the table")\n')])

answers.wrong(
    "state-broadcasts", "state-shape-unchecked", check="errors", breaks="state-shape",
    why="lets one number for a row stand for all of them",
    of="right-two-lines", edits=[('    if E.ndim != 2 or state.shape != E.shape:\n', '    if E.ndim != 2 or len(state) != len(E):\n'), ('    state[rows] += values**2\n', '    state = np.broadcast_to(state.reshape(len(E), -1), E.shape).copy() if state.shape != E.shape else state\n    state[rows] += values**2\n')])

answers.wrong(
    "one-axis-table", "table-axes-unchecked", check="errors", breaks="table-axes",
    why="takes a table of one axis as well",
    of="right-two-lines", edits=[('    if E.ndim != 2 or state.shape != E.shape:\n', '    if E.ndim > 2 or state.shape != E.shape:\n'), ('    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):\n', '    if rows.ndim != 1 or values.shape != (len(rows), *E.shape[1:]):\n')])

answers.wrong(
    "any-rows", "shapes-unchecked", check="errors", breaks="rows-shape",
    why="makes one axis of the rows",
    of="right-two-lines", edits=[('    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):\n', '    rows, values = rows.reshape(-1), values.reshape(-1, values.shape[-1])\n    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):\n')])

answers.wrong(
    "no-rows", "no-rows", check="sequence", breaks="no-rows",
    why="looks for the largest row",
    of="right-two-lines", edits=[('    state[rows] += values**2\n', '    last = rows.max()\n    state[rows] += values**2\n')])

answers.wrong(
    "returns-E", "returns-something", check="step", breaks="none",
    why="returns the table",
    of="right-two-lines", edits=[('    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)', '    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)\n    return E')])

answers.wrong(
    "scales-values", "arguments-changed", check="step", breaks="values-kept",
    why="scales the gradients in place",
    of="right-two-lines", edits=[('    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)', '    values *= lr\n    E[rows] -= values / (np.sqrt(state[rows]) + eps)')])

answers.wrong(
    "strided", "not-contiguous", check="sequence", breaks="strided",
    why="views the table as one axis, of the memory as it lies",
    of="right-two-lines", edits=[('    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)', '    flat, moves = E.reshape(-1), lr * values / (np.sqrt(state[rows]) + eps)\n    for j, move in zip(rows.tolist(), moves):\n        flat[j * E.shape[1] : (j + 1) * E.shape[1]] -= move')])

answers.wrong(
    "int64-alone", "row-dtypes", check="sequence", breaks="any-integer",
    why="takes int32 and int64 rows alone",
    of="right-two-lines", edits=[('    check_rows(rows, len(E))\n', '    check_rows(rows, len(E))\n    if rows.dtype not in (np.int32, np.int64):\n        raise TypeError(rows.dtype)\n')])

answers.wrong(
    "sorted-rows", "values-in-order", check="step", breaks="any-order",
    why="sorts the rows and not their gradients",
    of="right-two-lines", edits=[('    state[rows] += values**2\n', '    rows = np.sort(rows)\n    state[rows] += values**2\n')])

answers.wrong(
    "whole-state", "whole-table", check="cost", breaks="no-table",
    why="takes the root of the whole state",
    of="right-two-lines", edits=[('    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)', '    E[rows] -= lr * values / (np.sqrt(state)[rows] + eps)')])

answers.wrong(
    "all-rows", "others-change", check="step", breaks="others-stay",
    why="decays the state of all rows",
    of="right-two-lines", edits=[('    state[rows] += values**2\n', '    state *= 0.9\n    state[rows] /= 0.9\n    state[rows] += values**2\n')])

answers.spoiled(
    "[E.__imul__(1.01)] and None",
    "[state.__iadd__(0.01)] and None",
    "[E[rows[:1].astype(int)[0] :].__iadd__(0.1)] and None")

answers.wrong(
    "narrowed", "row-narrowed", check="errors", alone=True, breaks="range",
    why="checks a copy of the rows in int32",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows have the dtype {rows.dtype}")
    if E.ndim != 2 or state.shape != E.shape or rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError("shapes that do not fit")
    places = rows.astype(np.int32)
    bad = rows[(places < 0) | (places >= len(E))]
    if bad.size:
        raise IndexError(f"the row {bad[0]} is outside 0 ... {len(E) - 1}")
    if len(np.unique(places)) < len(places):
        raise ValueError("a row is listed twice")
    state[places] += values**2
    E[places] -= lr * values / (np.sqrt(state[places]) + eps)
''')

answers.wrong(
    "larger-state", "state-shape-unchecked", check="errors", alone=True, breaks="state-shape",
    why="lets a state pass that has more rows than the table",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    if state.shape[1:] != E.shape[1:] or len(state) < len(E):
        raise ValueError("state")
    if rows.ndim != 1:
        raise ValueError("rows")
    if values.shape != (len(rows), E.shape[1]):
        raise ValueError("values")
    check_rows(rows, len(E))
    if len(np.unique(rows)) != len(rows):
        raise ValueError("a row twice")
    total = state[rows] + values**2
    state[rows] = total
    E[rows] -= lr * values / (np.sqrt(total) + eps)
''')

answers.wrong(
    "flat-places", "row-dtypes", check="sequence", alone=True, breaks="any-integer",
    why="computes flat places in the dtype of the rows",
    source='''
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    if state.shape != E.shape:
        raise ValueError("state")
    if rows.ndim != 1:
        raise ValueError("rows")
    if values.shape != (len(rows), E.shape[1]):
        raise ValueError("values")
    check_rows(rows, len(E))
    if len(np.unique(rows)) != len(rows):
        raise ValueError("a row twice")
    d = E.shape[1]
    place = rows[:, None] * d + np.arange(d, dtype=rows.dtype)
    total = state.flat[place.ravel()].reshape(values.shape) + values**2
    state.flat[place.ravel()] = total.ravel()
    E[rows] -= lr * values / (np.sqrt(total) + eps)
''')
