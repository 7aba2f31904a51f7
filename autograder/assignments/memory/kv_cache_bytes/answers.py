"""Answers to `kv_cache_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop",
    how="adds up layer by layer",
    source="""
def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16", local=0, window=None):
    total = 0
    for layer in range(layers):
        kept = T
        if layer < local and window < T:
            kept = window
        bits = B * kv_heads * kept * head_dim * BITS[dtype]
        total += 2 * ((bits + 7) // 8)
    return total
""",
)

answers.right(
    "difference",
    how="all layers as if whole, and what local ones save",
    source="""
def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16", local=0, window=None):
    def array(tokens):
        size, rest = divmod(B * kv_heads * tokens * head_dim * BITS[dtype], 8)
        return size + (rest > 0)

    saved = 0
    if window is not None and T > window:
        saved = 2 * local * (array(T) - array(window))
    return 2 * layers * array(T) - saved
""",
)

answers.right(
    "list",
    how="a list of arrays, one for keys and one for values",
    source="""
def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16", local=0, window=None):
    lengths = [T] * (layers - local) + [min(T, window or T)] * local
    entries = [B * kv_heads * n * head_dim for n in lengths for _ in ("keys", "values")]
    if dtype == "int4":
        return sum(n // 2 + n % 2 for n in entries)
    return sum(entries) * (BITS[dtype] // 8)
""",
)

SIZES = (
    ("no-values", "values-forgotten", "both", "2 * ((bits + 7) // 8)", "(bits + 7) // 8"),
    ("one-layer", "layers-forgotten", "layers", "for layer in range(layers)", "for layer in range(min(layers, 1))"),
    ("one-head", "heads-forgotten", "heads", "B * kv_heads * kept", "B * kept"),
    ("one-text", "batch-forgotten", "batch", "B * kv_heads * kept", "kv_heads * kept"),
    ("bits", "bits-for-bytes", "bytes", "2 * ((bits + 7) // 8)", "2 * bits"),
    ("entries", "elements-for-bytes", "", " * BITS[dtype]", " * 8"),
    ("two", "itemsize-fixed", "dtype", " * BITS[dtype]", " * 16"),
    ("by-name", "bfloat16-is-four", "", " * BITS[dtype]", ' * (32 if dtype == "bfloat16" else BITS[dtype])'),
)  # fmt: skip
for name, key, breaks, old, new in SIZES:
    answers.wrong(name, key, check="values", breaks=breaks, of="right-loop", old=old, new=new)

ROUNDED = "2 * ((bits + 7) // 8)"
INT4 = (
    ("down", "rounded-down", "end", "2 * (bits // 8)", ""),
    ("a-byte", "whole-byte-each", "", "2 * (bits // BITS[dtype] * max(8, BITS[dtype]) // 8)", ""),
    ("pairs", "rounded-together", "own", "(2 * bits + 7) // 8", "keys and values of a layer as one array"),
    ("by-vector", "rounded-by-row", "", "2 * B * kv_heads * kept * ((head_dim * BITS[dtype] + 7) // 8)", ""),
    ("by-text", "rounded-by-row", "", "2 * B * ((bits // B + 7) // 8)", "each text on its own"),
    ("by-head", "rounded-by-row", "", "2 * kv_heads * ((bits // kv_heads + 7) // 8)", "each head on its own"),
    ("float", "digits-lost", "exact", "2 * int(-(-(bits / 8) // 1))", ""),
)  # fmt: skip
for name, key, breaks, new, why in INT4:
    answers.wrong(
        name, key, check="packing", breaks=breaks, why=why, alone=name != "float", of="right-loop", old=ROUNDED, new=new
    )

answers.wrong(
    "all-together", "rounded-together", check="packing", why="all arrays of the cache as one", alone=True,
    of="right-list", old="sum(n // 2 + n % 2 for n in entries)", new="(sum(entries) + 1) // 2",
)  # fmt: skip

answers.wrong(
    "int64", "counts-overflow", check="packing",
    of="right-list", edits=[("def kv", "import numpy as np\n\ndef kv"), ("[B * kv_heads * n * head_dim for", "[int(np.int64(B) * kv_heads * np.int64(n) * head_dim) for")],
)  # fmt: skip

LOCAL = (
    ("no-window", "window-without-effect", "window", "kept = window", "kept = T"),
    ("all-local", "every-layer-local", "local", "layer < local and", "local and"),
    ("others", "layers-swapped", "", "layer < local and", "layer >= local and local and"),
    ("no-minimum", "window-beyond-text", "fewer", "layer < local and window < T", "layer < local"),
    ("left-out", "local-left-out", "", "kept = window", "kept = 0"),
)
for name, key, breaks, old, new in LOCAL:
    answers.wrong(name, key, check="local", breaks=breaks, alone=True, of="right-loop", old=old, new=new)

answers.wrong(
    "left-out-long", "local-left-out", check="local", alone=True, why="by one number of layers for all",
    of="right-difference", old="    saved = 0\n", new="    layers -= local\n    return 2 * layers * array(T)\n    saved = 0\n",
)  # fmt: skip

answers.wrong(
    "one-window", "window-for-batch", check="local", alone=True,
    of="right-loop", edits=[("        kept = T\n        if layer < local and window < T:\n            kept = window\n", "        tokens = min(B * T, window) if layer < local else B * T\n"), ("B * kv_heads * kept", "kv_heads * tokens")],
)  # fmt: skip

answers.wrong(
    "beside", "local-beside", check="local", breaks="of-all", alone=True,
    of="right-list", old="[T] * (layers - local)", new="[T] * layers",
)  # fmt: skip

answers.wrong(
    "queries", "queries-kept", check="values", of="right-loop", old=ROUNDED, new="3 * ((bits + 7) // 8)"
)
answers.wrong(
    "one-more", "window-of-other-length", check="local", alone=True, of="right-loop", old="kept = window", new="kept = window + 1"
)  # fmt: skip
answers.wrong(
    "local-of-one-text", "window-of-one-text", check="local", alone=True,
    of="right-loop", old=ROUNDED, new="2 * ((bits + 7) // 8 // (B if layer < local else 1))",
)  # fmt: skip

answers.spoiled("right + 3", "None", "right * 3", loses=("values",))
answers.spoiled("right + 7 * local", keeps=("values", "packing"))
