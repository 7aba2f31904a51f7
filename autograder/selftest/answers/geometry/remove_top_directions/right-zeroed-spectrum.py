# how: sets the leading singular values to zero and multiplies again
def remove_top_directions(E, k):
    check_table(E, rows=2)
    if k < 0 or k > min(E.shape[0] - 1, E.shape[1]):
        raise ValueError(f"k is {k} for the shape {E.shape}")
    U, s, Qt = np.linalg.svd(E - E.mean(axis=0), full_matrices=False)
    s[:k] = 0
    return U * s @ Qt
