# misconception: duplicates-lost
# check: values
# why: index_put_ replaces unless accumulate is given
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("ids: int32 or int64 expected, found " + str(ids.dtype))
    if ids.numel():
        for i in (ids.min().item(), ids.max().item()):
            if i < 0 or i >= V:
                raise IndexError(f"no row {i} in a table of {V}")
    if padding_idx is not None and (padding_idx < 0 or padding_idx >= V):
        raise IndexError(f"no row {padding_idx} for the padding")
    if grad_out.ndim == 0 or list(grad_out.shape[:-1]) != list(ids.shape):
        raise ValueError("grad_out needs the shape of ids and one axis more")
    dE = torch.zeros(V, grad_out.shape[-1], dtype=torch.promote_types(grad_out.dtype, torch.float32), device=grad_out.device)
    dE.index_put_((ids,), grad_out.to(dE.dtype))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)
