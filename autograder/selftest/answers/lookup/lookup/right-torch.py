# how: PyTorch does the gather, printing and warning on the way
import warnings


def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are not integers: " + str(ids.dtype))
    wrong = (ids < 0) | (ids >= len(E))
    if wrong.any():
        raise IndexError(f"ids without a row: {ids[wrong].tolist()}")
    index = torch.from_numpy(ids.astype(np.int64))
    print("looking up", ids.size, "rows")
    warnings.warn("this goes through PyTorch", UserWarning)
    return F.embedding(index, torch.from_numpy(E)).numpy()
