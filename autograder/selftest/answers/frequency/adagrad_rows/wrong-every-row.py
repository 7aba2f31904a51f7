# misconception: loop-over-V
# check: cost
# why: goes through the table and looks each row up in the list
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    check_rows(rows, len(E))
    if E.ndim != 2 or state.shape != E.shape:
        raise ValueError(f"{E.shape} and {state.shape}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    place = {j: k for k, j in enumerate(rows.tolist())}
    for j in range(len(E)):
        if j in place:
            g = values[place[j]]
            state[j] += g**2
            E[j] -= lr * g / (np.sqrt(state[j]) + eps)
