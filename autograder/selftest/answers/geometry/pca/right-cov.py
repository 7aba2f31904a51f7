# how: np.cov, which works in float64, and a conversion at the end
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    if X.ndim != 2 or not 1 <= k <= min(X.shape[0] - 1, X.shape[1]):
        raise ValueError(f"k={k}, X {X.shape}")
    values, vectors = np.linalg.eigh(np.atleast_2d(np.cov(X, rowvar=False)))
    parts = X.mean(axis=0), vectors.T[::-1][:k], values[::-1][:k]
    return Components(*(np.ascontiguousarray(p, dtype=X.dtype) for p in parts))
