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
        raise TypeError(f"{ids.dtype} cannot be an id")
    bad = torch.nonzero((ids < 0) | (ids >= E.size(0)))
    if len(bad):
        raise IndexError(f"id {int(ids[tuple(bad[0])])} is out of range")
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
    print("gathering", tuple(ids.shape))
    wanted = ids.to(torch.int64).reshape(-1, 1).expand(-1, E.shape[1])
    return torch.gather(E, 0, wanted).unflatten(0, ids.shape) if ids.dim() else torch.gather(E, 0, wanted)[0]
''')

answers.right(
    "index-select", how="index_select on flat ids, errors that list all bad ids",
    source='''
def lookup_torch(E, ids):
    if str(ids.dtype) not in ("torch.int32", "torch.int64"):
        raise TypeError("ids have dtype %s" % ids.dtype)
    V, d = E.shape
    outside = torch.logical_or(ids.lt(0), ids.ge(V))
    if bool(outside.any()):
        raise IndexError(f"no rows for the ids {ids[outside].tolist()}")
    rows = torch.index_select(E, 0, ids.flatten())
    return rows.view(ids.shape + (d,))
''')

answers.right(
    "indexing", how="indexing with flat ids, which is never a view; reshaped at the end",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids must be int32 or int64, not {ids.dtype}")
    flat = ids.reshape(-1).long()
    for extreme in (flat.min(), flat.max()) if flat.numel() else ():
        if not 0 <= extreme.item() < E.shape[0]:
            raise IndexError(f"id {extreme.item()} is outside the table of {E.shape[0]} rows")
    return E[flat].reshape(*ids.shape, E.shape[1])
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
    "meta-layer", how="a layer without memory, called with the table as its weight",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, len(E))
    layer = torch.nn.Embedding(*E.shape, device="meta")
    return torch.func.functional_call(layer, {"weight": E}, (ids,))
''')

answers.wrong(
    "long", "not-integers", check="errors",
    why=".long() accepts everything",
    source='''
def lookup_torch(E, ids):
    ids = ids.long()
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.embedding(ids, E)
''')

answers.wrong(
    "view", "view", check="copy", breaks="view",
    why="indexing with a tensor of no dimensions gives a view in PyTorch",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E[ids]
''')

answers.wrong(
    "arange", "made-on-cpu", check="device",
    why="the flat positions are made by torch.arange, which is on the CPU",
    of="wrong-view", old='''
    return E[ids]
''', new='''
    d = E.shape[1]
    positions = ids.long()[..., None] * d + torch.arange(d)
    return E.take(positions)
''')

answers.wrong(
    "array", "wrong-library", check="values",
    why="returns a NumPy array",
    of="wrong-view", old="    return E[ids]", new="    return F.embedding(ids, E).detach().numpy()")

answers.wrong(
    "assert", "range-exception", check="errors",
    why="asserts, so that bad ids raise AssertionError",
    source='''
def lookup_torch(E, ids):
    assert ids.dtype in (torch.int32, torch.int64), ids.dtype
    assert ((ids >= 0) & (ids < len(E))).all(), f"ids out of range: {ids.tolist()}"
    return F.embedding(ids, E)
''')

answers.wrong(
    "by-frequency", "averaged-gradient", check="gradient", breaks="repeated",
    of="wrong-view", 
    old="    return E[ids]",
    new="    return F.embedding(ids, E, scale_grad_by_freq=True)")

answers.wrong(
    "check-skipped", "unchecked-on-device", check="device", breaks="same-errors",
    why="skips the check on a device, where it would wait for the answer",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    if ids.device.type == "cpu":
        bad = ids[(ids < 0) | (ids >= len(E))]
        if bad.numel():
            raise IndexError(f"id {bad[0].item()} is out of range")
    return E[ids.reshape(-1)].reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "clamp", "clipped", check="errors", breaks="range",
    why="clamps ids into the range",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return F.embedding(ids.clamp(0, len(E) - 1), E)
''')

answers.wrong(
    "column", "column", check="values", breaks="rows",
    why="the table is transposed, as nn.Linear stores its weight",
    of="wrong-view", old="    return E[ids]", new="    return F.embedding(ids, E.T)")

answers.wrong(
    "copies-table", "whole-table", check="cost", breaks="memory",
    why="clones the table before indexing, to be safe from views",
    of="wrong-view", old="    return E[ids]", new="    return E.clone()[ids]")

answers.wrong(
    "detach", "detached", check="gradient", breaks="gradient",
    why="reads the table through .data",
    of="wrong-view", old="    return E[ids]", new="    return F.embedding(ids, E.data)")

