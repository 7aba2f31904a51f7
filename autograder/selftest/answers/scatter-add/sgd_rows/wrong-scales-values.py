# misconception: arguments-changed
# check: step
# why: multiplies the caller's values by the rate
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
    values *= lr
    E[rows] -= values
