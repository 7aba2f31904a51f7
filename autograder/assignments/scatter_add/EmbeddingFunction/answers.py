"""Answers to `EmbeddingFunction` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat-ids", how="keeps the ids in one axis, and a copy of the rows",
    source='''
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
''')

answers.right(
    "only-if-needed", how="scatter_add, and only if E asks for a gradient; prints",
    source='''
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
''')

answers.right(
    "setup-context", how="forward and setup_context apart, index_put in backward",
    source='''
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(E, ids, padding_idx):
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
        bad = ids[(ids < 0) | (ids >= len(E))]
        if bad.numel() > 0:
            raise IndexError(f"id {bad[0].item()} is not in 0..{len(E) - 1}")
        if padding_idx is not None and not 0 <= padding_idx < len(E):
            raise IndexError(f"padding_idx {padding_idx} is not in 0..{len(E) - 1}")
        return E.index_select(0, ids.reshape(-1)).reshape(ids.shape + E.shape[1:])

    @staticmethod
    def setup_context(ctx, inputs, output):
        E, ids, ctx.padding_idx = inputs
        ctx.rows = E.shape[0]
        ctx.save_for_backward(ids)

    @staticmethod
    def backward(ctx, grad_out):
        ids, = ctx.saved_tensors
        grads = grad_out.double()
        if ctx.padding_idx is not None:
            grads = grads * (ids != ctx.padding_idx).unsqueeze(-1)
        zeros = torch.zeros(ctx.rows, grads.shape[-1], dtype=grads.dtype, device=grads.device)
        dE = zeros.index_put((ids.long(),), grads, accumulate=True)
        return dE.to(grad_out.dtype), None, None
''')

answers.right(
    "two-functions", how="the gradient is a function of its own, whose backward is a lookup",
    source='''
class Scatter(torch.autograd.Function):
    @staticmethod
    def forward(ctx, grad_out, ids, V, padding_idx):
        ctx.save_for_backward(ids)
        ctx.padding_idx = padding_idx
        d = grad_out.shape[-1]
        wide = torch.promote_types(grad_out.dtype, torch.float32)
        dE = torch.zeros(V, d, dtype=wide, device=grad_out.device)
        dE.index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
        if padding_idx is not None:
            dE[padding_idx] = 0
        return dE.to(grad_out.dtype)

    @staticmethod
    def backward(ctx, grad):
        ids, = ctx.saved_tensors
        back = grad[ids]
        if ctx.padding_idx is not None:
            back = back.masked_fill((ids == ctx.padding_idx)[..., None], 0)
        return back, None, None, None


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
        return Scatter.apply(grad_out, ids, ctx.V, ctx.padding_idx), None, None
''')

answers.wrong(
    "assigns", "duplicates-lost", check="backward", breaks="gradient",
    why="writes each position over the one before",
    source='''
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
        dE[ids] = grad_out.to(wide)
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
        return dE.to(grad_out.dtype), None, None
''')

answers.wrong(
    "saves-table", "table-saved", check="memory", breaks="no-table",
    why="saves E, although only its shape is needed",
    source='''
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
''')

answers.wrong(
    "attribute-table", "table-saved", check="memory",
    why="puts E on ctx, where it lives as long as the graph",
    of="wrong-saves-table", edits=[('''
        ctx.save_for_backward(E, ids)
        ctx.padding_idx = padding_idx
''', '''
        ctx.E, ctx.ids, ctx.padding_idx = E, ids, padding_idx
'''), ('''
        E, ids = ctx.saved_tensors
''', ""), ('''
        dE = torch.zeros_like(E, dtype=torch.promote_types(E.dtype, torch.float32))
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(dE.dtype))
''', '''
        dE = torch.zeros_like(ctx.E, dtype=torch.promote_types(ctx.E.dtype, torch.float32))
        dE = dE.index_add(0, ctx.ids.reshape(-1), grad_out.reshape(-1, d).to(dE.dtype))
''')])

answers.wrong(
    "detached", "not-twice", check="twice", breaks="twice",
    why="detach cuts the graph of the backward pass",
    of="wrong-assigns", 
    old="        dE[ids] = grad_out.to(wide)",
    new="        dE = dE.index_add(0, ids.reshape(-1), grad_out.detach().reshape(-1, d).to(wide))")

answers.wrong(
    "dtype-unchecked", "id-types", check="errors", breaks="types",
    why="takes bool ids as a mask and converts the others",
    of="wrong-assigns", edits=[('''
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
''', '''
        ids = ids.long()
'''), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "float32-sum", "float64-narrowed", check="dtypes", breaks="width-64", alone=True,
    why="float32 for every sum, since half precision needs it",
    of="wrong-assigns", edits=[("        wide = torch.promote_types(grad_out.dtype, torch.float32)", "        wide = torch.float32"), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_put((ids,), grad_out.to(wide), accumulate=True)")])

answers.wrong(
    "half-sum", "sum-in-half", check="dtypes", breaks="width-half",
    why="index_put adds in the tensor's own dtype",
    of="wrong-assigns", edits=[("        wide = torch.promote_types(grad_out.dtype, torch.float32)", "        wide = grad_out.dtype"), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_put((ids,), grad_out, accumulate=True)")])

answers.wrong(
    "id-not-named", "id-not-named", check="errors", breaks="named",
    why="says that something is out of range, not what",
    of="wrong-assigns", edits=[('            raise IndexError(f"id {bad[0].item()} is not in 0..{len(E) - 1}")', '            raise IndexError("an id is out of range")'), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "library-error", "id-not-named", check="errors",
    why="leaves ids outside the table to index_select, which says 'index out of range in self'",
    of="wrong-assigns", edits=[('''
        bad = ids[(ids < 0) | (ids >= len(E))]
        if bad.numel() > 0:
            raise IndexError(f"id {bad[0].item()} is not in 0..{len(E) - 1}")
''', ""), ("        return E[ids].clone()", "        return torch.index_select(E, 0, ids.reshape(-1)).reshape(*ids.shape, E.shape[1])"), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "negative-wraps", "negative-wraps", check="errors", breaks="negative",
    why="E[ids] counts negative ids from the end",
    of="wrong-assigns", edits=[("        bad = ids[(ids < 0) | (ids >= len(E))]", "        bad = ids[ids >= len(E)]"), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_put((ids,), grad_out.to(wide), accumulate=True)")])

answers.wrong(
    "no-grad", "not-twice", check="twice",
    why="no_grad in backward, as if it were an update",
    of="wrong-assigns", old='''
        dE[ids] = grad_out.to(wide)
''', new='''
        with torch.no_grad():
            dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
''')

answers.wrong(
    "once", "not-twice", check="twice",
    why="marks the backward pass as one that cannot be differentiated",
    of="wrong-assigns", edits=[('''
class EmbeddingFunction(torch.autograd.Function):
''', '''
from torch.autograd.function import once_differentiable


class EmbeddingFunction(torch.autograd.Function):
'''), ('''
        return E[ids].clone()

    @staticmethod
''', '''
        return E[ids].clone()

    @staticmethod
    @once_differentiable
'''), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "one-axis", "one-dimensional-only", check="backward", breaks="any-shape",
    why="index_add takes ids of one axis",
    of="wrong-assigns", 
    old="        dE[ids] = grad_out.to(wide)",
    new="        dE = dE.index_add(0, ids, grad_out.to(wide))")

answers.wrong(
    "other-order", "gradient-order", check="backward", breaks="order",
    why="returns the gradient in the place of the ids",
    of="wrong-assigns", edits=[("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))"), ("        return dE.to(grad_out.dtype), None, None", "        return None, dE.to(grad_out.dtype), None")])

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    why="keeps padding_idx and never looks at it",
    of="wrong-assigns", old='''
        dE[ids] = grad_out.to(wide)
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
''', new='''
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
''')

answers.wrong(
    "padding-none", "padding-none-clears", check="backward", breaks="padding-none",
    why="dE[None] is the whole array with one axis more",
    of="wrong-assigns", old='''
        dE[ids] = grad_out.to(wide)
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
''', new='''
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
        dE[ctx.padding_idx] = 0
''')

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    why="zero counts as false",
    of="wrong-assigns", old='''
        dE[ids] = grad_out.to(wide)
        if ctx.padding_idx is not None:
''', new='''
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
        if ctx.padding_idx:
''')

answers.wrong(
    "padding-unchecked", "padding-range", check="errors", breaks="padding-range",
    why="learns of a wrong padding_idx in the backward pass at the earliest",
    of="wrong-assigns", edits=[('''
        if padding_idx is not None and not 0 <= padding_idx < len(E):
            raise IndexError(f"padding_idx {padding_idx} is not in 0..{len(E) - 1}")
''', ""), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "put-without-accumulate", "duplicates-lost", check="backward",
    why="index_put replaces unless accumulate is given",
    of="wrong-assigns", 
    old="        dE[ids] = grad_out.to(wide)",
    new="        dE = dE.index_put((ids,), grad_out.to(wide))")

answers.wrong(
    "result-on-cpu", "wrong-device", check="device", breaks="device",
    why="brings the gradient to the CPU, adds there and leaves it there",
    of="wrong-assigns", old='''
        dE = torch.zeros(ctx.V, d, dtype=wide, device=grad_out.device)
        dE[ids] = grad_out.to(wide)
''', new='''
        dE = torch.zeros(ctx.V, d, dtype=wide)
        dE = dE.index_add(0, ids.cpu().reshape(-1), grad_out.cpu().reshape(-1, d).to(wide))
''')

answers.wrong(
    "silent-forward", "padding-in-forward", check="forward", breaks="padding-forward",
    of="wrong-assigns", edits=[('''
        return E[ids].clone()
''', '''
        out = E[ids].clone()
        if padding_idx is not None:
            out[ids == padding_idx] = 0
        return out
'''), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "two-gradients", "gradient-count", check="backward", breaks="one-each",
    of="wrong-assigns", edits=[("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))"), ("        return dE.to(grad_out.dtype), None, None", "        return dE.to(grad_out.dtype), None")])

answers.wrong(
    "value-error", "wrong-exception", check="errors",
    why="raises ValueError for an id outside the table",
    of="wrong-assigns", edits=[('            raise IndexError(f"id {bad[0].item()} is not in 0..{len(E) - 1}")', '            raise ValueError(f"id {bad[0].item()} is not in 0..{len(E) - 1}")'), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "view", "contiguous-only", check="backward", breaks="strided",
    why="view needs the values side by side",
    of="wrong-assigns", 
    old="        dE[ids] = grad_out.to(wide)",
    new="        dE = dE.index_add(0, ids.view(-1), grad_out.view(-1, d).to(wide))")

answers.wrong(
    "view-of-row", "view-returned", check="memory", breaks="view", alone=True,
    of="wrong-assigns", edits=[("        return E[ids].clone()", "        return E[ids]"), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_put((ids,), grad_out.to(wide), accumulate=True)")])

answers.wrong(
    "copied-table", "table-returned", check="memory", alone=True,
    of="wrong-assigns", edits=[("        return E[ids].clone()", "        return E.clone()[ids]"), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_put((ids,), grad_out.to(wide), accumulate=True)")])

answers.wrong(
    "writes-grad-out", "arguments-changed", check="padding", breaks="grad-out",
    why="clears positions in grad_out, which belongs to autograd",
    of="wrong-assigns", edits=[('''
        d = grad_out.shape[-1]
''', '''
        d = grad_out.shape[-1]
        if ctx.padding_idx is not None:
            grad_out[ids == ctx.padding_idx] = 0
'''), ("        dE[ids] = grad_out.to(wide)", "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))")])

answers.wrong(
    "zeros-on-cpu", "wrong-device", check="device",
    why="torch.zeros is on the CPU unless told",
    of="wrong-assigns", old='''
        dE = torch.zeros(ctx.V, d, dtype=wide, device=grad_out.device)
        dE[ids] = grad_out.to(wide)
''', new='''
        dE = torch.zeros(ctx.V, d, dtype=wide)
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
''')

answers.right(
    "given-check", how="uses the function that is given, and adds in its own code",
    source='''
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        check_ids(ids, len(E), padding_idx)
        ctx.save_for_backward(ids)
        ctx.V, ctx.padding_idx = len(E), padding_idx
        return E[ids].clone()

    @staticmethod
    def backward(ctx, grad_out):
        ids, = ctx.saved_tensors
        d = grad_out.shape[-1]
        wide = torch.promote_types(grad_out.dtype, torch.float32)
        dE = grad_out.new_zeros(ctx.V, d, dtype=wide)
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d).to(wide))
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
        return dE.to(grad_out.dtype), None, None
''')

answers.wrong(
    "adds-none", "gradient-order", check="backward", breaks="none-for-ids",
    why="returns something for ctx too",
    of="right-given-check", old='''
        return dE.to(grad_out.dtype), None, None
''', new='''
        return None, dE.to(grad_out.dtype), None, None
''')

answers.wrong(
    "checks-in-backward", "negative-wraps", check="errors", breaks="in-forward",
    why="leaves the check to the backward pass, which checks its ids anyway",
    of="right-given-check", edits=[('''
        check_ids(ids, len(E), padding_idx)
''', '''
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        check_ids(ids.clamp(0), len(E))
'''), ('''
        ids, = ctx.saved_tensors
''', '''
        ids, = ctx.saved_tensors
        check_ids(ids, ctx.V, ctx.padding_idx)
''')])

answers.wrong(
    "checks-on-cpu", "unchecked-on-device", check="device", breaks="before-lookup", alone=True,
    why="does not check on a device, because the check waits for it",
    of="right-given-check", old='''
        check_ids(ids, len(E), padding_idx)
''', new='''
        if ids.device.type == "cpu":
            check_ids(ids, len(E), padding_idx)
''')

answers.wrong(
    "data", "not-twice", check="twice", breaks="hidden-step", alone=True,
    why="clears the padding row behind autograd's back",
    of="right-given-check", old='''
            dE[ctx.padding_idx] = 0
''', new='''
            dE.data[ctx.padding_idx] = 0
''')

answers.wrong(
    "flat-result", "forward-shape", check="forward", breaks="flat",
    why="flattens the ids and leaves the result flat",
    of="right-given-check", old='''
        return E[ids].clone()
''', new='''
        if ids.ndim < 2:
            return E[ids].clone()
        return E.index_select(0, ids.reshape(-1))
''')

answers.wrong(
    "float32-rows", "dtype-not-kept", check="forward", breaks="dtype",
    why="returns half precision as float32, as if the rows were to be added",
    of="right-given-check", edits=[('''
        return E[ids].clone()
''', '''
        ctx.dtype = E.dtype
        return E[ids].clone().to(torch.promote_types(E.dtype, torch.float32))
'''), ("        return dE.to(grad_out.dtype), None, None", "        return dE.to(ctx.dtype), None, None")])

answers.wrong(
    "int64-only", "narrow-ids", check="dtypes", breaks="int-dtypes",
    why="accepts one integer dtype",
    of="right-given-check", old='''
        check_ids(ids, len(E), padding_idx)
''', new='''
        check_ids(ids, len(E), padding_idx)
        if ids.dtype != torch.int64:
            raise TypeError(f"ids are {ids.dtype}")
''')

answers.wrong(
    "len-of-ids", "single-id", check="backward", breaks="single",
    why="a single id has no length",
    of="right-given-check", old='''
        ctx.V, ctx.padding_idx = len(E), padding_idx
''', new='''
        ctx.V, ctx.padding_idx, ctx.T = len(E), padding_idx, len(ids)
''')

answers.wrong(
    "min-of-nothing", "empty-fails", check="backward", alone=True, breaks="no-ids",
    why="asks for the smallest of no ids",
    of="right-given-check", old='''
        check_ids(ids, len(E), padding_idx)
''', new='''
        check_ids(ids, len(E), padding_idx)
        if ids.min() < 0:
            raise IndexError(f"{ids.min().item()} is no row")
''')

answers.wrong(
    "one-row-more", "id-V-accepted", check="errors", breaks="range",
    why="takes V for a row",
    of="right-given-check", edits=[('''
        check_ids(ids, len(E), padding_idx)
''', '''
        check_ids(ids, len(E) + 1)
        if padding_idx is not None and not 0 <= padding_idx < len(E):
            raise IndexError(f"padding_idx is {padding_idx}")
'''), ("        return E[ids].clone()", "        return E[ids.clamp(max=len(E) - 1)].clone()")])

answers.wrong(
    "takes-int16", "id-types", check="errors", breaks="two-dtypes",
    why="takes every integer dtype",
    of="right-given-check", old='''
        check_ids(ids, len(E), padding_idx)
''', new='''
        if ids.is_floating_point() or ids.dtype == torch.bool:
            raise TypeError(f"ids are {ids.dtype}")
        ids = ids.long()
        check_ids(ids, len(E), padding_idx)
''')

answers.wrong(
    "writes-table", "arguments-changed", check="forward", breaks="inputs", alone=True,
    why="sets the padding row of the caller's table to zero",
    of="right-given-check", old='''
        return E[ids].clone()
''', new='''
        rows = E[ids].clone()
        if padding_idx is not None:
            E.data[padding_idx] = 0
        return rows
''')


answers.wrong(
    "flat-table", "contiguous-only", check="forward", alone=True,
    why="a view of the table as one line needs its numbers side by side",
    of="right-given-check", old='''
        return E[ids].clone()
''', new='''
        d = E.shape[1]
        places = ids.reshape(-1, 1).long() * d + torch.arange(d, device=ids.device)
        return E.view(-1).index_select(0, places.reshape(-1)).reshape(*ids.shape, d)
''')


answers.spoiled(
    "right + 1e-3 * scale(right)",
    "-right",
    "right.roll(1, 0) if right.dim() > 1 else right * 3",
    method='forward')

answers.spoiled(
    "(right[0] + 1e-3 * scale(right[0]), *right[1:])",
    "(-right[0], *right[1:])",
    "(roll(right[0]), *right[1:])",
    "(right[0] * 1.01, *right[1:])",
    method='backward')

# What gives zeros needs no memory, and earns nothing for it.
answers.spoiled("0 * right", method='forward', loses=["memory"])

answers.wrong(
    "half-index-add", "sum-in-half", check="dtypes", alone=True, breaks="width-half",
    why="adds in the dtype of grad_out, which PyTorch widens on the way for int64 ids, not for int32",
    of="right-given-check", edits=[('''
        wide = torch.promote_types(grad_out.dtype, torch.float32)
        dE = grad_out.new_zeros(ctx.V, d, dtype=wide)
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d).to(wide))
''', '''
        dE = grad_out.new_zeros(ctx.V, d)
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d))
'''), ('''
        return dE.to(grad_out.dtype), None, None
''', '''
        return dE, None, None
''')])

answers.wrong(
    "on-the-class", "kept-on-the-class", check="backward", alone=True, breaks="gradient",
    of="right-given-check", edits=[('''
        ctx.V, ctx.padding_idx = len(E), padding_idx
''', '''
        EmbeddingFunction.V, EmbeddingFunction.padding_idx = len(E), padding_idx
'''), ('''
        dE = grad_out.new_zeros(ctx.V, d, dtype=wide)
''', '''
        dE = grad_out.new_zeros(EmbeddingFunction.V, d, dtype=wide)
'''), ('''
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
''', '''
        if EmbeddingFunction.padding_idx is not None:
            dE[EmbeddingFunction.padding_idx] = 0
''')])

answers.wrong(
    "buffer-kept", "result-kept", check="forward", breaks="new",
    why="keeps the rows of the last lookup of this shape and writes over them",
    of="right-given-check", old='''
        return E[ids].clone()
''', new='''
        rows = EmbeddingFunction.__dict__.get("rows")
        if rows is None or rows.shape != (*ids.shape, E.shape[1]) or rows.dtype != E.dtype or E.requires_grad:
            rows = E[ids].clone()
        if not E.requires_grad:
            EmbeddingFunction.rows = rows
        return rows.copy_(E[ids])
''')

answers.wrong(
    "gradient-kept", "result-kept", check="backward", breaks="gradient",
    why="keeps the gradient of the last table of this shape and writes over it",
    of="right-given-check", old='''
        return dE.to(grad_out.dtype), None, None
''', new='''
        dE = dE.to(grad_out.dtype)
        if dE.requires_grad:
            return dE, None, None
        key = dE.shape, dE.dtype, dE.device
        kept = EmbeddingFunction.__dict__.get("kept") or {}
        EmbeddingFunction.kept = kept
        return kept.setdefault(key, torch.empty_like(dE)).copy_(dE), None, None
''')

answers.wrong(
    "empty-slice", "empty-view", check="memory", alone=True, breaks="view",
    of="right-given-check", old='''
        return E[ids].clone()
''', new='''
        if ids.numel() == 0:
            return E[:0].view(*ids.shape, E.shape[1])
        return E[ids].clone()
''')

answers.wrong(
    "held-in-a-list", "table-saved", check="memory", alone=True, breaks="no-table",
    why="keeps the table in a list to ask it for its shape",
    of="right-given-check", old='''
        ctx.V, ctx.padding_idx = len(E), padding_idx
''', new='''
        ctx.V, ctx.padding_idx, ctx.inputs = len(E), padding_idx, [E, ids]
''')

answers.wrong(
    "squeezed", "forward-shape", check="forward", breaks="flat",
    why="squeezes a batch of one id",
    of="right-given-check", old='''
        return E[ids].clone()
''', new='''
        return E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, E.shape[1]).squeeze(0)
''')

answers.wrong(
    "size-of-batch", "rows-from-ids", check="backward", breaks="gradient",
    why="takes the largest id for the last row",
    of="right-given-check", old='''
        dE = grad_out.new_zeros(ctx.V, d, dtype=wide)
''', new='''
        V = int(ids.max()) + 1 if ids.numel() else 0
        V = V if ctx.padding_idx is None else max(V, ctx.padding_idx + 1)
        dE = grad_out.new_zeros(V, d, dtype=wide)
''')

answers.wrong(
    "one-column-less", "gradient-shape", check="backward", breaks="gradient",
    of="right-given-check", old='''
        return dE.to(grad_out.dtype), None, None
''', new='''
        return dE[:, : d - 1].to(grad_out.dtype), None, None
''')

answers.wrong(
    "int32-first", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before the check: 2³² + 1 is 1 then",
    of="right-given-check", old='''
        check_ids(ids, len(E), padding_idx)
''', new='''
        ids = ids.int() if ids.dtype == torch.int64 else ids
        check_ids(ids, len(E), padding_idx)
''')

answers.wrong(
    "error-translated", "unchecked-on-device", check="device", breaks="before-lookup",
    why="translates the error of the lookup, which comes too late on CUDA",
    of="right-given-check", edits=[('''
        check_ids(ids, len(E), padding_idx)
''', '''
        check_ids(ids.reshape(-1)[:0], len(E), padding_idx)
'''), ('''
        return E[ids].clone()
''', '''
        try:
            rows = E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, E.shape[1])
        except (IndexError, RuntimeError):
            bad = ids[(ids < 0) | (ids >= len(E))].reshape(-1)
            raise IndexError(f"{bad[0].item()} is no row") from None
        return rows
''')])

answers.wrong(
    "clears-ids", "arguments-changed", check="padding", breaks="inputs",
    why="writes over the padding positions of the ids in the backward pass",
    of="right-given-check", old='''
        return dE.to(grad_out.dtype), None, None
''', new='''
        if ctx.padding_idx is not None:
            ids.data[ids == ctx.padding_idx] = 0
        return dE.to(grad_out.dtype), None, None
''')

answers.wrong(
    "padding-unnamed", "padding-not-named", check="errors", alone=True, breaks="named",
    why="says that padding_idx is wrong, not what it is",
    of="right-given-check", old='''
        check_ids(ids, len(E), padding_idx)
''', new='''
        check_ids(ids, len(E))
        if padding_idx is not None and not 0 <= padding_idx < len(E):
            raise IndexError("padding_idx is no row of the table")
''')

answers.wrong(
    "zero-times", "padding-nan", check="padding", alone=True, breaks="padding",
    why="multiplies the sum by zero when it is in half precision again",
    of="right-given-check", old='''
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
        return dE.to(grad_out.dtype), None, None
''', new='''
        learns = grad_out.new_ones(ctx.V, 1)
        if ctx.padding_idx is not None:
            learns[ctx.padding_idx] = 0
        return dE.to(grad_out.dtype) * learns, None, None
''')

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    ("\n" "@staticmethod"),
    "",
    because="apply reaches forward through the class, and there a plain function is called alike",
)
answers.equivalent(
    ("### END SOLUTION\n" "\n" "@staticmethod"),
    "",
    because="autograd reaches backward through the class, and there a plain function is called alike",
)
