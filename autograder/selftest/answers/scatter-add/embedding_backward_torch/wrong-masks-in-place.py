# misconception: arguments-changed
# check: padding
# why: masked_fill_ writes into the caller's gradients
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
    if padding_idx is not None:
        grad_out.masked_fill_((ids == padding_idx)[..., None], 0)
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
    return dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide)).to(grad_out.dtype)
