# misconception: columns-for-directions
# check: values
# why: makes shares of the variances of the columns
def effective_rank(X):
    check_table(X, rows=2)
    if (X == X[0]).all():
        raise ValueError("all rows are equal")
    s = X.std(axis=0)
    p = s**2 / (s**2).sum()
    p = p[p > 0]
    H = -(p * np.log(p)).sum()
    return float(np.exp(H))
