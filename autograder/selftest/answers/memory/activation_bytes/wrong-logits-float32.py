# misconception: logits-widened
# check: vectors
# why: the loss is computed in float32
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    if id_dtype not in ("int64", "int32"):
        raise ValueError(f"no dtype of ids {id_dtype!r}")
    n, bits = B * T, BITS[dtype]
    return Activations(n * BITS[id_dtype] // 8, (n * d * bits + 7) // 8, n * V * 4)
