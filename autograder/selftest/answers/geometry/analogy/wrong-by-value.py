# misconception: by-value
# check: question
# why: strikes out every row that equals one of the question
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
    scores = E @ query / np.where(lengths == 0, 1, lengths)
    order = np.argsort(-scores, kind="stable")
    same = [i for i in order if not any(np.array_equal(E[i], E[j]) for j in question)]
    order = np.array(same)
    return order[:k].astype(np.int64)
