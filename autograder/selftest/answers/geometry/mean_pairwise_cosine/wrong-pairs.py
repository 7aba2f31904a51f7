# misconception: loop-over-pairs
# check: cost
# why: loops over the pairs
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    total = 0.0
    for i in range(V):
        for j in range(i):
            total += 2 * float(np.dot(U[i], U[j]))
    return total / (V * (V - 1))
