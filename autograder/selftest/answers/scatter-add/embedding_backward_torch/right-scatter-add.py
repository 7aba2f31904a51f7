# how: scatter_add with the ids spread over the columns
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    if grad_out.dim() != ids.dim() + 1 or grad_out.shape[:-1] != ids.shape:
        raise ValueError(f"grad_out {tuple(grad_out.shape)} does not fit ids {tuple(ids.shape)}")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.numel() > 0:
        raise IndexError(f"id {bad[0].item()} is not in 0..{V - 1}")
    if padding_idx is not None and not 0 <= padding_idx < V:
        raise IndexError(f"padding_idx {padding_idx} is not in 0..{V - 1}")
    d = grad_out.size(-1)
    index = ids.reshape(-1, 1).long().expand(-1, d)
    grads = grad_out.reshape(-1, d).double()
    dE = torch.zeros(V, d, dtype=torch.float64, device=grad_out.device).scatter_add(0, index, grads)
    if padding_idx is not None:
        dE.select(0, padding_idx).zero_()
    return dE.type(grad_out.dtype)
