# misconception: table-saved
# check: memory
# why: saves E, although only its shape is needed
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
        bad = ids[(ids < 0) | (ids >= len(E))]
        if bad.numel() > 0:
            raise IndexError(f"id {bad[0].item()} is not in 0..{len(E) - 1}")
        if padding_idx is not None and not 0 <= padding_idx < len(E):
            raise IndexError(f"padding_idx {padding_idx} is not in 0..{len(E) - 1}")
        ctx.save_for_backward(E, ids)
        ctx.padding_idx = padding_idx
        return E[ids].clone()

    @staticmethod
    def backward(ctx, grad_out):
        E, ids = ctx.saved_tensors
        d = grad_out.shape[-1]
        dE = torch.zeros_like(E, dtype=torch.promote_types(E.dtype, torch.float32))
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(dE.dtype))
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
        return dE.to(grad_out.dtype), None, None
