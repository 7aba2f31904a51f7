# misconception: dtype-not-kept
# check: dtypes
# why: np.interp gives float64
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError("at least one row")
    old, new = np.arange(len(P)), np.linspace(0, len(P) - 1, length)
    return np.stack([np.interp(new, old, column) for column in P.T], axis=1)
