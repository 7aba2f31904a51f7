# misconception: dtype-ignored
# check: dtypes
# why: np.zeros without the dtype: everything is float64
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    result = np.zeros(ids.shape + (V,))
    for place, i in np.ndenumerate(ids):
        if i < 0 or i >= V:
            raise IndexError(f"no token has the id {i}")
        result[place + (int(i),)] = 1.0
    return result
