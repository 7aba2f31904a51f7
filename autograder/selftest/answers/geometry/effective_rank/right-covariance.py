# how: eigenvalues of the covariance, with those below zero cut off
def effective_rank(X):
    check_table(X, rows=2)
    values = np.linalg.eigvalsh(np.atleast_2d(np.cov(X, rowvar=False))).clip(min=0)
    if values.max() == 0:
        raise ValueError("no spread")
    shares = values / values.sum()
    shares = shares[shares > 0]
    return float(np.exp(-np.sum(shares * np.log(shares))))
