# how: sums between the edges, over the sizes of the bands
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.argsort(counts.max() - counts, kind="stable")
    lengths = np.sqrt((E.astype(np.float64) ** 2).sum(axis=1))[order]
    sums = np.add.reduceat(lengths[: edges[-1]], edges[:-1])
    return sums / np.diff(edges)
