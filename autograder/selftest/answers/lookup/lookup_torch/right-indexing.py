# how: indexing with flat ids, which is never a view; reshaped at the end
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    flat = ids.reshape(-1).long()
    for extreme in (flat.min(), flat.max()) if flat.numel() else ():
        if not 0 <= extreme.item() < E.shape[0]:
            raise IndexError(f"id {extreme.item()} is outside the table of {E.shape[0]} rows")
    return E[flat].reshape(*ids.shape, E.shape[1])
