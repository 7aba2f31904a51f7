# misconception: heads-forgotten
# check: values
# why: takes head_dim for the width of the layer
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    bits = B * T * head_dim * BITS[dtype]
    return 2 * layers * ((bits + 7) // 8)
