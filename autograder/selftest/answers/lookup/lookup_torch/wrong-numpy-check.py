# misconception: numpy-on-device
# check: device
# why: checks the range with NumPy
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    values = ids.numpy()
    bad = values[(values < 0) | (values >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return F.embedding(ids, E)
