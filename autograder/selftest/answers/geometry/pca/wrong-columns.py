# misconception: components-in-columns
# check: directions
# why: returns the directions as columns
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
    return Components(mean, Qt[:k].T, s[:k] ** 2 / (n - 1))
