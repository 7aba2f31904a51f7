"""Answers to `EmbeddingFunction` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat-ids", how="keeps the ids in one axis, gathers, and leaves the padding row out by torch.where",
    source='''
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        check_ids(ids, len(E))
        flat, d = ids.reshape(-1), E.size(1)
        ctx.save_for_backward(flat)
        ctx.size, ctx.quiet = E.size(), padding_idx
        return torch.gather(E, 0, flat.long()[:, None].expand(-1, d)).view(*ids.shape, d)

    @staticmethod
    def backward(ctx, grad_out):
        (flat,) = ctx.saved_tensors
        V, d = ctx.size
        total = torch.index_add(grad_out.new_zeros(V, d), 0, flat, grad_out.reshape(-1, d))
        if ctx.quiet is not None:
            learns = (torch.arange(V, device=total.device) != ctx.quiet)[:, None]
            total = torch.where(learns, total, torch.zeros_like(total))
        return total, None, None
''')

answers.right(
    "setup-context", how="forward and setup_context apart, index_put in backward",
    source='''
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(E, ids, padding_idx):
        if bool(((ids < 0) | (ids >= len(E))).any()):
            raise IndexError("an id is outside the table")
        return E.index_select(0, ids.reshape(-1)).reshape(ids.shape + E.shape[1:])

    @staticmethod
    def setup_context(ctx, inputs, output):
        E, ids, ctx.padding_idx = inputs
        ctx.rows = E.shape[0]
        ctx.save_for_backward(ids)

    @staticmethod
    def backward(ctx, grad_out):
        ids, = ctx.saved_tensors
        if ctx.padding_idx is not None:
            grad_out = grad_out * (ids != ctx.padding_idx).unsqueeze(-1)
        zeros = torch.zeros(ctx.rows, grad_out.shape[-1], dtype=grad_out.dtype, device=grad_out.device)
        return zeros.index_put((ids.long(),), grad_out, accumulate=True), None, None
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
        dE = grad_out.new_zeros(V, d).index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d))
        if padding_idx is not None:
            dE[padding_idx] = 0
        return dE

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
        check_ids(ids, len(E))
        ctx.save_for_backward(ids)
        ctx.V, ctx.padding_idx = E.shape[0], padding_idx
        return E[ids].clone()

    @staticmethod
    def backward(ctx, grad_out):
        ids, = ctx.saved_tensors
        return Scatter.apply(grad_out, ids, ctx.V, ctx.padding_idx), None, None
''')

answers.right(
    "own-sum", how="adds in its own code",
    source='''
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        check_ids(ids, len(E))
        ctx.save_for_backward(ids)
        ctx.V, ctx.padding_idx = len(E), padding_idx
        return E[ids].clone()

    @staticmethod
    def backward(ctx, grad_out):
        ids, = ctx.saved_tensors
        d = grad_out.shape[-1]
        dE = grad_out.new_zeros(ctx.V, d)
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d))
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
        return dE, None, None
''')

answers.right(
    "calls-its-own", how="calls the function of exercise 3, if E asks for a gradient",
    source='''
def embedding_backward_torch(grad_out, ids, V, padding_idx=None):
    check_ids(ids, V)
    d = grad_out.shape[-1]
    wide = torch.promote_types(grad_out.dtype, torch.float32)
    dE = grad_out.new_zeros(V, d, dtype=wide).index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.to(grad_out.dtype)


class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        check_ids(ids, len(E))
        ctx.save_for_backward(ids)
        ctx.V, ctx.padding_idx = len(E), padding_idx
        return E.index_select(0, ids.reshape(-1)).view(*ids.shape, -1)

    @staticmethod
    def backward(ctx, grad_out):
        if not ctx.needs_input_grad[0]:
            return None, None, None
        return embedding_backward_torch(grad_out, *ctx.saved_tensors, ctx.V, ctx.padding_idx), None, None
''')

SUM = "        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d))\n"
RETURN = "        return dE, None, None\n"
ROWS = "        return E[ids].clone()\n"
KEEP = "        ctx.V, ctx.padding_idx = len(E), padding_idx\n"
CHECK = "        check_ids(ids, len(E))\n"
ZEROS = "        dE = grad_out.new_zeros(ctx.V, d)\n"

answers.wrong(
    "buffered-helper", "mend-torch-first", check="backward", breaks="gradient",
    why="calls a gradient that forgets repeated ids",
    of="right-calls-its-own", old='''
    dE = grad_out.new_zeros(V, d, dtype=wide).index_add_(0, ids.reshape(-1), grad_out.reshape(-1, d).to(wide))
''', new='''
    dE = grad_out.new_zeros(V, d, dtype=wide)
    dE[ids.reshape(-1)] = grad_out.reshape(-1, d).to(wide)
''')

answers.wrong(
    "assigns", "duplicates-lost", check="backward",
    of="right-own-sum", old=SUM, new="        dE[ids] = grad_out\n")

answers.wrong(
    "one-axis", "one-dimensional-only", check="backward", breaks="any-shape",
    of="right-own-sum", old=SUM, new='''
        if ids.ndim == 0:
            ids, grad_out = ids[None], grad_out[None]
        dE = dE.index_add(0, ids, grad_out)
''')

answers.wrong(
    "len-of-ids", "single-id", check="backward",
    of="right-own-sum", old=KEEP, new="        ctx.V, ctx.padding_idx, ctx.T = len(E), padding_idx, len(ids)\n")

answers.wrong(
    "other-order", "gradient-order", check="backward",
    of="right-own-sum", old=RETURN, new="        return None, dE, None\n")

answers.wrong(
    "one-too-few", "gradient-count", check="backward",
    of="right-own-sum", old=RETURN, new="        return dE, None\n")

answers.wrong(
    "one-column-less", "gradient-shape", check="backward",
    of="right-own-sum", old=RETURN, new="        return dE[:, : d - 1], None, None\n")

answers.wrong(
    "size-of-batch", "rows-from-ids", check="backward",
    of="right-own-sum", old=ZEROS, new='''
        V = int(ids.max()) + 1
        V = V if ctx.padding_idx is None else max(V, ctx.padding_idx + 1)
        dE = grad_out.new_zeros(V, d)
''')

answers.wrong(
    "on-the-class", "kept-on-the-class", check="backward", alone=True,
    of="right-own-sum", edits=[(KEEP, '''
        EmbeddingFunction.V, EmbeddingFunction.padding_idx = len(E), padding_idx
'''), (ZEROS, "        ctx = EmbeddingFunction\n" + ZEROS)])

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    of="right-own-sum", old="            dE[ctx.padding_idx] = 0\n", new="            pass\n")

answers.wrong(
    "padding-none", "padding-none-clears", check="backward", breaks="padding-none",
    of="right-own-sum", old='''
        if ctx.padding_idx is not None:
            dE[ctx.padding_idx] = 0
''', new='''
        dE[ctx.padding_idx] = 0
''')

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding",
    of="right-own-sum", old="if ctx.padding_idx is not None:", new="if ctx.padding_idx:")

answers.wrong(
    "writes-grad-out", "grad-out-changed", check="padding", breaks="grad-out",
    of="right-own-sum", old=SUM, new='''
        if ctx.padding_idx is not None:
            grad_out[ids == ctx.padding_idx] = 0
''' + SUM)

answers.wrong(
    "zeroes-padding", "padding-in-forward", check="forward", breaks="padding-forward",
    of="right-own-sum", old=ROWS, new='''
        rows = E[ids].clone()
        if padding_idx is not None:
            rows[ids == padding_idx] = 0
        return rows
''')

answers.wrong(
    "flat-result", "forward-shape", check="forward", breaks="forward",
    of="right-own-sum", old=ROWS, new='''
        return E[ids].clone() if ids.ndim < 2 else E.index_select(0, ids.reshape(-1))
''')

answers.wrong(
    "squeezed", "forward-shape", check="forward",
    why="squeezes a batch of one id",
    of="right-own-sum", old=ROWS, new='''
        return E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, E.shape[1]).squeeze(0)
''')

answers.wrong(
    "detached", "not-twice", check="twice", breaks="twice",
    of="right-own-sum", old="grad_out.reshape(ids.numel(), d)", new="grad_out.detach().reshape(ids.numel(), d)")

answers.wrong(
    "no-grad", "not-twice", check="twice",
    why="no_grad in backward, as if it were an update",
    of="right-own-sum", old=SUM, new="        with torch.no_grad():\n    " + SUM)

answers.wrong(
    "once", "not-twice", check="twice", alone=True,
    why="marks the backward pass as one that cannot be differentiated",
    of="right-own-sum", edits=[("class Emb", "from torch.autograd.function import once_differentiable\n\n\nclass Emb"), ('''
    @staticmethod
    def backward''', '''
    @staticmethod
    @once_differentiable
    def backward''')])

answers.wrong(
    "data", "not-twice", check="twice", alone=True,
    why="clears the padding row behind autograd's back",
    of="right-own-sum", old="            dE[ctx.padding_idx] = 0\n", new="            dE.data[ctx.padding_idx] = 0\n")

answers.wrong(
    "saves-table", "table-saved", check="memory", breaks="no-table", alone=True,
    of="right-own-sum", edits=[("save_for_backward(ids)", "save_for_backward(ids, E)"), ("        ids, = ctx", "        ids, E = ctx")])

answers.wrong(
    "attribute-table", "table-saved", check="memory", alone=True,
    why="puts E on ctx, where it lives as long as the graph",
    of="right-own-sum", old=KEEP, new="        ctx.E = E\n" + KEEP)

answers.wrong(
    "held-in-a-list", "table-saved", check="memory", alone=True,
    why="keeps the table in a list to ask it for its shape",
    of="right-own-sum", old=KEEP, new="        ctx.inputs = [E, ids]\n" + KEEP)

answers.wrong(
    "repeated-index", "index-saved", check="memory", alone=True,
    why="gather and scatter_add take an index for every number, which is kept as it is",
    source='''
class EmbeddingFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, ids, padding_idx):
        check_ids(ids, len(E))
        ctx.like, ctx.quiet = E.shape, padding_idx
        places = ids.reshape(-1, 1).long().repeat(1, E.shape[1])
        ctx.save_for_backward(places)
        return torch.gather(E, 0, places).reshape(*ids.shape, E.shape[1])

    @staticmethod
    def backward(ctx, grad_out):
        (places,) = ctx.saved_tensors
        grads = grad_out.reshape(places.shape)
        if ctx.quiet is not None:
            grads = torch.where(places == ctx.quiet, torch.zeros_like(grads), grads)
        return grads.new_zeros(ctx.like).scatter_add(0, places, grads), None, None
''')

answers.wrong(
    "view-of-row", "view-returned", check="memory", breaks="new", alone=True,
    of="right-own-sum", old="E[ids].clone()", new="E[ids]")

answers.wrong(
    "copied-table", "table-returned", check="memory", alone=True,
    of="right-own-sum", old="E[ids].clone()", new="E.clone()[ids]")

answers.wrong(
    "zeros-on-cpu", "wrong-device", check="device", breaks="device", alone=True,
    of="right-own-sum", old=ZEROS, new="        dE = torch.zeros(ctx.V, d, dtype=grad_out.dtype)\n")

answers.wrong(
    "numpy", "through-numpy", check="device",
    why="np.add.at on .numpy() works on the CPU alone",
    of="right-own-sum", old='''
        dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d))
        if ctx''', new='''
        if not grad_out.requires_grad:
            table = dE.numpy()
            np.add.at(table, ids.numpy(), grad_out.numpy())
        else:
            dE = dE.index_add(0, ids.reshape(-1), grad_out.reshape(ids.numel(), d))
        if ctx''')

answers.wrong(
    "detached-off-cpu", "lost-off-cpu", check="device", breaks="twice-there", alone=True,
    why="detaches on a GPU, to save memory",
    of="right-own-sum", old=SUM, new='''
        if grad_out.device.type != "cpu":
            grad_out = grad_out.detach()
''' + SUM)

answers.wrong(
    "negative-wraps", "negative-wraps", check="device",
    why="E[ids] counts negative ids from the end",
    of="right-own-sum", edits=[(CHECK, "        check_ids(ids.clamp(0), len(E))\n"), (SUM, '''
        dE = dE.index_put((ids.long(),), grad_out, accumulate=True)
''')])

answers.wrong(
    "one-row-more", "range-unchecked", check="device",
    why="takes V for the last row",
    of="right-own-sum", edits=[(CHECK, "        check_ids(ids, len(E) + 1)\n        ids = ids.clamp(max=len(E) - 1)\n")])

answers.wrong(
    "checks-on-cpu", "unchecked-on-device", check="device", breaks="refused", alone=True,
    why="does not check on a device, because the check waits for it",
    of="right-own-sum", edits=[(CHECK, '''
        if ids.device.type == "cpu":
            check_ids(ids, len(E))
'''), (ROWS, '''
        return E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, E.shape[1])
''')])

answers.wrong(
    "library-error", "unchecked-on-device", check="device", alone=True,
    why="leaves ids outside the table to index_select",
    of="right-own-sum", edits=[(CHECK, ""), (ROWS, '''
        return E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, E.shape[1])
''')])

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
