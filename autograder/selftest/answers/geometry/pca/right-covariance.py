# how: eigenvectors of the covariance, turned to falling order
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if k < 1 or k > min(n - 1, d):
        raise ValueError(f"k is {k} for {n} rows of {d}")
    mean = X.mean(axis=0)
    C = (X - mean).T @ (X - mean) / (n - 1)
    values, vectors = np.linalg.eigh(C)
    order = np.argsort(values)[::-1][:k]
    return Components(mean, vectors[:, order].T, values[order])
