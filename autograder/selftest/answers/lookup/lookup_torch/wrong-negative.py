# misconception: negative-wraps
# check: errors
# why: indexing lets negative ids count from the end
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return E[ids].clone()
