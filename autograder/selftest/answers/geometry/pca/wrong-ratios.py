# misconception: ratios
# check: variances
# why: returns the explained shares
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
    U, s, Qt = np.linalg.svd(X - mean, full_matrices=False)
    return Components(mean, Qt[:k], s[:k] ** 2 / (s**2).sum())
