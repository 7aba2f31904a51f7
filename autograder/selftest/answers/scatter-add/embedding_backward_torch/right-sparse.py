# how: a sparse tensor sums its duplicates when it becomes dense
import warnings


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
    d = grad_out.shape[-1]
    flat, grads = ids.reshape(-1).long(), grad_out.reshape(-1, d)
    if padding_idx is not None:
        keep = flat != padding_idx
        flat, grads = flat[keep], grads[keep]
    warnings.warn("going through sparse storage")
    wide = torch.promote_types(grads.dtype, torch.float32)
    listed = torch.sparse_coo_tensor(flat[None], grads.to(wide), (V, d), device=grad_out.device)
    return listed.to_dense().to(grad_out.dtype)
