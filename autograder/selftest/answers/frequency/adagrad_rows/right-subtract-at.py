# how: ufunc.at, and repeats found by sorting
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
