# how: power iteration in float64, one direction after the other
class Components(NamedTuple):
    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray


def pca(X, k):
    check_table(X)
    n, d = X.shape
    if not 1 <= k <= min(n - 1, d):
        raise ValueError(f"k = {k}")
    wide = X.astype(np.float64)
    mean = wide.mean(axis=0)
    C = np.cov(wide.T).reshape(d, d)
    C = np.linalg.matrix_power(C / np.trace(C), 1)
    found, spread = [], []
    for _ in range(k):
        q = np.linalg.norm(C, axis=0).argmax()
        q = C[:, q]
        for _ in range(120):
            for p in found:
                q = q - (p @ q) * p
            q = C @ (q / np.linalg.norm(q))
        for p in found:
            q = q - (p @ q) * p
        q /= np.linalg.norm(q)
        found.append(q)
        spread.append(np.var((wide - mean) @ q, ddof=1))
    return Components(mean.astype(X.dtype), np.array(found).astype(X.dtype), np.array(spread).astype(X.dtype))
