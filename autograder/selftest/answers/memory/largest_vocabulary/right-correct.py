# how: a first guess in floats, corrected with whole numbers
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    bits = BITS.get(dtype)
    if bits is None:
        raise ValueError(f"dtype is {dtype!r}; expected one of {sorted(BITS)}")
    whole_budget = (budget // (1 if tied else 2)) * 8
    guess = int(whole_budget / (d * bits))
    guess += (whole_budget - guess * d * bits) // (d * bits)
    return max(0, guess // multiple * multiple)
