# how: gather along the first axis, with ids repeated for every column
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("these are no ids: " + str(ids.dtype))
    for i in ids.detach().cpu().reshape(-1).tolist():
        if i < 0 or i >= len(E):
            raise IndexError(f"{i}")
    print("gathering", tuple(ids.shape))
    wanted = ids.to(torch.int64).reshape(-1, 1).expand(-1, E.shape[1])
    return torch.gather(E, 0, wanted).unflatten(0, ids.shape) if ids.dim() else torch.gather(E, 0, wanted)[0]
