# misconception: budget-in-bits
# check: tied
# why: divides bytes by bits
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    each = budget if tied else budget // 2
    V = each // (d * BITS[dtype])
    return V - V % multiple
