# misconception: dtype-changed
# check: values
# why: the case without ids has the default number format
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be int32 or int64")
    if ids.numel() == 0:
        return torch.zeros(*ids.shape, E.shape[1], device=E.device)
    low, high = ids.min().item(), ids.max().item()
    if low < 0 or high >= len(E):
        raise IndexError(f"ids run from {low} to {high}, rows from 0 to {len(E) - 1}")
    return F.embedding(ids, E)
