# misconception: all-pairs
# check: cost
# why: makes all cosines
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    return float(((U @ U.T).sum() - own) / (V * (V - 1)))
