# misconception: k-unchecked
# check: errors
# why: slices whatever k is
def remove_top_directions(E, k):
    check_table(E, rows=2)
    V, d = E.shape
    mean = E.mean(axis=0)
    X = E - mean
    Qt = np.linalg.svd(X, full_matrices=False)[2]
    C = Qt[:k]
    return X - (X @ C.T) @ C
