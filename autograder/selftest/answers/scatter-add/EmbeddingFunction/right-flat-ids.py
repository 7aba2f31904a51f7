# how: keeps the ids in one axis, and a copy of the rows
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
        flat = ids.reshape(-1)
        ctx.save_for_backward(flat)
        ctx.size = E.size(0), E.size(1)
        ctx.quiet = padding_idx
        return torch.gather(E, 0, flat.long()[:, None].expand(-1, E.size(1))).view(*ids.shape, E.size(1))

    @staticmethod
    def backward(ctx, grad_out):
        (flat,) = ctx.saved_tensors
        V, d = ctx.size
        total = torch.index_add(grad_out.new_zeros(V, d, dtype=torch.double), 0, flat, grad_out.reshape(-1, d).double())
        if ctx.quiet is not None:
            learns = (torch.arange(V, device=total.device) != ctx.quiet)[:, None]
            total = torch.where(learns, total, torch.zeros_like(total))
        return total.to(grad_out.dtype), None, None
