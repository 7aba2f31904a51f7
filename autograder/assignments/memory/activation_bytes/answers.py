"""Answers to `activation_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "plain",
    how="a plain tuple, sizes in bytes",
    source="""
def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64", piece=None):
    n = B * T
    alive = n
    if piece is not None and piece < n:
        alive = piece
    ids = n * (8 if id_dtype == "int64" else 4)
    item = BITS[dtype] // 8
    return ids, n * d * item, alive * V * item
""",
)

answers.right(
    "ranges",
    how="goes through the pieces and takes the largest",
    source="""
def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64", piece=None):
    def size(count, name):
        return -(-count * BITS[name] // 8)

    tokens = B * T
    step = piece or tokens
    longest = max(len(range(tokens)[i : i + step]) for i in range(0, tokens, step))
    return Activations(size(tokens, id_dtype), size(tokens * d, dtype), size(longest * V, dtype))
""",
)

answers.right(
    "slices",
    how="a slice of a range of tokens",
    source="""
def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64", piece=None):
    tokens = range(B * T)
    def bytes_of(count, name):
        return sum([count] * (BITS[name] // 8))
    logits = bytes_of(len(tokens[:piece]) * V, dtype)
    return Activations(bytes_of(len(tokens), id_dtype), bytes_of(len(tokens) * d, dtype), logits)
""",
)

ARRAYS = (
    ("eight", "id-dtype-ignored", "id-dtype", '(8 if id_dtype == "int64" else 4)', "8"),
    ("ids-alike", "ids-in-dtype", "ids", '(8 if id_dtype == "int64" else 4)', "BITS[dtype] // 8"),
    ("swapped", "fields-swapped", "order", "n * d * item, alive * V * item", "alive * V * item, n * d * item"),
    ("table", "table-for-vectors", "vectors", "n * d * item", "V * d * item"),
    ("wide", "logits-widened", "dtype", "alive * V * item", "alive * V * 4"),
    ("entries", "elements-for-bytes", "bytes", "item = BITS[dtype] // 8", "item = 1"),
    ("bits", "bits-for-bytes", "", "item = BITS[dtype] // 8", "item = BITS[dtype]"),
    ("two", "itemsize-fixed", "", "item = BITS[dtype] // 8", "item = 2"),
    ("by-name", "bfloat16-is-four", "", "item = BITS[dtype] // 8", 'item = 4 if dtype.startswith("bfloat") else BITS[dtype] // 8'),
)  # fmt: skip
for name, key, breaks, old, new in ARRAYS:
    check = "arrays"
    answers.wrong(name, key, check=check, breaks=breaks, of="right-plain", old=old, new=new)

answers.wrong(
    "last-token", "last-logits-only", check="arrays", breaks="logits", why="of each text",
    of="right-plain", old="alive * V * item", new="(B if alive == n else alive) * V * item",
)  # fmt: skip

answers.wrong(
    "meta",
    "counts-overflow",
    check="arrays",
    why="asks for arrays of that size",
    source="""
def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64", piece=None):
    ids = torch.empty(B, T, dtype=getattr(torch, id_dtype), device="meta")
    vectors = torch.empty(B, T, d, dtype=getattr(torch, dtype), device="meta")
    logits = torch.empty(B * T, V, dtype=getattr(torch, dtype), device="meta")[:piece]
    return Activations(*(t.numel() * t.element_size() for t in (ids, vectors, logits)))
""",
)

answers.wrong(
    "floats", "digits-lost", check="arrays", breaks="exact", alone=True,
    of="right-plain", old="item = BITS[dtype] // 8", new="item = BITS[dtype] / 8",
)  # fmt: skip

PIECES = (
    ("no-piece", "piece-ignored", "piece", "alive = piece", "alive = n", ""),
    ("each-text", "piece-of-each-text", "batch", "piece is not None and piece < n:\n        alive = piece", "piece is not None:\n        alive = B * min(T, piece)", ""),
    ("one-text", "piece-of-each-text", "", "piece is not None and piece < n:\n        alive = piece", "piece is not None:\n        alive = min(T, piece)", "of one text"),
    ("no-minimum", "piece-beyond-batch", "fewer", "piece is not None and piece < n", "piece is not None", ""),
    ("remainder", "last-piece", "most", "alive = piece", "alive = n % piece or piece", ""),
    ("even", "pieces-alike", "", "alive = piece", "alive = -(-n // -(-n // piece))", "divides the batch by the number of pieces"),
    ("number", "pieces-counted", "", "piece is not None and piece < n:\n        alive = piece", "piece is not None:\n        alive = -(-n // piece)", ""),
    ("whole-pieces", "pieces-counted", "", "alive = piece", "alive = n // piece", "without the rest"),
    ("cut", "pieces-of-everything", "only-logits", "alive = piece", "alive = n = piece", ""),
)  # fmt: skip
for name, key, breaks, old, new, why in PIECES:
    answers.wrong(
        name, key, check="pieces", breaks=breaks, why=why, alone=True, of="right-plain", old=old, new=new
    )

answers.wrong(
    "targets", "array-counted-twice", check="arrays", of="right-plain", old="return ids,", new="return 2 * ids,"
)
answers.wrong(
    "no-target", "last-token-left-out", check="arrays",
    of="right-plain", old="alive * V * item", new="(B * (T - 1) if alive == n else alive) * V * item",
)  # fmt: skip
answers.wrong(
    "two-pieces", "two-pieces-at-once", check="pieces", alone=True,
    of="right-plain", old="alive = piece", new="alive = min(n, 2 * piece)",
)  # fmt: skip

answers.spoiled("right._replace(logits=right.logits + 3)", "None", loses=("arrays",))
answers.spoiled("right._replace(logits=right.logits + (piece or 0))", keeps=("arrays",))
