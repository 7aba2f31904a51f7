"""Answers to `sgd_rows` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "fancy", how="E[rows] -= ... is safe once no row repeats",
    source='''
def sgd_rows(E, rows, values, lr):
    check_ids(rows, len(E))
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
''')

answers.right(
    "row-by-row", how="a loop over the rows, after a look for repeats",
    source='''
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows are {rows.dtype}")
    seen = set()
    for row in rows.tolist():
        if row in seen or not 0 <= row < len(E):
            raise IndexError(row)
        seen.add(row)
    for row, g in zip(rows, values):
        E[row] = E[row] - lr * g
''')

answers.right(
    "sorted", how="sorts rows and values together, computes in float64",
    source='''
def sgd_rows(E, rows, values, lr):
    check_ids(rows, len(E))
    order = np.argsort(rows)
    rows, values = rows[order], values[order]
    assert not np.any(rows[1:] == rows[:-1]), "merge the rows first"
    E[rows] = E[rows].astype(np.float64) - lr * values.astype(np.float64)
    return None
''')

answers.right(
    "subtract-at", how="np.subtract.at, with counts for the repeats",
    source='''
def sgd_rows(E, rows, values, lr):
    check_ids(rows, len(E))
    if np.unique(rows, return_counts=True)[1].max() > 1:
        raise RuntimeError("merge the rows first")
    np.subtract.at(E, rows, lr * values)
''')

STEP = "    E[rows] -= lr * values\n"
LOOK = '''
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
'''

answers.wrong(
    "adds", "uphill", check="step", breaks="descent",
    of="right-fancy", old="-=", new="+=")

answers.wrong(
    "copy", "not-in-place", check="step", breaks="in-place",
    why="E = E - ... makes a new array, which the caller never sees",
    of="right-fancy", old=STEP, new='''
    E = E.copy()
    E[rows] = E[rows] - lr * values
''')

answers.wrong(
    "asarray", "not-in-place", check="step",
    why="converting E to float64 copies it, unless it is float64",
    of="right-fancy", old="    check_ids(rows, len(E))\n", new='''
    E = np.asarray(E, dtype=np.float64)
    check_ids(rows, len(E))
''')

answers.wrong(
    "returns-table", "returns-a-value", check="step", breaks="none",
    of="right-fancy", old=STEP, new=STEP + "    return E\n")

answers.wrong(
    "first-rows", "rows-ignored", check="step", breaks="no-others",
    of="right-fancy", old=STEP, new="    E[: len(rows)] -= lr * values\n")

answers.wrong(
    "ascending-only", "order-needed", check="step", breaks="order",
    why="takes every row that is not larger than the one before for a repeat",
    of="right-fancy", old="    if len(np.unique(rows)) < len(rows):\n", new="    if np.any(np.diff(rows) <= 0):\n")

answers.wrong(
    "unique-rows", "order-needed", check="step",
    why="np.unique sorts the rows and leaves the values",
    of="right-fancy", old=STEP, new="    E[np.unique(rows)] -= lr * values\n")

answers.wrong(
    "scales-values", "values-changed", check="step",
    of="right-fancy", old=STEP, new='''
    values *= lr
    E[rows] -= values
''')

answers.wrong(
    "accepts-repeats", "repeats-accepted", check="repeats", breaks="once", alone=True,
    of="right-fancy", old=LOOK, new="")

answers.wrong(
    "merges-repeats", "repeats-accepted", check="repeats", alone=True,
    why="np.subtract.at does what the caller forgot",
    of="right-subtract-at", old='''
    if np.unique(rows, return_counts=True)[1].max() > 1:
        raise RuntimeError("merge the rows first")
''', new="")

answers.wrong(
    "neighbours", "repeats-side-by-side", check="repeats", alone=True,
    of="right-fancy", old="    if len(np.unique(rows)) < len(rows):\n", new="    if np.any(rows[1:] == rows[:-1]):\n")

answers.wrong(
    "checks-on-the-way", "changed-before-error", check="repeats", breaks="unchanged", alone=True,
    why="finds the repeat when the first rows have moved",
    of="right-fancy", edits=[(LOOK, ""), (STEP, '''
    seen = set()
    for row, g in zip(rows.tolist(), values):
        if row in seen:
            raise ValueError(f"row {row} is listed twice")
        seen.add(row)
        E[row] -= lr * g
''')])

answers.wrong(
    "dense-step", "dense-step", check="cost", breaks="no-second-table", alone=True,
    of="right-fancy", old=STEP, new='''
    dE = np.zeros_like(E)
    dE[rows] = values
    E -= lr * dE
''')

answers.wrong(
    "every-row", "loop-over-V", check="cost", breaks="no-loop", alone=True,
    why="goes through the table and looks each row up in the list",
    of="right-fancy", old=STEP, new='''
    place = {row: n for n, row in enumerate(rows.tolist())}
    for row in range(len(E)):
        if row in place:
            E[row] -= lr * values[place[row]]
''')

answers.spoiled(
    "E.__setitem__(0, E[0] + 1)",
    "E.__setitem__(slice(4), -1)",
    "E.__setitem__(rows, 0)",
    "E.__setitem__(rows, E[rows] * 1.01)")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if len(np.unique(rows)) < len(rows):",
    "if len(np.unique(rows)) != len(rows):",
    because="np.unique never lists more rows than there are",
)
