# misconception: changed-before-error
# check: errors
# why: checks each row when its turn comes
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    for row, g in zip(rows.tolist(), values):
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in the table")
        E[row] -= (lr * g).astype(E.dtype)
