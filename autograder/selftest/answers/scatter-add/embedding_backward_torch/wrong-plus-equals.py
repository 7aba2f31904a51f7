# misconception: duplicates-lost
# check: values
# why: += writes back once for each position, as in NumPy
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
    dE = torch.zeros(V, grad_out.shape[-1], dtype=torch.promote_types(grad_out.dtype, torch.float32), device=grad_out.device)
    dE[ids] += grad_out.to(dE.dtype)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
