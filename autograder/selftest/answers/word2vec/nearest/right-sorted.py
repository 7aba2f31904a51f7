# how: Python's sorted, row by row
def nearest(E, i, k=5):
    if E.ndim != 2 or k < 1:
        raise ValueError(f"E {E.shape}, k {k}")
    if not 0 <= i < len(E):
        raise IndexError(f"the id {i} is outside 0 ... {len(E) - 1}")
    def cosine(j):
        lengths = np.sqrt(E[i] @ E[i]) * np.sqrt(E[j] @ E[j])
        return float(E[i] @ E[j] / lengths) if lengths > 0 else 0.0

    others = sorted((j for j in range(len(E)) if j != i), key=lambda j: (-cosine(j), j))
    return np.array(others[:k], dtype=np.int64)
