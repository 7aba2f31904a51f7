# misconception: result-on-cpu
# check: device
# why: fills a tensor of zeros that is on the CPU
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    flat = ids.reshape(-1).tolist()
    out = torch.zeros(len(flat), E.shape[1], dtype=E.dtype)
    for k, i in enumerate(flat):
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is out of range")
        out[k] = E[i]
    return out.reshape(*ids.shape, E.shape[1])
