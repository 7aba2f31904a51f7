# how: divides with a remainder; the bits come from the name
def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    if dtype not in ("float64 float32 float16 bfloat16 int64 int32 int8 int4").split():
        raise ValueError(f"{dtype} is unknown")
    bits = int("".join(c for c in dtype if c.isdigit()))
    whole, rest = divmod(V * d * bits, 8)
    one = whole + (rest > 0)
    return one * (2 - tied)
