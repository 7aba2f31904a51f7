# misconception: names-no-id
# check: errors
# why: F.embedding's own message does not say which id
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return F.embedding(ids, E)
