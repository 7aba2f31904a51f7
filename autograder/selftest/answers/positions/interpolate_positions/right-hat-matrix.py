# how: a matrix of hat functions times the table, weights in float32 for narrow tables
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError(f"length is {length}")
    wide = np.float64 if P.dtype == np.float64 else np.float32
    places = np.linspace(0.0, len(P) - 1.0, length)
    weights = np.maximum(0, 1 - np.abs(places[:, None] - np.arange(len(P))))
    return (weights.astype(wide) @ P.astype(wide)).astype(P.dtype)
