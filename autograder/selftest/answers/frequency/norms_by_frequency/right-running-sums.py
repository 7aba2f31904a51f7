# how: differences of running sums, over the sizes of the bands
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    _, level = np.unique(counts, return_inverse=True)
    order = np.argsort(-level, kind="stable")
    running = np.append(0, np.cumsum(np.linalg.norm(E, axis=1)[order].astype(np.float64)))
    return np.diff(running[edges]) / np.diff(edges)
