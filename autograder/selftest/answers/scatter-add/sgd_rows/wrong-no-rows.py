# misconception: empty-fails
# check: step
# why: asks for the smallest of no rows
def sgd_rows(E, rows, values, lr):
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    if rows.min() < 0 or rows.max() >= len(E):
        raise IndexError(f"rows from {rows.min()} to {rows.max()} in a table of {len(E)}")
    E[rows] -= lr * values
