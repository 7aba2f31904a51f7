# misconception: int32-refused
# check: values
# why: only torch.long counts as an integer type
def lookup_torch(E, ids):
    if ids.dtype != torch.long:
        raise TypeError("ids must be torch.long")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.embedding(ids, E)
