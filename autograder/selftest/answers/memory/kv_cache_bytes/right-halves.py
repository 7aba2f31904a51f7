# how: half bytes, and math.prod
import math

HALVES = {"int4": 1, "int8": 2, "float16": 4, "bfloat16": 4,
          "float32": 8, "int32": 8, "float64": 16, "int64": 16}  # fmt: skip


def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    halves = HALVES.get(dtype)
    if halves is None:
        raise ValueError(f"expected one of {', '.join(HALVES)}; found {dtype}")
    one = math.prod((B, kv_heads, T, head_dim, halves))
    return (one // 2 + one % 2) * layers * 2
