# misconception: counts-converted
# check: dtypes
# why: makes whole numbers of counts, so that they can be negated
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.argsort(-counts.astype(np.int64), kind="stable")
    norms = np.linalg.norm(E, axis=1)[order]
    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)
