# misconception: zero-row
# check: zeros
# why: leaves rows of zeros out of the table
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    E = E[E.any(axis=1)]
    V = max(len(E), 2)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    return float((s @ s - own) / (V * (V - 1)))
