# misconception: whole-table
# check: cost
# why: one-hot vectors times the table
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.one_hot(ids.long(), len(E)).to(E.dtype) @ E
