# how: bytes to numbers to rows, one division after another
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(dtype)
    for_one = budget if tied else budget // 2
    numbers = for_one * 2 if dtype == "int4" else for_one // (BITS[dtype] // 8)
    blocks, _ = divmod(numbers, d * multiple)
    return blocks * multiple
