# how: odd counts are made even first; checks of its own
def kv_cache_bytes(layers, kv_heads, head_dim, B, T, dtype="bfloat16"):
    for size in (layers, kv_heads, head_dim, B, T):
        if not isinstance(size, int) or isinstance(size, bool):
            raise TypeError(f"{size!r}")
        if not size > 0:
            raise ValueError(f"{size!r}")
    numbers = B * kv_heads * T * head_dim
    if dtype == "int4":
        numbers += numbers % 2
        return numbers // 2 * layers * 2
    if dtype not in ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8"):
        raise ValueError(f"{dtype!r}")
    return torch.empty((), dtype=getattr(torch, dtype)).element_size() * numbers * layers * 2
