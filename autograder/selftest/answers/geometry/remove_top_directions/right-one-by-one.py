# how: direction after direction, row after row
def remove_top_directions(E, k):
    if E.ndim != 2 or len(E) < 2 or k not in range(min(len(E) - 1, E.shape[1]) + 1):
        raise ValueError(f"k = {k}, E of the shape {E.shape}")
    rest = E.astype(np.float64) - E.astype(np.float64).mean(axis=0)
    _, _, directions = np.linalg.svd(rest, full_matrices=False)
    for q in directions[:k]:
        for row in rest:
            row -= (row @ q) * q
    return rest.astype(E.dtype)
