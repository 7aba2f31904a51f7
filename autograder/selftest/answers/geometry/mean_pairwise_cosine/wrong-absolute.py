# misconception: absolute
# check: values
# why: takes the mean of absolute cosines
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    total = 0.0
    for u in U:
        total += np.abs(U @ u).sum()
    return float((total - own) / (V * (V - 1)))
