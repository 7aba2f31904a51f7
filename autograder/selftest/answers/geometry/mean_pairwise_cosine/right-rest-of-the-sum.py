# how: each row with the sum of the others
def mean_pairwise_cosine(E):
    if E.ndim != 2 or E.shape[0] < 2:
        raise ValueError(f"E has the shape {E.shape}")
    with np.errstate(invalid="ignore"):
        U = np.nan_to_num(E / np.linalg.norm(E, axis=1)[:, None])
    others = U.sum(axis=0) - U
    return float(np.mean(np.sum(U * others, axis=1)) / (len(U) - 1))
