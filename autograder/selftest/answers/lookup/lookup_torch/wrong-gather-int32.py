# misconception: int32-refused
# check: values
# why: torch.gather wants int64
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    d = E.shape[1]
    flat = ids.reshape(-1, 1).expand(-1, d)
    return E.gather(0, flat).reshape(*ids.shape, d)
