# how: leaves the padding positions out, out of place
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
    d = grad_out.shape[-1]
    flat, grads = ids.flatten(), grad_out.flatten(0, -2) if ids.dim() else grad_out[None]
    if padding_idx is not None:
        flat, grads = flat[flat != padding_idx], grads[flat != padding_idx]
    zeros = torch.zeros(V, d, device=grads.device, dtype=torch.promote_types(grads.dtype, torch.float))
    return torch.index_add(zeros, 0, flat, grads.to(zeros.dtype)).to(grad_out.dtype)
