# misconception: not-in-place
# check: step
# why: converting E to float64 copies it, unless it is float64
def sgd_rows(E, rows, values, lr):
    E = np.asarray(E, dtype=np.float64)
    if rows.dtype.kind not in "iu":
        raise TypeError(f"rows must be integers, not {rows.dtype}")
    for row in rows.reshape(-1).tolist():
        if not 0 <= row < len(E):
            raise IndexError(f"row {row} is not in 0..{len(E) - 1}")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {rows.shape}, values {values.shape}, table {E.shape}")
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    E[rows] -= lr * values
