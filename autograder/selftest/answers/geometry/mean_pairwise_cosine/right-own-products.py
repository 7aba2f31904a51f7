# how: takes off the products of each row with itself, as computed
def mean_pairwise_cosine(E):
    check_table(E, 2)
    V = len(E)
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    U = np.divide(E, lengths, out=np.zeros_like(E), where=lengths != 0)
    s = U.sum(axis=0, dtype=np.float64)
    return float((np.sum(s**2) - np.sum(U**2)) / V / (V - 1))
