# misconception: square-array
# check: cost
# why: leaves full_matrices at its default
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
    U, s, Qt = np.linalg.svd(X - mean)
    return Components(mean, Qt[:k], s[:k] ** 2 / (n - 1))
