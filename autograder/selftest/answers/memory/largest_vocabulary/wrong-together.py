# misconception: rounded-together
# check: untied
# why: takes both matrices for one of twice the rows
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    V = budget * 8 // (d * BITS[dtype] * (1 if tied else 2))
    return V - V % multiple
