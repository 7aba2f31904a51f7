# misconception: offset-compared
# check: ranking
# why: compares the offsets from c with the step
def analogy(E, a, b, c, k=1, exclude=True):
    check_table(E)
    for i in (a, b, c):
        if not 0 <= i < len(E):
            raise IndexError(f"the id {i} is outside the table")
    question = {a, b, c} if exclude else set()
    if not 1 <= k <= len(E) - len(question):
        raise ValueError(f"k is {k}")
    query = E[b] - E[a] + E[c]
    lengths = np.linalg.norm(E, axis=1)
    D = E - E[c]
    size = np.linalg.norm(D, axis=1)
    scores = D @ (E[b] - E[a]) / np.where(size == 0, 1, size)
    order = np.argsort(-scores, kind="stable")
    order = order[~np.isin(order, list(question))]
    return order[:k].astype(np.int64)
