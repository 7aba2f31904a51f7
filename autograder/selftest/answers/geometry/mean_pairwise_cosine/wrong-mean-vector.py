# misconception: to-the-mean
# check: values
# why: takes the cosines with the mean row
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = E / np.where(lengths == 0, 1, lengths)
    s = U.sum(axis=0)
    own = np.count_nonzero(lengths)
    m = E.mean(axis=0)
    return float((U @ m).mean() / np.linalg.norm(m))
