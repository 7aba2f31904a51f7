# how: one projection matrix from eigenvectors of the covariance
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    if not 0 <= k <= min(V - 1, d):
        raise ValueError(f"k={k}")
    X = E - E.mean(axis=0)
    vectors = np.linalg.eigh(X.T @ X)[1]
    top = vectors[:, d - k :]
    return X @ (np.eye(d, dtype=E.dtype) - top @ top.T)
