# misconception: norm-of-mean
# check: bands
# why: averages the rows of a band first
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.lexsort((-np.arange(len(E)), counts))[::-1]
    means = [E[order[a:b]].mean(axis=0) for a, b in zip(edges, edges[1:])]
    return np.array([np.linalg.norm(mean) for mean in means])
