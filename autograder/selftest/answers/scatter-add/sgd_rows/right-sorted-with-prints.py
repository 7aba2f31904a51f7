# how: sorts rows and values together, computes in float64, prints
def sgd_rows(E, rows, values, lr):
    if rows.dtype == bool or not np.issubdtype(rows.dtype, np.integer):
        raise TypeError("rows are " + str(rows.dtype))
    if rows.ndim != 1 or values.shape != rows.shape + E.shape[1:]:
        raise ValueError("shapes")
    outside = rows[(rows < 0) | (rows >= E.shape[0])]
    if outside.size:
        raise IndexError(f"outside the table: {outside}")
    order = np.argsort(rows)
    rows, values = rows[order], values[order]
    if np.any(rows[1:] == rows[:-1]):
        raise ValueError(f"repeated: {rows[1:][rows[1:] == rows[:-1]]}")
    stepped = E[rows].astype(np.float64) - lr * values.astype(np.float64)
    print("stepping", len(rows), "rows of", len(E))
    E[rows] = stepped
    return None
