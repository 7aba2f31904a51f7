# misconception: made-on-cpu
# check: device
# why: the flat positions are made by torch.arange, which is on the CPU
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    d = E.shape[1]
    positions = ids.long()[..., None] * d + torch.arange(d)
    return E.reshape(-1)[positions]
