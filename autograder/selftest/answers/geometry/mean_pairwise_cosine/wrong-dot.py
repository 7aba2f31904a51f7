# misconception: dot-product
# check: values
# why: takes the mean of the dot products
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    s = E.sum(axis=0)
    return float((s @ s - (E**2).sum()) / (V * (V - 1)))
