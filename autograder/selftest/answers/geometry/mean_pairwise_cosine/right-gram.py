# how: the sum of all products from the mean row
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    V = E.shape[0]
    norms = np.sqrt((E * E).sum(axis=1))
    some = norms > 0
    mean = (E[some] / norms[some][:, None]).sum(axis=0) / V
    return float((V * (mean @ mean) - some.sum() / V) / (V - 1))
