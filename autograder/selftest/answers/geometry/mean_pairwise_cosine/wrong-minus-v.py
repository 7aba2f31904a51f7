# misconception: zero-row
# check: zeros
# why: takes V own pairs off, for rows of zeros too
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = V
    return float((s @ s - own) / (V * (V - 1)))
