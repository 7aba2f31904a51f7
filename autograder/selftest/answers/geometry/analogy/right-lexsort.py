# how: sorts by cosine and id together
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E)
    V = len(E)
    for i in (a, b, c):
        if i < 0 or i >= V:
            raise IndexError(f"no row {i} in a table of {V}")
    query = E[c] + (E[b] - E[a])
    lengths = np.linalg.norm(E, axis=1) * np.linalg.norm(query)
    cosines = np.divide(E @ query, lengths, out=np.zeros(V), where=lengths > 0)
    rows = np.setdiff1d(np.arange(V), [a, b, c]) if exclude else np.arange(V)
    if k < 1 or k > len(rows):
        raise ValueError(f"k is {k}, with {len(rows)} rows to choose from")
    return rows[np.lexsort((rows, -cosines[rows]))][:k].astype(np.int64)
