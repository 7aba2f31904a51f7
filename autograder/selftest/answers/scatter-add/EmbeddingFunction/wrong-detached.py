# misconception: not-twice
# check: twice
# why: detach cuts the graph of the backward pass
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
        ctx.save_for_backward(ids)
        ctx.V, ctx.padding_idx = E.shape[0], padding_idx
        return E[ids].clone()

    @staticmethod
    def backward(ctx, grad_out):
        ids, = ctx.saved_tensors
        d = grad_out.shape[-1]
        wide = torch.promote_types(grad_out.dtype, torch.float32)
        dE = torch.zeros(ctx.V, d, dtype=wide, device=grad_out.device)
        dE = dE.index_add(0, ids.reshape(-1), grad_out.detach().reshape(-1, d).to(wide))
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
        return dE.to(grad_out.dtype), None, None
