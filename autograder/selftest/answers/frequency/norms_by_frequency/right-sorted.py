# how: Python sorts pairs of counts and ids
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2:
        raise ValueError("a table has two axes")
    V = E.shape[0]
    if counts.ndim != 1 or len(counts) != V:
        raise ValueError("one count for each row")
    if edges.ndim != 1 or len(edges) < 2:
        raise ValueError("two edges or more")
    limits = edges.tolist()
    if limits[0] < 0 or limits[-1] > V or any(a >= b for a, b in zip(limits, limits[1:])):
        raise ValueError("the edges ascend within the table")
    ids = sorted(range(V), key=lambda i: (-counts[i].item(), i))
    means = []
    for a, b in zip(limits, limits[1:]):
        total = 0.0
        for i in ids[a:b]:
            total += float(np.sqrt(np.dot(E[i], E[i])))
        means.append(total / (b - a))
    return np.array(means)
