# how: takes the left vectors of the transposed table, and squares of projections
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    if not 0 < k <= min(len(X) - 1, X.shape[1]):
        raise ValueError(f"k = {k}")
    mean = np.sum(X, axis=0) / np.asarray(len(X), X.dtype)
    left, _, _ = np.linalg.svd((X - mean).T, full_matrices=False)
    directions = left[:, :k].T.copy()
    along = (X - mean) @ directions.T
    return Components(mean, directions, (along**2).sum(axis=0) / (len(X) - 1))
