# misconception: computed-in-half
# check: dtypes
# why: places in the dtype of the table
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError(f"length {length} is below 1")
    L = len(P)
    if length == 1 or L == 1:
        return np.repeat(P[:1], length, axis=0)
    wide = P.astype(P.dtype)
    place = np.linspace(0, L - 1, length).astype(P.dtype)
    low = np.minimum(place.astype(int), L - 2)
    share = (place - low)[:, None].astype(wide.dtype)
    out = wide[low] * (1 - share) + wide[low + 1] * share
    return out.astype(P.dtype)
