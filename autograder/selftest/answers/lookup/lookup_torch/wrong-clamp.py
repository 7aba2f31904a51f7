# misconception: clipped
# check: errors
# why: clamps ids into the range
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return F.embedding(ids.clamp(0, len(E) - 1), E)
