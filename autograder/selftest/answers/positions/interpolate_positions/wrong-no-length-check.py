# misconception: length-unchecked
# check: errors
# why: an empty table for length 0
def interpolate_positions(P, length):
    length = max(length, 0)
    L = len(P)
    if length == 1 or L == 1:
        return np.repeat(P[:1], length, axis=0)
    wide = P.astype(np.promote_types(P.dtype, np.float32))
    place = np.arange(length) * (L - 1) / (length - 1)
    low = np.minimum(place.astype(int), L - 2)
    share = (place - low)[:, None].astype(wide.dtype)
    out = wide[low] * (1 - share) + wide[low + 1] * share
    return out.astype(P.dtype)
