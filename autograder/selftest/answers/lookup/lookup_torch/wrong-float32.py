# misconception: dtype-changed
# check: values
# why: the result is made in the default number format
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    wide = E if E.dtype == torch.float64 else E.float()
    return F.embedding(ids, wide)
