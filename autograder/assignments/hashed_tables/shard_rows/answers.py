"""Answers to `shard_rows`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "masked-fill", how="clamps the rows, reads with F.embedding, fills with zeros",
    source='''
def shard_rows(shard, first, rows, padding=None):
    n = shard.shape[0]
    outside = (rows < first) | (rows >= first + n)
    local = (rows - first).masked_fill(outside, 0)
    if padding is None or not first <= padding < first + n:
        found = F.embedding(local, shard)
    else:
        found = F.embedding(local, shard, padding_idx=padding - first)
    return found.masked_fill(outside.unsqueeze(-1), 0.0)
''')

answers.right(
    "index-put", how="reads the rows that are here, and puts them into zeros",
    source='''
def shard_rows(shard, first, rows, padding=None):
    flat = rows.reshape(-1)
    here = ((flat >= first) & (flat < first + len(shard))).nonzero()[:, 0]
    found = shard[flat[here] - first]
    if padding is not None:
        silent = (flat[here] == padding).unsqueeze(1)
        found = torch.where(silent, found.detach(), found)
    out = torch.zeros(len(flat), shard.shape[1], dtype=shard.dtype, device=shard.device)
    out = out.index_copy(0, here, found)
    return out.reshape(*rows.shape, shard.shape[1])
''')

answers.right(
    "one-hot", how="a product with rows of one-hot numbers, of which a row of another shard has none",
    source='''
def shard_rows(shard, first, rows, padding=None):
    places = torch.arange(first, first + len(shard), device=rows.device)
    hot = (rows.unsqueeze(-1) == places).to(shard.dtype)
    if padding is None:
        return hot @ shard
    learns = (places != padding).unsqueeze(-1)
    return hot @ torch.where(learns, shard, shard.detach())
''')

answers.right(
    "row-behind", how="a row of zeros behind the shard, which all others read",
    source='''
def shard_rows(shard, first, rows, padding=None):
    n, w = shard.shape
    longer = torch.cat([shard, shard.new_zeros(1, w)])
    local = rows - first
    local = torch.where((0 <= local) & (local < n), local, n)
    found = longer[local]
    if padding is not None:
        pad = (rows == padding).unsqueeze(-1).expand_as(found)
        found = torch.where(pad, found.detach(), found)
    return found
''')

OUTSIDE = "    outside = (rows < first) | (rows >= first + n)\n"
LOCAL = "    local = (rows - first).masked_fill(outside, 0)\n"
FILL = "    return found.masked_fill(outside.unsqueeze(-1), 0.0)\n"

VALUES = (
    ("global", "not-shifted", "local", "right-masked-fill", [(OUTSIDE, "    outside = (rows < 0) | (rows >= n)\n"), ("(rows - first).masked_fill", "rows.masked_fill")], ""),
    ("global-masked", "not-shifted", "", "right-masked-fill", [(LOCAL, "    local = rows.masked_fill(outside, 0) % n\n")], "the mask is right"),
    ("no-lower-edge", "rows-before-wrap", "", "right-masked-fill", [(OUTSIDE, "    outside = rows >= first + n\n"), (LOCAL, "    local = (rows - first).masked_fill(outside, 0) % n\n")], "a remainder of the local row"),
    ("reads-first", "others-not-masked", "others", "right-masked-fill", [(LOCAL, "    local = rows - first\n")], ""),
    ("no-zeros", "others-not-zeroed", "zeros", "right-masked-fill", [(FILL, "    return found\n")], ""),
    ("remainder", "others-not-zeroed", "", "right-masked-fill", [(LOCAL, "    local = (rows - first) % n\n"), (FILL, "    return found\n")], "a remainder for all rows"),
    ("zeros-before", "one-side-not-zeroed", "", "right-masked-fill", [(LOCAL, "    local = (rows - first).clamp(0, n - 1)\n"), (FILL, "    return found.masked_fill((rows < first).unsqueeze(-1), 0.0)\n")], ""),
    ("zeros-behind", "one-side-not-zeroed", "", "right-masked-fill", [(LOCAL, "    local = (rows - first).clamp(0, n - 1)\n"), (FILL, "    return found.masked_fill((rows >= first + n).unsqueeze(-1), 0.0)\n")], "behind alone"),
    ("strictly", "edge-row-lost", "holds", "right-masked-fill", [("rows < first)", "rows <= first)")], "the first row"),
    ("one-less", "edge-row-lost", "", "right-masked-fill", [("rows >= first + n)", "rows >= first + n - 1)")], "the last row"),
    ("one-more", "row-too-many", "", "right-masked-fill", [("rows >= first + n)", "rows > first + n)"), (LOCAL, "    local = (rows - first).masked_fill(outside, 0).clamp(max=n - 1)\n")], ""),
)  # fmt: skip
for name, key, breaks, of, edits, why in VALUES:
    answers.wrong(name, key, check="values", breaks=breaks, why=why, of=of, edits=edits)

answers.wrong(
    "len-of-rows", "one-row-alone", check="values", breaks="any-shape", alone=True,
    of="right-masked-fill", old=OUTSIDE, new=OUTSIDE + "    len(rows)\n")

answers.wrong(
    "data-zeroed", "borrowed-row-learns", check="gradient",
    of="right-masked-fill", old=FILL, new='''
    found.data[outside] = 0.0
    return found
''')

answers.wrong(
    "clamped-and-zeroed", "borrowed-row-learns", check="gradient",
    why="the edges of the shard are read in place of others",
    of="right-masked-fill", edits=[(LOCAL, "    local = (rows - first).clamp(0, n - 1)\n"), (FILL, '''
    with torch.no_grad():
        found[outside] = 0.0
    return found
''')])

answers.wrong(
    "detached", "shard-frozen", check="gradient", breaks="autograd",
    of="right-index-put", old="found = shard[flat[here] - first]", new="found = shard.detach()[flat[here] - first]")

answers.wrong(
    "no-grad", "shard-frozen", check="gradient",
    why="torch.no_grad, as in a lookup that only reads",
    of="right-row-behind", old="    longer = torch.cat([shard, shard.new_zeros(1, w)])\n", new='''
    with torch.no_grad():
        longer = torch.cat([shard, shard.new_zeros(1, w)])
''')

answers.wrong(
    "padding-forgotten", "padding-ignored", check="padding", breaks="padding",
    of="right-one-hot", old="    learns = (places != padding).unsqueeze(-1)\n", new="    learns = places.unsqueeze(-1) >= 0\n")

answers.wrong(
    "padding-truthy", "padding-zero-ignored", check="padding", breaks="or-none",
    of="right-row-behind", old="    if padding is not None:\n", new="    if padding:\n")

answers.wrong(
    "padding-unshifted", "padding-local", check="padding", breaks="of-whole",
    of="right-row-behind", old="(rows == padding)", new="(local == padding)")

answers.wrong(
    "padding-zeroed", "padding-in-forward", check="padding", breaks="read-like-others",
    of="right-row-behind", old="torch.where(pad, found.detach(), found)", new="torch.where(pad, 0, found)")

answers.wrong(
    "padding-from-end", "padding-elsewhere", check="padding", alone=False,
    why="F.embedding counts a negative padding_idx from the end, and refuses one behind",
    of="right-masked-fill", old="    if padding is None or not first <= padding < first + n:\n", new="    if padding is None:\n")

answers.wrong(
    "zeros-on-cpu", "wrong-device", check="device", breaks="device", alone=True,
    of="right-index-put", old=", device=shard.device)", new=")")

answers.wrong(
    "places-on-cpu", "wrong-device", check="device", alone=True,
    why="torch.arange is on the CPU unless told",
    of="right-one-hot", old=", device=rows.device)", new=")")

answers.wrong(
    "numpy-rows", "through-numpy", check="device", alone=True,
    of="right-row-behind", old="    local = rows - first\n", new="    local = torch.as_tensor(rows.numpy() - first).to(shard.device)\n")

answers.wrong(
    "data-off-cpu", "lost-off-cpu", check="device", breaks="autograd-there", alone=True,
    why="takes .data on a GPU, to save memory",
    of="right-row-behind", old="torch.cat([shard, ", new='torch.cat([shard if shard.device.type == "cpu" else shard.data, ')

answers.spoiled("right * 1.01", "right.flatten()", "None", "right[:1]", "2 * right - right.detach()")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "read = shard[local.where(here, 0)]",
    "read = shard[local.where(here, -1)]",
    because="what is read in the place of another shard's row is not taken, whichever row it is",
)
