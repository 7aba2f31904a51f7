# how: a search by halves for the largest number of multiples that fits
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(f"{dtype!r} is not a dtype")

    def cost(blocks):
        one = -(-blocks * multiple * d * BITS[dtype] // 8)
        return one * (1 if tied else 2)

    low, high = 0, 2 * budget + 1  # low fits, high does not: a number takes half a byte at least
    while high - low > 1:
        middle = (low + high) // 2
        if cost(middle) <= budget:
            low = middle
        else:
            high = middle
    return low * multiple
