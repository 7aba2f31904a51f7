# misconception: equal-rows
# check: errors
# why: returns something for rows that are all equal
def effective_rank(X):
    check_table(X, rows=2)
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    p = s**2 / max((s**2).sum(), 1e-300)
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
