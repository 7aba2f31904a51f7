# misconception: not-squared
# check: values
# why: makes shares of the singular values
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s / s.sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
