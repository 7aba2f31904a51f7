# misconception: made-on-cpu
# check: device
# why: makes a new tensor of ids, which is on the CPU
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    values = ids.tolist()
    for i in ids.flatten().tolist():
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is out of range")
    return F.embedding(torch.tensor(values, dtype=torch.int64), E)
