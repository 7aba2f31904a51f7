# how: plain indexing after the two checks
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    V = E.shape[0]
    if np.any(ids < 0) or np.any(ids >= V):
        first = ids[(ids < 0) | (ids >= V)].flat[0]
        raise IndexError(f"id {first} is outside [0, {V})")
    return E[ids].copy()
