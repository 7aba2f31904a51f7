# misconception: bool-as-ids
# check: errors
# why: a boolean tensor is a mask to indexing
def lookup_torch(E, ids):
    if ids.is_floating_point():
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E[ids].clone()
