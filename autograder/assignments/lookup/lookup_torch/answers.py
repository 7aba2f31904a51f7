"""Answers to `lookup_torch` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd-function", how="forward and backward written by hand",
    source='''
class _Rows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, E, flat):
        ctx.save_for_backward(flat)
        ctx.rows = E.shape[0]
        return E.index_select(0, flat)

    @staticmethod
    def backward(ctx, g):
        (flat,) = ctx.saved_tensors
        grad = g.new_zeros(ctx.rows, g.shape[1])
        return grad.index_add_(0, flat, g), None


def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids: int32 or int64")
    flat = ids.reshape(-1)
    if ((flat < 0) | (flat >= E.shape[0])).any():
        raise IndexError(f"ids outside 0 ... {E.shape[0] - 1}: {flat.tolist()}")
    return _Rows.apply(E, flat.to(torch.int64)).reshape(*ids.shape, E.shape[1])
''')

answers.right(
    "clone", how="plain indexing and a clone, so that a single id gives no view",
    source='''
import warnings


def lookup_torch(E, ids):
    if ids.dtype not in {torch.int32, torch.int64}:
        raise ValueError(f"{ids.dtype} cannot be an id")
    bad = torch.nonzero((ids < 0) | (ids >= E.size(0)))
    if len(bad):
        raise ValueError("out of range")
    warnings.warn("cloning costs a copy")
    return E[ids].clone()
''')

answers.right(
    "gather", how="gather along the first axis, with ids repeated for every column",
    source='''
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    if ids.dtype != torch.int64 and ids.dtype != torch.int32:
        raise TypeError("these are no ids: " + str(ids.dtype))
    for i in ids.detach().cpu().reshape(-1).tolist():
        if i < 0 or i >= len(E):
            raise IndexError(f"{i}")
    wanted = ids.to(torch.int64).reshape(-1, 1).expand(-1, E.shape[1])
    return torch.gather(E, 0, wanted).reshape(*ids.shape, E.shape[1])
''')

answers.right(
    "layer", how="an nn.Embedding whose weight is the table itself, the given check of ids",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, len(E))
    layer = torch.nn.Embedding(1, 1)
    del layer.weight
    layer.weight = E
    return layer(ids)
''')

answers.right(
    "index-select", how="index_select on flat ids, the range by the smallest and the largest",
    source='''
def lookup_torch(E, ids):
    assert str(ids.dtype) in ("torch.int32", "torch.int64"), ids.dtype
    V, d = E.shape
    if ids.numel():
        low, high = torch.aminmax(ids)
        assert low.item() >= 0 and high.item() < V, (low.item(), high.item())
    return torch.index_select(E, 0, ids.flatten()).view(ids.shape + (d,))
''')

answers.wrong(
    "view", "view", check="values", alone=True, breaks="view",
    why="indexing with a tensor of no axes gives a view in PyTorch",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, len(E))
    return E[ids]
''')

answers.wrong(
    "slice", "view", check="values", alone=True, breaks="view",
    why="ids in a row are a slice, which is faster, and a view",
    of="right-clone",
    old="    return E[ids].clone()",
    new="""
    if ids.dim() == 1 and len(ids) > 1 and bool((ids.diff() == 1).all()):
        return E[int(ids[0]) : int(ids[-1]) + 1]
    return E[ids].clone()""".lstrip("\n"))

answers.wrong(
    "column", "column", check="values", breaks="rows",
    why="the table is transposed, as nn.Linear stores its weight",
    of="wrong-view", old="E[ids]", new="F.embedding(ids, E.T)")

answers.wrong(
    "one-based", "one-based", check="values", breaks="from-zero",
    why="token 1 is the first row",
    of="wrong-view", old="E[ids]", new="F.embedding((ids - 1) % len(E), E)")

answers.wrong(
    "flattened", "flattened", check="values", breaks="shape",
    why="flattens the ids and leaves it at that",
    of="wrong-view", old="E[ids]", new="E.index_select(0, ids.reshape(-1))")

answers.wrong(
    "zero-refused", "first-id", check="values", breaks="from-zero",
    why="ids start at 1 in the author's other project",
    of="right-clone", old="(ids < 0)", new="(ids < 1)")

answers.wrong(
    "last-refused", "last-id", check="values", breaks="last-id",
    why="the number of the last row is thought to be out of range",
    of="right-clone", old="(ids >= E.size(0))", new="(ids >= E.size(0) - 1)")

answers.wrong(
    "stack", "single-id", check="values", breaks="any-shape",
    why="stacks rows, for which ids must have an axis",
    of="wrong-view", old="E[ids]", new="torch.stack([E[i] for i in ids])")

answers.wrong(
    "one-id", "axes-of-one-id", check="values", alone=True, breaks="any-shape",
    why="counts the ids to see whether there is a single one",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    rows = E.index_select(0, ids.flatten())
    if len(rows) == 1:
        return rows[0].clone()
    return rows.reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "gather-int32", "int32-refused", check="values", breaks="int32",
    why="torch.gather wants int64",
    of="wrong-view", old='''
    return E[ids]
''', new='''
    d = E.shape[1]
    flat = ids.reshape(-1, 1).expand(-1, d)
    return E.gather(0, flat).reshape(*ids.shape, d)
''')

answers.wrong(
    "array", "through-numpy", check="values", breaks="rows",
    why="returns an array of NumPy",
    of="wrong-view", old="E[ids]", new="F.embedding(ids, E).detach().numpy()")

answers.wrong(
    "data", "detached", check="gradient", breaks="with-gradient",
    why="reads the table through .data",
    of="wrong-view", old="E[ids]", new="F.embedding(ids, E.data)")

answers.wrong(
    "fresh-layer", "detached", check="gradient", breaks="with-gradient",
    why="copies the table into an nn.Embedding of its own, which gets the gradient",
    of="wrong-view",
    old="    return E[ids]",
    new="    layer = torch.nn.Embedding.from_pretrained(E.detach(), freeze=False)\n    return layer(ids)")

answers.wrong(
    "single-row-item", "detached", check="gradient", breaks="with-gradient",
    why="a single id is handled on its own, and its row is rebuilt from numbers",
    of="right-clone",
    old="    return E[ids].clone()",
    new="    if ids.dim() == 0:\n"
        "        return torch.tensor(E[ids].tolist(), dtype=E.dtype, device=E.device)\n"
        "    return E[ids].clone()")

answers.wrong(
    "half-detached", "detached", check="gradient", alone=True, breaks="half",
    why="half precision is converted through a new tensor",
    of="wrong-view",
    old="    return E[ids]",
    new="    if E.dtype in (torch.float16, torch.bfloat16):\n"
        "        return F.embedding(ids, E.detach()).float().to(E.dtype)\n"
        "    return F.embedding(ids, E)")

answers.wrong(
    "padding", "padding-row", check="gradient", breaks="with-gradient",
    of="wrong-view", old="E[ids]", new="F.embedding(ids, E, padding_idx=0)")

answers.wrong(
    "by-frequency", "averaged-gradient", check="gradient", breaks="sum",
    of="wrong-view", old="E[ids]", new="F.embedding(ids, E, scale_grad_by_freq=True)")

answers.wrong(
    "assigned", "assigned-gradient", check="gradient", breaks="sum",
    why="writes the gradients into their rows",
    of="right-autograd-function", old="index_add_(0, flat, g)", new="index_copy_(0, flat, g)")

answers.wrong(
    "negative", "negative-wraps", check="refused", breaks="range",
    why="indexing lets negative ids count from the end",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return E[ids].clone()
''')

answers.wrong(
    "clamp", "range-hidden", check="refused", alone=True, breaks="range",
    why="clamps ids into the range",
    of="wrong-negative", old="E[ids].clone()", new="F.embedding(ids.clamp(0, len(E) - 1), E)")

answers.wrong(
    "modulo", "range-hidden", check="refused", alone=True, breaks="range",
    why="folds ids into the range",
    of="wrong-negative", old="E[ids].clone()", new="F.embedding(ids % len(E), E)")

answers.wrong(
    "off-by-one", "off-by-one", check="refused", alone=True, breaks="range",
    why="compares with V as if it were the last id, and clamps to be safe",
    of="right-clone", edits=[
        ("(ids >= E.size(0))", "(ids > E.size(0))"), ("E[ids].clone()", "E[ids.clamp(max=len(E) - 1)].clone()")])

answers.wrong(
    "partly-checked", "partly-checked", check="refused", alone=True, breaks="range",
    why="looks at the ends of a batch, and clamps what is left",
    of="right-clone", edits=[
        ("    bad = torch.nonzero((ids < 0) | (ids >= E.size(0)))",
         "    ends = ids.reshape(-1)[[0, -1]] if ids.dim() == 2 and ids.numel() else ids\n"
         "    bad = torch.nonzero((ends < 0) | (ends >= E.size(0)))"),
        ("E[ids].clone()", "E[ids.clamp(0, len(E) - 1)].clone()")])

answers.wrong(
    "narrowed", "id-narrowed", check="refused", alone=True, breaks="range",
    why="checks a copy of the ids in int32",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids have the dtype {ids.dtype}")
    rows = ids.int()
    check_ids(rows, E.shape[0])
    return F.embedding(rows, E)
''')

answers.wrong(
    "mask", "bool-as-ids", check="refused", alone=True, breaks="truth",
    why="a boolean tensor is a mask to indexing",
    of="right-clone",
    old="    if ids.dtype not in {torch.int32, torch.int64}:",
    new="    if ids.is_floating_point():")

answers.wrong(
    "long", "bool-as-ids", check="refused", alone=True, breaks="truth",
    why=".long() makes ids of truth values",
    source='''
def lookup_torch(E, ids):
    ids = ids.long()
    check_ids(ids, len(E))
    return F.embedding(ids, E)
''')

answers.wrong(
    "library-error", "unchecked-on-device", check="refused", alone=True, breaks="same-everywhere",
    why="leaves errors to the library, which raises none on a device",
    source='''
def lookup_torch(E, ids):
    return F.embedding(ids, E)
''')

answers.wrong(
    "error-from-library", "unchecked-on-device", check="refused", alone=True, breaks="same-everywhere",
    why="catches the library's error to name the id, which no device but the CPU raises",
    source='''
def lookup_torch(E, ids):
    try:
        return F.embedding(ids, E)
    except IndexError:
        raise IndexError(f"some of the ids {ids.tolist()} have no row") from None
''')

answers.wrong(
    "check-skipped", "unchecked-on-device", check="refused", alone=True, breaks="same-everywhere",
    why="skips the check on a device, where it would wait for the answer",
    of="wrong-view",
    old="    check_ids(ids, len(E))\n    return E[ids]",
    new="    if ids.device.type == \"cpu\":\n"
        "        check_ids(ids, len(E))\n"
        "    return E[ids.reshape(-1)].reshape(*ids.shape, E.shape[1])")

answers.wrong(
    "checked-late", "unchecked-on-device", check="refused", alone=True, breaks="same-everywhere",
    why="looks up first and checks afterwards",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids are {ids.dtype}, not integers")
    rows = E[ids.unsqueeze(0)].squeeze(0)
    check_ids(ids, E.shape[0])
    return rows
''')

answers.wrong(
    "numpy-check", "through-numpy", check="device", breaks="any-device",
    why="the range is checked by NumPy",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    values = ids.numpy()
    if ((values < 0) | (values >= len(E))).any():
        raise IndexError("an id is out of range")
    return F.embedding(ids, E)
''')

answers.wrong(
    "arange", "wrong-device", check="device", alone=True, breaks="any-device",
    why="the places of the numbers are made by torch.arange, which is on the CPU",
    of="wrong-view",
    old="    return E[ids]",
    new="    d = E.shape[1]\n    return E.take(ids.long()[..., None] * d + torch.arange(d))")

answers.wrong(
    "rebuilt", "wrong-device", check="device", alone=True, breaks="any-device",
    why="makes a new tensor of ids, which is on the CPU",
    of="wrong-view", old="E[ids]", new="F.embedding(torch.tensor(ids.tolist()), E)")

answers.wrong(
    "zeros", "wrong-device", check="device", alone=True, breaks="e-device",
    why="fills a tensor of zeros that is on the CPU",
    of="wrong-view", old='''
    return E[ids]
''', new='''
    flat = ids.reshape(-1).tolist()
    out = torch.zeros(len(flat), E.shape[1], dtype=E.dtype)
    for k, i in enumerate(flat):
        out[k] = E[i]
    return out.reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "left-on-cpu", "wrong-device", check="device", alone=True, breaks="e-device",
    why="does everything on the CPU and leaves the result there",
    of="wrong-view", old="E[ids]", new="F.embedding(ids.cpu(), E.cpu())")

answers.wrong(
    "single-on-cpu", "wrong-device", check="device", alone=True, breaks="e-device",
    why="a single id is looked up on the CPU",
    of="wrong-view",
    old="    return E[ids]",
    new="    if ids.dim() == 0:\n"
        "        return E[ids.reshape(1)].reshape(-1).cpu()\n"
        "    return F.embedding(ids, E)")

answers.wrong(
    "detached-there", "detached", check="device", alone=True, breaks="with-gradient",
    why="rows that come from another device are copied by their numbers",
    of="wrong-view",
    old="    return E[ids]",
    new="    rows = F.embedding(ids, E)\n"
        "    return rows if E.device.type == \"cpu\" else rows.detach().requires_grad_()")

answers.wrong(
    "by-the-cpu", "table-moved", check="device", alone=True, breaks="cost",
    source='''
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    ids = ids.cpu()
    check_ids(ids, E.shape[0])  # on the CPU no error can end the process
    return F.embedding(ids, E.cpu()).to(E.device)
''')

answers.wrong(
    "product", "whole-table", check="cost", alone=True, breaks="cost",
    why="one-hot vectors times the table",
    of="wrong-view", old="E[ids]", new="F.one_hot(ids.long(), len(E)).to(E.dtype) @ E")

answers.wrong(
    "copies-table", "whole-table", check="cost", alone=True, breaks="cost",
    why="clones the table before indexing, to be safe from views",
    of="wrong-view", old="E[ids]", new="E.clone()[ids]")

answers.wrong(
    "half-widened", "whole-table", check="cost", alone=True, breaks="half",
    why="looks up in a float32 copy of a table in half precision",
    of="right-clone",
    old="    return E[ids].clone()",
    new="    half = E.dtype in (torch.float16, torch.bfloat16)\n"
        "    return E.float()[ids].to(E.dtype) if half else E[ids].clone()")

answers.wrong(
    "short-ids", "large-vocabulary", check="cost", alone=True, breaks="rows",
    why="16 bits for the ids, to save memory",
    of="right-clone", old="E[ids].clone()", new="E[ids % 65_536].clone()")

answers.right(
    "bags", how="sums over bags that hold one row each, the given check of ids",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    flat = ids.reshape(-1, 1)
    return F.embedding_bag(flat, E, mode="sum").reshape(*ids.shape, E.shape[1])
''')

answers.spoiled(
    "right + 1",
    "right * 1.01",
    "right.roll(1, -1)",
    "right[..., :-1]",
    "F.embedding((ids + 1) % len(E), E)",
    "right * right.detach().sign()",
    "right + 0 * right.sum() + (right - right.detach())",
    "right.mean()",
    "None")

answers.wrong(
    "single-unchecked", "unchecked-on-device", check="refused", alone=True,
    why="looks at the range only where there is an axis",
    of="right-layer", old="    check_ids(ids, len(E))", new="    if ids.ndim:\n        check_ids(ids, len(E))")
