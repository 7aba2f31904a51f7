# misconception: flattened
# check: shapes
# why: flattens the ids and leaves it at that
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    flat = ids.reshape(-1)
    bad = flat[(flat < 0) | (flat >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E.index_select(0, flat)
