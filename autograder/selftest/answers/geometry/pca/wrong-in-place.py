# misconception: arguments-changed
# check: directions
# why: takes the mean off in place
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
    X -= mean
    U, s, Qt = np.linalg.svd(X, full_matrices=False)
    return Components(mean, Qt[:k], s[:k] ** 2 / (n - 1))
