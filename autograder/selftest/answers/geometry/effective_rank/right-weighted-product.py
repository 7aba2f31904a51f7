# how: the product of p to the power of minus p
def effective_rank(X):
    check_table(X, 2)
    s = np.linalg.svd(X - np.mean(X, axis=0), compute_uv=False).astype(np.float64)
    total = float(np.sum(s * s))
    if total == 0:
        raise ValueError("all rows are equal")
    p = s * s / total
    return float(np.prod(p ** (-p)))
