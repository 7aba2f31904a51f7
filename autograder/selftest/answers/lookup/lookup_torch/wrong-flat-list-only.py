# misconception: one-dimension-only
# check: shapes
# why: index_select wants a vector of ids
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E.index_select(0, ids)
