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
    "adds", "uphill", check="step",
    why="adds the step",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] += lr * values / (np.sqrt(state[rows]) + eps)")

answers.wrong(
    "asserts", "wrong-exception", check="repeats",
    why="asserts that nothing is repeated",
    of="right-two-lines", old='''
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
''', new='''
    assert len(set(rows.tolist())) == len(rows)
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors",
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
    "checks-late", "changed-before-error", check="repeats",
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
    "copy-of-state", "state-not-kept", check="step",
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
    "eps-inside", "eps-inside", check="step",
    why="eps under the root",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] -= lr * values / (np.sqrt(state[rows] + eps))")

answers.wrong(
    "every-row", "loop-over-V", check="cost",
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
    "new-table", "not-in-place", check="step",
    why="assigns to the name",
    of="right-two-lines", old='''
    state[rows] += values**2
''', new='''
    state[rows] += values**2
    E = E.copy()
''')

answers.wrong(
    "no-root", "no-root", check="step",
    why="divides by the sum of squares",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] -= lr * values / (state[rows] + eps)")

answers.wrong(
    "old-state", "state-before", check="step",
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
    "own-eps", "settings-ignored", check="step",
    why="a constant of its own",
    of="right-two-lines", 
    old="    E[rows] -= lr * values / (np.sqrt(state[rows]) + eps)",
    new="    E[rows] -= lr * values / (np.sqrt(state[rows]) + 1e-10)")

answers.wrong(
    "replaced", "state-replaced", check="step",
    why="assigns the squares",
    of="right-two-lines", old="    state[rows] += values**2", new="    state[rows] = values**2")

answers.wrong(
    "row-wise", "row-wise", check="step",
    why="the mean of the squares of a row",
    of="right-two-lines", 
    old="    state[rows] += values**2",
    new="    state[rows] += (values**2).mean(axis=1, keepdims=True)")

answers.spoiled(
    "E.__imul__(1.01)",
    "state.__iadd__(0.01)",
    "E[:1].__iadd__(0.1) and None",
    "E")
