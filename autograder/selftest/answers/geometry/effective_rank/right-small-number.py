# how: a small number in the logarithm, and a loop
def effective_rank(X):
    if X.ndim != 2 or len(X) < 2 or np.ptp(X, axis=0).max() == 0:
        raise ValueError(f"no spread in a table of the shape {X.shape}")
    s = np.linalg.svd(X - X.mean(axis=0, keepdims=True))[1]
    entropy = 0.0
    for share in (s**2 / (s**2).sum()).tolist():
        entropy -= share * np.log(share + 1e-12)
    return float(np.exp(entropy))
