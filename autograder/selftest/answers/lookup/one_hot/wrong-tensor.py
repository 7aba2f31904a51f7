# misconception: wrong-library
# check: values
# why: returns PyTorch's tensor as it is
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    return F.one_hot(torch.tensor(ids.astype(np.int64)), V)
