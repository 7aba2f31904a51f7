# misconception: rounded-by-row
# check: packing
# why: begins each row at a whole byte
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    one = V * -(-d * BITS[dtype] // 8)
    return one if tied else 2 * one
