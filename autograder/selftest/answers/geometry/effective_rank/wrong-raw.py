# misconception: not-centred
# check: values
# why: hands the table to the SVD as it is
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X, compute_uv=False)
    p = s**2 / (s**2).sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
