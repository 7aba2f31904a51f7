# misconception: smallest-removed
# check: values
# why: takes the first vectors of eigh
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    if not 0 <= k <= min(V - 1, d):
        raise ValueError(f"k is {k}")
    mean = E.mean(axis=0)
    X = E - mean
    Qt = np.linalg.eigh(X.T @ X)[1].T
    C = Qt[:k]
    return X - (X @ C.T) @ C
