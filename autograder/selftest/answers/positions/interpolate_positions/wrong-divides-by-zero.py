# misconception: one-row
# check: ends
# why: no thought for a length of 1
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError(f"length {length} is below 1")
    L = len(P)
    if L == 1:
        return np.repeat(P[:1], length, axis=0)
    wide = P.astype(np.promote_types(P.dtype, np.float32))
    place = np.arange(length) * (L - 1) / (length - 1)
    low = np.minimum(place.astype(int), L - 2)
    share = (place - low)[:, None].astype(wide.dtype)
    out = wide[low] * (1 - share) + wide[low + 1] * share
    return out.astype(P.dtype)
