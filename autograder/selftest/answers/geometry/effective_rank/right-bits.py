# how: entropy in bits and a power of two
def effective_rank(X):
    check_table(X, rows=2)
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    if not s.any():
        raise ValueError("rows are equal")
    p = np.square(s) / np.square(s).sum()
    log = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return float(2 ** -(p * log).sum())
