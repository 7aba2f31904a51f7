# how: PyTorch's one_hot, converted back
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"one_hot needs integers, not {ids.dtype}")
    if ids.size:
        for extreme in (ids.min(), ids.max()):
            if extreme < 0 or extreme >= V:
                raise IndexError(f"{extreme} is not an id of a vocabulary of {V}")
    vectors = F.one_hot(torch.from_numpy(ids.astype(np.int64)), V)
    return vectors.numpy().astype(dtype)
