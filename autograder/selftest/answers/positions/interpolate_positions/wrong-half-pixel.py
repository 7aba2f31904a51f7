# misconception: half-pixel
# check: longer
# why: the default of image resizing
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError(f"length {length} is below 1")
    L = len(P)
    if length == 1 or L == 1:
        return np.repeat(P[:1], length, axis=0)
    wide = P.astype(np.promote_types(P.dtype, np.float32))
    place = np.clip((np.arange(length) + 0.5) * L / length - 0.5, 0, L - 1)
    low = np.minimum(place.astype(int), L - 2)
    share = (place - low)[:, None].astype(wide.dtype)
    out = wide[low] * (1 - share) + wide[low + 1] * share
    return out.astype(P.dtype)
