# misconception: squared-twice
# check: values
# why: squares the eigenvalues of the covariance
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s**4 / (s**4).sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
