# misconception: averaged-gradient
# check: gradient
# why: scale_grad_by_freq divides each row's gradient by its count
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.embedding(ids, E, scale_grad_by_freq=True)
