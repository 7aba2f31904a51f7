# misconception: wrong-exception
# check: errors
# why: uses assert for what is wrong
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    assert 1 <= k <= min(n - 1, d)
    mean = X.mean(axis=0)
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    return Components(mean, Qt[:k], s[:k] ** 2 / (n - 1))
