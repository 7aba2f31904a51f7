# misconception: result-on-cpu
# check: device
# why: does everything on the CPU and leaves the result there
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    E, ids = E.cpu(), ids.cpu()
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.embedding(ids, E)
