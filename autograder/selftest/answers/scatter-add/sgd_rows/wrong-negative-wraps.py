# misconception: negative-wraps
# check: errors
# why: E[-1] is the last row
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
