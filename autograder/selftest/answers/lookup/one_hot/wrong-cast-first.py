# misconception: id-cast
# check: errors
# why: casts to int64 before it checks, which makes huge ids negative
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    places = torch.from_numpy(ids.astype(np.int64))
    wrong = (places < 0) | (places >= V)
    if wrong.any():
        raise IndexError(f"ids out of range: {places[wrong].tolist()}")
    return F.one_hot(places, V).numpy().astype(dtype)
