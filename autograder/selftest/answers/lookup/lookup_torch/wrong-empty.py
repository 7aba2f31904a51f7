# misconception: no-ids
# check: shapes
# why: min of an empty tensor is an error
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    if ids.min() < 0 or ids.max() >= len(E):
        raise IndexError(f"ids out of range: {ids.tolist()}")
    return F.embedding(ids, E)
