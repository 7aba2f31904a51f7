# misconception: wrong-exception
# check: errors
# why: asserts the shapes
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
