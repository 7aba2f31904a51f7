# misconception: ascending
# check: directions
# why: takes the first eigenvectors of eigh, which are the last
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k is {k}")
    mean = X.mean(axis=0)
    k_all = min(n - 1, d)
    values, Q = np.linalg.eigh(np.cov(X.T).reshape(d, d))
    return Components(mean, Q.T[d - k_all :][:k].astype(X.dtype), values[d - k_all :][:k].astype(X.dtype))
