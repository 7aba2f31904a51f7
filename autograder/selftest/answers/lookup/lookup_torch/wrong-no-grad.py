# misconception: detached
# check: gradient
# why: fills a new tensor under no_grad because in-place writes complained
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    out = E.new_empty(*ids.shape, E.shape[1])
    with torch.no_grad():
        flat = out.view(-1, E.shape[1])
        for k, i in enumerate(ids.reshape(-1).tolist()):
            if not 0 <= i < len(E):
                raise IndexError(f"id {i} is out of range")
            flat[k] = E[i]
    return out
