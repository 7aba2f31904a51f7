# misconception: wrong-mean
# check: values
# why: takes the mean of each row off
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = np.linalg.svd(X - X.mean(axis=1, keepdims=True), compute_uv=False)
    p = s**2 / (s**2).sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