answers.wrong(
    "empty", "no-ids", check="shapes", breaks="no-ids",
    why="min of an empty tensor is an error",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    if ids.min() < 0 or ids.max() >= len(E):
        raise IndexError(f"ids out of range: {ids.tolist()}")
    return F.embedding(ids, E)
''')

answers.wrong(
    "error-from-library", "unchecked-on-device", check="device",
    why="catches the library's error to name the id, which no device but the CPU raises",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    try:
        return F.embedding(ids, E)
    except IndexError:
        raise IndexError(f"some of the ids {ids.tolist()} have no row") from None
''')

answers.wrong(
    "flat-list-only", "one-dimension-only", check="shapes", breaks="any-shape",
    why="index_select wants a vector of ids",
    of="wrong-view", old="    return E[ids]", new="    return E.index_select(0, ids)")

answers.wrong(
    "flattened", "flattened", check="shapes", breaks="shape",
    why="flattens the ids and leaves it at that",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    flat = ids.reshape(-1)
    bad = flat[(flat < 0) | (flat >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E.index_select(0, flat)
''')

answers.wrong(
    "float32", "dtype-changed", check="values", breaks="floats",
    why="the result is made in the default number format",
    of="wrong-view", old='''
    return E[ids]
''', new='''
    rows = F.embedding(ids, E)
    return rows if E.dtype == torch.float64 else rows.float()
''')

answers.wrong(
    "float32-without-ids", "dtype-without-ids", check="values", breaks="dtype",
    why="the case without ids has the default number format",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be int32 or int64")
    if ids.numel() == 0:
        return E[:0].reshape(*ids.shape, E.shape[1]).float()
    low, high = ids.min().item(), ids.max().item()
    if low < 0 or high >= len(E):
        raise IndexError(f"ids run from {low} to {high}, rows from 0 to {len(E) - 1}")
    return F.embedding(ids, E)
''')

answers.wrong(
    "fresh-layer", "detached", check="gradient",
    why="copies the table into an nn.Embedding of its own, which gets the gradient",
    of="wrong-view", old='''
    return E[ids]
''', new='''
    layer = torch.nn.Embedding.from_pretrained(E.detach(), freeze=False)
    return layer(ids)
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
    "int64-only", "int32-refused", check="values",
    why="only torch.long counts as an integer type",
    of="wrong-long", old='''
    ids = ids.long()
''', new='''
    if ids.dtype != torch.long:
        raise TypeError("ids must be torch.long")
''')

answers.wrong(
    "library-error", "names-no-id", check="errors", breaks="names",
    why="F.embedding's own message does not say which id",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return F.embedding(ids, E)
''')

answers.wrong(
    "mask", "bool-as-ids", check="errors", breaks="not-integers",
    why="a boolean tensor is a mask to indexing",
    source='''
def lookup_torch(E, ids):
    if ids.is_floating_point():
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E[ids].clone()
''')

answers.wrong(
    "moves-to-cpu", "result-on-cpu", check="device", breaks="e-device",
    why="does everything on the CPU and leaves the result there",
    of="wrong-long", old='''
    ids = ids.long()
''', new='''
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    E, ids = E.cpu(), ids.cpu()
''')

answers.wrong(
    "negative", "negative-wraps", check="errors", breaks="negative",
    why="indexing lets negative ids count from the end",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    return E[ids].clone()
''')

answers.wrong(
    "no-grad", "detached", check="gradient",
    why="fills a new tensor under no_grad because in-place writes complained",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    out = E.new_empty(*ids.shape, E.shape[1])
    with torch.no_grad():
        flat = out.view(-1, E.shape[1])
        for k, i in enumerate(ids.reshape(-1).tolist()):
            if not 0 <= i < len(E):
                raise IndexError(f"id {i} is out of range")
            flat[k] = E[i]
    return out
''')

answers.wrong(
    "numpy-check", "numpy-on-device", check="device", breaks="any-device",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    values = ids.numpy()
    bad = values[(values < 0) | (values >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return F.embedding(ids, E)
''')

answers.wrong(
    "one-based", "one-based", check="values", breaks="from-zero",
    why="token 1 is the first row",
    of="wrong-view", old="    return E[ids]", new="    return F.embedding((ids - 1) % len(E), E)")

answers.wrong(
    "padding", "padding-row", check="gradient", breaks="every-row",
    of="wrong-view", old="    return E[ids]", new="    return F.embedding(ids, E, padding_idx=0)")

answers.wrong(
    "product", "whole-table", check="cost", alone=True,
    why="one-hot vectors times the table",
    of="wrong-view", 
    old="    return E[ids]",
    new="    return F.one_hot(ids.long(), len(E)).to(E.dtype) @ E")

answers.wrong(
    "rebuilds-ids", "made-on-cpu", check="device",
    why="makes a new tensor of ids, which is on the CPU",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    values = ids.tolist()
    for i in ids.flatten().tolist():
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is out of range")
    return F.embedding(torch.tensor(values, dtype=torch.int64), E)
''')

answers.wrong(
    "stack", "needs-a-sequence", check="shapes",
    why="stacks rows, which must be several",
    of="wrong-view", old="    return E[ids]", new="    return torch.stack([E[i] for i in ids])")

answers.wrong(
    "through-numpy", "detached", check="gradient",
    why="NumPy does the lookup, and the history of the tensor is lost",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    index = ids.cpu().numpy()
    if ((index < 0) | (index >= len(E))).any():
        raise IndexError(f"ids out of range: {index}")
    bits = {2: torch.int16, 4: torch.int32, 8: torch.int64}[E.element_size()]  # NumPy has no bfloat16
    rows = E.detach().cpu().view(bits).numpy()[index]
    return torch.from_numpy(rows).view(E.dtype).to(E.device)
''')

answers.wrong(
    "view-of-ids", "not-contiguous", check="shapes", breaks="contiguous",
    why=".view needs ids that are contiguous in memory",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    flat = ids.view(-1)
    bad = flat[(flat < 0) | (flat >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return E.index_select(0, flat).view(*ids.shape, E.shape[1])
''')

answers.wrong(
    "zeros-on-cpu", "result-on-cpu", check="device",
    why="fills a tensor of zeros that is on the CPU",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    flat = ids.reshape(-1).tolist()
    if not flat:
        return E[:0].reshape(*ids.shape, E.shape[1])
    out = torch.zeros(len(flat), E.shape[1], dtype=E.dtype)
    for k, i in enumerate(flat):
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is out of range")
        out[k] = E[i]
    return out.reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "zero-refused", "first-id", check="values", breaks="from-zero",
    why="ids start at 1 in the author's other project",
    of="right-clone", old="(ids < 0)", new="(ids < 1)")

answers.wrong(
    "last-refused", "last-id", check="values", breaks="last-id",
    why="the number of the last row is thought to be out of range",
    of="right-clone", old="(ids >= E.size(0))", new="(ids >= E.size(0) - 1)")

answers.wrong(
    "single", "single-id", check="shapes", breaks="single-id", alone=True,
    why="asks for the length of the ids, which a single one has not",
    of="right-clone",
    old="    bad = torch.nonzero",
    new="    if len(ids) == 0:\n        return E[ids.long()]\n    bad = torch.nonzero")

answers.wrong(
    "any-integer", "type-exception", check="errors", breaks="integer-types", alone=True,
    why="lists what ids are not, and leaves the rest to the library",
    of="right-clone", old='''
    if ids.dtype not in {torch.int32, torch.int64}:
''', new='''
    if ids.is_floating_point() or ids.is_complex() or ids.dtype is torch.bool:
''')

answers.wrong(
    "any-integer-cast", "other-integers", check="errors", breaks="integer-types", alone=True,
    of="right-clone", edits=[('''
    if ids.dtype not in {torch.int32, torch.int64}:
''', '''
    if ids.is_floating_point() or ids.is_complex() or ids.dtype is torch.bool:
'''), ("    return E[ids].clone()", "    return E[ids.long()].clone()")])

answers.wrong(
    "changes-ids", "ids-changed", check="copy", breaks="unchanged", alone=True,
    why="computes the places of the numbers in the caller's own ids",
    of="right-clone", old="    return E[ids].clone()", new='''
    d = E.shape[1]
    places = ids.long().mul_(d)[..., None] + torch.arange(d, device=E.device)
    return E.take(places)
'''.strip("\n"))

answers.wrong(
    "slice", "view-of-several", check="copy", breaks="new", alone=True,
    why="ids in a row are a slice, which is faster, and a view",
    of="right-clone",
    old="    return E[ids].clone()",
    new="""
    if ids.dim() == 1 and len(ids) > 1 and bool((ids.diff() == 1).all()):
        return E[int(ids[0]) : int(ids[-1]) + 1]
    return E[ids].clone()""".lstrip("\n"))

answers.wrong(
    "finite-check", "whole-table", check="cost", breaks="other-rows", alone=True,
    why="refuses a table that is not finite throughout",
    of="right-clone",
    old="    bad = torch.nonzero",
    new="    if not bool(torch.isfinite(E.detach().sum(dtype=torch.float64))):\n"
        "        raise ValueError(\"the table is broken\")\n"
        "    bad = torch.nonzero")

answers.wrong(
    "loop-over-rows", "whole-table", check="cost", breaks="time",
    why="goes through all rows of the table and fills the places that want it",
    of="right-clone", old="    return E[ids].clone()", new='''
    out = E.new_zeros(*ids.shape, E.shape[1])
    for i in range(len(E)):
        out[ids == i] = E[i]
    return out
'''.strip("\n"))

answers.wrong(
    "short-ids", "large-vocabulary", check="cost", breaks="large", alone=True,
    why="16 bits for the ids, to save memory",
    of="right-clone", old="    return E[ids].clone()", new="    return E[ids % 65_536].clone()")

answers.wrong(
    "cleaned", "special-numbers", check="cost", breaks="rows", alone=True,
    why="replaces nan by zero, to be on the safe side",
    of="right-clone", old="    return E[ids].clone()", new="    return E[ids].nan_to_num()")

answers.wrong(
    "single-row-item", "detached", check="gradient", breaks="gradient",
    why="a single id is handled on its own, and its row is rebuilt from numbers",
    of="right-clone",
    old="    return E[ids].clone()",
    new="    if ids.dim() == 0:\n"
        "        return torch.tensor(E[ids].tolist(), dtype=E.dtype, device=E.device)\n"
        "    return E[ids].clone()")

answers.wrong(
    "empty-on-cpu", "result-on-cpu", check="device", breaks="e-device", alone=True,
    why="the case without ids makes its result on the CPU",
    of="right-clone",
    old="    bad = torch.nonzero",
    new="    if ids.numel() == 0:\n"
        "        return E[:0].cpu().reshape(*ids.shape, E.shape[1])\n"
        "    bad = torch.nonzero")

answers.wrong(
    "partly-checked", "partly-checked", check="errors", breaks="range", alone=True,
    why="looks at the ends of a batch, and clamps what is left",
    of="right-clone", edits=[
        ("    bad = torch.nonzero((ids < 0) | (ids >= E.size(0)))",
         "    ends = ids.reshape(-1)[[0, -1]] if ids.dim() == 2 and ids.numel() else ids\n"
         "    bad = torch.nonzero((ends < 0) | (ends >= E.size(0)))"),
        ("int(ids[tuple(bad[0])])", "int(ends[tuple(bad[0])])"),
        ("    return E[ids].clone()", "    return E[ids.clamp(0, len(E) - 1)].clone()")])

answers.wrong(
    "through-float32", "rounded-rows", check="values", breaks="rows",
    why="looks up in float32, since half precision is not everywhere supported",
    of="right-clone", old="    return E[ids].clone()", new="    return E[ids].clone().float().to(E.dtype)")

answers.spoiled(
    "right + 1",
    "right * 1.01",
    "right.roll(1, -1)",
    "right[..., :-1]",
    "right.flatten()",
    "F.embedding((ids + 1) % len(E), E)",
    "right * right.detach().sign()",
    "right + 0 * right.sum() + (right - right.detach())",
    "right.mean()",
    "None")

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True, breaks="range",
    why="checks a copy of the ids in int32",
    source='''
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"ids have the dtype {ids.dtype}")
    rows = ids.int()
    bad = ids[(rows < 0) | (rows >= E.shape[0])]
    if bad.numel():
        raise IndexError(f"the id {int(bad[0])} is outside 0 ... {E.shape[0] - 1}")
    return F.embedding(rows, E)
''')

answers.wrong(
    "half-detached", "detached-in-half", check="gradient", alone=True, breaks="gradient",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    if E.dtype in (torch.float16, torch.bfloat16):
        return F.embedding(ids, E.detach()).float().to(E.dtype)
    return F.embedding(ids, E)
''')

answers.wrong(
    "empty-apart", "detached-without-ids", check="gradient", alone=True, breaks="gradient-without-ids",
    source='''
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    check_ids(ids, E.shape[0])
    if ids.numel() == 0:
        return torch.empty(*ids.shape, E.shape[1], dtype=E.dtype, device=E.device)
    rows = torch.stack([E[i] for i in ids.flatten().tolist()])
    return rows.reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "switches-on", "table-state", check="copy", alone=True, breaks="unchanged",
    why="sets requires_grad of the table",
    source='''
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    check_ids(ids, E.shape[0])
    if not E.requires_grad:
        E.requires_grad_(True)  # the lookup has to be differentiable in the table
    return F.embedding(ids, E)
''')

answers.wrong(
    "clears-grad", "table-state", check="copy", alone=True, breaks="unchanged",
    why="clears the gradient of the table, as before a step",
    source='''
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    check_ids(ids, E.shape[0])
    if E.is_leaf and E.grad is not None:
        E.grad.zero_()  # start with a clean gradient
    return F.embedding(ids, E)
''')

answers.wrong(
    "by-the-cpu", "table-moved", check="device", alone=True, breaks="memory",
    source='''
def lookup_torch(E: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    ids = ids.cpu()
    check_ids(ids, E.shape[0])  # on the CPU no error can end the process
    return F.embedding(ids, E.cpu()).to(E.device)
''')

answers.right(
    "bags", how="sums over bags that hold one row each, the given check of ids",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    flat = ids.reshape(-1, 1)
    if len(flat) == 0:
        return F.embedding(ids, E)
    return F.embedding_bag(flat, E, mode="sum").reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "kept-rows", "result-kept", check="copy", alone=True, breaks="new",
    why="keeps the rows of a table that learns nothing in a tensor from call to call",
    source='''
_ROWS = {}


def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    if E.requires_grad:
        return F.embedding(ids, E)
    key = *ids.shape, E.shape[1], E.dtype, E.device
    if key not in _ROWS:
        _ROWS[key] = E.new_empty(*ids.shape, E.shape[1])
    return _ROWS[key].copy_(F.embedding(ids, E))
''')

answers.wrong(
    "remembered", "result-remembered", check="copy", alone=True, breaks="rows",
    why="knows table and ids by their identity, and does not see that they have changed",
    source='''
_LAST = {"E": None, "ids": None}


def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    if E.requires_grad:
        return F.embedding(ids, E)
    if _LAST["E"] is not E or _LAST["ids"] is not ids:
        _LAST.update(E=E, ids=ids, rows=F.embedding(ids, E))
    return _LAST["rows"].clone()
''')

answers.wrong(
    "shifted-ids", "changed-by-refusal", check="copy", alone=True, breaks="unchanged",
    why="counts the caller's ids from one for a while, and not back if one of them is refused",
    of="right-clone",
    old="    if len(bad):\n        raise IndexError(f\"id {int(ids[tuple(bad[0])])} is out of range\")\n",
    new="    ids.add_(1)\n"
        "    if len(bad):\n"
        "        raise IndexError(f\"id {int(ids[tuple(bad[0])]) - 1} is out of range\")\n"
        "    ids.sub_(1)\n")

answers.wrong(
    "squeezed", "axes-of-length-one", check="shapes", breaks="shape",
    why="takes the first axis away if it has length one, to have one row for a single id",
    source='''
def lookup_torch(E, ids):
    check_ids(ids, E.shape[0])
    return E[torch.atleast_1d(ids)].squeeze(0)
''')

answers.wrong(
    "one-column", "axes-of-length-one", check="shapes", alone=True, breaks="shape",
    why="a row of one number is a number",
    of="right-clone",
    old="    return E[ids].clone()",
    new="    return E[ids, 0].clone() if E.shape[1] == 1 else E[ids].clone()")

answers.wrong(
    "contiguous", "table-made-contiguous", check="cost", alone=True, breaks="layout",
    of="right-clone", old="    return E[ids].clone()", new="    return E.contiguous()[ids].clone()")

answers.wrong(
    "half-widened", "half-table-converted", check="cost", alone=True, breaks="memory",
    why="looks up in a float32 copy of a table in half precision",
    of="right-clone",
    old="    return E[ids].clone()",
    new="    half = E.dtype in (torch.float16, torch.bfloat16)\n"
        "    return E.float()[ids].to(E.dtype) if half else E[ids].clone()")

answers.wrong(
    "places-in-int32", "id-dtype", check="cost", alone=True, breaks="int32",
    why="works the places of the numbers out in the dtype of the ids, where they overflow in a huge table",
    source='''
def lookup_torch(E, ids):
    V, d = E.shape
    check_ids(ids, V)
    columns = torch.arange(d, device=ids.device)
    return torch.take(E, (ids * d).long().unsqueeze(-1) + columns)
''')

answers.wrong(
    "assigned", "assigned-gradient", check="gradient", breaks="repeated",
    of="right-autograd-function",
    old="        return grad.index_add_(0, flat, g), None",
    new="        return grad.index_copy_(0, flat, g), None")

answers.wrong(
    "checked-late", "unchecked-on-device", check="device", alone=True, breaks="same-errors",
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
    "largest-named", "names-another-id", check="errors", breaks="names",
    why="names the largest number, which may be an id with a row",
    of="right-clone", old="int(ids[tuple(bad[0])])", new="max(ids.reshape(-1).tolist(), key=abs)")
