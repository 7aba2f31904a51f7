# how: scatter_add, and only if E asks for a gradient; prints
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
        if not ctx.needs_input_grad[0]:
            return None, None, None
        ids, = ctx.saved_tensors
        print("backward of", tuple(ids.shape))
        d = grad_out.shape[-1]
        keep = ids.reshape(-1) != (-1 if ctx.padding_idx is None else ctx.padding_idx)
        index = ids.reshape(-1)[keep].long()[:, None].expand(-1, d)
        grads = grad_out.reshape(-1, d)[keep]
        wide = torch.promote_types(grads.dtype, torch.float32)
        zeros = grads.new_zeros((ctx.V, d), dtype=wide)
        return zeros.scatter_add(0, index, grads.to(wide)).to(grad_out.dtype), None, None
