# misconception: detached
# check: gradient
# why: NumPy does the lookup, and the history of the tensor is lost
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    index = ids.cpu().numpy()
    if ((index < 0) | (index >= len(E))).any():
        raise IndexError(f"ids out of range: {index}")
    rows = E.detach().cpu().float().numpy()[index]
    return torch.tensor(rows, dtype=E.dtype, device=E.device)
