# misconception: no-root
# check: step
# why: divides by the sum of squares
def adagrad_rows(E, state, rows, values, lr, eps=1e-10):
    check_rows(rows, len(E))
    if E.ndim != 2 or state.shape != E.shape:
        raise ValueError(f"{E.shape} and {state.shape}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    state[rows] += values**2
    E[rows] -= lr * values / (state[rows] + eps)
