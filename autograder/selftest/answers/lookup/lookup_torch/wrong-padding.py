# misconception: padding-row
# check: gradient
# why: copies a call with padding_idx=0, so row 0 never learns
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.embedding(ids, E, padding_idx=0)
