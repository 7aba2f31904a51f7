# misconception: wrong-device
# check: device
# why: the mask of rows is made on the CPU
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
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    learns = torch.ones(V, 1, dtype=wide)
    if padding_idx is not None:
        learns[padding_idx] = 0
    dE = grad_out.new_zeros(V, d, dtype=wide).index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
    return (dE * learns).to(grad_out.dtype)
