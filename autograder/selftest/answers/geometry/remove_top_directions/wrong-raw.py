# misconception: not-centred
# check: values
# why: takes no mean off
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    if not 0 <= k <= min(V - 1, d):
        raise ValueError(f"k is {k}")
    mean = E.mean(axis=0)
    X = E + 0
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[:k]
    return X - (X @ C.T) @ C
