# how: gives each row its rank, and each band the rows whose rank is in it
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    V = len(E)
    rank = np.empty(V, dtype=np.int64)
    _, level = np.unique(counts, return_inverse=True)
    rank[np.argsort(-level, kind="stable")] = np.arange(V)
    band = np.digitize(rank, edges) - 1  # -1 before the first edge, k after the last
    lengths = np.linalg.norm(E.astype(float), axis=1)
    return np.array([lengths[band == j].mean() for j in range(len(edges) - 1)])
