# how: takes the best row k times; argmax returns the first of equals
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E, 1)
    V = E.shape[0]
    for i in (a, b, c):
        if not (0 <= i <= V - 1):
            raise IndexError(f"{i} is outside 0 ... {V - 1}")
    q = E[b] - E[a] + E[c]
    with np.errstate(invalid="ignore", divide="ignore"):
        s = np.nan_to_num(E @ q / (np.linalg.norm(E, axis=1) * np.linalg.norm(q)))
    open_ = np.ones(V, bool)
    if exclude:
        open_[[a, b, c]] = False
    if k < 1 or k > open_.sum():
        raise ValueError(f"k = {k} of {open_.sum()}")
    found = []
    while len(found) < k:
        best = int(np.argmax(np.where(open_, s, -2)))
        found.append(best)
        open_[best] = False
    return np.array(found, np.int64)
