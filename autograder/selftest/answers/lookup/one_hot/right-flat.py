# how: flat positions in one long array of zeros, reshaped at the end
def one_hot(ids: np.ndarray, V: int, dtype=np.float32) -> np.ndarray:
    kind = np.dtype(ids.dtype).kind
    if kind != "i" and kind != "u":
        raise TypeError(f"{ids.dtype} is not an integer dtype")
    flat = ids.reshape(-1)
    wrong = np.flatnonzero((flat < 0) | (flat > V - 1))
    if len(wrong) > 0:
        raise IndexError("id out of range: %d" % flat[wrong[0]])
    out = np.zeros(flat.size * V, dtype=dtype)
    out[np.arange(flat.size) * V + flat.astype(np.int64)] = 1
    return out.reshape(*ids.shape, V)
